import { AppError } from '../../contract/app-error.ts'
import { ANSWER_REASONS, CACHE_REASONS } from '../../contract/strings/store.ts'
import { badAnswer } from '../decode-json.ts'
import type { DecodedItem, DecodedPage } from '../decode-page.ts'
import type { Command, Query, WriteHandle } from '../database/handles.ts'
import type { IdMap } from './id-map.ts'
import { boundColumns, ITEM_COLUMN_NAMES } from '../item-columns.ts'

/** Where the items of a page go. */
export interface PageTarget {
  /** The copy that is being made. */
  readonly copyKey: number
  /** The copy in use, beside which the items are held. */
  readonly currentCopy: number | null
  /** Ids that earlier pages listed, to place a page that does not say where it begins. */
  readonly listed: number
  /**
   * Key of the row that stands for each id so far: one that was staged, or an unchanged one of the copy in use. In a
   * discovery just a mark.
   */
  readonly keys: IdMap
}

const COLUMNS = ITEM_COLUMN_NAMES.join(', ')
const PLACES = ITEM_COLUMN_NAMES.map(() => '?').join(', ')
/** Keys are kept as 32-bit numbers by the readers. */
const LAST_KEY = 0x7fffffff

/** Stages the items of a page. Must run inside a transaction. Gives how many no earlier page of the download had. */
export function stageItems(handle: WriteHandle, target: PageTarget, page: DecodedPage): number {
  const stager = new ItemStager(handle, target)
  const start = page.skip ?? target.listed
  const bodies = page.bodies()
  let fresh = 0
  for (const item of page.items) {
    const body = bodies.get(item.id)
    if (body === undefined) throw badAnswer(ANSWER_REASONS.unclear)
    if (stager.stage(item, start + item.place, body)) fresh += 1
  }
  stager.finish()
  return fresh
}

/** Notes which items a discovery has looked through. Gives how many it had not before. */
export function seeItems(target: PageTarget, page: DecodedPage): number {
  const before = target.keys.size
  for (const item of page.items) target.keys.set(item.id, 1)
  return target.keys.size - before
}

/** Writes items. Their bodies go in as the bytes that came, which saves making strings of them and back. */
class ItemStager {
  readonly #target: PageTarget
  readonly #handle: WriteHandle
  readonly #insertItem: Command
  readonly #insertBody: Command
  readonly #currentKey: Query<number>
  readonly #isSame: Query<number>
  readonly #firstKey: number
  #nextKey: number

  constructor(handle: WriteHandle, target: PageTarget) {
    this.#handle = handle
    this.#target = target
    this.#insertItem = handle.command(
      `INSERT INTO items (key, copy_key, position, campaign_item_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ${PLACES})`,
    )
    this.#insertBody = handle.command('INSERT INTO item_bodies (item_key, json) VALUES (?, CAST(? AS TEXT))')
    // Two questions: joined into one they take three times as long.
    this.#currentKey = handle.values(
      'SELECT item_key FROM item_ids WHERE copy_key = ? AND campaign_item_id = ?',
    )
    this.#isSame = handle.values('SELECT json = CAST(? AS TEXT) FROM item_bodies WHERE item_key = ?')
    this.#nextKey = handle.values<number>('SELECT next FROM item_keys').get() ?? 1
    this.#firstKey =
      handle.values<number>('SELECT first_key FROM copies WHERE key = ?').get(target.copyKey) ?? this.#nextKey
  }

  /** True for an item that no earlier page had. The last one of an id wins. */
  stage(item: DecodedItem, position: number, body: Uint8Array): boolean {
    const { currentCopy, keys } = this.#target
    const isOfItem = (key: number): boolean => this.#idOf(key) === item.id
    const earlier = keys.get(item.id, isOfItem)
    const current = currentCopy === null ? undefined : this.#currentKey.get(currentCopy, item.id)
    if (current !== undefined && this.#isSame.get(body, current) === 1) {
      // The earlier row vouches for the id, so it goes only afterwards.
      keys.set(item.id, current, isOfItem)
      this.#keep(current, position)
      if (this.#isStaged(earlier)) this.#remove(earlier)
    } else if (this.#isStaged(earlier)) {
      this.#replace(earlier, item, position, body)
    } else {
      if (earlier > 0) this.#unkeep(earlier)
      keys.set(item.id, this.#insert(item, position, body), isOfItem)
    }
    return earlier === 0
  }

  finish(): void {
    this.#handle.command('UPDATE item_keys SET next = ?').run(this.#nextKey)
  }

  /** Rows of the copy in use have smaller keys than those that were staged since. */
  #isStaged(key: number): boolean {
    return key >= this.#firstKey
  }

  #idOf(key: number): string | undefined {
    return this.#handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?').get(key)
  }

  #insert(item: DecodedItem, position: number, body: Uint8Array): number {
    const key = this.#nextKey
    if (key >= LAST_KEY) {
      throw new AppError('cacheUnavailable', { params: { reason: CACHE_REASONS.noNumbersLeft } })
    }
    this.#insertItem.run(key, this.#target.copyKey, position, item.id, ...boundColumns(item.columns))
    this.#insertBody.run(key, body)
    this.#nextKey = key + 1
    return key
  }

  #replace(key: number, item: DecodedItem, position: number, body: Uint8Array): void {
    this.#handle
      .command(`UPDATE items SET (position, ${COLUMNS}) = (?, ${PLACES}) WHERE key = ?`)
      .run(position, ...boundColumns(item.columns), key)
    this.#handle.command('UPDATE item_bodies SET json = CAST(? AS TEXT) WHERE item_key = ?').run(body, key)
  }

  #remove(key: number): void {
    this.#handle.command('DELETE FROM items WHERE key = ?').run(key)
  }

  /** The item is in the copy in use already, letter for letter: only its place is noted. */
  #keep(key: number, position: number): void {
    this.#handle
      .command(
        `INSERT INTO kept_items (copy_key, item_key, position) VALUES (?, ?, ?)
          ON CONFLICT (copy_key, item_key) DO UPDATE SET position = excluded.position`,
      )
      .run(this.#target.copyKey, key, position)
  }

  #unkeep(key: number): void {
    this.#handle
      .command('DELETE FROM kept_items WHERE copy_key = ? AND item_key = ?')
      .run(this.#target.copyKey, key)
  }
}
