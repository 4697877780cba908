import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadHandle } from '../../electron/store/database/handles.ts'
import { openForReading, openForWriting } from '../../electron/store/database/open-database.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { QueryEngine } from '../../electron/store/query/query-engine.ts'
import { createWriter } from '../../electron/store/writer.ts'
import { STORE_WORKER_URL } from './entries.ts'
import type { Store } from '../../electron/store/operations.ts'
import type {
  CommitOutcome,
  DownloadVerdict,
  OpenStoreOptions,
  PageRange,
} from '../../electron/store/types.ts'

/** A folder for a test, which `remove` and the end of `await using` delete. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Creates a folder for a test. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'campaign-desk-test-'))
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true })
  return { path, remove, [Symbol.asyncDispose]: remove }
}

/** Opens a store on a file, which is created if it is missing. */
export function openTestStore(file: string, workerUrl: URL = STORE_WORKER_URL): Promise<Store> {
  return openStore({ file, workerUrl })
}

export interface TemporaryStore extends AsyncDisposable {
  readonly store: Store
  readonly folder: string
  readonly file: string
}

/** Opens a store on a new file in a separate folder: `await using opened = await temporaryStore()`. */
export async function temporaryStore(
  options: Partial<Pick<OpenStoreOptions, 'readers' | 'workerUrl'>> = {},
): Promise<TemporaryStore> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'cache.db')
  const store = await openStore({ file, workerUrl: STORE_WORKER_URL, ...options })
  return {
    store,
    folder: folder.path,
    file,
    [Symbol.asyncDispose]: async () => {
      await store.close()
      await folder.remove()
    },
  }
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

/** Builds an item (service interface, 2.2). `changes` replace whole top-level fields. */
export function buildItem(number: number, changes: JsonObject = {}): JsonObject {
  const id = itemIdOf(number)
  return {
    _id: id,
    clientId: 'client-1',
    campaignId: { _id: 'campaign-1', name: 'Summer' },
    itemId: buildInner(number),
    status: number % 4,
    qty: number,
    isLocked: number % 2 === 0,
    hasArtwork: true,
    hasAllocations: false,
    updatedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    ...changes,
  }
}

/** Builds the populated `itemId` of an item. */
export function buildInner(number: number, changes: JsonObject = {}): JsonObject {
  return {
    _id: `item-${String(number)}`,
    name: `Item ${String(number)}`,
    posNumber: `POS-${String(number)}`,
    artworks: [{ _id: `artwork-${String(number)}`, name: `Artwork ${String(number)}` }],
    elementId: { _id: 'element-1', name: 'Wobbler' },
    workflowTemplateName: 'Standard',
    ...changes,
  }
}

export function itemIdOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Builds the bytes of a page of `GET /campaign-items` that lists these items under their `_id`. */
export function buildPage(items: readonly JsonObject[], changes: JsonObject = {}): Uint8Array<ArrayBuffer> {
  const ids = items.map((item) => (typeof item['_id'] === 'string' ? item['_id'] : ''))
  return bytesOf({
    campaignItemIds: ids,
    campaignItemEntities: Object.fromEntries(items.map((item, index) => [ids[index] ?? '', item])),
    totalCount: items.length,
    limit: items.length,
    skip: 0,
    ...changes,
  })
}

export function bytesOf(value: Json): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** Returns the range of a page of the first sweep that starts at an offset. */
export function sweepRange(start: number, changes: Partial<PageRange> = {}): PageRange {
  return { pass: 1, part: 'sweep', round: 0, start, end: start + 200, ...changes }
}

export const COMPLETE: DownloadVerdict = { state: 'complete', expectedCount: null, reason: null }

/** Downloads a campaign with these items into the store, in pages of `pageSize`. */
export async function fillCampaign(
  store: Store,
  campaignId: string,
  items: readonly JsonObject[],
  options: {
    readonly verdict?: DownloadVerdict
    readonly pageSize?: number
    /** The record of the campaign. */
    readonly record?: JsonObject
  } = {},
): Promise<CommitOutcome> {
  const { downloadId } = await store.beginDownload(campaignId, 'full', { fresh: true })
  if (options.record !== undefined) {
    await store.stageRecord(downloadId, { state: 'fetched', bytes: bytesOf(options.record) })
  }
  const pageSize = options.pageSize ?? 500
  for (let skip = 0; skip < items.length; skip += pageSize) {
    await store.stagePage(
      downloadId,
      sweepRange(skip),
      buildPage(items.slice(skip, skip + pageSize), { skip }),
    )
  }
  return await store.commitDownload(
    downloadId,
    options.verdict ?? { ...COMPLETE, expectedCount: items.length },
  )
}

interface TemporaryEngine {
  readonly engine: QueryEngine
  readonly reader: ReadHandle
  /** Runs statements without parameters. */
  readonly execute: (sql: string) => void
  /** @param maxSteps default: all */
  readonly runIdleWork: (maxSteps?: number) => void
  /** Downloads a campaign again, with another record. */
  readonly replaceRecord: (campaignId: string, record: string) => void
  /** Downloads a campaign again, with other items. */
  readonly replaceItems: (campaignId: string, items: readonly JsonObject[]) => void
}

/**
 * Opens a query engine on campaigns with these items, without worker threads, for tests with very many
 * queries.
 * @param idleSteps steps of the writer's idle work, such as indexing words; default: all
 * @param records records of campaigns as JSON text
 */
export async function temporaryEngine(
  campaigns: Readonly<Record<string, readonly JsonObject[]>>,
  {
    idleSteps = Infinity,
    records = {},
  }: { readonly idleSteps?: number; readonly records?: Readonly<Record<string, string>> } = {},
): Promise<AsyncDisposable & TemporaryEngine> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'cache.db')
  const { handle } = openForWriting(file)
  const writer = createWriter(handle)
  const download = (campaignId: string, items: readonly JsonObject[], record: string | undefined): void => {
    const { downloadId } = writer.handlers.beginDownload([campaignId, 'full'], {})
    if (record !== undefined) {
      const bytes = new TextEncoder().encode(record)
      writer.handlers.stageRecord([downloadId, { state: 'fetched', bytes }], {})
    }
    writer.handlers.stagePage([downloadId, sweepRange(0), buildPage(items)], {})
    writer.handlers.commitDownload([downloadId, COMPLETE], {})
  }
  for (const [campaignId, items] of Object.entries(campaigns))
    download(campaignId, items, records[campaignId])
  const runIdleWork = (most = Infinity): void => {
    let steps = 0
    while (steps < most && writer.whenIdle(() => undefined)) steps += 1
  }
  runIdleWork(idleSteps)
  const reader = openForReading(file)
  return {
    engine: new QueryEngine(reader),
    reader,
    execute: (sql) => {
      if (typeof handle !== 'string') handle.execute(sql)
    },
    runIdleWork,
    replaceRecord: (campaignId, record) => download(campaignId, campaigns[campaignId] ?? [], record),
    replaceItems: (campaignId, items) => download(campaignId, items, records[campaignId]),
    [Symbol.asyncDispose]: async () => {
      reader.close()
      writer.close()
      await folder.remove()
    },
  }
}
