import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import { invalidResponse } from '../decode-json.ts'
import type { DecodedItem, DecodedPage } from '../decode-page.ts'
import type { BoundValue, Command, Query, WriteHandle } from '../database/handles.ts'
import type { IdMap } from './id-map.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { MAX_ORDINARY_BODY_BYTES } from '../long-items.ts'
import type { IncrementalIndex } from './incremental-index.ts'
import type { PageOutcome, PageRange } from '../types.ts'

export interface PageTarget {
  /** The snapshot that is being staged. */
  readonly snapshotKey: number
  /** The snapshot in use. */
  readonly currentSnapshot: number | null
  /** Position of the first item in the first sweep. */
  readonly basePosition: number
  /**
   * The key of the row for each id so far: a staged row, or an unchanged row of the snapshot in use; in a
   * discovery, the stored item, or 1 if items are not stored.
   */
  readonly keys: IdMap
  /** The index that is built during the download, if any. */
  readonly index: IncrementalIndex | null
}

/** Counts of a page's items compared with earlier pages. */
export type PageCounts = Pick<PageOutcome, 'fresh' | 'added' | 'unchanged' | 'altered' | 'repeated'>

type Counts = { -readonly [Name in keyof PageCounts]: number }

const COLUMNS = ITEM_COLUMN_NAMES.join(', ')
const PARAMETERS = ITEM_COLUMN_NAMES.map(() => '?').join(', ')
/** Inserting several rows with one statement is 10 % faster. */
const ROWS_PER_STATEMENT = 20
/** Readers store keys as 32-bit integers. */
const MAX_KEY = 0x7fffffff

/** Stages the items of a page. Must run inside a transaction. */
export function stageItems(
  handle: WriteHandle,
  target: PageTarget,
  range: PageRange,
  page: DecodedPage,
): PageCounts {
  const stager = new ItemStager(handle, target, range.pass)
  const first = positionOf(target.basePosition, range, page.skip)
  const bodies = page.bodies()
  for (const item of page.items) {
    const body = bodies.get(item.id)
    if (body === undefined) throw invalidResponse(messages.reasons.answer.unclear)
    stager.stage(item, first + item.index, body)
  }
  return stager.finish()
}

/** Stages items. Bodies are written as received bytes, without decoding them to strings. */
class ItemStager {
  readonly #target: PageTarget
  readonly #handle: WriteHandle
  readonly #pass: number
  readonly #insertItem: Command
  /** Bodies to insert: key and body. */
  readonly #bodies: (readonly [number, Uint8Array])[] = []
  /** Unchanged items to record: snapshot, key and position. */
  readonly #unchanged: (readonly [number, number, number])[] = []
  readonly #currentKey: Query<number>
  readonly #isSame: Query<number>
  readonly #firstKey: number
  readonly #counts: Counts = { fresh: 0, added: 0, unchanged: 0, altered: 0, repeated: 0 }
  #nextKey: number

  constructor(handle: WriteHandle, target: PageTarget, pass: number) {
    this.#handle = handle
    this.#target = target
    this.#pass = pass
    this.#insertItem = handle.command(
      `INSERT INTO items (key, copy_key, position, campaign_item_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ${PARAMETERS})`,
    )
    // Two queries are three times as fast as one join.
    this.#currentKey = handle.values(
      'SELECT item_key FROM item_ids WHERE copy_key = ? AND campaign_item_id = ?',
    )
    this.#isSame = handle.values('SELECT json = CAST(? AS TEXT) FROM item_bodies WHERE item_key = ?')
    this.#nextKey = handle.values<number>('SELECT next FROM item_keys').get() ?? 1
    this.#firstKey =
      handle.values<number>('SELECT first_key FROM copies WHERE key = ?').get(target.snapshotKey) ??
      this.#nextKey
  }

  /** Stages an item. The last item with an id replaces earlier ones. */
  stage(item: DecodedItem, position: number, body: Uint8Array): void {
    const { currentSnapshot, keys } = this.#target
    const belongsToItem = (key: number): boolean => this.#idOf(key) === item.id
    const earlierKey = keys.get(item.id, belongsToItem)
    const currentKey = currentSnapshot === null ? undefined : this.#currentKey.get(currentSnapshot, item.id)
    const unchangedKey =
      currentKey !== undefined && this.#isSame.get(body, currentKey) === 1 ? currentKey : null
    let key: number
    if (unchangedKey !== null) {
      key = this.#keepUnchanged(unchangedKey, position)
    } else if (!this.#isStaged(earlierKey)) {
      key = this.#insert(item, position, body)
    } else {
      key = earlierKey
      if (this.#isSame.get(body, earlierKey) === 1) this.#move(earlierKey, position)
      else this.#replace(earlierKey, item, position, body)
    }
    if (earlierKey === 0) {
      this.#counts.fresh += 1
      if (unchangedKey !== null) this.#counts.unchanged += 1
      if (currentKey === undefined) this.#counts.added += 1
    }
    if (!this.#recordSeen(earlierKey, key)) this.#counts.repeated += 1
    if (key === earlierKey) return
    // The map needs the earlier row to verify the id, so it is deleted afterwards.
    keys.set(item.id, key, belongsToItem)
    if (earlierKey === 0) return
    this.#counts.altered += 1
    if (this.#isStaged(earlierKey)) this.#remove(earlierKey)
    else this.#removeUnchanged(earlierKey)
  }

  /** Inserts what is inserted in groups, and returns the counts. */
  finish(): PageCounts {
    this.#insertRows(this.#bodies, 'INSERT INTO item_bodies (item_key, json)', '(?, CAST(? AS TEXT))')
    this.#insertRows(
      this.#unchanged,
      'INSERT INTO kept_items (copy_key, item_key, position)',
      '(?, ?, ?)',
      'ON CONFLICT (copy_key, item_key) DO UPDATE SET position = excluded.position',
    )
    this.#handle.command('UPDATE item_keys SET next = ?').run(this.#nextKey)
    return this.#counts
  }

  /** Staged rows have greater keys than the snapshot in use. */
  #isStaged(key: number): boolean {
    return key >= this.#firstKey
  }

  #idOf(key: number): string | undefined {
    return this.#handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?').get(key)
  }

  #insert(item: DecodedItem, position: number, body: Uint8Array): number {
    const key = this.#nextKey
    if (key >= MAX_KEY) {
      throw new AppError('cacheUnavailable', { params: { reason: messages.reasons.cache.noNumbersLeft } })
    }
    const { values } = item.columns
    this.#insertItem.run(key, this.#target.snapshotKey, position, item.id, ...values)
    this.#bodies.push([key, body])
    const isLong = body.byteLength > MAX_ORDINARY_BODY_BYTES
    if (isLong) this.#insertLongItem(key)
    this.#target.index?.add(key, position, values, isLong)
    this.#nextKey = key + 1
    return key
  }

  #insertLongItem(key: number): void {
    this.#handle.command('INSERT INTO long_items (item_key) VALUES (?)').run(key)
  }

  #insertRows(
    rows: readonly (readonly BoundValue[])[],
    insert: string,
    parameters: string,
    onConflict = '',
  ): void {
    for (let index = 0; index < rows.length; index += ROWS_PER_STATEMENT) {
      const chunk = rows.slice(index, index + ROWS_PER_STATEMENT)
      const values = chunk.map(() => parameters).join(', ')
      this.#handle.command(`${insert} VALUES ${values} ${onConflict}`).run(...chunk.flat())
    }
  }

  #move(key: number, position: number): void {
    const { changes } = this.#handle
      .command('UPDATE items SET position = ? WHERE key = ? AND position <> ?')
      .run(position, key, position)
    if (changes > 0) this.#target.index?.move(key, position)
  }

  #replace(key: number, item: DecodedItem, position: number, body: Uint8Array): void {
    this.#handle
      .command(`UPDATE items SET (position, ${COLUMNS}) = (?, ${PARAMETERS}) WHERE key = ?`)
      .run(position, ...item.columns.values, key)
    this.#handle.command('UPDATE item_bodies SET json = CAST(? AS TEXT) WHERE item_key = ?').run(body, key)
    this.#handle.command('DELETE FROM long_items WHERE item_key = ?').run(key)
    if (body.byteLength > MAX_ORDINARY_BODY_BYTES) this.#insertLongItem(key)
    this.#target.index?.invalidate()
    this.#counts.altered += 1
  }

  #remove(key: number): void {
    this.#handle.command('DELETE FROM items WHERE key = ?').run(key)
    this.#target.index?.invalidate()
  }

  /** Records only the position of an item that is unchanged in the snapshot in use. */
  #keepUnchanged(key: number, position: number): number {
    this.#unchanged.push([this.#target.snapshotKey, key, position])
    return key
  }

  #removeUnchanged(key: number): void {
    this.#handle
      .command('DELETE FROM kept_items WHERE copy_key = ? AND item_key = ?')
      .run(this.#target.snapshotKey, key)
  }

  /**
   * Records that this pass has seen an item. Returns whether it has not seen it before. The first pass needs
   * no table of seen items, because it has seen everything that is staged.
   */
  #recordSeen(earlierKey: number, key: number): boolean {
    if (this.#pass === 1) return earlierKey === 0
    const { snapshotKey } = this.#target
    const wasSeen =
      earlierKey !== 0 &&
      earlierKey !== key &&
      this.#handle
        .command('DELETE FROM sightings WHERE copy_key = ? AND item_key = ?')
        .run(snapshotKey, earlierKey).changes > 0
    const isFirst =
      this.#handle
        .command('INSERT INTO sightings (copy_key, item_key) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(snapshotKey, key).changes > 0
    return isFirst && !wasSeen
  }
}

/** Positions reserved for a sweep or a check of the top; no list is longer. */
export const POSITIONS_PER_READING = 2 ** 31

/** Maximum number of readings of a pass: the sweep and the checks of the top. */
export const MAX_READINGS_PER_PASS = 2 ** 10

/**
 * Returns the position of a page's first item in the order of the service. Items of later readings come
 * before all earlier ones, because new items are at the top of the list.
 * @param skip the offset of the page according to the service
 */
export function positionOf(base: number, range: PageRange, skip: number | null): number {
  const reading = (range.pass - 1) * MAX_READINGS_PER_PASS + range.round
  const offset = skip !== null && skip < POSITIONS_PER_READING ? skip : range.start
  return base - reading * POSITIONS_PER_READING + offset
}
