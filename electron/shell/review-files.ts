import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { OpenedReviewFile, WrittenReview } from '../contract/review-file.ts'
import type { MergeChoice } from '../contract/review-merge.ts'
import { mergeStrings } from '../contract/strings/exchange.ts'
import { lookAt } from '../exchange/look.ts'
import { startExchange } from '../exchange/start-exchange.ts'
import type { WriteTask } from '../exchange/types.ts'
import type { MergeOutcome, PhotoFile } from '../review/types.ts'
import type { ConnectionSession } from '../app/types.ts'

interface Opened {
  readonly shown: OpenedReviewFile
  /** Has the photos of the file, named by their content. */
  readonly folder: string
}

type Session = Pick<ConnectionSession, 'store' | 'reviews' | 'connection'>

/** Files with reviews: the one that is being looked at, and the one that the system asked to be opened. */
export class ReviewFiles {
  readonly #temporaryFolder: string
  readonly #cleared: Promise<void>
  readonly #workerUrl: URL
  readonly #momentText: (milliseconds: number) => string
  #opened: Opened | null = null
  #written: string | null = null
  #asked: string | null = null

  /**
   * @param temporaryFolder photos of an opened file are unpacked here. Removes what a crash has left in it.
   * @param momentText a moment in words, for the line above a note that is added to another.
   */
  constructor(workerUrl: URL, temporaryFolder: string, momentText: (milliseconds: number) => string) {
    this.#workerUrl = workerUrl
    this.#temporaryFolder = temporaryFolder
    this.#momentText = momentText
    this.#cleared = rm(temporaryFolder, { recursive: true, force: true }).catch(() => undefined)
  }

  /** The system, or a person who dropped it, asks for this file to be opened. */
  ask(file: string): void {
    this.#asked = file
  }

  /** The file that is asked for, which from now on is no longer; null: none is. */
  takeAsked(): string | null {
    const file = this.#asked
    this.#asked = null
    return file
  }

  async write(task: Omit<WriteTask, 'kind'>): Promise<WrittenReview> {
    const written = await startExchange<WriteTask>({ kind: 'write', ...task }, this.#workerUrl).done
    this.#written = task.file
    return written
  }

  /** The file that was written last. Throws `notFound`. */
  get written(): string {
    if (this.#written === null) throw new AppError('notFound')
    return this.#written
  }

  /** Reads a file and keeps it until it is merged or put away; the one before it is put away. */
  async open(session: Session, file: string): Promise<OpenedReviewFile> {
    await this.putAway()
    await this.#cleared
    await mkdir(this.#temporaryFolder, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(this.#temporaryFolder, 'review-'))
    try {
      const read = await startExchange({ kind: 'read', file, photosTo: folder }, this.#workerUrl).done
      const ids = read.reviews.map(({ campaignItemId }) => campaignItemId)
      const [mine, rows, campaigns] = await Promise.all([
        session.reviews.of(ids),
        session.store.rowsOfItems(ids),
        session.store.listCampaigns(),
      ])
      const shown: OpenedReviewFile = {
        openId: randomUUID(),
        connectionId: session.connection.id,
        ...lookAt(read, {
          fileName: basename(file),
          mine,
          rows,
          campaignIds: new Set(campaigns.map(({ id }) => id)),
        }),
      }
      // Another one may have been opened meanwhile.
      await this.putAway()
      this.#opened = { shown, folder }
      return shown
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** The connection whose reviews the opened file is merged with. Throws `notFound` when another one is opened. */
  connectionOf(openId: string): string {
    return this.#openedAs(openId).shown.connectionId
  }

  /** Merges the opened file, with a choice for each of its differences. */
  async merge(session: Session, openId: string, choices: readonly MergeChoice[]): Promise<MergeOutcome> {
    const { shown, folder } = this.#openedAs(openId)
    const { look, differences } = shown
    if (choices.length !== differences.length) throw new AppError('badInput')
    const entries = differences.flatMap(({ theirs }, at) => {
      const choice = choices[at] ?? 'mine'
      const heading = mergeStrings.noteHeading(
        look.author,
        this.#momentText(theirs.markedAt ?? look.writtenAt),
      )
      return choice === 'mine' ? [] : [{ theirs, choice, heading }]
    })
    const outcome = await session.reviews.merge({ entries, photosFrom: folder, at: Date.now() })
    await this.putAway(openId)
    return outcome
  }

  /** Where a photo of the opened file is; null: it has none of that name. */
  photo(connectionId: string, hash: string): PhotoFile | null {
    if (this.#opened?.shown.connectionId !== connectionId) return null
    const { shown, folder } = this.#opened
    for (const { theirs } of shown.differences) {
      const photo = theirs.photos.find((each) => each.hash === hash)
      if (photo !== undefined) return { file: join(folder, hash), kind: photo.kind, bytes: photo.bytes }
    }
    return null
  }

  /** Forgets a file that was opened, and what was unpacked of it; left out: whichever it is. */
  async putAway(openId?: string): Promise<void> {
    const opened = this.#opened
    if (opened === null || (openId !== undefined && opened.shown.openId !== openId)) return
    this.#opened = null
    await rm(opened.folder, { recursive: true, force: true }).catch(() => undefined)
  }

  #openedAs(openId: string): Opened {
    if (this.#opened?.shown.openId !== openId) throw new AppError('notFound')
    return this.#opened
  }
}
