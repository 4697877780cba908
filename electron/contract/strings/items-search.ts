import type { ColumnKind } from '../columns.ts'
import type { SearchMode } from '../query.ts'
import type { SearchSyntaxErrorCode } from '../search-fields.ts'
import { plural } from './grammar.ts'

/** Strings of search modes, pasted lists and search suggestions. */
export const searchStrings = {
  mode: {
    names: { words: 'Words', pattern: 'Pattern', fields: 'Fields' } satisfies Readonly<
      Record<SearchMode, string>
    >,
    automatic: 'Automatic',
    automaticText: 'By what is typed.',
    texts: {
      words: 'Rows with every word, anywhere and in any order.',
      fields: 'pos:00123, status:3,4, qty:>500, locked:yes, -word, "exact phrase"',
      pattern: 'A regular expression, as the service searches: name, artwork, POS number, element.',
    } satisfies Readonly<Record<SearchMode, string>>,
    menu: 'How to search',
    button: (name: string, automatic: boolean) =>
      automatic ? `How to search: ${name}, by what is typed` : `How to search: ${name}`,
  },

  suggestions: {
    label: 'Suggestions',
    /** Announced while the list is open: a search box cannot be marked as expanded. */
    announcement: (count: number, shown: string) =>
      `${shown} ${plural(count, 'suggestion', 'suggestions')}. Press the Down or Up arrow key to choose.`,
    labels: { yes: 'yes', no: 'no', empty: 'empty' },
    hints: {
      text: 'A part of it, "several words", or empty. Several with commas.',
      number: '12, >500, <=10, 5..10, or empty. Several with commas.',
      boolean: 'yes, no, or empty.',
      dateTime: '2026-05-01, 2026-05, >2026-05-01, 2026-01..2026-03, or empty.',
    } satisfies Readonly<Record<ColumnKind, string>>,
  },

  byWords: 'Search for these words instead',

  /** What to do about a syntax error in a part of the text. */
  syntaxErrors: {
    key: (part: string) => `Unknown field “${part}”.`,
    value: (part: string) => `Add a value after “${part}”.`,
    quote: () => 'Add a closing quotation mark.',
    phrase: () => 'Add a text between the quotation marks.',
    number: () => 'Enter a number, such as 5, >5 or 1..5, or a text in quotation marks.',
    yesNo: () => 'Enter yes, no or empty.',
    date: () => 'Enter a date, such as 2026-05-01, <2026-05 or 2026-05-01..2026-05-31.',
  } satisfies Readonly<Record<SearchSyntaxErrorCode, (part: string) => string>>,
  didYouMean: 'Did you mean',
  correction: (key: string) => `${key}:`,
  correctionKeys: { rows: '→', noRows: 'Enter' },
  correctionAnnouncement: {
    rows: (key: string) => `Did you mean ${key}? Press the Right arrow key to accept.`,
    noRows: (key: string) => `Did you mean ${key}? Press Enter to accept.`,
  },
  searchedWords: 'Searched as words.',
  keptRows: (search: string) =>
    search === '' ? 'Showing the list without a search.' : `Showing results for “${search}”.`,

  starts: {
    label: 'Recent and saved searches',
    recent: 'Recent search',
    saved: 'Saved view',
    clear: 'Clear recent searches',
    cleared: 'Recent searches cleared.',
    removed: (search: string) => `Removed “${search}”.`,
    hint: 'Press Delete to remove a recent search.',
    announcement: (count: number, shown: string) =>
      `${shown} recent and saved ${plural(count, 'search', 'searches')}. Press the Down or Up arrow key to choose.`,
  },

  nothing: {
    words: (search: string) => `No item has all the words of “${search}”.`,
    pattern: (search: string) => `No item name, artwork, POS number or element matches “${search}”.`,
    fields: (search: string) => `No item is as “${search}” says.`,
  } satisfies Readonly<Record<SearchMode, (search: string) => string>>,

  list: {
    command: 'Paste a list…',
    title: 'Paste a list',
    label: 'POS numbers or ids',
    hint: 'One in each line or cell',
    entries: (count: number, shown: string) => `${shown} ${plural(count, 'entry', 'entries')}`,
    omitted: (count: number, shown: string) =>
      `${shown} ${plural(count, 'entry exceeds', 'entries exceed')} the limit of 100,000 entries with 500 characters and ${plural(count, 'is', 'are')} left out.`,
    needed: 'Paste at least one entry.',
    find: 'Find',
    name: 'List',
    found: (found: string, all: string) => `${found} of ${all} found`,
    looking: (count: number, shown: string) => `${shown} ${plural(count, 'entry', 'entries')}`,
    open: (summary: string) => `List: ${summary}. Show what was not found`,
    remove: (summary: string) => `Remove the list: ${summary}`,
    panel: 'Searched list',
    missing: (shown: string) => `Not found: ${shown}`,
    nothingMissing: 'Every entry was found.',
    missingMore: (shown: string) => `and ${shown} more`,
    copyMissing: 'Copy those not found',
    copied: 'Copied',
    order: 'In the pasted order',
    change: 'Change the list…',
    dropped: {
      invitation: 'Drop to search for each line',
      /** The name is null if only all files together are too large. */
      tooLarge: (name: string | null, megabytes: string) => {
        const what = name === null ? 'The files together are' : `“${name}” is`
        return `${what} larger than ${megabytes} MB, so nothing was searched for. Drop a shorter list, or paste a part of it.`
      },
      notText: (name: string) =>
        `“${name}” is not a text file and was not searched for. Save it as text or CSV, or paste its column.`,
      unreadable: (name: string) =>
        `“${name}” could not be read and was not searched for. Check that it is a file that you can open.`,
      empty:
        'The dropped file has no entries, so nothing was searched for. Drop a file with one in each line.',
    },
  },
} as const
