// npm run check: types of every runtime, lint with the import directions, Svelte, format, dead code, licenses,
// messages, sizes of entries, and known vulnerabilities.
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { parseArguments } from './arguments.ts'
import { audit } from './audit.ts'
import { bundle } from './bundle.ts'
import { entryFaults, entrySizes } from './entry-sizes.ts'
import { bundledPackages, licenseFaults } from './notices.ts'
import { messageFaults } from './message-faults.ts'
import { DIST } from './paths.ts'
import { runTool } from './run.ts'
import type { Tool } from './tools.ts'

parseArguments({ usage: 'usage: npm run check', options: {} })

interface Check {
  readonly name: string
  readonly tool: Tool
  readonly args: readonly string[]
  /** For a check that must report a fault: what its output must contain. */
  readonly mustFind?: RegExp
}

const PROJECTS = ['electron/contract', 'electron', 'electron/preload.tsconfig.json', 'build', 'test']

/** The longest first, so that no core waits for it at the end. */
const CHECKS: readonly Check[] = [
  { name: 'lint', tool: 'oxlint', args: ['--deny-warnings'] },
  { name: 'lint of components', tool: 'eslint', args: ['renderer', '--max-warnings', '0'] },
  ...PROJECTS.map((project) => ({
    name: `types of ${project}`,
    tool: 'tsc' as const,
    args: ['-p', project],
  })),
  {
    name: 'svelte-check',
    tool: 'svelte-check',
    args: ['--tsconfig', 'renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  },
  {
    // With a new version of TypeScript, svelte-check has reported nothing at all. This fault must be
    // reported.
    name: 'svelte-check finds the known fault',
    tool: 'svelte-check',
    args: ['--tsconfig', 'test/fixtures/svelte-check/tsconfig.json', '--output', 'machine'],
    mustFind: /KnownBad\.svelte.*Type 'string' is not assignable to type 'number'/s,
  },
  { name: 'format', tool: 'prettier', args: ['--check', '.'] },
  { name: 'dead code', tool: 'knip', args: ['--no-progress'] },
  {
    name: 'code for tests only',
    tool: 'knip',
    args: ['--production', '--exclude', 'types', '--no-progress'],
  },
]

const failed: string[] = []

async function checkBundles(): Promise<void> {
  await bundle({ quiet: true })
  reportFaults('licenses', licenseFaults(bundledPackages()))
  reportFaults('sizes of entries', entryFaults(entrySizes(DIST)))
}

function reportFaults(name: string, faults: readonly string[]): void {
  if (faults.length > 0) failed.push(name)
  process.stdout.write(`${faults.length > 0 ? 'FAILED' : 'ok    '} ${name}\n`)
  for (const fault of faults) process.stdout.write(`${fault}\n`)
}

async function runCheck(check: Check): Promise<void> {
  const started = performance.now()
  const { code, output } = await runTool(check.tool, check.args)
  const passed = check.mustFind === undefined ? code === 0 : code !== 0 && check.mustFind.test(output)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)\n`)
  if (passed) return
  failed.push(check.name)
  process.stdout.write(`${output}\n`)
}

const limit = pLimit(availableParallelism())
await Promise.all(CHECKS.map((check) => limit(() => runCheck(check))))

reportFaults('messages', messageFaults())
await checkBundles()

const VULNERABILITIES = 'known vulnerabilities'
const audited = await audit()
if (audited.kind === 'unanswered') {
  process.stdout.write(`SKIPPED ${VULNERABILITIES}: the registry gave no answer (${audited.reason})\n`)
} else {
  if (audited.fails) failed.push(VULNERABILITIES)
  process.stdout.write(`${audited.fails ? 'FAILED' : 'ok    '} ${VULNERABILITIES}\n`)
  for (const line of audited.lines) process.stdout.write(`${line}\n`)
}

if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}.\n`)
  process.exitCode = 1
} else {
  process.stdout.write('All checks passed.\n')
}
