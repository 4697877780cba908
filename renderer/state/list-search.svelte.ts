import type { SearchMode } from '../../electron/contract/query.ts'
import { parseFields } from '../../electron/contract/search-fields.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import { searchStrings } from '../../electron/contract/strings/items-search.ts'
import { Latest } from './latest.ts'
import { explicitSearchMode, PLAIN_VIEW, type ViewQuery } from './items-query.ts'

/** While a search is running, typed text is searched for this time after the last key, in milliseconds. */
const TYPING_PAUSE_MS = 60
/**
 * A syntax error is reported this time after the last key, in milliseconds, because a term may be incomplete.
 */
const SYNTAX_ERROR_DELAY_MS = 700

/** The part of a query that the search box sets. */
type SearchInput = Pick<ViewQuery, 'search' | 'searchMode'>

/** The search box of a list: its text, the search mode, and errors. */
export class ListSearch {
  readonly #current: () => SearchInput
  readonly #apply: (search: SearchInput, edit: number) => Promise<void>
  readonly #typing = new Latest()
  /** Number of times that the person began to type. */
  #edit = 0
  /** Number of running searches. */
  #runningSearches = 0

  /** The text of the box; the query follows at once or after a pause. */
  typed = $state('')
  /** The search mode that the person chose; null: detected from the text. */
  chosenMode = $state<SearchMode | null>(null)
  /** The current search mode. */
  readonly mode = $derived(this.chosenMode ?? detectSearchMode(this.typed))
  /** The syntax error of a search by fields. */
  readonly syntaxError = $derived(this.mode === 'fields' ? parseFields(this.typed).problem : null)
  /** Why the text was not searched for, as a sentence. */
  problem = $state.raw<string | null>(null)

  /**
   * @param current returns the current search of the list
   * @param apply starts another search; text typed without interruption has the same `edit`
   */
  constructor(current: () => SearchInput, apply: (search: SearchInput, edit: number) => Promise<void>) {
    this.#current = current
    this.#apply = apply
  }

  /** Shows the search of a query that was set elsewhere. */
  follow(query: SearchInput): void {
    this.cancelPending()
    this.typed = query.search
    this.chosenMode = explicitSearchMode(query)
    this.problem = null
  }

  /** Begins an edit, which is undone separately from earlier ones. */
  beginEdit(): void {
    this.#edit += 1
  }

  /**
   * Searches for typed text at once; while a search is running, after a pause, so that fast typing does not
   * cancel it with each key.
   */
  type(text: string): void {
    this.typed = text
    if (this.#runningSearches === 0) void this.apply()
    else this.#typing.after(TYPING_PAUSE_MS, () => this.apply())
  }

  /** Searches for the text now. */
  async apply(): Promise<void> {
    this.#typing.cancel()
    if (this.syntaxError !== null) {
      this.#typing.after(SYNTAX_ERROR_DELAY_MS, () => this.showSyntaxError())
      return
    }
    const searchMode = this.typed === '' ? PLAIN_VIEW.searchMode : this.mode
    const before = this.#current()
    if (this.typed === before.search && searchMode === before.searchMode) {
      this.problem = null
      return
    }
    this.#runningSearches += 1
    try {
      await this.#apply({ search: this.typed, searchMode }, this.#edit)
    } finally {
      this.#runningSearches -= 1
    }
  }

  async clear(): Promise<void> {
    this.typed = ''
    await this.apply()
  }

  /** Chooses a search mode; null: detected from the text. */
  async choose(mode: SearchMode | null): Promise<void> {
    this.chosenMode = mode
    await this.apply()
  }

  /** Reports a syntax error of a search by fields. Returns false if there is none. */
  showSyntaxError(): boolean {
    if (this.syntaxError === null) return false
    this.problem = searchStrings.syntaxError(this.syntaxError.reason)
    return true
  }

  /** Cancels a pending search. */
  cancelPending(): void {
    this.#typing.cancel()
  }
}
