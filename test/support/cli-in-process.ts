import type { CliIo, Environment } from '../../electron/cli/io.ts'
import {
  REVIEW_FILES_WORKER_URL,
  EXPORT_WORKER_URL,
  PREFLIGHT_WORKER_URL,
  REVIEW_WORKER_URL,
  STORE_WORKER_URL,
} from './entries.ts'
import { runCli } from '../../electron/cli/run.ts'

export interface CliOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Parts of the environment that a test replaces. */
export interface CliOverrides extends Partial<Omit<CliIo, 'stdout' | 'stderr'>> {
  readonly env?: Environment
  /** Whether standard output and standard error are a terminal; default: pipes. */
  readonly isTerminal?: boolean
}

/** Runs the command line in this process with real workers, and by default without a keychain. */
export async function runCliInProcess(
  args: readonly string[],
  overrides: CliOverrides = {},
): Promise<CliOutcome> {
  const { env = { LANG: 'C.UTF-8' }, isTerminal = false, ...replacedParts } = overrides
  const texts = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof texts) => ({
    isTerminal,
    write: (text: string | Uint8Array): Promise<void> => {
      texts[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      return Promise.resolve()
    },
  })
  const code = await runCli(args, env, {
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    fetchWith: () => (request) => fetch(request),
    secrets: () => {
      throw new Error('the keychain must not be asked')
    },
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    exportWorkerUrl: EXPORT_WORKER_URL,
    preflightWorkerUrl: PREFLIGHT_WORKER_URL,
    reviewFilesWorkerUrl: REVIEW_FILES_WORKER_URL,
    defaultDataFolder: 'no-default-folder',
    version: () => Promise.resolve('0.0.0'),
    confirm: null,
    interrupted: new AbortController().signal,
    ...replacedParts,
  })
  return { code, ...texts }
}
