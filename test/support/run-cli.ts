import { spawn, type ChildProcess } from 'node:child_process'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { CLI_FILE } from './entries.ts'

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  /** Home folder of the process, without another person’s keychain and data folder. */
  readonly home: string
  readonly key?: string
  readonly env?: Readonly<Record<string, string>>
  /** The started file; default: the command line. */
  readonly entry?: string
}

export interface RunningCli {
  readonly child: ChildProcess
  readonly ended: Promise<CliResult>
}

/** Starts the real command line in a separate process. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  const child = spawn(process.execPath, [KEEP_WRAPPERS, options.entry ?? CLI_FILE, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: options.home,
      USERPROFILE: options.home,
      APPDATA: options.home,
      XDG_CONFIG_HOME: `${options.home}/.config`,
      LANG: 'C.UTF-8',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...(options.key === undefined ? {} : { CAMPAIGN_DESK_API_KEY: options.key }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({
        code,
        stdout: Buffer.concat(chunks.stdout).toString(),
        stderr: Buffer.concat(chunks.stderr).toString(),
      })
    })
  })
  return { child, ended }
}

/** Runs the real command line until it ends. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended
}

/** Parses the lines of standard output with `--json`. */
export function parseJsonLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
