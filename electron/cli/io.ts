import type { WorkerUrls } from '../app/worker-urls.ts'
import type { Secrets } from '../secrets/types.ts'
import type { TlsSettings } from '../service/tls-settings.ts'
import type { Fetch } from '../service/types.ts'

/** Standard output or standard error. */
export interface OutputStream {
  /** Whether it is a terminal rather than a file or a pipe. */
  readonly isTerminal: boolean
  /** Width of the terminal; left out where it is unknown. */
  readonly columns?: number | undefined
  /** Resolves when the data is taken; rejects with the system's error, `EPIPE` when nobody reads any more. */
  write(data: string | Uint8Array): Promise<void>
}

/** What the command line uses of its process and its system. */
export interface CliIo extends Omit<WorkerUrls, 'artworkWorkerUrl'> {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The network with the settings of a connection. */
  readonly fetchWith: (tls: TlsSettings) => Fetch
  /** Made only when the keychain has to be asked. */
  readonly secrets: () => Secrets
  /** Where `--data` is not given. */
  readonly defaultDataFolder: string
  readonly version: () => Promise<string>
  /** Asks a question on the terminal; true for yes. Null where nobody can answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
  /** Aborted when a signal asks the process to end; its reason is an `Interruption`. */
  readonly interrupted: AbortSignal
}

export type Environment = Readonly<Record<string, string | undefined>>
