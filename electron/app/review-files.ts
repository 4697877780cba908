import { rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { CampaignSummary } from '../contract/campaign.ts'
import { REVIEW_FILE_EXTENSION, type OpenedReviewFile, type WrittenReview } from '../contract/review-file.ts'
import { noteHeading, type MergeChoice } from '../contract/review-merge.ts'
import { compareReviewFile } from '../review-files/compare-review-file.ts'
import { startReviewFileTask, type RunningReviewFileTask } from '../review-files/start-task.ts'
import type { WriteTask } from '../review-files/types.ts'
import type { MergeOutcome, PhotoFile } from '../review/types.ts'
import type { TemporaryFiles } from './temporary-files.ts'
import type { ConnectionSession } from './types.ts'

interface OpenedFile {
  readonly shown: OpenedReviewFile
  /** Folder with the photos of the file, named by their hashes. */
  readonly folder: string
}

type Session = Pick<ConnectionSession, 'store' | 'reviews' | 'connection'>

/** Reviews of a connection that can be exported. */
interface ReviewSource {
  readonly reviewsFile: string
  readonly campaigns: readonly CampaignSummary[]
}

/** Returns whether a path is that of a review file, by its extension. */
export function isReviewFile(path: string): boolean {
  return extname(path).toLowerCase() === `.${REVIEW_FILE_EXTENSION}`
}

/** Starts to export reviews to a file. */
export function startReviewExport(
  task: Pick<WriteTask, 'file' | 'scope' | 'author'>,
  { reviewsFile, campaigns }: ReviewSource,
  workerUrl: URL,
): RunningReviewFileTask<WrittenReview> {
  return startReviewFileTask<WriteTask>(
    {
      kind: 'write',
      ...task,
      reviewsFile,
      writtenAt: Date.now(),
      campaigns: campaigns.map(({ id, name }) => ({ id, name })),
    },
    workerUrl,
  )
}

/**
 * The review file that is open for import, the one that was requested, and the one that was exported last.
 */
export class ReviewFiles {
  readonly #temporaryFiles: TemporaryFiles
  readonly #workerUrl: URL
  readonly #momentText: (milliseconds: number) => string
  readonly #exports = new Set<RunningReviewFileTask<WrittenReview>>()
  #opened: OpenedFile | null = null
  #exportedFile: string | null = null
  #requestedFile: string | null = null

  /**
   * @param temporaryFiles receives the photos of an opened file
   * @param momentText formats a time in milliseconds since 1970, for the heading of a merged note
   */
  constructor(workerUrl: URL, temporaryFiles: TemporaryFiles, momentText: (milliseconds: number) => string) {
    this.#workerUrl = workerUrl
    this.#temporaryFiles = temporaryFiles
    this.#momentText = momentText
  }

  /** Remembers a file that the system, or a person who dropped it, requests to open. */
  request(file: string): void {
    this.#requestedFile = file
  }

  /** Returns the requested file once; null if there is none. */
  takeRequested(): string | null {
    const file = this.#requestedFile
    this.#requestedFile = null
    return file
  }

  /** Exports reviews to a file. Rejects with the errors of writing, and with `cancelled` after `stop`. */
  async export(
    task: Pick<WriteTask, 'file' | 'scope' | 'author'>,
    source: ReviewSource,
  ): Promise<WrittenReview> {
    const running = startReviewExport(task, source, this.#workerUrl)
    this.#exports.add(running)
    try {
      const result = await running.done
      this.#exportedFile = task.file
      return result
    } finally {
      this.#exports.delete(running)
    }
  }

  get isExporting(): boolean {
    return this.#exports.size > 0
  }

  /** Path of the file that was exported last. Throws `notFound` if there is none. */
  get exportedFile(): string {
    if (this.#exportedFile === null) throw new AppError('notFound')
    return this.#exportedFile
  }

  /** Opens a file for import until it is merged or closed. Closes the previous one. */
  async open(session: Session, file: string): Promise<OpenedReviewFile> {
    await this.close()
    const folder = await this.#temporaryFiles.createFolder('review')
    try {
      const read = await startReviewFileTask({ kind: 'read', file, photoFolder: folder }, this.#workerUrl)
        .done
      const ids = read.reviews.map(({ campaignItemId }) => campaignItemId)
      const [mine, rows, campaigns] = await Promise.all([
        session.reviews.get(ids),
        session.store.rowsOfItems(ids),
        session.store.listCampaigns(),
      ])
      const shown: OpenedReviewFile = {
        openId: crypto.randomUUID(),
        connectionId: session.connection.id,
        ...compareReviewFile(read, {
          fileName: basename(file),
          mine,
          rows,
          campaignIds: new Set(campaigns.map(({ id }) => id)),
        }),
      }
      // Another one may have been opened meanwhile.
      await this.close()
      this.#opened = { shown, folder }
      return shown
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /**
   * Returns the connection whose reviews the opened file is merged with. Throws `notFound` if another file is
   * open.
   */
  connectionOf(openId: string): string {
    return this.#requireOpened(openId).shown.connectionId
  }

  /** Merges the opened file, with one choice for each of its differences. */
  async merge(session: Session, openId: string, choices: readonly MergeChoice[]): Promise<MergeOutcome> {
    const { shown, folder } = this.#requireOpened(openId)
    const { info, differences } = shown
    if (choices.length !== differences.length) throw new AppError('badInput')
    const entries = differences.flatMap(({ theirs }, index) => {
      const choice = choices[index] ?? 'mine'
      const heading = noteHeading(info.author, this.#momentText(theirs.markedAt ?? info.writtenAt))
      return choice === 'mine' ? [] : [{ theirs, choice, heading }]
    })
    const outcome = await session.reviews.merge({ entries, photoFolder: folder, at: Date.now() })
    await this.close(openId)
    return outcome
  }

  /** Returns a photo of the opened file; null if it has none with that hash. */
  photo(connectionId: string, hash: string): PhotoFile | null {
    if (this.#opened?.shown.connectionId !== connectionId) return null
    const { shown, folder } = this.#opened
    for (const { theirs } of shown.differences) {
      const photo = theirs.photos.find((each) => each.hash === hash)
      if (photo !== undefined) return { file: join(folder, hash), kind: photo.kind, bytes: photo.bytes }
    }
    return null
  }

  /**
   * Closes the opened file and removes its unpacked photos. Does nothing if `openId` is that of another file.
   */
  async close(openId?: string): Promise<void> {
    const opened = this.#opened
    if (opened === null || (openId !== undefined && opened.shown.openId !== openId)) return
    this.#opened = null
    await rm(opened.folder, { recursive: true, force: true }).catch(() => undefined)
  }

  /** Cancels all exports and closes the opened file. Resolves when no unfinished file is left. */
  async stop(): Promise<void> {
    const running = [...this.#exports]
    for (const { cancel } of running) cancel()
    await Promise.allSettled(running.map(({ done }) => done))
    await this.close()
  }

  #requireOpened(openId: string): OpenedFile {
    if (this.#opened?.shown.openId !== openId) throw new AppError('notFound')
    return this.#opened
  }
}
