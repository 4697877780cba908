import { columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import type { FacetCount } from '../../electron/contract/query.ts'
import { columnOfField, FIELD_KEYS } from '../../electron/contract/search-fields.ts'
import { ITEM_COLUMN_LABELS } from '../../electron/contract/strings/columns.ts'
import { searchStrings } from '../../electron/contract/strings/items-search.ts'
import { Latest } from './latest.ts'
import {
  keySuggestions,
  pieceAt,
  applySuggestion,
  valueSuggestions,
  type Offer,
  type TypedPiece,
} from './suggestions.ts'

/** Values are requested this time after the last key, in milliseconds. */
const PAUSE = 80

interface Means {
  /** Returns the values of a column that contain a text, most frequent first. */
  readonly ask: (column: ItemColumnKey, find: string) => Promise<readonly FacetCount[]>
  /** Returns the note beside a value. */
  readonly note: (column: ItemColumnKey, value: FacetCount) => string
}

/** The suggestions below the search box for a search by fields: keys, and values of a column. */
export class SearchSuggestions {
  readonly #means: Means
  readonly #latest = new Latest()

  #piece = $state.raw<TypedPiece | null>(null)
  #values = $state.raw<{ readonly column: ItemColumnKey; readonly found: readonly FacetCount[] } | null>(null)
  /** Index of the active suggestion; -1: none. */
  at = $state(-1)

  readonly offers = $derived.by<readonly Offer[]>(() => {
    const piece = this.#piece
    if (piece === null) return []
    const { column, typed } = piece
    if (column === null) return keySuggestions(typed, FIELD_KEYS, ITEM_COLUMN_LABELS)
    const found = this.#values?.column === column ? this.#values.found : []
    return valueSuggestions({ column, typed }, found, searchStrings.offers.words, (value) =>
      this.#means.note(column, value),
    )
  })

  /** The notation of the column's values. */
  readonly hint = $derived.by(() => {
    const column = this.#piece?.column ?? null
    return column === null ? null : searchStrings.offers.hints[columnKindOf(column)]
  })

  constructor(means: Means) {
    this.#means = means
  }

  /** Updates the suggestions for a text and caret. */
  follow(text: string, caret: number): void {
    this.at = -1
    this.#piece = pieceAt(text, caret, columnOfField)
    this.#latest.cancel()
    const column = this.#piece?.column ?? null
    const kind = column === null ? null : columnKindOf(column)
    if (column === null || (kind !== 'text' && kind !== 'number')) return
    const typed = this.#piece?.typed ?? ''
    this.#latest.after(PAUSE, (isLatest) => this.#look(column, typed, isLatest))
  }

  async #look(column: ItemColumnKey, typed: string, isLatest: () => boolean): Promise<void> {
    try {
      const found = await this.#means.ask(column, typed)
      if (isLatest()) this.#values = { column, found }
    } catch {
      // Without suggestions the search still works.
    }
  }

  /** Moves to the next or previous suggestion, cyclically including the field itself. */
  move(by: 1 | -1): void {
    const count = this.offers.length + 1
    this.at = ((this.at + 1 + by + count) % count) - 1
  }

  /** Returns text and caret after accepting a suggestion. */
  take(text: string, offer: Offer): { readonly text: string; readonly caret: number } | null {
    return this.#piece === null ? null : applySuggestion(text, this.#piece, offer)
  }

  close(): void {
    this.#latest.cancel()
    this.#piece = null
    this.at = -1
  }
}
