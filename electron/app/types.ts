import type { Artwork } from '../artwork/artwork.ts'
import type { DrawPicture } from '../artwork/thumbnails.ts'
import type {
  AutomaticDownloads,
  Connection,
  ConnectionAuthority,
  ConnectionClientCertificate,
  ConnectionCheck,
  ConnectionFootprint,
  ConnectionStorage,
  KeyStatus,
  LabelChange,
} from '../contract/connection.ts'
import type { OpenChecks } from '../contract/attention.ts'
import type { CheckPreview, CheckReport, CheckSettingsChange, OwnCheck } from '../contract/checks.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { PictureRun } from '../contract/pictures.ts'
import type { Preferences } from '../contract/preferences.ts'
import type { Views } from '../contract/views.ts'
import type { StoredDownload } from '../download/stored-downloads.ts'
import type { DownloadContext, Downloads, Network } from '../download/types.ts'
import type { Reviews } from '../review/types.ts'
import type { Secrets } from '../secrets/types.ts'
import type { CampaignService, Fetch, RetryWait, ServiceOptions } from '../service/types.ts'
import type { Store } from '../store/operations.ts'
import type { SeenSteps } from './seen-steps.ts'

export type LogLevel = 'info' | 'warning' | 'error'

/** Writes events to a log file; never a key or the query of an address. */
export interface Logger {
  /** The current file; older ones are in the same folder. */
  readonly file: string
  log(level: LogLevel, text: string): void
  /** Writes an unexpected error with its stack and causes; returns the id of the entry. */
  unexpected(error: unknown, where: string): string
  /** Adds a text that must never be written, such as a key that has just been entered. */
  conceal(secret: string): void
  /** Returns a text without concealed texts, query strings and credentials in addresses. */
  redact(text: string): string
  /** Resolves when everything so far is on disk. */
  flush(): Promise<void>
}

export interface NewConnection {
  /** Normalized, without a trailing slash. */
  readonly baseUrl: string
  /** Only its hash is saved, to distinguish two keys of one address. */
  readonly key: string
  /** Absent or empty: the host of the address. */
  readonly name?: string | undefined
}

/** A file with certificate authorities. */
export interface AuthorityFile extends ConnectionAuthority {
  readonly pem: string
}

/** The file of a client certificate. */
export interface ClientCertificateFile extends ConnectionClientCertificate {
  readonly bytes: Uint8Array
}

/** The connections of a data folder, oldest first. */
export interface Connections {
  list(): Promise<readonly Connection[]>
  /** Rejects with `notFound`. */
  get(id: string): Promise<Connection>
  /**
   * Returns the connection of an address and a key, and adds it if there is none, also if several processes
   * do so at once. The caller saves the key under the connection's id. Rejects with `cacheBusy`, and with the
   * faults of writing.
   */
  create(input: NewConnection): Promise<Connection>
  /** Returns the sample connection, and adds it if there is none, as `create` does. */
  createSample(): Promise<Connection>
  /** Returns the connections of an address; with a key only the one of that key. */
  findByAddress(baseUrl: string, key?: string): Promise<readonly Connection[]>
  rename(id: string, name: string): Promise<Connection>
  /**
   * Sets another base address. The connection must not be open. A name that is the host of the old address
   * becomes the host of the new one. Rejects with `badInput` if another connection has this address and key.
   * @param key the key for the new address
   */
  setAddress(id: string, baseUrl: string, key: string): Promise<Connection>
  /** Saves the hash of another key. */
  replaceKey(id: string, key: string): Promise<void>
  /** Sets names and colors of values. */
  setLabels(id: string, changes: readonly LabelChange[]): Promise<Connection>
  /** Returns the PEM of its certificate authority; null if it has none. */
  authority(id: string): Promise<string | null>
  /** Copies the authority into the connection's folder; later requests trust it. */
  setAuthority(id: string, authority: AuthorityFile): Promise<Connection>
  clearAuthority(id: string): Promise<Connection>
  /** Returns the file of its client certificate; null if it has none. Rejects when it cannot be read. */
  clientCertificate(id: string): Promise<Uint8Array | null>
  /** Copies the client certificate into the connection's folder. The caller saves its password. */
  setClientCertificate(id: string, certificate: ClientCertificateFile): Promise<Connection>
  clearClientCertificate(id: string): Promise<Connection>
  /** Returns whether there are unfinished downloads of an earlier run. */
  hasQueue(id: string): Promise<boolean>
  /** Saves the automatic downloads. */
  setAutomatic(id: string, automatic: AutomaticDownloads): Promise<Connection>
  /** Returns when automatic downloads last ended, in milliseconds since 1970; null if they never did. */
  lastAutomaticEnd(id: string): Promise<number | null>
  recordAutomaticEnd(id: string, at: number): Promise<void>
  /** Removes the connection's folder with its cache. It must not be open. The caller removes the key. */
  remove(id: string): Promise<void>
  /** Deletes what interrupted removals left. Never rejects. */
  removeLeftovers(): Promise<void>
  /** Returns the size of the connection on disk in bytes. */
  bytesOnDisk(id: string): Promise<number>
  /** Returns the space that each connection takes. */
  storage(): Promise<readonly ConnectionStorage[]>
  /** Returns the connections that were set aside while reading, each once. */
  takeNotices(): readonly Fault[]
}

export interface PreferencesFile {
  /** Returns the saved preferences, else the defaults. Sets a damaged file aside and reports that. */
  load(): Promise<{
    readonly preferences: Preferences
    readonly notice: Fault | null
    /** Names of saved shortcuts that are invalid. */
    readonly ignoredShortcuts: readonly string[]
  }>
  save(preferences: Preferences): Promise<void>
}

export interface ViewsFile {
  /** Returns the saved views, else none. Sets a damaged file aside and reports that. */
  load(): Promise<{ readonly views: Views; readonly notice: Fault | null }>
  /**
   * Saves the views, and the newest states of lists that fit into the size limit. Rejects with `badInput` if
   * the saved views alone exceed it.
   */
  save(views: Views): Promise<void>
}

/** Returns the number of recorded downloads of a campaign. */
export type CountDownloads = (campaignId: string) => Promise<number>

export interface OpenConnectionOptions {
  readonly dataFolder: string
  readonly secrets: Secrets
  readonly fetch: Fetch
  /** Creates the sample service at the first request of the sample connection; for tests. */
  readonly sampleFetch?: (countDownloads: CountDownloads) => Fetch | Promise<Fetch>
  readonly storeWorkerUrl: URL
  readonly reviewWorkerUrl: URL
  /** Reader threads of the store. */
  readonly readers?: number
  /** Time limits and retries of the service, if they differ from the defaults. */
  readonly service?: Pick<ServiceOptions, 'timeouts' | 'retry'>
  readonly logger?: Logger
  /** Absent: downloads fail without a network instead of waiting for it. */
  readonly network?: Network
  /**
   * Whether the queue is saved, so that unfinished downloads resume in a later run as soon as there is a key.
   * Otherwise, only `resumeUnfinished` resumes them.
   */
  readonly keepsQueue?: boolean
  /**
   * False: only `resumeUnfinished` resumes a saved queue, including paused downloads, and the queue is saved
   * before downloads start.
   */
  readonly resumesQueue?: boolean
  /** Options of the queue, if they differ from those of the application. */
  readonly downloads?: Pick<DownloadContext, 'concurrentJobs' | 'storesUnsuccessful' | 'acceptsDeletions'>
  /**
   * Unfinished downloads wait for this before they use the keychain or the network. Absent: they resume
   * immediately.
   */
  readonly readyToStart?: Promise<unknown>
  /** Time before a locked or unresponsive keychain is read again; default 60 s. */
  readonly keychainRetryMs?: number
  /** Absent: no pictures are fetched or stored. */
  readonly pictures?: PictureOptions
  readonly onProgress: (job: DownloadJob) => void
  readonly onChanged: (connectionId: string, campaignIds: readonly string[]) => void
  /**
   * Called when what follows a download, such as pictures, has been queued or turned out not to be wanted.
   */
  readonly onFollowUp?: (connectionId: string) => void
  /** Called at the end of each request with whether the service was reached, and since when. */
  readonly onReach?: (connectionId: string, reached: boolean, since: number) => void
  /** Called before each pause that precedes another attempt. */
  readonly onWait?: (connectionId: string, wait: RetryWait) => void
  /** Called with a problem of a connection to report to the person. */
  readonly onNotice?: (connectionId: string, notice: Fault) => void
}

export interface PictureOptions {
  readonly workerUrl: URL
  /** Returns the network for pictures on other hosts; `serviceHost` is the `hostname` of the service. */
  readonly fetchFromOtherHosts: (connectionId: string, serviceHost: string) => Fetch
  /** Maximum bytes for the pictures of a connection, without campaigns that are stored for offline work. */
  readonly maxBytes: () => number
  readonly onProgress: (run: PictureRun) => void
  readonly draw: DrawPicture
}

/** The checks of a connection, with their settings, results and accepted results. */
export interface Checks {
  /** Runs all checks on a downloaded campaign. A check that cannot run reports why. */
  read(campaignId: string): Promise<CheckReport>
  /** Counts the items that a check would find. Rejects as `Store.openResult` does. */
  preview(campaignId: string, check: Required<Pick<OwnCheck, 'search' | 'filters'>>): Promise<CheckPreview>
  /** Runs all checks on all downloaded campaigns. */
  readOpen(): Promise<OpenChecks>
  /** Returns the number of checks with open findings of each downloaded campaign that has any. */
  countOpen(): Promise<ReadonlyMap<string, number>>
  /**
   * Returns the ids of the items that a check has found in all campaigns and that are not accepted, if its
   * query for all campaigns finds others too; null if it finds the same, or if they are too many for a list.
   */
  openIds(checkId: string): Promise<readonly string[] | null>
  /** Changes the settings of the checks. Rejects with `badInput` if that would be too many own checks. */
  configure(change: CheckSettingsChange): Promise<void>
  /**
   * Accepts the present results of a check, or revokes that. Rejects with `notFound` for an unknown check,
   * and with `badInput` if it has more results than can be accepted at once. Returns the step for `revert`.
   */
  accept(campaignId: string, checkId: string, isAccepted: boolean): Promise<number>
  /**
   * Restores what was accepted before a step. Returns the step that reverts this; null if the step is no longer
   * stored.
   */
  revert(step: number): Promise<number | null>
}

/**
 * An open connection. Showing lists needs no key, keychain or network; the key is read before the first
 * request.
 */
export interface ConnectionSession {
  readonly connection: Connection
  /** The cache, for exports, which open it themselves. */
  readonly databaseFile: string
  /** Rejects every call with the fault of `notice` when the cache could not be opened. */
  readonly store: Store
  readonly downloads: Downloads
  /** Null if no pictures are stored. */
  readonly artwork: Artwork | null
  readonly reviews: Reviews
  readonly checks: Checks
  readonly seenSteps: SeenSteps
  /** The reviews, for exports. The file may not exist yet. */
  readonly reviewsFile: string
  /** The picture cache, for exports. The file may not exist yet. */
  readonly picturesFile: string
  /** A damaged cache that was set aside, or one that could not be opened. */
  readonly notice: Fault | null
  /** Whether downloads or picture runs are pending, or are about to be queued after a download. */
  readonly isBusy: boolean
  keyStatus(): Promise<KeyStatus>
  /**
   * Must be called when the key was replaced, so that later requests use it and downloads that wait for a key
   * resume.
   */
  keyChanged(): void
  /** Removes ended downloads and picture runs from the list, and stored failures. */
  dismissDownloads(jobIds: readonly string[]): void
  /**
   * Queues the unfinished downloads of an earlier run. Does nothing without a key. Never rejects.
   */
  resumeUnfinished(): Promise<readonly DownloadJob[]>
  /** Returns the unfinished downloads that other running processes work on. Never rejects. */
  listUnfinishedElsewhere(): Promise<readonly StoredDownload[]>
  /** Rejects with `keyMissing` as long as there is no key. */
  service(): Promise<CampaignService>
  test(): Promise<ConnectionCheck>
  /** Sends one small request without retries. Rejects when the service cannot be reached. */
  check(): Promise<void>
  footprint(): Promise<ConnectionFootprint>
  /** Stops the downloads and closes the cache. */
  close(): Promise<void>
}
