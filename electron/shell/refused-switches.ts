/** How and where the application was started. */
export interface StartConditions {
  /** Arguments without the path of the program. */
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Returns whether Chromium has read a switch of this name. */
  readonly hasSwitch: (name: string) => boolean
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  /** Whether the package was built for tests, which attach through the debugging ports and log requests. */
  readonly isTestPackage: boolean
}

/** Switches that attach a debugger, which can read and change everything in the application. */
const DEBUGGING = /^(?:inspect|debug-port$|remote-debugging-)/u

const NO_SANDBOX = 'no-sandbox'
/** Writes all requests to a file; tests read them there. */
const NET_LOG = 'log-net-log'

/** Switches of Chromium that no packaged application accepts. */
const ALWAYS_REFUSED = [
  'js-flags',
  // Write requests with the key to a file, or send them to a server that is not verified.
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'net-log-capture-mode',
  'ssl-key-log-file',
  // Turn a part of the sandbox off.
  'allow-sandbox-debugging',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'single-process',
  // Start child processes under another program, such as a debugger.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
]

/**
 * Switches that are also looked up in what Chromium has parsed, in case it reads the arguments differently.
 */
const CHROMIUM_SWITCHES = [
  NO_SANDBOX,
  ...ALWAYS_REFUSED,
  NET_LOG,
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-port',
]

/**
 * Chromium's white space at both ends, of which platforms skip different parts: all of it is skipped here.
 */
const OUTER_SPACE = /^[\s\u0085]+|[\s\u0085]+$/gu
/** Electron converts this environment variable into the switch. */
const NO_SANDBOX_VARIABLE = 'ELECTRON_DISABLE_SANDBOX'

/**
 * Returns a switch if Chromium's `base::CommandLine` may read one, or null for another argument. Underscores
 * become hyphens because Node and V8 accept both.
 * @returns `text` with its prefix but without its value, and `name` without the prefix.
 */
function parseSwitch(
  arg: string,
  platform: NodeJS.Platform,
): { readonly text: string; readonly name: string } | null {
  const isWindows = platform === 'win32'
  const [text = ''] = arg.replace(OUTER_SPACE, '').split('=', 1)
  const prefix = (isWindows ? ['--', '-', '/'] : ['--', '-']).find((start) => text.startsWith(start))
  if (prefix === undefined || prefix === text) return null
  const name = text.slice(prefix.length).replaceAll('_', '-')
  return { text, name: isWindows ? name.toLowerCase() : name }
}

function isRefused(name: string, { platform, isRoot, isTestPackage }: StartConditions): boolean {
  if (DEBUGGING.test(name) || name === NET_LOG) return !isTestPackage
  // As root, Chromium does not start with its sandbox.
  if (name === NO_SANDBOX) return !(isRoot && platform === 'linux')
  return ALWAYS_REFUSED.includes(name)
}

/**
 * Returns the switches (as given, without values) and environment variables with which a packaged application
 * does not start, because they expose its data or remove its protection. The other environment variables with
 * such an effect (`ELECTRON_RUN_AS_NODE`, `NODE_OPTIONS`) are disabled by fuses.
 */
export function findRefusedSwitches(
  conditions: StartConditions,
): readonly { readonly text: string; readonly name: string }[] {
  const { args, env, platform, hasSwitch } = conditions
  // Chromium also skips white space around it, but not the same on every platform.
  const end = args.indexOf('--')
  const switches = (end === -1 ? args : args.slice(0, end))
    .map((arg) => parseSwitch(arg, platform))
    .filter((name) => name !== null)
  if (env[NO_SANDBOX_VARIABLE] !== undefined) switches.push({ text: NO_SANDBOX_VARIABLE, name: NO_SANDBOX })
  for (const name of CHROMIUM_SWITCHES) {
    if (hasSwitch(name) && !switches.some((found) => found.name === name))
      switches.push({ text: `--${name}`, name })
  }
  return switches.filter(({ name }) => isRefused(name, conditions))
}

/**
 * Returns whether the start script of the AppImage has added `--no-sandbox`, as it does if no sandbox is
 * possible.
 */
export function isAppImageWithoutSandbox(name: string, env: NodeJS.ProcessEnv): boolean {
  return name === NO_SANDBOX && env['APPIMAGE'] !== undefined
}
