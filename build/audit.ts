import * as v from 'valibot'
import { run } from './run.ts'
import { npmCommand } from './tools.ts'

/** Vulnerabilities of these severities fail the check, in production and development dependencies. */
const FAILING_SEVERITIES: readonly string[] = ['moderate', 'high', 'critical']

const reportSchema = v.object({
  vulnerabilities: v.record(
    v.string(),
    v.object({ severity: v.string(), range: v.string(), via: v.array(v.unknown()) }),
  ),
})
const advisorySchema = v.object({ title: v.string(), url: v.string() })
const errorSchema = v.union([
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(({ message }) => message),
  ),
  v.pipe(
    v.object({ error: v.object({ summary: v.string() }) }),
    v.transform(({ error }) => error.summary),
  ),
])

/** The registry's report on the dependencies in package-lock.json. */
export type AuditResult =
  | {
      readonly kind: 'answered'
      /** Each known vulnerability, whatever its severity. */
      readonly lines: readonly string[]
      /** Whether the severity of one of them fails the check. */
      readonly fails: boolean
    }
  /** The registry did not answer, or its answer cannot be read. */
  | { readonly kind: 'unanswered'; readonly reason: string }

/** Parses the output of `npm audit --json`. */
export function parseAudit(output: string): AuditResult {
  const json = parseJson(output)
  const report = v.safeParse(reportSchema, json)
  if (!report.success) {
    const error = v.safeParse(errorSchema, json)
    return {
      kind: 'unanswered',
      reason: error.success ? withoutAddress(error.output) : 'its answer cannot be read',
    }
  }
  const vulnerabilities = Object.entries(report.output.vulnerabilities)
  const lines = vulnerabilities.map(([name, { severity, range, via }]) => {
    const advisories = via.flatMap((each) => {
      const advisory = v.safeParse(advisorySchema, each)
      return advisory.success ? [`${advisory.output.title} (${advisory.output.url})`] : []
    })
    return `${severity}: ${name} ${range}${advisories.length === 0 ? '' : `: ${advisories.join('; ')}`}`
  })
  const fails = vulnerabilities.some(([, { severity }]) => FAILING_SEVERITIES.includes(severity))
  return { kind: 'answered', lines, fails }
}

/** Removes addresses, which may contain the password of a private registry. */
function withoutAddress(message: string): string {
  return message.replaceAll(/https?:\/\/\S+/gu, 'the registry')
}

/** Parses JSON that npm may have preceded with an error message. */
function parseJson(output: string): unknown {
  const start = output.indexOf('{')
  const end = output.lastIndexOf('}')
  try {
    return JSON.parse(output.slice(start, end + 1)) as unknown
  } catch {
    return null
  }
}

/** Requests known vulnerabilities of all dependencies in package-lock.json from the registry. */
export async function audit(): Promise<AuditResult> {
  const [program, ...args] = npmCommand([
    'audit',
    '--json',
    '--package-lock-only',
    '--fetch-retries=1',
    '--fetch-timeout=20000',
  ])
  const { output } = await run(program, args)
  return parseAudit(output)
}
