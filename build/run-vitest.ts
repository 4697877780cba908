import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { ROOT } from './paths.ts'
import { run } from './run.ts'
import type { Tally } from './tally.ts'

const RESULTS = join(ROOT, 'test-results', 'vitest.json')

const resultsSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string() })),
    }),
  ),
})
type FileResult = v.InferOutput<typeof resultsSchema>['testResults'][number]

export interface VitestOutcome {
  readonly code: number
  readonly output: string
  /** Of the files that were gone through to their end; null where nothing is known. */
  readonly tally: Tally | null
  /** Files that broke off without a failed test, because their process ended or they could not be loaded. */
  readonly brokenOff: readonly string[]
}

/** Runs all tests that need no window, or those of some files. */
export async function runVitest(files: readonly string[] = []): Promise<VitestOutcome> {
  rmSync(RESULTS, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`]
  const args = ['run', '--config', 'build/vitest.config.ts', ...reporters, ...files]
  const { code, output } = await run('vitest', args, { show: true })
  const parsed = v.safeParse(
    resultsSchema,
    existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : null,
  )
  if (!parsed.success) return { code, output, tally: null, brokenOff: [] }
  const { testResults } = parsed.output
  const whole = testResults.filter((file) => !isBrokenOff(file))
  const statuses = whole.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  return {
    code,
    output,
    tally: { passed, failed, skipped: statuses.length - passed - failed },
    brokenOff: testResults.filter(isBrokenOff).map(({ name }) => relative(ROOT, name)),
  }
}

function isBrokenOff({ status, assertionResults }: FileResult): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}
