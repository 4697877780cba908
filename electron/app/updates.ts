import { AppError, toFault } from '../contract/app-error.ts'
import { appliedUpdates, NO_MANAGED_UPDATES, type ManagedUpdates } from '../contract/managed.ts'
import type {
  UpdateChannel,
  UpdateMethod,
  UpdatePreferences,
  UpdateRelease,
  UpdateStatus,
} from '../contract/updates.ts'
import type { Network } from '../download/types.ts'
import { SYSTEM_CLOCK, type ScheduleClock } from './schedule.ts'
import type { Logger } from './types.ts'

/** Long enough that a check never competes with the start of the application. */
const FIRST_CHECK_DELAY_MS = 10_000
/** Spreads the checks of many computers that start at the same time. */
const MAX_FIRST_CHECK_JITTER_MS = 50_000
const CHECK_INTERVAL_MS = 24 * 3_600_000
const MAX_INTERVAL_JITTER_MS = 4 * 3_600_000
/** How often to test whether a check or a download is due, because the application may run for days. */
const TICK_INTERVAL_MS = 3_600_000

/** Finds, downloads and installs new versions of one channel. */
export interface UpdateEngine {
  /**
   * Returns the newest version if it is newer than the running one and offered to this computer, else null.
   * Rejects with `updateCheckFailed` and `updateRejected`.
   */
  readonly find: () => Promise<UpdateRelease | null>
  /**
   * Downloads and verifies the found version. It is then installed when the application quits. Rejects with
   * `updateDownloadFailed`, `updateDamaged`, `updateRejected`, and `cancelled`.
   */
  readonly download: (onProgress: (done: number, total: number) => void) => Promise<void>
  readonly cancelDownload: () => void
  /** Does not install the downloaded version when the application quits. */
  readonly discard: () => void
  /** Installs the downloaded version, ends the process, and starts the application again. */
  readonly quitAndInstall: () => void
}

/** What is stored about updates. */
export interface UpdateRecord {
  /** When the last check ended, in milliseconds since 1970, whether it succeeded or not. */
  readonly triedAt: number | null
  /** When the last successful check ended. */
  readonly checkedAt: number | null
  readonly announcedVersion: string | null
}

export interface UpdatesOptions {
  readonly method: UpdateMethod
  readonly preferences: UpdatePreferences
  /** What the organization decides instead of the person; never rejects. */
  readonly managed: Promise<ManagedUpdates>
  readonly network: Network
  readonly logger: Logger
  /** Only called when a check is due: loading the updater must not delay the start. */
  readonly createEngine: (channel: UpdateChannel) => Promise<UpdateEngine>
  readonly loadRecord: () => Promise<UpdateRecord>
  /** Never rejects. */
  readonly saveRecord: (record: UpdateRecord) => Promise<void>
  readonly onStatus: (status: UpdateStatus) => void
  /** Called once for each version that the person should know about. Returns whether a window received it. */
  readonly announce: (status: UpdateStatus) => boolean
  readonly clock?: ScheduleClock
}

export const NO_RECORD: UpdateRecord = { triedAt: null, checkedAt: null, announcedVersion: null }

/** Updates of the application: when to check and download, and what the windows show. */
export class Updates {
  readonly #options: UpdatesOptions
  readonly #clock: ScheduleClock
  #preferences: UpdatePreferences
  #managed = NO_MANAGED_UPDATES
  #status: UpdateStatus
  #record: Promise<UpdateRecord> | null = null
  #engine: Promise<UpdateEngine> | null = null
  #intervalJitterMs: number
  /** Whether nobody asked for the running download, which then needs a network that is not metered. */
  #isBackgroundDownload = false
  #cancelTick: () => void = () => undefined
  #wantsRestart = false

  constructor(options: UpdatesOptions) {
    this.#options = options
    this.#clock = options.clock ?? SYSTEM_CLOCK
    this.#intervalJitterMs = this.#clock.random() * MAX_INTERVAL_JITTER_MS
    this.#preferences = options.preferences
    this.#status = {
      method: options.method,
      state: 'idle',
      release: null,
      progress: null,
      isWaiting: false,
      fault: null,
      checkedAt: null,
    }
    options.network.subscribe(() => this.#followNetwork())
  }

  get #applied(): UpdatePreferences {
    return appliedUpdates(this.#preferences, this.#managed)
  }

  get status(): UpdateStatus {
    return this.#status
  }

  /** Whether it depends on the network being metered what happens next. */
  get needsMetered(): boolean {
    return this.#status.isWaiting || (this.#status.state === 'downloading' && this.#isBackgroundDownload)
  }

  /** Whether the person chose to restart with the downloaded version. */
  get wantsRestart(): boolean {
    return this.#wantsRestart
  }

  /** Starts automatic checks: the first one some time later, and then one each day. */
  async start(): Promise<void> {
    if (this.#options.method === 'notSetUp') return
    this.#managed = await this.#options.managed
    this.#tickAfter(FIRST_CHECK_DELAY_MS + this.#clock.random() * MAX_FIRST_CHECK_JITTER_MS)
  }

  #tickAfter(milliseconds: number): void {
    this.#cancelTick = this.#clock.after(milliseconds, () => {
      this.#tickAfter(TICK_INTERVAL_MS)
      void this.#tick()
    })
  }

  close(): void {
    this.#cancelTick()
    this.cancelDownload()
  }

  /** Applies changed preferences. A version that they no longer allow is not installed. */
  setPreferences(preferences: UpdatePreferences): void {
    const before = this.#applied
    this.#preferences = preferences
    const { mode, channel } = this.#applied
    if (before.channel !== channel) {
      this.#discard()
      if (mode !== 'never') void this.#runAutomatically(() => this.#find())
    } else if (before.mode === mode) return
    else if (mode === 'never') this.#discard()
    else if (this.#status.release === null) void this.#tick()
    else this.#downloadIfAutomatic()
  }

  /** Checks now, because the person asked. Resolves with the status after the check; never rejects. */
  async check(): Promise<UpdateStatus> {
    const { state } = this.#status
    const isBusy = state === 'checking' || state === 'downloading' || state === 'ready'
    if (this.#options.method === 'notSetUp' || isBusy) return this.#status
    this.#managed = await this.#options.managed
    if (this.#managed.mode === 'off') this.#fail(new AppError('updatesManaged'), 'checking for updates', null)
    else await this.#find()
    return this.#status
  }

  /** Downloads the new version, because the person asked. */
  download(): void {
    const { state, release } = this.#status
    if (this.#options.method !== 'self' || release === null || (state !== 'available' && state !== 'failed'))
      return
    void this.#download(release, false)
  }

  cancelDownload(): void {
    if (this.#status.state === 'downloading') void this.#engine?.then((engine) => engine.cancelDownload())
  }

  /**
   * Requests that the application restarts with the downloaded version when it ends. Returns whether it will.
   */
  requestRestart(): boolean {
    this.#wantsRestart = this.#status.state === 'ready'
    return this.#wantsRestart
  }

  /** The person decided to stay. The version is still installed when the application quits later. */
  cancelRestart(): void {
    this.#wantsRestart = false
  }

  /** Installs the downloaded version, ends the process, and starts the application again. */
  async quitAndInstall(): Promise<void> {
    const engine = await this.#engine
    engine?.quitAndInstall()
  }

  #set(change: Partial<UpdateStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#options.onStatus(this.#status)
  }

  #loadRecord(): Promise<UpdateRecord> {
    this.#record ??= this.#options.loadRecord().then((record) => {
      this.#set({ checkedAt: record.checkedAt })
      return record
    })
    return this.#record
  }

  async #changeRecord(change: Partial<UpdateRecord>): Promise<void> {
    const record = { ...(await this.#loadRecord().catch(() => NO_RECORD)), ...change }
    this.#record = Promise.resolve(record)
    await this.#options.saveRecord(record)
  }

  async #recordCheck(change: Partial<UpdateRecord>): Promise<void> {
    this.#intervalJitterMs = this.#clock.random() * MAX_INTERVAL_JITTER_MS
    await this.#changeRecord(change)
  }

  async #runAutomatically(work: () => Promise<void>): Promise<void> {
    const { network, logger } = this.#options
    try {
      await network.refresh()
      if (network.state.online && !network.state.metered) await work()
    } catch (error) {
      logger.unexpected(error, 'updates in the background')
    }
  }

  async #tick(): Promise<void> {
    const { logger } = this.#options
    if (this.#applied.mode === 'never') {
      logger.log('info', 'Automatic checks for updates are off')
      return
    }
    const { state } = this.#status
    if (state === 'checking' || state === 'downloading' || state === 'ready') return
    const { triedAt } = await this.#loadRecord()
    const age = triedAt === null ? Infinity : this.#clock.now() - triedAt
    // A negative age is that of a clock that was wrong.
    const isDue = age < 0 || age >= CHECK_INTERVAL_MS + this.#intervalJitterMs
    if (isDue) await this.#runAutomatically(() => this.#find())
    else if (state === 'available') this.#downloadIfAutomatic()
  }

  async #find(): Promise<void> {
    const { createEngine, logger } = this.#options
    const { channel } = this.#applied
    this.#set({ state: 'checking', fault: null, isWaiting: false, release: null })
    const engine = (this.#engine ??= createEngine(channel))
    let release: UpdateRelease | null
    try {
      release = await (await engine).find()
    } catch (error) {
      await this.#recordCheck({ triedAt: this.#clock.now() })
      if (this.#engine !== engine) {
        this.#set({ state: 'idle' })
        return
      }
      if (!(error instanceof AppError)) this.#engine = null
      this.#fail(error, 'checking for updates', null)
      return
    }
    const now = this.#clock.now()
    await this.#recordCheck({ triedAt: now, checkedAt: now })
    this.#set({ checkedAt: now })
    // The person chose another channel, or turned updates off, in the meantime.
    if (this.#engine !== engine) {
      this.#set({ state: 'idle' })
      return
    }
    if (release === null) {
      this.#set({ state: 'current' })
      return
    }
    logger.log('info', `Version ${release.version} is available`)
    this.#set({ state: 'available', release })
    if (!this.#downloadIfAutomatic()) this.#announce()
  }

  /** Returns whether the new version is downloaded, now or as soon as the network is not metered. */
  #downloadIfAutomatic(): boolean {
    const { release, state } = this.#status
    if (this.#applied.mode !== 'automatic' || this.#options.method !== 'self') return false
    if (release !== null && state === 'available') void this.#downloadInBackground(release)
    return true
  }

  async #downloadInBackground(release: UpdateRelease): Promise<void> {
    const { network } = this.#options
    await network.refresh()
    if (this.#status.state !== 'available' || this.#status.release !== release) return
    if (network.state.metered || !network.state.online) this.#set({ isWaiting: true })
    else await this.#download(release, true)
  }

  #followNetwork(): void {
    const { online, metered } = this.#options.network.state
    const { state, isWaiting } = this.#status
    if (state === 'downloading' && this.#isBackgroundDownload && metered) this.cancelDownload()
    else if (isWaiting && online && !metered) {
      this.#set({ isWaiting: false })
      this.#downloadIfAutomatic()
    }
  }

  async #download(release: UpdateRelease, isBackground: boolean): Promise<void> {
    this.#isBackgroundDownload = isBackground
    this.#set({ state: 'downloading', fault: null, isWaiting: false, progress: null })
    try {
      const engine = await this.#engine
      await engine?.download((done, total) => {
        if (this.#status.state === 'downloading') this.#set({ progress: { done, total } })
      })
    } catch (error) {
      this.#set({ progress: null })
      if (this.#status.release !== release) return
      if (error instanceof AppError && error.code === 'cancelled')
        this.#set({ state: 'available', isWaiting: isBackground && this.#options.network.state.metered })
      else this.#fail(error, 'downloading an update', release)
      return
    }
    this.#set({ progress: null })
    if (this.#status.release !== release) return
    this.#options.logger.log('info', `Version ${release.version} is ready to be installed`)
    this.#set({ state: 'ready' })
    this.#announce()
  }

  #fail(error: unknown, work: string, release: UpdateRelease | null): void {
    const { logger } = this.#options
    const fault = toFault(error, error instanceof AppError ? undefined : logger.unexpected(error, work))
    if (error instanceof AppError)
      logger.log(
        'warning',
        `${work}: ${fault.message}${fault.detail === undefined ? '' : ` (${fault.detail})`}`,
      )
    this.#set({ state: 'failed', fault, release })
  }

  /** Announces the new version, unless this or an earlier run has done so. */
  #announce(): void {
    const { release } = this.#status
    if (release === null) return
    void this.#loadRecord()
      .catch(() => NO_RECORD)
      .then(async ({ announcedVersion }) => {
        if (announcedVersion === release.version || !this.#options.announce(this.#status)) return
        await this.#changeRecord({ announcedVersion: release.version })
      })
  }

  #discard(): void {
    this.cancelDownload()
    void this.#engine?.then((engine) => engine.discard())
    this.#engine = null
    const isChecking = this.#status.state === 'checking'
    this.#set({ ...(isChecking ? {} : { state: 'idle' }), release: null, fault: null, isWaiting: false })
  }
}
