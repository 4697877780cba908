import { AppError } from '../../contract/app-error.ts'
import { ANSWER_REASONS, CACHE_REASONS } from '../../contract/strings/store.ts'
import { invalidResponse } from '../decode-json.ts'
import type { DecodedItem, DecodedPage } from '../decode-page.ts'
import type { Command, Query, WriteHandle } from '../database/handles.ts'
import type { IdMap } from './id-map.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import { MAX_ORDINARY_BODY_BYTES } from '../long-items.ts'
import { positionOf } from './positions.ts'
import type { RunningIndex } from './running-index.ts'
import type { PageOutcome, PagePlace } from '../types.ts'

/** Where the items of a page go. */
export interface PageTarget {
  /** The copy that is being made. */
  readonly copyKey: number
  /** The snapshot in use, beside which the items are held. */
  readonly currentCopy: number | null
  /** Position of the first item of the list, in the first sweep. */
  readonly basePosition: number
  /**
   * Key of the row that stands for each id so far: one that was staged, or an unchanged one of the snapshot
   * in use; in a discovery, of the kept item. A discovery that keeps no items has 1 for each id.
   */
  readonly keys: IdMap
  /** Told of every row; null: none is made on the way. */
  readonly running: RunningIndex | null
}

/** How the items of a page stand to what the download, and this pass of it, had before. */
export type PageCounts = Pick<PageOutcome, 'fresh' | 'added' | 'unchanged' | 'altered' | 'repeated'>

type Counts = { -readonly [Name in keyof PageCounts]: number }

const COLUMNS = ITEM_COLUMN_NAMES.join(', ')
const PLACES = ITEM_COLUMN_NAMES.map(() => '?').join(', ')
const INSERT_BODIES = 'INSERT INTO item_bodies (item_key, json) VALUES'
/** Bodies that go in with one statement, which is a tenth quicker. */
const BODIES_TOGETHER = 20
/** Keys are kept as 32-bit numbers by the readers. */
const LAST_KEY = 0x7fffffff

/** Stages the items of a page. Must run inside a transaction. */
export function stageItems(
  handle: WriteHandle,
  target: PageTarget,
  place: PagePlace,
  page: DecodedPage,
): PageCounts {
  const stager = new ItemStager(handle, target, place.pass)
  const first = positionOf(target.basePosition, place, page.skip)
  const bodies = page.bodies()
  for (const item of page.items) {
    const body = bodies.get(item.id)
    if (body === undefined) throw invalidResponse(ANSWER_REASONS.unclear)
    stager.stage(item, first + item.place, body)
  }
  return stager.finish()
}

/** Writes items. Their bodies go in as the bytes that came, which saves making strings of them and back. */
class ItemStager {
  readonly #target: PageTarget
  readonly #handle: WriteHandle
  readonly #pass: number
  readonly #insertItem: Command
  /** Keys and bodies of rows whose bodies are still to be written. */
  readonly #bodies: (number | Uint8Array)[] = []
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
      `INSERT INTO items (key, copy_key, position, campaign_item_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ${PLACES})`,
    )
    // Two questions: joined into one they take three times as long.
    this.#currentKey = handle.values(
      'SELECT item_key FROM item_ids WHERE copy_key = ? AND campaign_item_id = ?',
    )
    this.#isSame = handle.values('SELECT json = CAST(? AS TEXT) FROM item_bodies WHERE item_key = ?')
    this.#nextKey = handle.values<number>('SELECT next FROM item_keys').get() ?? 1
    this.#firstKey =
      handle.values<number>('SELECT first_key FROM copies WHERE key = ?').get(target.copyKey) ?? this.#nextKey
  }

  /** The last one of an id wins. */
  stage(item: DecodedItem, position: number, body: Uint8Array): void {
    const { currentCopy, keys } = this.#target
    const isOfItem = (key: number): boolean => this.#idOf(key) === item.id
    const earlier = keys.get(item.id, isOfItem)
    const current = currentCopy === null ? undefined : this.#currentKey.get(currentCopy, item.id)
    const kept = current !== undefined && this.#isSame.get(body, current) === 1 ? current : null
    let key: number
    if (kept !== null) {
      key = this.#keep(kept, position)
    } else if (!this.#isStaged(earlier)) {
      key = this.#insert(item, position, body)
    } else {
      key = earlier
      if (this.#isSame.get(body, earlier) === 1) this.#move(earlier, position)
      else this.#replace(earlier, item, position, body)
    }
    if (earlier === 0) {
      this.#counts.fresh += 1
      if (kept !== null) this.#counts.unchanged += 1
      if (current === undefined) this.#counts.added += 1
    }
    if (!this.#see(earlier, key)) this.#counts.repeated += 1
    if (key === earlier) return
    // The earlier row vouches for the id, so it goes only afterwards.
    keys.set(item.id, key, isOfItem)
    if (earlier === 0) return
    this.#counts.altered += 1
    if (this.#isStaged(earlier)) this.#remove(earlier)
    else this.#unkeep(earlier)
  }

  finish(): PageCounts {
    this.#insertBodies()
    this.#handle.command('UPDATE item_keys SET next = ?').run(this.#nextKey)
    return this.#counts
  }

  /** Rows of the snapshot in use have smaller keys than those that were staged since. */
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
    const { values } = item.columns
    this.#insertItem.run(key, this.#target.copyKey, position, item.id, ...values)
    this.#bodies.push(key, body)
    const isLong = body.byteLength > MAX_ORDINARY_BODY_BYTES
    if (isLong) this.#noteLong(key)
    this.#target.running?.add(key, position, values, isLong)
    this.#nextKey = key + 1
    return key
  }

  #noteLong(key: number): void {
    this.#handle.command('INSERT INTO long_items (item_key) VALUES (?)').run(key)
  }

  #insertBodies(): void {
    const values = this.#bodies.splice(0)
    for (let at = 0; at < values.length; at += 2 * BODIES_TOGETHER) {
      const some = values.slice(at, at + 2 * BODIES_TOGETHER)
      const rows = Array.from({ length: some.length / 2 }, () => '(?, CAST(? AS TEXT))').join(', ')
      this.#handle.command(`${INSERT_BODIES} ${rows}`).run(...some)
    }
  }

  #move(key: number, position: number): void {
    const { changes } = this.#handle
      .command('UPDATE items SET position = ? WHERE key = ? AND position <> ?')
      .run(position, key, position)
    if (changes > 0) this.#target.running?.move(key, position)
  }

  #replace(key: number, item: DecodedItem, position: number, body: Uint8Array): void {
    this.#handle
      .command(`UPDATE items SET (position, ${COLUMNS}) = (?, ${PLACES}) WHERE key = ?`)
      .run(position, ...item.columns.values, key)
    this.#handle.command('UPDATE item_bodies SET json = CAST(? AS TEXT) WHERE item_key = ?').run(body, key)
    this.#handle.command('DELETE FROM long_items WHERE item_key = ?').run(key)
    if (body.byteLength > MAX_ORDINARY_BODY_BYTES) this.#noteLong(key)
    this.#target.running?.spoil()
    this.#counts.altered += 1
  }

  #remove(key: number): void {
    this.#handle.command('DELETE FROM items WHERE key = ?').run(key)
    this.#target.running?.spoil()
  }

  /** The item is in the snapshot in use already, letter for letter: only its place is noted. */
  #keep(key: number, position: number): number {
    this.#handle
      .command(
        `INSERT INTO kept_items (copy_key, item_key, position) VALUES (?, ?, ?)
          ON CONFLICT (copy_key, item_key) DO UPDATE SET position = excluded.position`,
      )
      .run(this.#target.copyKey, key, position)
    return key
  }

  #unkeep(key: number): void {
    this.#handle
      .command('DELETE FROM kept_items WHERE copy_key = ? AND item_key = ?')
      .run(this.#target.copyKey, key)
  }

  /**
   * Whether this pass sees the item for the first time. The first pass has seen what there is; others need a
   * list.
   */
  #see(earlier: number, key: number): boolean {
    if (this.#pass === 1) return earlier === 0
    const { copyKey } = this.#target
    const wasSeen =
      earlier !== 0 &&
      earlier !== key &&
      this.#handle.command('DELETE FROM sightings WHERE copy_key = ? AND item_key = ?').run(copyKey, earlier)
        .changes > 0
    const isNew =
      this.#handle
        .command('INSERT INTO sightings (copy_key, item_key) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(copyKey, key).changes > 0
    return isNew && !wasSeen
  }
}
