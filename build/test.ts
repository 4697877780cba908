// npm test: everything that can run here. What is left out is named, with the command that would bring it in; with
// CI=true nothing may be left out. `--only unit` or `--only e2e` runs one half.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { bundle } from './bundle.ts'
import { FALLBACK_ADVICE, provideElectron, type Runtime } from './electron.ts'
import { aptCommand, hasDisplay, hasProgram, libraryCommand, missingLibraries } from './linux-needs.ts'
import { packageForTests } from './package-for-tests.ts'
import { ROOT } from './paths.ts'
import { run } from './run.ts'
import { runVitest } from './run-vitest.ts'
import { addTallies, type Tally } from './tally.ts'

const RESULTS = join(ROOT, 'test-results')
const E2E_RESULTS = join(RESULTS, 'e2e.json')

/** Enough for the errors and the summary that a runner ends with. */
const LAST_LINES = 60

let total: Tally = { passed: 0, failed: 0, skipped: 0 }
const leftOut: { readonly what: string; readonly how: string }[] = []
const broken: string[] = []
const lastWords: string[] = []
const again: string[] = []
const strict = process.env['CI'] === 'true'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const specSchema = v.object({
  title: v.string(),
  file: v.string(),
  tests: v.array(v.object({ projectName: v.string(), status: v.string() })),
})
interface Suite {
  readonly specs?: v.InferOutput<typeof specSchema>[] | undefined
  readonly suites?: Suite[] | undefined
}
const suiteSchema: v.GenericSchema<Suite> = v.object({
  specs: v.optional(v.array(specSchema)),
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
})
const playwrightSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  suites: v.array(suiteSchema),
})

/** The tests that passed at their second try only. */
function secondTries({ specs = [], suites = [] }: Suite): readonly string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `[${projectName}] ${file}: ${title}`),
  )
  return [...own, ...suites.flatMap(secondTries)]
}

/** A runner that ends badly without a failed test (a crash, a file that cannot be loaded) is a failure too. */
function count(runner: string, code: number, tally: Tally | null): void {
  if (tally === null || (code !== 0 && tally.failed === 0)) broken.push(runner)
  if (tally !== null) total = addTallies(total, tally)
}

/** The end of what a runner wrote, where it ended badly: said again at the very end, for logs that keep only that. */
function keepLastWords(runner: string, code: number, output: string): void {
  if (code === 0) return
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES)
  lastWords.push(`\nThe last that ${runner} wrote:\n\n${lines.join('\n')}\n`)
}

async function runTestsWithoutWindow(): Promise<void> {
  const { code, output, tally } = await runVitest()
  keepLastWords('Vitest', code, output)
  count('Vitest', code, tally)
}

/** Where the end-to-end tests run. */
interface Surroundings {
  /** What stands before their command. */
  readonly words: readonly string[]
  /** Each worker makes a display of its own. */
  readonly virtualDisplays: boolean
}

/** A display for each worker and a keyring, where they are wanted. */
function surroundings(): Surroundings | null {
  if (process.platform !== 'linux') return { words: [], virtualDisplays: false }
  const virtualDisplays = hasProgram('Xvfb')
  if (!virtualDisplays && !hasDisplay()) {
    leftOut.push({ what: 'end-to-end tests: no display', how: aptCommand(['xvfb']) })
    return null
  }
  const words: string[] = []
  if (hasProgram('dbus-run-session') && hasProgram('gnome-keyring-daemon')) {
    words.push('bash', join(ROOT, 'build', 'keyring-session.sh'))
  } else {
    leftOut.push({
      what: 'tests with a real keyring',
      how: aptCommand(['dbus', 'gnome-keyring', 'libsecret-1-0']),
    })
  }
  return { words, virtualDisplays }
}

function electronForTests(): Runtime | null {
  const runtime = provideElectron(say)
  if (runtime === null) {
    leftOut.push({ what: 'end-to-end tests: no Electron', how: FALLBACK_ADVICE.trim() })
    return null
  }
  const libraries = missingLibraries(runtime.executable)
  if (libraries.length > 0) {
    const how = libraryCommand(libraries) ?? 'install them with your package manager'
    leftOut.push({ what: `end-to-end tests: no ${libraries.join(', ')}`, how })
    return null
  }
  return runtime
}

async function runEndToEnd(): Promise<void> {
  const runtime = electronForTests()
  const before = runtime === null ? null : surroundings()
  if (runtime === null || before === null) return
  say(`End-to-end tests in Electron ${runtime.version} (${runtime.kind}).`)
  await bundle()

  let packaged = ''
  if (process.platform === 'linux') {
    say('Packaging for the tests …')
    const outcome = await packageForTests(runtime)
    if ('executable' in outcome) packaged = outcome.executable
    else {
      say(outcome.failure)
      broken.push('electron-builder')
    }
  } else {
    leftOut.push({ what: 'the tests of the packaged application', how: 'they run on Linux' })
  }

  const command = [...before.words, 'playwright', 'test', '--config', 'build/playwright.config.ts']
  // On a display that they share, they come one after the other.
  if (!before.virtualDisplays) command.push('--workers', '1')
  const [program = '', ...args] = command
  const { code, output } = await run(program, args, {
    show: true,
    env: {
      CAMPAIGN_DESK_ELECTRON: runtime.executable,
      CAMPAIGN_DESK_PACKAGED: packaged,
      CAMPAIGN_DESK_VIRTUAL_DISPLAYS: before.virtualDisplays ? '1' : '',
    },
  })
  keepLastWords('Playwright', code, output)
  const parsed = v.safeParse(
    playwrightSchema,
    existsSync(E2E_RESULTS) ? JSON.parse(readFileSync(E2E_RESULTS, 'utf8')) : null,
  )
  const stats = parsed.success ? parsed.output.stats : null
  if (parsed.success) again.push(...secondTries(parsed.output))
  count(
    'Playwright',
    code,
    stats === null
      ? null
      : { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  )
}

mkdirSync(RESULTS, { recursive: true })
rmSync(E2E_RESULTS, { force: true })

const only = process.argv[process.argv.indexOf('--only') + 1]
const wants = (part: string): boolean => !process.argv.includes('--only') || only === part
if (wants('unit')) await runTestsWithoutWindow()
if (wants('e2e')) await runEndToEnd()

for (const { what, how } of leftOut) say(`\nLeft out: ${what}. To bring it in:\n\n    ${how}\n`)
if (strict && leftOut.length > 0) say('With CI=true nothing may be left out.')
for (const words of lastWords) say(words)
for (const test of again) say(`Passed at the second try only, so something is not in order: ${test}`)
for (const runner of broken) say(`${runner} did not end in order.`)
say(
  `${String(total.passed)} passed, ${String(total.failed)} failed${total.skipped > 0 ? `, ${String(total.skipped)} skipped` : ''}`,
)
if (total.failed > 0 || broken.length > 0 || (strict && leftOut.length > 0)) process.exitCode = 1
