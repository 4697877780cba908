import { isFieldKey } from '../contract/fields.ts'
import type { ItemQuery } from '../contract/query.ts'
import type { Fault } from '../contract/faults.ts'
import type { OpenStoreOptions, Store } from './types.ts'
import { WorkerPool } from './worker-pool.ts'

/**
 * Opens a cache: one writer, which makes, migrates or sets the file aside as needed, and readers beside it. Rejects
 * with what stands in the way: `cacheNewer`, `cacheBusy`, `cacheUnavailable`, `folderReadOnly`, `diskFull`.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const pool = new WorkerPool(options)
  try {
    const notice = await pool.open()
    return storeOn(pool, notice)
  } catch (error) {
    await pool.terminate()
    throw error
  }
}

function storeOn(pool: WorkerPool, notice: Fault | null): Store {
  return {
    notice,
    listCampaigns: () => pool.read('listCampaigns', []),
    getCampaign: (id) => pool.read('getCampaign', [id]),
    openResult: (query, slot) => pool.query('openResult', [query, slot], slot, readsBodies(query)),
    readWindow: (resultId, start, count, fields, texts) =>
      pool.ofResult('readWindow', [resultId, start, count, fields, texts]),
    locate: (resultId, key) => pool.ofResult('locate', [resultId, key]),
    keysOf: (resultId, ranges) => pool.ofResult('keysOf', [resultId, ranges]),
    columnValues: (query, column, find, slot) =>
      pool.query('columnValues', [query, column, find, slot], slot),
    totalsOf: (resultId, ranges) => pool.ofResult('totalsOf', [resultId, ranges]),
    findIds: (query, most) => pool.readBy('checks', 'findIds', [query, most]),
    getItem: (key) => pool.read('getItem', [key]),
    countAmong: (resultId, keys) => pool.ofResult('countAmong', [resultId, keys]),
    rowsOfItems: (campaignItemIds) => pool.read('rowsOfItems', [campaignItemIds]),
    pictureBefore: (key, artworkIndex, size) => pool.read('pictureBefore', [key, artworkIndex, size]),
    pictureUrl: (key, artworkIndex, size) => pool.read('pictureUrl', [key, artworkIndex, size]),
    listPictures: (campaignId, size, after, count) =>
      pool.read('listPictures', [campaignId, size, after, count]),
    findFields: (campaignIds) => pool.read('findFields', [campaignIds]),
    countItems: () => pool.read('countItems', []),
    listDownloads: (campaignId) => pool.read('listDownloads', [campaignId]),
    readChanges: (query, start, count, texts) =>
      pool.readBy('changes', 'readChanges', [query, start, count, texts]),
    beginDownload: (campaignId, kind, options) => pool.write('beginDownload', [campaignId, kind, options]),
    stagePage: (downloadId, place, bytes) => {
      const whole = wholeBuffer(bytes)
      return pool.write('stagePage', [downloadId, place, whole], [whole.buffer])
    },
    finishDiscovery: (downloadId, mark) => pool.write('finishDiscovery', [downloadId, mark]),
    stageDiscovered: (downloadId) => pool.write('stageDiscovered', [downloadId]),
    beginPass: (downloadId, pass) => pool.write('beginPass', [downloadId, pass]),
    stageRecord: (downloadId, record) => {
      if (record.state !== 'fetched') return pool.write('stageRecord', [downloadId, record])
      const bytes = wholeBuffer(record.bytes)
      return pool.write('stageRecord', [downloadId, { state: 'fetched', bytes }], [bytes.buffer])
    },
    commitDownload: (downloadId, verdict) => pool.write('commitDownload', [downloadId, verdict]),
    abandonDownload: (downloadId) => pool.write('abandonDownload', [downloadId]),
    releaseDownload: (downloadId) => pool.write('releaseDownload', [downloadId]),
    listUnfinished: () => pool.write('listUnfinished', []),
    rememberCampaigns: (campaigns) => pool.write('rememberCampaigns', [campaigns]),
    markRecord: (campaignId, state) => pool.write('markRecord', [campaignId, state]),
    removeCampaigns: (ids) => pool.write('removeCampaigns', [ids]),
    markSeen: (campaignId, ids) => pool.write('markSeen', [campaignId, ids]),
    close: () => pool.close(),
  }
}

/** Whether a query goes by fields: the first time it reads the bodies of all items, for seconds at a million. */
function readsBodies({ sort, filters }: ItemQuery): boolean {
  return sort.some(({ key }) => isFieldKey(key)) || Object.keys(filters).some((key) => isFieldKey(key))
}

/** Bytes that may be transferred: a part of a larger buffer (Node keeps small ones in a pool) is copied first. */
function wholeBuffer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
