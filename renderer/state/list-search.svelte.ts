import type { SearchMode } from '../../electron/contract/query.ts'
import { parseFields } from '../../electron/contract/search-fields.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import { searchStrings } from '../../electron/contract/strings/items-search.ts'
import { Latest } from './latest.ts'
import { heldMode, PLAIN_VIEW, type ViewQuery } from './items-query.ts'

/**
 * While a search is under way, what is typed is searched for this long after the last key, in milliseconds.
 */
const TYPING_PAUSE = 60
/**
 * A mistake in what is typed is told this long after the last key, in milliseconds: it may be half of a term.
 */
const MISTAKE_PAUSE = 700

/** What of a query the search box asks for. */
type Searched = Pick<ViewQuery, 'search' | 'searchMode'>

/** What stands in the search box of a list, how it is read, and what is wrong with it. */
export class ListSearch {
  readonly #searched: () => Searched
  readonly #apply: (searched: Searched, edit: number) => Promise<void>
  readonly #typing = new Latest()
  /** Counts how often the person began to type. */
  #edit = 0
  /** Searches that have not been answered. */
  #underWay = 0

  /** What stands in the box; the query follows at once, or after a moment. */
  typed = $state('')
  /** The way of searching that the person holds to; null: as what is typed reads. */
  chosenMode = $state<SearchMode | null>(null)
  /** How what is typed is searched for. */
  readonly mode = $derived(this.chosenMode ?? detectSearchMode(this.typed))
  /** What of a search in fields cannot be read, and where. */
  readonly mistake = $derived(this.mode === 'fields' ? parseFields(this.typed).problem : null)
  /** Why what is typed was not searched for, as a sentence. */
  problem = $state.raw<string | null>(null)

  /**
   * @param searched what the list is searched for now.
   * @param apply searches it for something else; what is typed in one go has the same `edit`.
   */
  constructor(searched: () => Searched, apply: (searched: Searched, edit: number) => Promise<void>) {
    this.#searched = searched
    this.#apply = apply
  }

  /** Shows what a query searches for that came from elsewhere. */
  follow(query: Searched): void {
    this.rest()
    this.typed = query.search
    this.chosenMode = heldMode(query)
    this.problem = null
  }

  /** The person begins to type; what follows is undone apart from what was typed before. */
  beginEdit(): void {
    this.#edit += 1
  }

  /**
   * Takes what was typed, and searches for it at once; while a search is still under way, when the fingers
   * rest, so that each key of a quick hand does not stop what the one before has begun.
   */
  type(text: string): void {
    this.typed = text
    if (this.#underWay === 0) void this.apply()
    else this.#typing.after(TYPING_PAUSE, () => this.apply())
  }

  /** Searches for what was typed, now. */
  async apply(): Promise<void> {
    this.#typing.cancel()
    if (this.mistake !== null) {
      this.#typing.after(MISTAKE_PAUSE, () => this.tellMistake())
      return
    }
    const searchMode = this.typed === '' ? PLAIN_VIEW.searchMode : this.mode
    const before = this.#searched()
    if (this.typed === before.search && searchMode === before.searchMode) {
      this.problem = null
      return
    }
    this.#underWay += 1
    try {
      await this.#apply({ search: this.typed, searchMode }, this.#edit)
    } finally {
      this.#underWay -= 1
    }
  }

  async clear(): Promise<void> {
    this.typed = ''
    await this.apply()
  }

  /** Holds to a way of searching, or with null leaves it to what is typed. */
  async choose(mode: SearchMode | null): Promise<void> {
    this.chosenMode = mode
    await this.apply()
  }

  /** Says what of a search in fields cannot be read; false when all can. */
  tellMistake(): boolean {
    if (this.mistake === null) return false
    this.problem = searchStrings.mistake(this.mistake.reason)
    return true
  }

  /** Lets go of what was about to be searched for. */
  rest(): void {
    this.#typing.cancel()
  }
}
