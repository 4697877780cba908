import type { Artwork } from '../artwork/artwork.ts'
import type { DrawPicture } from '../artwork/thumbnails.ts'
import type {
  AutomaticDownloads,
  Connection,
  ConnectionAuthority,
  ConnectionClientCertificate,
  ConnectionCheck,
  ConnectionFootprint,
  KeyStatus,
  LabelledField,
  ValueLabel,
} from '../contract/connection.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { PictureRun } from '../contract/pictures.ts'
import type { Preferences } from '../contract/preferences.ts'
import type { Views } from '../contract/views.ts'
import type { DownloadContext, Downloads, Network } from '../download/types.ts'
import type { Reviews } from '../review/types.ts'
import type { Secrets } from '../secrets/types.ts'
import type { CampaignService, Fetch, RetryWait, ServiceOptions } from '../service/types.ts'
import type { Store } from '../store/operations.ts'

export type LogLevel = 'info' | 'warning' | 'error'

/** Writes what happened to a file of its own; never a key, never what stands behind the `?` of an address. */
export interface Logger {
  /** The file that is being written; older ones stand beside it. */
  readonly file: string
  log(level: LogLevel, text: string): void
  /** Writes an unexpected error with its stack and causes; gives the id under which it can be found. */
  unexpected(error: unknown, where: string): string
  /** Adds a text that must never be written, such as a key that has just been entered. */
  conceal(secret: string): void
  /** Returns a text without concealed texts, query strings and credentials in addresses. */
  redact(text: string): string
  /** Resolves when everything so far is on disk. */
  flush(): Promise<void>
}

export interface NewConnection {
  /** Normalised, without a trailing slash. */
  readonly baseUrl: string
  /** Only its mark is kept, so that two keys of one address can be told apart. */
  readonly key: string
  /** Left out or empty: the host of the address. */
  readonly name?: string | undefined
}

/** A certificate authority as it was read from a file. */
export interface ChosenAuthority extends ConnectionAuthority {
  readonly pem: string
}

/** A client certificate as it was read from a file. */
export interface ChosenClientCertificate extends ConnectionClientCertificate {
  readonly bytes: Uint8Array
}

/** The connections of a data folder, oldest first. */
export interface Connections {
  list(): Promise<readonly Connection[]>
  /** Rejects with `notFound`. */
  get(id: string): Promise<Connection>
  /**
   * Returns the connection of that address and key, and adds it where there is none; of several processes that do so at
   * once, one adds it. The caller keeps the key, under the connection's id. Rejects with `cacheBusy`, or as writing does.
   */
  create(input: NewConnection): Promise<Connection>
  /** Returns the sample connection, and adds it where there is none, as `create` does. */
  createSample(): Promise<Connection>
  /** Connections of that address; with a key only the one that belongs to that key. */
  findByAddress(baseUrl: string, key?: string): Promise<readonly Connection[]>
  rename(id: string, name: string): Promise<Connection>
  /**
   * Sets another base address, for a connection that must not be open; `key` is the key that belongs to it. A name that
   * was the host of the old address becomes that of the new one. Rejects with `badInput` when another connection has the
   * same address and key.
   */
  setAddress(id: string, baseUrl: string, key: string): Promise<Connection>
  /** Remembers by its mark that the connection now has another key. */
  replaceKey(id: string, key: string): Promise<void>
  setLabel(id: string, field: LabelledField, label: ValueLabel): Promise<Connection>
  clearLabel(id: string, field: LabelledField, value: number): Promise<Connection>
  /** PEM of the certificate authority that was chosen for it; null when there is none. */
  authority(id: string): Promise<string | null>
  /** Copies the authority into the connection's folder; what is fetched from now on trusts it. */
  setAuthority(id: string, authority: ChosenAuthority): Promise<Connection>
  clearAuthority(id: string): Promise<Connection>
  /** Bytes of the file of its client certificate; null when there is none. Rejects when it cannot be read. */
  clientCertificate(id: string): Promise<Uint8Array | null>
  /** Copies the client certificate into the connection's folder. The caller keeps its password. */
  setClientCertificate(id: string, certificate: ChosenClientCertificate): Promise<Connection>
  clearClientCertificate(id: string): Promise<Connection>
  /** Whether downloads of the connection are still to come, by what an earlier run has left. */
  hasQueue(id: string): Promise<boolean>
  /** Sets when campaigns are downloaded without being asked for. */
  setAutomatic(id: string, automatic: AutomaticDownloads): Promise<Connection>
  /** When automatic downloads last ended, in milliseconds since 1970; null when they never have. */
  automaticAt(id: string): Promise<number | null>
  noteAutomatic(id: string, at: number): Promise<void>
  /** Removes the connection's folder with its cache. It must not be open. The caller removes the key. */
  remove(id: string): Promise<void>
  /** Bytes that the connection takes on disk. */
  bytesOnDisk(id: string): Promise<number>
  /** What was found wrong while reading, told once: connections that were set aside. */
  takeNotices(): readonly Fault[]
}

export interface PreferencesFile {
  /** What was saved, else the defaults. A broken file is set aside and the fault says so. */
  load(): Promise<{ readonly preferences: Preferences; readonly notice: Fault | null }>
  save(preferences: Preferences): Promise<void>
}

export interface ViewsFile {
  /** What was saved, else none. A broken file is set aside and the fault says so. */
  load(): Promise<{ readonly views: Views; readonly notice: Fault | null }>
  /**
   * Keeps the saved views, and as many states of lists as fit into a small file, the newest first. Rejects with
   * `badInput` when the saved views alone do not fit.
   */
  save(views: Views): Promise<void>
}

export interface OpenConnectionOptions {
  readonly dataFolder: string
  readonly secrets: Secrets
  readonly fetch: Fetch
  /** Creates the sample service when the sample connection first requests something; for tests. */
  readonly sampleFetch?: () => Fetch | Promise<Fetch>
  readonly storeWorkerUrl: URL
  readonly reviewWorkerUrl: URL
  /** Reader threads of the store. */
  readonly readers?: number
  /** Time limits and retries of the service, where they should differ from its own. */
  readonly service?: Pick<ServiceOptions, 'timeouts' | 'retry'>
  readonly logger?: Logger
  /** Left out: downloads fail without a network instead of waiting for it. */
  readonly network?: Network
  /**
   * Whether downloads outlast the application: the queue is kept on disk, and what an earlier run has left goes on by
   * itself as soon as there is a key. Left out: only `resumeUnfinished` makes it go on.
   */
  readonly keepsQueue?: boolean
  /** False: a kept queue goes on only with `resumeUnfinished`, even what was paused, and is on disk before anything starts. */
  readonly resumesQueue?: boolean
  /** How the queue works where that differs from the application. */
  readonly downloads?: Pick<DownloadContext, 'concurrentJobs' | 'storesUnsuccessful' | 'acceptsDeletions'>
  /**
   * When what an earlier run has left may go on: neither keychain nor network is asked for it before. Left out: at once.
   */
  readonly mayBegin?: Promise<unknown>
  /** How long to wait before a keychain in trouble is asked again for them; 30 s when left out. */
  readonly askKeychainAgainMs?: number
  /** Left out: no pictures are fetched or kept. */
  readonly pictures?: PictureOptions
  readonly onProgress: (job: DownloadJob) => void
  readonly onChanged: (connectionId: string, campaignIds: readonly string[]) => void
  /** Called at the end of each request with whether the service was reached, and since when. */
  readonly onReach?: (connectionId: string, reached: boolean, since: number) => void
  /** Called before each pause that precedes another attempt. */
  readonly onWait?: (connectionId: string, wait: RetryWait) => void
  /** Something about a connection that the person should know, when it comes to light. */
  readonly onNotice?: (connectionId: string, notice: Fault) => void
}

export interface PictureOptions {
  readonly workerUrl: URL
  /** The network for pictures on other hosts than the service's; `serviceHost` as `URL` gives it as `hostname`. */
  readonly fetchElsewhere: (connectionId: string, serviceHost: string) => Fetch
  /** Bytes that the pictures of a connection may take, beside those of campaigns for the field. */
  readonly mostBytes: () => number
  readonly onProgress: (run: PictureRun) => void
  readonly draw: DrawPicture
}

/**
 * A connection with everything that works on it. It opens without a key, a keychain or a network: the lists
 * come first, and the key is asked for when something is to be fetched.
 */
export interface ConnectionSession {
  readonly connection: Connection
  /** The cache, for an export's own handle. */
  readonly databaseFile: string
  /** Rejects every call with the fault of `notice` when the cache could not be opened. */
  readonly store: Store
  readonly downloads: Downloads
  /** Null where no pictures are kept. */
  readonly artwork: Artwork | null
  readonly reviews: Reviews
  /** Where the reviews are, for an export's own handle. It may not be there yet. */
  readonly reviewsFile: string
  /** What is known of pictures, for an export's own handle. It may not be there yet. */
  readonly picturesFile: string
  /** A damaged cache that was set aside, or one that could not be opened. */
  readonly notice: Fault | null
  keyStatus(): Promise<KeyStatus>
  /** To be called when the key was replaced: what is fetched from now on uses the new one, and what waited for a key goes on. */
  keyChanged(): void
  /** Removes ended downloads from the list, failures for good. */
  dismissDownloads(jobIds: readonly string[]): void
  /**
   * Queues the downloads that an earlier run has left unfinished. Nothing happens, and nothing is said, as long as there
   * is no key. Never rejects.
   */
  resumeUnfinished(): Promise<readonly DownloadJob[]>
  /** Rejects with `keyMissing` as long as there is no key. */
  service(): Promise<CampaignService>
  test(): Promise<ConnectionCheck>
  /** Sends one small request, once, to find out whether the service can be reached. Rejects when it cannot. */
  check(): Promise<void>
  footprint(): Promise<ConnectionFootprint>
  /** Stops the downloads and closes the cache. */
  close(): Promise<void>
}
