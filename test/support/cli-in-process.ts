import { foldersIn } from '../../electron/app/app-folders.ts'
import type { CliIo, Environment } from '../../electron/cli/io.ts'
import {
  REVIEW_FILES_WORKER_URL,
  EXPORT_WORKER_URL,
  PREFLIGHT_WORKER_URL,
  REVIEW_WORKER_URL,
  STORE_WORKER_URL,
} from './entries.ts'
import { NO_MANAGED_SETTINGS } from '../../electron/app/managed/managed-settings.ts'
import { runCli } from '../../electron/cli/run.ts'
import type { CliResult } from './run-cli.ts'

/** Dependencies of the command line that a test replaces. */
export interface CliOverrides extends Partial<Omit<CliIo, 'stdout' | 'stderr'>> {
  readonly env?: Environment
  /** Whether standard output and standard error are a terminal; default: pipes. */
  readonly isTerminal?: boolean
}

/** Runs the command line in this process with real workers, and by default without a keychain. */
export async function runCliInProcess(
  args: readonly string[],
  overrides: CliOverrides = {},
): Promise<CliResult> {
  const { env = { LANG: 'C.UTF-8' }, isTerminal = false, ...dependencies } = overrides
  const output = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof output) => ({
    isTerminal,
    write: (text: string | Uint8Array): Promise<void> => {
      output[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      return Promise.resolve()
    },
  })
  const code = await runCli(args, env, {
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    fetchWith: () => (request) => fetch(request),
    secrets: () => {
      throw new Error('the keychain must not be used')
    },
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    exportWorkerUrl: EXPORT_WORKER_URL,
    preflightWorkerUrl: PREFLIGHT_WORKER_URL,
    reviewFilesWorkerUrl: REVIEW_FILES_WORKER_URL,
    proxyFor: () => Promise.resolve({ kind: 'direct' }),
    managed: () => Promise.resolve(NO_MANAGED_SETTINGS),
    folders: () => foldersIn('no-default-folder'),
    version: () => Promise.resolve('0.0.0'),
    confirm: null,
    interrupted: new AbortController().signal,
    ...dependencies,
  })
  return { code, ...output }
}
