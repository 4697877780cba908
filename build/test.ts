// npm test: runs everything that this machine can run. As root on Debian and Ubuntu, it first installs
// missing packages. It names the tests that it leaves out, with the command that makes them possible. With
// CI=true it may leave out only comparisons with other programs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

/** Enough for the errors and summary at the end of a runner's output. */
const LAST_LINES = 60

/** Failed tests whose pages are printed, and lines of each: enough for a view with an open dialog. */
const MAX_PAGES = 3
const PAGE_LINES = 150

let total: Tally = { passed: 0, failed: 0, skipped: 0 }
interface OmittedTests {
  readonly what: string
  /** Null if the one command that installs everything missing is enough. */
  readonly how: string | null
  /** Whether CI may leave it out too. */
  readonly isOptional?: boolean
}
const omitted: OmittedTests[] = []
const failedRunners: string[] = []
const failureOutputs: string[] = []
const missingPackages: string[] = []
const isCi = process.env['CI'] === 'true'

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
const isSelected = (part: 'unit' | 'e2e'): boolean => only === undefined || only === part

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const playwrightSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), skipped: v.number() }),
})

/**
 * Adds the results of a runner. A runner that fails without a failed test (a crash, a file that cannot be
 * loaded) counts as a failure too.
 */
function count(runner: string, code: number, tally: Tally | null): void {
  if (tally === null || (code !== 0 && tally.failed === 0)) failedRunners.push(runner)
  if (tally !== null) total = addTallies(total, tally)
}

/**
 * Stores the end of a failed runner's output, which is printed again at the very end for logs that store only
 * that.
 */
function storeFailureOutput(runner: string, code: number, output: string): void {
  if (code === 0) return
  const lines = output.trimEnd().split('\n').slice(-LAST_LINES)
  failureOutputs.push(`\nEnd of the output of ${runner}:\n\n${lines.join('\n')}\n`)
}

/** Stores what the pages of failed tests showed: often nothing else explains a rare failure. */
function storeFailurePages(): void {
  const folder = join(RESULTS, 'e2e')
  if (!existsSync(folder)) return
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('error-context.md'))
    .slice(0, MAX_PAGES)
  for (const page of pages) {
    const lines = readFileSync(join(folder, page), 'utf8').split('\n')
    const start = Math.max(0, lines.indexOf('# Error details'))
    failureOutputs.push(`\n${page}:\n\n${lines.slice(start, start + PAGE_LINES).join('\n')}\n`)
  }
}

/** Returns the folder of keytar for tests of both keychain libraries; empty if they find it themselves. */
async function keytarForTests(): Promise<string> {
  if (isKeytarInstalled()) return ''
  try {
    const folder = process.platform === 'linux' ? await buildKeytar(printLine) : null
    if (folder !== null) return folder
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error))
  }
  omitted.push({
    what: 'tests of keytar, which npm could not install',
    how: missingPackages.length > 0 ? null : 'npm ci, where keytar can be downloaded or built',
  })
  return ''
}

async function runTestsWithoutWindow(): Promise<void> {
  if (!['soffice', 'libreoffice'].some(hasProgram)) {
    const how = installAdvice(['libreoffice-calc-nogui'])
    omitted.push({ what: 'comparisons by LibreOffice', how, isOptional: true })
  }
  if (!isSet(LARGE_WORKBOOKS)) {
    const how = `${LARGE_WORKBOOKS}=1 npm test`
    const what = 'comparisons of workbooks of a million rows by other programs, which take minutes'
    omitted.push({ what, how, isOptional: true })
  }
  const { code, output, tally } = await runVitest({ CAMPAIGN_DESK_KEYTAR: await keytarForTests() })
  storeFailureOutput('Vitest', code, output)
  count('Vitest', code, tally)
}

/** Environment of the end-to-end tests. */
interface TestEnvironment {
  /** Command that starts the runner in it. */
  readonly command: readonly string[]
  /** Whether each worker starts a separate display. */
  readonly virtualDisplays: boolean
}

/**
 * Returns a display for each worker and a keyring, as far as they are needed; null if windows are impossible.
 */
function findTestEnvironment(): TestEnvironment | null {
  if (process.platform !== 'linux') return { command: [], virtualDisplays: false }
  const virtualDisplays = hasProgram('Xvfb')
  if (!virtualDisplays && !hasDisplay()) {
    omitted.push({ what: 'end-to-end tests: no display', how: null })
    return null
  }
  const command: string[] = []
  if (hasKeyring()) command.push('bash', join(ROOT, 'build', 'keyring-session.sh'))
  return { command, virtualDisplays }
}

const hasKeyring = (): boolean => hasProgram('dbus-run-session') && hasProgram('gnome-keyring-daemon')

/** Installs and provides what the tests need. Returns the Electron for them, or null. */
async function prepare(): Promise<Runtime | null> {
  const purposes: readonly Purpose[] = [
    'keyring',
    ...(isSelected('unit') && !isKeytarInstalled() ? keytarPurposes() : []),
    ...(isSelected('e2e') ? WINDOW_PURPOSES : []),
  ]
  const { runtime, missing } = isSelected('e2e')
    ? await prepareElectron(purposes, printLine)
    : { runtime: null, missing: installPackages(purposes, printLine) }
  if (missing.length > 0)
    printLine(
      `System packages are missing, so some tests are left out. To bring them in:\n\n    ${installAdvice(missing)}\n`,
    )
  missingPackages.push(...missing)
  if (isSelected('e2e') && runtime === null) {
    const how = missing.length > 0 ? null : 'Electron comes from GitHub; HTTPS_PROXY is used'
    omitted.push({ what: 'end-to-end tests: no Electron that starts', how })
  }
  if (process.platform === 'linux' && !hasKeyring())
    omitted.push({ what: 'tests with a real keyring', how: null })
  if (isSelected('e2e') && process.platform === 'linux' && !hasProgram('pdftotext'))
    omitted.push({ what: 'the texts of printed pages', how: null })
  return runtime
}

async function runEndToEnd(runtime: Runtime): Promise<void> {
  const environment = findTestEnvironment()
  if (environment === null) return
  printLine(`End-to-end tests in Electron ${runtime.version} (${runtime.kind}).`)
  await bundle()

  let packaged = ''
  if (process.platform === 'linux') {
    printLine('Packaging for the tests …')
    const outcome = await packageForTests(runtime)
    if ('executable' in outcome) packaged = outcome.executable
    else {
      printLine(outcome.failure)
      failedRunners.push('electron-builder')
    }
  } else {
    omitted.push({ what: 'the tests of the packaged application', how: 'they run on Linux' })
  }

  const playwright = ['test', '--config', 'build/playwright.config.ts']
  // On a shared display they run one after the other.
  if (!environment.virtualDisplays) playwright.push('--workers', '1')
  const [program = '', ...args] = [...environment.command, ...toolCommand('playwright', playwright)]
  const { code, output } = await run(program, args, {
    show: true,
    env: {
      CAMPAIGN_DESK_ELECTRON: runtime.executable,
      CAMPAIGN_DESK_PACKAGED: packaged,
      CAMPAIGN_DESK_VIRTUAL_DISPLAYS: environment.virtualDisplays ? '1' : '',
    },
  })
  storeFailurePages()
  storeFailureOutput('Playwright', code, output)
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
if (isSelected('unit')) await runTestsWithoutWindow()
if (runtime !== null) await runEndToEnd(runtime)

const needPackages = omitted.filter(({ how }) => how === null)
for (const { what } of needPackages) printLine(`\nLeft out: ${what}.`)
if (needPackages.length > 0) printLine(`\nTo bring it in:\n\n    ${installAdvice(missingPackages)}\n`)
for (const { what, how } of omitted)
  if (how !== null) printLine(`\nLeft out: ${what}. To bring it in:\n\n    ${how}\n`)
const isIncomplete = isCi && omitted.some(({ isOptional }) => isOptional !== true)
if (isIncomplete) printLine('With CI=true nothing else may be left out.')
for (const output of failureOutputs) printLine(output)
for (const runner of failedRunners) printLine(`${runner} did not end in order.`)
printLine(
  `${String(total.passed)} passed, ${String(total.failed)} failed${total.skipped > 0 ? `, ${String(total.skipped)} skipped` : ''}`,
)
if (total.failed > 0 || failedRunners.length > 0 || isIncomplete) process.exitCode = 1
