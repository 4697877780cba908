import { clipText } from '../../../electron/contract/clip-text.ts'
import type { ItemQuery } from '../../../electron/contract/query.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import { printedListStrings as words } from '../../../electron/contract/strings/printed-list.ts'
import { reviewStrings } from '../../../electron/contract/strings/review.ts'
import { activeFilters } from '../../state/items-query.ts'
import { fieldName, filterText, type Naming } from './filter-names.ts'

/** What a list is narrowed to, in words: its search and its filters. */
export function appliedFilters(query: ItemQuery, naming: Naming): string[] {
  const { search, filters, unseenOnly, marks } = query
  return [
    ...(search === '' ? [] : [words.search(search)]),
    ...activeFilters(filters).map(({ key, filter }) =>
      words.filter(fieldName(key), filterText(key, filter, naming)),
    ),
    ...(unseenOnly ? [words.filter(fieldName('unseen'), strings.filter.unseenValue)] : []),
    ...(marks === null
      ? []
      : [words.filter(fieldName('review'), marks.map((mark) => reviewStrings.filters[mark]).join(', '))]),
  ].map((text) => clipText(text, 500))
}
