import { hasEnded, type DownloadJob } from '../contract/jobs.ts'
import type { Connection } from '../contract/connection.ts'
import { openConnection } from './open-connection.ts'
import type { Fetch } from '../service/types.ts'
import type { ConnectionSession, Connections, OpenConnectionOptions, PictureOptions } from './types.ts'

export interface SessionsOptions extends Omit<OpenConnectionOptions, 'fetch'> {
  /** The network of a connection. */
  readonly fetchOf: (connectionId: string) => Fetch
}

/**
 * The open connections: those in windows, and those with running work. Each uses worker threads and file
 * handles, so the others are closed.
 */
export class Sessions {
  readonly #connections: Connections
  readonly #options: SessionsOptions
  readonly #open = new Map<string, Promise<ConnectionSession>>()
  /** Connections that are being closed or kept closed. Never rejected. */
  readonly #closing = new Map<string, Promise<void>>()
  /** Number of users of a connection besides downloads, such as exports that read its cache. */
  readonly #holdCounts = new Map<string, number>()
  /** Ids of picture runs that have not ended. */
  readonly #pictureRuns = new Set<string>()
  /** The connections in windows. */
  #shown: ReadonlySet<string> = new Set()

  constructor(connections: Connections, options: SessionsOptions) {
    this.#connections = connections
    this.#options = {
      ...options,
      onProgress: (job) => {
        options.onProgress(job)
        // A connection that is open only for its downloads is closed after the last one.
        if (hasEnded(job)) this.#closeUnlessShown(job.connectionId)
      },
      onFollowUp: (connectionId) => {
        this.#closeUnlessShown(connectionId)
      },
      ...(options.pictures === undefined ? {} : { pictures: this.#trackRuns(options.pictures) }),
    }
  }

  /** Returns the options, with tracking of picture runs. */
  #trackRuns(pictures: PictureOptions): PictureOptions {
    return {
      ...pictures,
      onProgress: (run) => {
        pictures.onProgress(run)
        if (!hasEnded(run)) this.#pictureRuns.add(run.jobId)
        else if (this.#pictureRuns.delete(run.jobId)) this.#closeUnlessShown(run.connectionId)
      },
    }
  }

  #closeUnlessShown(connectionId: string): void {
    if (!this.#shown.has(connectionId)) void this.closeIdle()
  }

  /** Whether picture runs are queued or running. */
  get isFetchingPictures(): boolean {
    return this.#pictureRuns.size > 0
  }

  /**
   * Returns the session of a connection, and opens it if necessary, after one that is being closed. Rejects
   * with `notFound`.
   * @param reading the connection, if it is already being read
   */
  get(id: string, reading?: Promise<Connection>): Promise<ConnectionSession> {
    const existing = this.#open.get(id)
    if (existing !== undefined) return existing
    const closing = this.#closing.get(id)
    // Read after closing, because the settings may change until then.
    const current =
      closing === undefined
        ? (reading ?? this.#connections.get(id))
        : closing.then(() => this.#connections.get(id))
    const opening = current.then((connection) =>
      openConnection(connection, { ...this.#options, fetch: this.#options.fetchOf(id) }),
    )
    this.#open.set(id, opening)
    opening.catch(() => {
      // The callers receive the failure, and the next call tries again.
      if (this.#open.get(id) === opening) this.#open.delete(id)
    })
    return opening
  }

  /** Returns the session of a connection if it is open, without opening it. */
  opened(id: string): Promise<ConnectionSession> | null {
    return this.#open.get(id) ?? null
  }

  /** Must be called when the key or the certificates of a connection have changed. */
  async keyChanged(id: string): Promise<void> {
    ;(await this.#open.get(id)?.catch(() => null))?.keyChanged()
  }

  /** Must be called when the service of a connection can be reached again. */
  async serviceReached(id: string): Promise<void> {
    ;(await this.#open.get(id)?.catch(() => null))?.downloads.endWaits()
  }

  /** Keeps a connection open until the returned function is called. */
  hold(id: string): () => void {
    this.#holdCounts.set(id, (this.#holdCounts.get(id) ?? 0) + 1)
    return () => this.#holdCounts.set(id, (this.#holdCounts.get(id) ?? 1) - 1)
  }

  /** Sets the connections in windows, and closes idle ones. */
  async setShown(ids: readonly string[]): Promise<void> {
    this.#shown = new Set(ids)
    await this.closeIdle()
  }

  /** Closes idle connections, except those in windows. */
  async closeIdle(): Promise<void> {
    for (const [id, opening] of [...this.#open]) {
      const session = await opening.catch(() => null)
      // Checked after the wait, because the connection may be in use by now.
      if (this.#shown.has(id) || (this.#holdCounts.get(id) ?? 0) > 0 || this.#open.get(id) !== opening)
        continue
      if (session?.isBusy === true) continue
      await this.close(id)
    }
  }

  /**
   * Opens every connection with downloads that an earlier run left unfinished, so that they resume; closes
   * those without running work again.
   */
  async openUnfinished(): Promise<void> {
    for (const { id } of await this.#connections.list()) {
      if (this.#open.has(id) || !(await this.#connections.hasQueue(id))) continue
      const release = this.hold(id)
      await this.get(id)
        .then((session) => session.resumeUnfinished())
        .catch(() => [])
        .finally(release)
    }
    await this.closeIdle()
  }

  /**
   * Cancels the downloads of a connection (those of these campaigns only) and waits until they have stopped.
   */
  async cancelAll(id: string, campaignIds?: ReadonlySet<string>): Promise<void> {
    const opening = this.#open.get(id)
    if (opening === undefined) return
    const session = await opening.catch(() => null)
    if (session === null) return
    const { downloads } = session
    const jobs = downloads
      .list()
      .filter((job) => !hasEnded(job) && (campaignIds?.has(job.campaignId ?? '') ?? true))
    for (const { jobId } of jobs) downloads.cancel(jobId)
    await Promise.all(jobs.map(({ jobId }) => downloads.waitForEnd(jobId)))
  }

  /** Closes a connection, unless it is closed. Resolves when it is. */
  close(id: string): Promise<void> {
    return this.closeWhile(id, () => Promise.resolve())
  }

  /**
   * Closes a connection and keeps it closed until `work` has ended, which changes its settings or its folder.
   * `work` must not call `get` for it, which waits.
   */
  closeWhile<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const previous = this.#closing.get(id)
    const opening = this.#open.get(id)
    this.#open.delete(id)
    const result = (async () => {
      await previous
      await (await opening?.catch(() => null))?.close()
      return work()
    })()
    const closing = result.then(
      () => undefined,
      () => undefined,
    )
    this.#closing.set(id, closing)
    void closing.then(() => {
      if (this.#closing.get(id) === closing) this.#closing.delete(id)
    })
    return result
  }

  async closeAll(): Promise<void> {
    const ids = new Set([...this.#open.keys(), ...this.#closing.keys()])
    await Promise.all([...ids].map((id) => this.close(id)))
  }

  /** Returns all open sessions. */
  async all(): Promise<readonly ConnectionSession[]> {
    const sessions = await Promise.all([...this.#open.values()].map((opening) => opening.catch(() => null)))
    return sessions.filter((session) => session !== null)
  }

  /** Returns the downloads of all open connections. */
  async jobs(): Promise<readonly DownloadJob[]> {
    return (await this.all()).flatMap(({ downloads }) => downloads.list())
  }

  /** Returns the session with a download; null if no open session has it. */
  async findByJob(jobId: string): Promise<ConnectionSession | null> {
    for (const opening of this.#open.values()) {
      const session = await opening.catch(() => null)
      if (session?.downloads.list().some((job) => job.jobId === jobId) === true) return session
    }
    return null
  }
}
