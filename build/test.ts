// npm test: everything that can run here. As root on Debian and Ubuntu it first installs what is missing.
// What is left out is named, with the command that would bring it in; with CI=true only what other programs
// compare may be left out.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseArguments } from './arguments.ts'
import { bundle } from './bundle.ts'
import { prepareElectron, type Runtime } from './electron.ts'
import { hasDisplay, hasProgram, isSet } from './host.ts'
import { buildKeytar, isKeytarInstalled, keytarPurposes } from './keytar-for-tests.ts'
import { packageForTests } from './package-for-tests.ts'
import { ROOT } from './paths.ts'
import { run } from './run.ts'
import { runVitest, addTallies, type Tally } from './run-vitest.ts'
import { toolCommand } from './tools.ts'
import { installAdvice, installPackages, type Purpose } from './system-packages.ts'

const RESULTS = join(ROOT, 'test-results')
const E2E_RESULTS = join(RESULTS, 'e2e.json')

const LARGE_WORKBOOKS = 'CAMPAIGN_DESK_LARGE_WORKBOOKS'

const WINDOW_PURPOSES: readonly Purpose[] = ['window', 'virtualDisplay', 'pages']

/** Enough for the errors and the summary that a runner ends with. */
const LAST_LINES = 60

let total: Tally = { passed: 0, failed: 0, skipped: 0 }
interface LeftOut {
  readonly what: string
  /** Null for the one command that installs everything that is missing. */
  readonly how: string | null
  /** Whether even CI may leave it out. */
  readonly isOptional?: boolean
}
const leftOut: LeftOut[] = []
const broken: string[] = []
const lastWords: string[] = []
const missingPackages: string[] = []
const strict = process.env['CI'] === 'true'

const {
  values: { only },
} = parseArguments({
  usage: 'usage: npm test [-- --only unit | --only e2e]',
  options: { only: { type: 'string' } },
})
if (only !== undefined && only !== 'unit' && only !== 'e2e') {
  process.stderr.write(`--only takes "unit" or "e2e", not "${only}".\n`)
  process.exit(2)
}
const wants = (part: 'unit' | 'e2e'): boolean => only === undefined || only === part

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const playwrightSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), skipped: v.number() }),
})

/**
 * A runner that ends badly without a failed test (a crash, a file that cannot be loaded) is a failure too.
 */
function count(runner: string, code: number, tally: Tally | null): void {
  if (tally === null || (code !== 0 && tally.failed === 0)) broken.push(runner)
  if (tally !== null) total = addTallies(total, tally)
}

/**
 * The end of what a runner wrote, where it ended badly: said again at the very end, for logs that keep only
 * that.
 */
function keepLastWords(runner: string, code: number, output: string): void {
  if (code === 0) return
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES)
  lastWords.push(`\nThe last that ${runner} wrote:\n\n${lines.join('\n')}\n`)
}

/**
 * Returns where keytar is, for the tests of what both libraries of the keychain write; empty where they find
 * it.
 */
function keytarForTests(): string {
  if (isKeytarInstalled()) return ''
  try {
    const folder = process.platform === 'linux' ? buildKeytar() : null
    if (folder !== null) return folder
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
  leftOut.push({
    what: 'tests of keytar, which npm could not install',
    how: missingPackages.length > 0 ? null : 'npm ci, where keytar can be downloaded or built',
  })
  return ''
}

async function runTestsWithoutWindow(): Promise<void> {
  if (!['soffice', 'libreoffice'].some(hasProgram)) {
    const how = installAdvice(['libreoffice-calc-nogui'])
    leftOut.push({ what: 'comparisons by LibreOffice', how, isOptional: true })
  }
  if (!isSet(LARGE_WORKBOOKS)) {
    const how = `${LARGE_WORKBOOKS}=1 npm test`
    leftOut.push({ what: 'workbooks of a million rows, which take minutes', how, isOptional: true })
  }
  const { code, output, tally } = await runVitest({ CAMPAIGN_DESK_KEYTAR: keytarForTests() })
  keepLastWords('Vitest', code, output)
  count('Vitest', code, tally)
}

/** Where the end-to-end tests run. */
interface Surroundings {
  /** What stands before their command. */
  readonly words: readonly string[]
  /** Each worker makes a separate display. */
  readonly virtualDisplays: boolean
}

/** A display for each worker and a keyring, where they are wanted. */
function surroundings(): Surroundings | null {
  if (process.platform !== 'linux') return { words: [], virtualDisplays: false }
  const virtualDisplays = hasProgram('Xvfb')
  if (!virtualDisplays && !hasDisplay()) {
    leftOut.push({ what: 'end-to-end tests: no display', how: null })
    return null
  }
  const words: string[] = []
  if (hasKeyring()) words.push('bash', join(ROOT, 'build', 'keyring-session.sh'))
  return { words, virtualDisplays }
}

const hasKeyring = (): boolean => hasProgram('dbus-run-session') && hasProgram('gnome-keyring-daemon')

/** Installs and provides what the tests need; returns the Electron that they run in, or null without one. */
async function prepare(): Promise<Runtime | null> {
  const purposes: readonly Purpose[] = [
    'keyring',
    ...(wants('unit') && !isKeytarInstalled() ? keytarPurposes() : []),
    ...(wants('e2e') ? WINDOW_PURPOSES : []),
  ]
  const { runtime, missing } = wants('e2e')
    ? await prepareElectron(purposes, say)
    : { runtime: null, missing: installPackages(purposes, say) }
  if (missing.length > 0)
    say(
      `System packages are missing, so some tests are left out. To bring them in:\n\n    ${installAdvice(missing)}\n`,
    )
  missingPackages.push(...missing)
  if (wants('e2e') && runtime === null) {
    const how = missing.length > 0 ? null : 'Electron comes from GitHub; HTTPS_PROXY is used'
    leftOut.push({ what: 'end-to-end tests: no Electron that starts', how })
  }
  if (process.platform === 'linux' && !hasKeyring())
    leftOut.push({ what: 'tests with a real keyring', how: null })
  if (wants('e2e') && process.platform === 'linux' && !hasProgram('pdftotext'))
    leftOut.push({ what: 'the texts of printed pages', how: null })
  return runtime
}

async function runEndToEnd(runtime: Runtime): Promise<void> {
  const before = surroundings()
  if (before === null) return
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

  const playwright = ['test', '--config', 'build/playwright.config.ts']
  // On a display that they share, they come one after the other.
  if (!before.virtualDisplays) playwright.push('--workers', '1')
  const [program = '', ...args] = [...before.words, ...toolCommand('playwright', playwright)]
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
  count(
    'Playwright',
    code,
    stats === null ? null : { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped },
  )
}

mkdirSync(RESULTS, { recursive: true })
rmSync(E2E_RESULTS, { force: true })

const runtime = await prepare()
if (wants('unit')) await runTestsWithoutWindow()
if (runtime !== null) await runEndToEnd(runtime)

const needPackages = leftOut.filter(({ how }) => how === null)
for (const { what } of needPackages) say(`\nLeft out: ${what}.`)
if (needPackages.length > 0) say(`\nTo bring it in:\n\n    ${installAdvice(missingPackages)}\n`)
for (const { what, how } of leftOut)
  if (how !== null) say(`\nLeft out: ${what}. To bring it in:\n\n    ${how}\n`)
const isIncomplete = strict && leftOut.some(({ isOptional }) => isOptional !== true)
if (isIncomplete) say('With CI=true nothing else may be left out.')
for (const words of lastWords) say(words)
for (const runner of broken) say(`${runner} did not end in order.`)
say(
  `${String(total.passed)} passed, ${String(total.failed)} failed${total.skipped > 0 ? `, ${String(total.skipped)} skipped` : ''}`,
)
if (total.failed > 0 || broken.length > 0 || isIncomplete) process.exitCode = 1
