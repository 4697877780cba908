import { MAX_SEARCH_LENGTH } from '../../electron/contract/base-schemas.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { SearchMode } from '../../electron/contract/query.ts'
import { parseFields, type SearchSyntaxError } from '../../electron/contract/search-fields.ts'
import { shownName } from '../../electron/contract/clip-text.ts'
import { detectSearchMode } from '../../electron/contract/search-mode.ts'
import { messages } from '../../electron/contract/messages.ts'
import { correctField, type FieldCorrection } from './field-correction.ts'
import { Latest } from './latest.ts'
import { PLAIN_VIEW, type ViewQuery } from './items-query.ts'

/** While a search is running, typed text is searched for this time after the last key, in milliseconds. */
const TYPING_PAUSE_MS = 60
/** A hint is shown this time after the last key, in milliseconds, because a term may be incomplete. */
const HINT_DELAY_MS = 700

/** Returns whether a failure concerns the pattern of a search, which is reported at the search box. */
export function concernsSearch({ code }: Fault): boolean {
  return code === 'searchInvalid' || code === 'searchTooSlow'
}

/** Returns whether a failure concerns the pattern of a filter, which is reported where filters are edited. */
export function concernsFilter({ code }: Fault): boolean {
  return code === 'filterPatternInvalid' || code === 'filterPatternTooSlow'
}

/** What is wrong with a search text. */
export interface SearchHint {
  /** Why it is not searched for, as a sentence; null: it is. */
  readonly problem: string | null
  readonly correction: FieldCorrection | null
  /** Whether it can be searched for as words instead. */
  readonly offersWords: boolean
}

/** The part of a query that the search box sets. */
type SearchInput = Pick<ViewQuery, 'search' | 'searchMode'>

/** How a search by fields is read, which depends on the columns of the list. */
export interface SearchSyntax {
  /** Returns the search mode of a text. */
  readonly modeOf: (text: string) => SearchMode
  /** Returns the syntax error of a text; null if there is none. */
  readonly problemOf: (text: string) => SearchSyntaxError | null
  /** Returns a known field for an unknown one. */
  readonly correct: (text: string) => FieldCorrection | null
}

const ITEM_SYNTAX: SearchSyntax = {
  modeOf: detectSearchMode,
  problemOf: (text) => parseFields(text).problem,
  correct: correctField,
}

/** The search box of a list: its text, the search mode, and errors. */
export class ListSearch {
  readonly #current: () => SearchInput
  readonly #apply: (search: SearchInput, edit: number) => Promise<void>
  readonly #syntax: SearchSyntax
  readonly #typing = new Latest()
  readonly #pause = new Latest()
  /** Number of times that the person began to type. */
  #edit = 0
  /** Number of running searches. */
  #runningSearches = 0

  /** The text of the box; the query follows at once or after a pause. */
  typed = $state('')
  /** The search mode that the person chose; null: detected from the text. */
  chosenMode = $state<SearchMode | null>(null)
  /** The current search mode. */
  readonly mode = $derived.by(() => this.chosenMode ?? this.#syntax.modeOf(this.typed))
  readonly #isTooLong = $derived(this.typed.length > MAX_SEARCH_LENGTH)
  /** The syntax error of a search by fields. */
  readonly syntaxError = $derived.by(() =>
    this.mode === 'fields' && !this.#isTooLong ? this.#syntax.problemOf(this.typed) : null,
  )
  /** Whether the text can be searched for. */
  readonly isValid = $derived(this.syntaxError === null && !this.#isTooLong)
  /** Why the text could not be searched for, as a sentence. */
  #refusal = $state.raw<string | null>(null)
  /** Whether the person has stopped typing. */
  #hasPaused = $state(true)
  /** Why the text is not searched for, as a sentence. */
  readonly problem = $derived.by(() => {
    if (this.#isTooLong) return messages.itemsSearch.tooLong({ limit: MAX_SEARCH_LENGTH })
    return this.syntaxError === null ? this.#refusal : sentenceOf(this.typed, this.syntaxError)
  })
  /** A known field for an unknown one, unless the person chose to search by words. */
  readonly #correction = $derived.by(() => {
    if (this.#isTooLong || this.mode === 'pattern' || (this.mode === 'words' && this.chosenMode !== null))
      return null
    const correction = this.#syntax.correct(this.typed)
    if (correction === null || this.mode === 'words') return correction
    return this.syntaxError?.start === correction.start ? correction : null
  })
  /** What to show about the text once the person stops typing; null: nothing. */
  readonly hint = $derived.by<SearchHint | null>(() => {
    if (!this.#hasPaused || (this.problem === null && this.#correction === null)) return null
    const offersWords = this.problem !== null && this.mode !== 'words' && !this.#isTooLong
    return { problem: this.problem, correction: this.#correction, offersWords }
  })

  /**
   * @param current returns the current search of the list
   * @param apply starts another search; text typed without interruption has the same `edit`
   */
  constructor(
    current: () => SearchInput,
    apply: (search: SearchInput, edit: number) => Promise<void>,
    syntax: SearchSyntax = ITEM_SYNTAX,
  ) {
    this.#current = current
    this.#apply = apply
    this.#syntax = syntax
  }

  /** Shows the search of a query that was set elsewhere. */
  follow(query: SearchInput): void {
    this.cancelPending()
    this.typed = query.search
    const { search, searchMode } = query
    this.chosenMode = search === '' || this.#syntax.modeOf(search) === searchMode ? null : searchMode
    this.#refusal = null
    this.#hasPaused = true
  }

  /** Sets why the text could not be searched for; null: it was. */
  refuse(refusal: string | null): void {
    this.#refusal = refusal
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
    this.#hasPaused = false
    this.#pause.after(HINT_DELAY_MS, () => {
      this.#hasPaused = true
    })
    if (this.#runningSearches === 0) void this.apply()
    else this.#typing.after(TYPING_PAUSE_MS, () => this.apply())
  }

  /** Searches for the text now. */
  async apply(): Promise<void> {
    this.#typing.cancel()
    if (!this.isValid) return
    const searchMode = this.typed === '' ? PLAIN_VIEW.searchMode : this.mode
    const before = this.#current()
    if (this.typed === before.search && searchMode === before.searchMode) {
      this.#refusal = null
      return
    }
    this.#runningSearches += 1
    try {
      await this.#apply({ search: this.typed, searchMode }, this.#edit)
    } finally {
      this.#runningSearches -= 1
    }
  }

  /** Clears the text, which is undone separately from what was typed before and is typed afterwards. */
  async clear(): Promise<void> {
    this.beginEdit()
    this.typed = ''
    const applied = this.apply()
    this.beginEdit()
    await applied
  }

  /** Chooses a search mode; null: detected from the text. */
  async choose(mode: SearchMode | null): Promise<void> {
    this.chosenMode = mode
    this.#hasPaused = true
    await this.apply()
  }

  /** Enters another text at once, in a search mode or with the detected one. */
  async enter(text: string, mode: SearchMode | null): Promise<void> {
    this.typed = text
    await this.choose(mode)
  }

  /** Shows the hint without waiting. Returns whether the text is invalid. */
  showHint(): boolean {
    this.#hasPaused = true
    return !this.isValid
  }

  /** Cancels a pending search and a pending hint. */
  cancelPending(): void {
    this.#typing.cancel()
    this.#pause.cancel()
  }
}

/** Returns what to do about a syntax error. */
function sentenceOf(text: string, { start, end, code }: SearchSyntaxError): string {
  const part = code === 'value' ? (/[^\s]*$/u.exec(text.slice(0, end))?.[0] ?? '') : text.slice(start, end)
  const message = messages.itemsSearch.syntaxErrors[code]
  return typeof message === 'string' ? message : message({ part: shownName(part) })
}
