import type { AppFolders } from '../app/app-folders.ts'
import type { ManagedSettings } from '../app/managed/managed-settings.ts'
import type { WorkerUrls } from '../app/worker-urls.ts'
import type { Secrets } from '../secrets/types.ts'
import type { ProxyChoice } from '../service/proxies.ts'
import type { TlsSettings } from '../service/tls-settings.ts'
import type { Fetch } from '../service/types.ts'

/** Standard output or standard error. */
export interface OutputStream {
  /** Whether it is a terminal rather than a file or a pipe. */
  readonly isTerminal: boolean
  /** Width of the terminal; absent if unknown. */
  readonly columns?: number | undefined
  /**
   * Resolves when the data is written. Rejects with the system's error; `EPIPE` if the reader has closed the
   * stream.
   */
  write(data: string | Uint8Array): Promise<void>
}

/** The parts of the process and the system that the command line uses. */
export interface CliIo extends Omit<WorkerUrls, 'artworkWorkerUrl' | 'backupWorkerUrl'> {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** Returns the network with the settings of a connection. */
  readonly fetchWith: (tls: TlsSettings) => Fetch
  /** Returns the proxy for an address, with its login if one is saved. */
  readonly proxyFor: (address: string) => Promise<ProxyChoice>
  /** Called only if the keychain is needed. */
  readonly secrets: () => Secrets
  /** Returns the settings that the organization manages; read once. */
  readonly managed: () => Promise<ManagedSettings>
  /** Returns the folders that are used without `--data`. */
  readonly folders: () => AppFolders
  readonly version: () => Promise<string>
  /** Asks a question on the terminal; true for yes. Null without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
  /** Aborted when a signal asks the process to end; its reason is an `Interruption`. */
  readonly interrupted: AbortSignal
}

export type Environment = Readonly<Record<string, string | undefined>>
