import type { Orientation } from '../paper.ts'
import { items, plural, rows } from './grammar.ts'

/** Strings of printed lists and their dialog. */
export const printedListStrings = {
  title: 'Print the list',
  what: 'Rows',
  view: (count: number, shown: string) => `This list: ${rows(count, shown)}`,
  selection: (count: number, shown: string) => `Selection: ${rows(count, shown)}`,
  reviews: 'Marks and notes',
  pageTotals: 'Page totals',
  wrapTexts: 'Long texts on several lines',
  rowsAndColumns: (count: number, shown: string, columns: number, shownColumns: string) =>
    `${rows(count, shown)}, ${shownColumns} ${plural(columns, 'column', 'columns')}`,
  rowsOfPage: (shown: string) => `${shown} rows a page`,
  orientation: 'Orientation',
  orientations: { portrait: 'Portrait', landscape: 'Landscape' } satisfies Readonly<
    Record<Orientation, string>
  >,
  tooMany: (most: string, shown: string) =>
    `A printed list has at most ${most} rows, and there are ${shown}. The first ${most} are printed. Filter the list or export it to get the others.`,
  nothing: 'The list has no rows.',
  failedTitle: 'The list could not be printed',
  saveTitle: 'Save the list',
  name: (list: string) => `Items of ${list}`,
  search: (text: string) => `Search: ${text}`,
  filter: (name: string, text: string) => `${name}: ${text}`,

  page: {
    kind: 'Items',
    checkList: 'Check list',
    pictures: 'Pictures',
    counted: items,
    asOf: (when: string) => `As of ${when}`,
    sorted: (order: string) => `Sorted by ${order}`,
    noFilter: 'No filter',
    filtered: (filters: string) => `Filtered: ${filters}`,
    printed: (when: string) => `Printed ${when}`,
    pageOf: (page: string, pages: string) => `${page} / ${pages}`,
    total: (count: number, shown: string) => `Total, ${items(count, shown)}`,
    pageTotal: (count: number, shown: string) => `Page total, ${items(count, shown)}`,
    omitted: (count: number, shown: string) => `${items(count, shown)} more would not fit into this list.`,
    picture: 'Picture',
    unmarked: 'Not marked',
    changed: 'Changed since review',
  },
} as const
