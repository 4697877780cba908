import { AppError, toFault } from '../contract/app-error.ts'
import type { Connection, KeyStatus } from '../contract/connection.ts'
import type { Fault } from '../contract/faults.ts'
import { hasEnded } from '../contract/jobs.ts'
import { createDownloads } from '../download/downloads.ts'
import type { Network } from '../download/types.ts'
import { createReviews } from '../review/reviews.ts'
import { isLoopback } from '../service/address-and-key.ts'
import { DEFAULT_MAX_WAIT_MS } from '../service/retry.ts'
import { createClosedStore, openStore } from '../store/open-store.ts'
import type { Store } from '../store/operations.ts'
import { storeAfterAddressChange } from './changed-address.ts'
import { createChecks } from './checks.ts'
import { createConnectionKeys } from './connection-keys.ts'
import { openArtwork } from './connection-artwork.ts'
import { createConnections } from './connections.ts'
import { createFailedDownloads } from './failed-downloads.ts'
import { folderBytes } from './files.ts'
import { fetchDetailsOfFound } from './found-details.ts'
import { connectionLayout } from './layout.ts'
import { createLazyService } from './lazy-service.ts'
import { createQueueFile } from './queue-file.ts'
import { SeenSteps } from './seen-steps.ts'
import type { ConnectionSession, OpenConnectionOptions } from './types.ts'
import { createUnfinishedJobs } from './unfinished-jobs.ts'

/** For a service on this computer: it needs no network, but downloads wait while it restarts. */
const LOCAL_NETWORK: Network = {
  state: { online: true, metered: false },
  check: () => true,
  refresh: () => Promise.resolve(),
  subscribe: () => () => undefined,
}

/**
 * Opens a connection with its cache, service and downloads. Never rejects; `notice` reports a cache that
 * cannot be opened.
 */
export async function openConnection(
  connection: Connection,
  options: OpenConnectionOptions,
): Promise<ConnectionSession> {
  const { folder, databaseFile, queueFile, failedDownloadsFile, pictureRunsFile, picturesFile, reviewsFile } =
    connectionLayout(options.dataFolder, connection.id)
  const connections = createConnections(options.dataFolder)
  const keys = createConnectionKeys({ secrets: options.secrets, connections })
  const store = await openCache(databaseFile, options)
  const lazyService = createLazyService(connection, {
    ...options,
    keys,
    // A cache that cannot be read has no downloads.
    countDownloads: async (campaignId) => (await store.listDownloads(campaignId).catch(() => [])).length,
  })
  const { addressChangedAt = null } = connection
  const reviews = createReviews({
    file: reviewsFile,
    workerUrl: options.reviewWorkerUrl,
    onNotice: (notice) => {
      options.logger?.log('warning', notice.message)
      options.onNotice?.(connection.id, notice)
    },
  })
  const keyStatus = (): Promise<KeyStatus> => keys.status(connection)
  const network = options.network !== undefined && isLocal(connection) ? LOCAL_NETWORK : options.network
  const { pictures } = options
  const artwork =
    pictures === undefined
      ? null
      : openArtwork(connection, options, {
          pictures,
          keys,
          store,
          service: lazyService.service,
          network,
          onQueueChange: () => unfinishedPictures?.queueChanged(),
        })
  let startingFollowUps = 0
  /** Keeps the session busy until what follows a download is queued. */
  const trackFollowUp = (kind: 'details' | 'pictures', start: Promise<void>): void => {
    startingFollowUps += 1
    void start
      .catch((error: unknown) => {
        // An `AppError` is reported elsewhere: a cache that cannot be opened, or a queue that is closing.
        if (!(error instanceof AppError)) options.logger?.unexpected(error, kind)
      })
      .finally(() => {
        startingFollowUps -= 1
        options.onFollowUp?.(connection.id)
      })
  }
  const downloads = createDownloads({
    connectionId: connection.id,
    service: lazyService.service,
    store: addressChangedAt === null ? store : storeAfterAddressChange(store, addressChangedAt),
    network,
    listRetry: {
      maxWaitMs: options.service?.retry?.maxDelayMs ?? DEFAULT_MAX_WAIT_MS,
      onWait: (wait) => options.onWait?.(connection.id, wait),
    },
    onProgress: (job) => {
      options.onProgress(job)
      failures?.changed()
      if (job.state === 'done' && job.campaignId !== null && artwork !== null)
        trackFollowUp('pictures', artwork.fetchAfterDownload(job.campaignId))
      // A command decides what follows a discovery.
      const isFound = job.kind === 'discovery' && (job.state === 'done' || job.state === 'incomplete')
      if (isFound && options.resumesQueue !== false)
        trackFollowUp(
          'details',
          fetchDetailsOfFound(connections, { connection, store, downloads }, job.origin),
        )
    },
    onChanged: (campaignIds) => options.onChanged(connection.id, campaignIds),
    onQueue: () => unfinished.queueChanged(),
    ...options.downloads,
    onAdded: () => (options.resumesQueue === false ? unfinished.save() : Promise.resolve()),
    onUnexpected: (error) => options.logger?.unexpected(error, 'download') ?? 'none',
  })
  const failures =
    options.keepsQueue === true && options.resumesQueue !== false
      ? createFailedDownloads(failedDownloadsFile, { downloads, store, logger: options.logger })
      : null
  await failures?.restore()
  const resumeOptions = {
    network,
    readKey: () => keys.readStatus(connection),
    readyToStart: options.readyToStart,
    keychainRetryMs: options.keychainRetryMs,
    logger: options.logger,
  }
  const downloadQueueFile = options.keepsQueue === true ? createQueueFile(queueFile, options.logger) : null
  const unfinished = createUnfinishedJobs({
    ...resumeOptions,
    queue: downloads,
    listStaged: () => store.listUnfinished(),
    queueFile: downloadQueueFile,
    resumesOnRequest: options.resumesQueue === false,
  })
  const unfinishedPictures =
    artwork === null || options.keepsQueue !== true
      ? null
      : createUnfinishedJobs({
          ...resumeOptions,
          queue: artwork.runs,
          queueFile: createQueueFile(pictureRunsFile, options.logger),
        })
  const resumeBoth = (): void => {
    if (options.keepsQueue === true && options.resumesQueue !== false) void unfinished.resume()
    void unfinishedPictures?.resume()
  }
  resumeBoth()

  return {
    connection,
    databaseFile,
    store,
    downloads,
    artwork,
    reviews,
    checks: createChecks(options.dataFolder, connection.id, { store, reviews }),
    seenSteps: new SeenSteps(store),
    reviewsFile,
    picturesFile,
    notice: store.notice,
    get isBusy() {
      const isDownloading = downloads.list().some((job) => !hasEnded(job))
      return isDownloading || startingFollowUps > 0 || artwork?.runs.isBusy === true
    },
    keyStatus,
    keyChanged() {
      lazyService.forget()
      resumeBoth()
    },
    dismissDownloads(jobIds) {
      downloads.dismiss(jobIds)
      artwork?.runs.dismiss(jobIds)
      failures?.changed()
    },
    resumeUnfinished: () => unfinished.resume(),
    listUnfinishedElsewhere: () => downloadQueueFile?.readTaken() ?? Promise.resolve([]),
    service: lazyService.get,
    test: async () => {
      const { testConnection } = await import('../download/test-connection.ts')
      return testConnection(await lazyService.get())
    },
    check: async () => {
      await (await lazyService.get()).listItems({ limit: 1, skip: 0 }, { attempts: 1 })
    },
    async footprint() {
      const [counts, reviewCount, photos, bytes] = await Promise.all([
        // A connection can be removed even if its cache cannot be opened.
        store.countItems().catch(() => ({ campaigns: 0, items: 0 })),
        reviews.count().catch(() => null),
        reviews.countPhotos().catch(() => null),
        folderBytes(folder),
      ])
      return { ...counts, reviews: reviewCount, photos, bytes }
    },
    async close() {
      await downloads.close()
      await failures?.flush()
      await unfinished.close()
      await unfinishedPictures?.close()
      await artwork?.close()
      await reviews.close()
      await store.close()
    },
  }
}

/** Returns whether the service is on this computer: the sample, or a loopback address. */
function isLocal({ baseUrl }: Connection): boolean {
  if (baseUrl === null) return true
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname)
}

async function openCache(file: string, options: OpenConnectionOptions): Promise<Store> {
  const { storeWorkerUrl: workerUrl, readers, logger } = options
  try {
    const store = await openStore({ file, workerUrl, ...(readers === undefined ? {} : { readers }) })
    if (store.notice !== null) logger?.log('warning', store.notice.message)
    return store
  } catch (error) {
    return createClosedStore(openingFault(error, options))
  }
}

function openingFault(error: unknown, { logger }: OpenConnectionOptions): Fault {
  const logId = logger?.unexpected(error, 'opening a cache')
  return error instanceof AppError ? error.toFault() : toFault(error, logId)
}
