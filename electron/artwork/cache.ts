import type { PictureProblem } from '../contract/pictures.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import type { Handlers } from '../store/protocol.ts'
import { isTooComplex } from '../content/complexity.ts'
import { inspect, type Content } from '../content/inspect.ts'
import { hashOf, type ContentFiles } from '../content/files.ts'
import type { Albums, NewAlbum } from './albums.ts'
import { countPictures, readyShares } from './count-pictures.ts'
import { FILE_COLUMNS, type FileRow } from './open-database.ts'
import { identityOf } from './identity.ts'
import type {
  PictureStatus,
  CachedPicture,
  PictureLookup,
  Rendition,
  PictureUpdate,
  PictureCalls,
  PictureToFetch,
} from './types.ts'

/** Minimum interval between updates of `used_at`. */
const USE_UPDATE_INTERVAL_MS = 3_600_000

/** Up to this size, which thumbnails rarely exceed, a picture is stored in the database or an album. */
const MAX_SMALL_BYTES = 96 * 1024
/** This many pictures of one batch form an album; fewer are stored in the database. */
const MIN_ALBUM_PICTURES = 16

interface AddressRow extends Omit<FileRow, 'hash'> {
  readonly hash: string | null
  readonly problem: PictureProblem | null
  readonly tried_at: number
  readonly used_at: number | null
}

/** Creates the handlers of the picture thread. */
export function createCache(
  handle: WriteHandle,
  files: ContentFiles,
  albums: Albums,
): Handlers<PictureCalls> {
  function lookUp(address: string): PictureLookup {
    const row = handle
      .rows<AddressRow>(
        `SELECT ${FILE_COLUMNS}, problem, tried_at, used_at
           FROM addresses LEFT JOIN files ON files.hash = addresses.hash WHERE identity = ?`,
      )
      .get(identityOf(address))
    if (row === undefined) return null
    const { hash } = row
    if (hash === null) return { problem: row.problem ?? 'notFetched', triedAt: row.tried_at }
    const now = Date.now()
    if (now - (row.used_at ?? 0) > USE_UPDATE_INTERVAL_MS) {
      handle.command('UPDATE files SET used_at = ? WHERE hash = ?').run(now, hash)
    }
    return toLookup({ ...row, hash })
  }

  function lookUpWithoutQuery(address: string): PictureLookup {
    const bareIdentity = identityOf(address)
    // The next character after the question mark is the at sign. If several pictures have the address, any of
    // them may be that of another item.
    const identity = handle
      .values<string>(
        `SELECT max(identity) FROM addresses
          WHERE hash IS NOT NULL AND (identity = ? OR (identity > ? AND identity < ?))
         HAVING min(hash) = max(hash)`,
      )
      .get(bareIdentity, `${bareIdentity}?`, `${bareIdentity}@`)
    return identity === undefined ? null : lookUp(identity)
  }

  function lookUpFile(hash: string): PictureLookup {
    const row = handle.rows<FileRow>(`SELECT ${FILE_COLUMNS} FROM files WHERE hash = ?`).get(hash)
    return row === undefined ? null : toLookup(row)
  }

  function toLookup({ hash, kind, bytes, pixels, body, album, start }: FileRow): PictureLookup {
    const picture: CachedPicture = { hash, kind, bytes, pixels }
    if (album === null || start === null) return { picture, content: bodyOf(body) ?? files.pathOf(hash) }
    const content = albums.read({ album, start }, bytes, hash)
    if (content !== null) return { picture, content }
    deletePicture(hash)
    return null
  }

  function saveThumbnail(hash: string, rendition: Rendition): void {
    handle
      .command(
        `INSERT OR REPLACE INTO thumbnails (hash, bytes, too_complex)
           SELECT hash, ?, ? FROM files WHERE hash = ?`,
      )
      .run(rendition.bytes, rendition.isTooComplex ? 1 : 0, hash)
  }

  function findThumbnail(hash: string): Rendition | null {
    const row = handle
      .rows<{ bytes: Uint8Array<ArrayBuffer> | null; too_complex: number }>(
        'SELECT bytes, too_complex FROM thumbnails WHERE hash = ?',
      )
      .get(hash)
    return row === undefined ? null : { bytes: row.bytes, isTooComplex: row.too_complex === 1 }
  }

  function bodyOf(body: number | null): Uint8Array<ArrayBuffer> | undefined {
    if (body === null) return undefined
    return handle.values<Uint8Array<ArrayBuffer>>('SELECT bytes FROM bodies WHERE id = ?').get(body)
  }

  function saveProblem(address: string, problem: PictureProblem): PictureStatus {
    const now = Date.now()
    handle
      .command(
        `INSERT INTO addresses (identity, problem, tried_at) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET problem = excluded.problem, tried_at = excluded.tried_at
             WHERE hash IS NULL`,
      )
      .run(identityOf(address), problem, now)
    return { problem, triedAt: now }
  }

  function put(address: string, bytes: Uint8Array, album: NewAlbum | null): PictureStatus {
    const info = inspect(bytes)
    if ('problem' in info) return saveProblem(address, info.problem)
    const { kind, size } = info
    const hash = hashOf(bytes)
    const now = Date.now()
    const used = handle.command('UPDATE files SET used_at = ? WHERE hash = ?').run(now, hash)
    if (used.changes === 0) store(hash, info, bytes, album)
    else if (isFile(hash)) files.write(bytes, hash)
    handle
      .command(
        `INSERT INTO addresses (identity, hash, tried_at) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET hash = excluded.hash, problem = NULL, tried_at = excluded.tried_at`,
      )
      .run(identityOf(address), hash, now)
    const pixels = size === null ? null : size.width * size.height
    return { picture: { hash, kind, bytes: bytes.byteLength, pixels } }
  }

  /** Stores a new picture: in an album, in the database or, if it is large, in a file. */
  function store(hash: string, { kind, size }: Content, bytes: Uint8Array, album: NewAlbum | null): void {
    const isSmall = bytes.byteLength <= MAX_SMALL_BYTES
    const location = isSmall ? album?.add(bytes) : undefined
    const body = isSmall && location === undefined ? addBody(bytes) : null
    if (!isSmall) files.write(bytes, hash)
    handle
      .command(
        `INSERT INTO files (hash, kind, bytes, width, height, used_at, body, album, start)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        hash,
        kind,
        bytes.byteLength,
        size?.width ?? null,
        size?.height ?? null,
        Date.now(),
        body,
        location?.album ?? null,
        location?.start ?? null,
      )
    if (isTooComplex(kind, bytes)) saveThumbnail(hash, { bytes: null, isTooComplex: true })
  }

  const addBody = (bytes: Uint8Array): number | bigint =>
    handle.command('INSERT INTO bodies (bytes) VALUES (?)').run(bytes).lastInsertRowid

  const isFile = (hash: string): boolean =>
    handle.values('SELECT 1 FROM files WHERE hash = ? AND body IS NULL AND album IS NULL').get(hash) !==
    undefined

  function saveUpdates(updates: readonly PictureUpdate[]): readonly PictureStatus[] {
    return handle.transaction(() => {
      const album = updates.length < MIN_ALBUM_PICTURES ? null : albums.begin()
      const info = updates.map((each) =>
        'bytes' in each ? put(each.address, each.bytes, album) : saveProblem(each.address, each.problem),
      )
      album?.write()
      return info
    })
  }

  function deletePicture(hash: string): void {
    // The database deletes its addresses and its body too.
    handle.command('DELETE FROM files WHERE hash = ?').run(hash)
    files.remove(hash)
  }

  function evict(maxBytes: number, protectedIds: readonly string[]): number {
    let bytes = handle.values<number>('SELECT coalesce(sum(bytes), 0) FROM files').get() ?? 0
    if (bytes <= maxBytes) return 0
    const evictable = handle.tuples<[string, number]>(
      `SELECT hash, bytes FROM files
        WHERE hash NOT IN (
          SELECT addresses.hash
            FROM (SELECT campaign_id, identity FROM wanted UNION ALL SELECT campaign_id, identity FROM earlier) AS held
            JOIN addresses ON addresses.identity = held.identity
           WHERE addresses.hash IS NOT NULL AND held.campaign_id IN (SELECT value FROM json_each(?)))
        ORDER BY used_at, hash`,
    )
    let removed = 0
    handle.transaction(() => {
      for (const [hash, size] of evictable.all(JSON.stringify(protectedIds))) {
        if (bytes <= maxBytes) break
        deletePicture(hash)
        bytes -= size
        removed += 1
      }
    })
    albums.compact()
    handle.execute('PRAGMA incremental_vacuum')
    // Otherwise the freed pages stay in the log.
    handle.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    return removed
  }

  return {
    lookUp: ([address]) => lookUp(address),
    save: ([updates]) => saveUpdates(updates),
    lookUpWithoutQuery: ([address]) => lookUpWithoutQuery(address),
    lookUpFile: ([hash]) => lookUpFile(hash),
    thumbnail: ([hash]) => findThumbnail(hash),
    saveThumbnail: ([hash, rendition]) => saveThumbnail(hash, rendition),
    deletePicture: ([hash]) => deletePicture(hash),
    listStamp: ([campaignId]) =>
      handle.values<string>('SELECT stamp FROM lists WHERE campaign_id = ?').get(campaignId) ?? null,
    startList: ([campaignId, hasSameChoice]) => {
      if (hasSameChoice) {
        handle
          .command(
            `INSERT OR IGNORE INTO earlier SELECT campaign_id, wanted.identity, ?
               FROM wanted JOIN addresses ON addresses.identity = wanted.identity
              WHERE campaign_id = ? AND hash IS NOT NULL`,
          )
          .run(Date.now(), campaignId)
      }
      handle.command('DELETE FROM lists WHERE campaign_id = ?').run(campaignId)
      handle.command('DELETE FROM wanted WHERE campaign_id = ?').run(campaignId)
    },
    addToList: ([campaignId, pictures]) => {
      const insert = handle.command(
        `INSERT INTO wanted (campaign_id, identity, address, item_key, artwork_index) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
      )
      handle.transaction(() => {
        for (const { address, itemKey, artworkIndex } of pictures) {
          insert.run(campaignId, identityOf(address), address, itemKey, artworkIndex)
        }
      })
    },
    finishList: ([campaignId, stamp, changesSince]) => {
      handle
        .command(
          `DELETE FROM earlier WHERE campaign_id = ?
             AND (since < ? OR identity IN (SELECT identity FROM wanted WHERE campaign_id = ?))`,
        )
        .run(campaignId, changesSince, campaignId)
      handle.command('INSERT OR REPLACE INTO lists (campaign_id, stamp) VALUES (?, ?)').run(campaignId, stamp)
    },
    listMissing: ([campaignId, after, count]) =>
      handle
        .rows<PictureToFetch>(
          `SELECT wanted.identity, address, item_key AS itemKey, artwork_index AS artworkIndex
             FROM wanted LEFT JOIN addresses ON addresses.identity = wanted.identity
            WHERE campaign_id = ? AND wanted.identity > ? AND addresses.hash IS NULL
            ORDER BY wanted.identity LIMIT ?`,
        )
        .all(campaignId, after, count),
    counts: ([campaignId]) => countPictures(handle, campaignId),
    readyShares: () => readyShares(handle),
    deleteLists: ([campaignIds]) => {
      handle.transaction(() => {
        for (const id of campaignIds) {
          handle.command('DELETE FROM lists WHERE campaign_id = ?').run(id)
          handle.command('DELETE FROM wanted WHERE campaign_id = ?').run(id)
          handle.command('DELETE FROM earlier WHERE campaign_id = ?').run(id)
        }
      })
    },
    evict: ([maxBytes, protectedCampaignIds]) => evict(maxBytes, protectedCampaignIds),
  }
}
