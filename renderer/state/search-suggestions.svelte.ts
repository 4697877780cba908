import { columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import type { FacetCount } from '../../electron/contract/query.ts'
import { columnOfField, FIELD_KEYS } from '../../electron/contract/search-fields.ts'
import { messages } from '../../electron/contract/messages.ts'
import { Latest } from './latest.ts'
import {
  keySuggestions,
  termAt,
  applySuggestion,
  cycleIndex,
  valueSuggestions,
  type Suggestion,
  type SearchTerm,
} from './suggestions.ts'

/** Values are requested this time after the last key, in milliseconds. */
const DEBOUNCE_MS = 80

interface SuggestionSource {
  /** Returns the values of a column that contain a text, most frequent first. */
  readonly loadValues: (column: ItemColumnKey, find: string) => Promise<readonly FacetCount[]>
  /** Returns the note of a value. */
  readonly note: (column: ItemColumnKey, value: FacetCount) => string
}

/** The suggestions below the search box for a search by fields: keys, and values of a column. */
export class SearchSuggestions {
  readonly #source: SuggestionSource
  readonly #latest = new Latest()

  #term = $state.raw<SearchTerm | null>(null)
  #values = $state.raw<{ readonly column: ItemColumnKey; readonly counts: readonly FacetCount[] } | null>(
    null,
  )
  /** Index of the active suggestion; -1: none. */
  activeIndex = $state(-1)

  readonly list = $derived.by<readonly Suggestion[]>(() => {
    const term = this.#term
    if (term === null) return []
    const { column, typed } = term
    if (column === null) return keySuggestions(typed, FIELD_KEYS, messages.columns.items)
    const counts = this.#values?.column === column ? this.#values.counts : []
    return valueSuggestions({ column, typed }, counts, messages.itemsSearch.suggestions.labels, (value) =>
      this.#source.note(column, value),
    )
  })

  /** The notation of the column's values. */
  readonly hint = $derived.by(() => {
    const column = this.#term?.column ?? null
    return column === null ? null : messages.itemsSearch.suggestions.hints[columnKindOf(column)]
  })

  constructor(source: SuggestionSource) {
    this.#source = source
  }

  /** Updates the suggestions for a text and caret. */
  follow(text: string, caret: number): void {
    this.activeIndex = -1
    this.#term = termAt(text, caret, columnOfField)
    this.#latest.cancel()
    const column = this.#term?.column ?? null
    const kind = column === null ? null : columnKindOf(column)
    if (column === null || (kind !== 'text' && kind !== 'number')) return
    const typed = this.#term?.typed ?? ''
    this.#latest.after(DEBOUNCE_MS, (isLatest) => this.#loadValues(column, typed, isLatest))
  }

  async #loadValues(column: ItemColumnKey, typed: string, isLatest: () => boolean): Promise<void> {
    try {
      const counts = await this.#source.loadValues(column, typed)
      if (isLatest()) this.#values = { column, counts }
    } catch {
      // Without suggestions the search still works.
    }
  }

  /** Moves to the next or previous suggestion, cyclically including the field itself. */
  move(by: 1 | -1): void {
    this.activeIndex = cycleIndex(this.activeIndex, by, this.list.length)
  }

  /** Returns text and caret after accepting a suggestion. */
  apply(text: string, suggestion: Suggestion): { readonly text: string; readonly caret: number } | null {
    return this.#term === null ? null : applySuggestion(text, this.#term, suggestion)
  }

  close(): void {
    this.#latest.cancel()
    this.#term = null
    this.activeIndex = -1
  }
}
