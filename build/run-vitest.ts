import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ROOT } from './paths.ts'
import { runTool } from './run.ts'

const RESULTS = join(ROOT, 'test-results', 'vitest.json')
/** Hundreds of processes and threads of tests load the same code. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compiled')

const resultsSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
})

export interface VitestOutcome {
  readonly code: number
  readonly output: string
  /** Null if unknown. */
  readonly tally: Tally | null
}

/** Runs all tests that need no window. `env` is added to the environment. */
export async function runVitest(env: NodeJS.ProcessEnv): Promise<VitestOutcome> {
  rmSync(RESULTS, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`]
  const args = ['run', '--config', 'build/vitest.config.ts', ...reporters]
  const { code, output } = await runTool('vitest', args, {
    show: true,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  const parsed = v.safeParse(
    resultsSchema,
    existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : null,
  )
  if (!parsed.success) return { code, output, tally: null }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = parsed.output
  return { code, output, tally: { passed, failed, skipped: numPendingTests + numTodoTests } }
}

/** Results of a number of tests. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Adds two tallies. */
export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
