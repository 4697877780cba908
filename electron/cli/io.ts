import type { Secrets } from '../secrets/types.ts'
import type { Fetch } from '../service/types.ts'

/** Standard output or standard error. */
export interface OutputStream {
  /** Whether a person looks at it, so that a line may be written over. */
  readonly isTerminal: boolean
  /** Resolves when the data is taken; rejects with the system's error, `EPIPE` when nobody reads any more. */
  write(data: string | Uint8Array): Promise<void>
}

/** Everything that the command line has of the world around it. */
export interface CliIo {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The network, which trusts these authorities (PEM) beside the system's. */
  readonly fetchWith: (authority: string | null) => Fetch
  /** Made only when the keychain has to be asked. */
  readonly secrets: () => Secrets
  readonly storeWorkerUrl: URL
  readonly reviewWorkerUrl: URL
  readonly exportWorkerUrl: URL
  readonly lookWorkerUrl: URL
  readonly exchangeWorkerUrl: URL
  /** Where `--data` is not given. */
  readonly defaultDataFolder: string
  readonly version: () => Promise<string>
  /** Aborted when the person wants it to stop. */
  readonly interrupted: AbortSignal
}

export type Environment = Readonly<Record<string, string | undefined>>
