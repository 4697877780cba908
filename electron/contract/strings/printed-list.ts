import type { Orientation } from '../paper.ts'
import { items, plural, rows } from './grammar.ts'

/** Strings of printed lists and their dialog. */
export const printedListStrings = {
  title: 'Print the list',
  what: 'Rows',
  view: (count: number, shown: string) => `This list: ${rows(count, shown)}`,
  selection: (count: number, shown: string) => `Selection: ${rows(count, shown)}`,
  pictures: 'A small picture of the artwork in each row',
  picturesText: 'As far as it is on this computer.',
  reviews: 'Marks and notes',
  reviewsText: 'What has no mark gets a box to tick off by hand.',
  orientation: 'Orientation',
  orientations: { portrait: 'Portrait', landscape: 'Landscape' } satisfies Readonly<
    Record<Orientation, string>
  >,
  printed: (count: number, shown: string, columns: number, shownColumns: string) =>
    `${rows(count, shown)}, with the ${plural(columns, 'column', 'columns')} of the list (${shownColumns}), in their order.`,
  tooMany: (most: string, shown: string) =>
    `A printed list holds ${most} rows at most, and these are ${shown}. The first ${most} are printed. To get the others, narrow the list or export it.`,
  nothing: 'The list has no rows.',
  failedTitle: 'The list could not be printed',
  saveTitle: 'Save the list',
  name: (list: string) => `Items of ${list}`,
  search: (text: string) => `Search: ${text}`,
  filter: (name: string, text: string) => `${name}: ${text}`,

  page: {
    kind: 'Items',
    filters: 'Narrowed to',
    counted: items,
    omitted: (count: number, shown: string) => `${items(count, shown)} more would not fit into this list.`,
    written: 'Printed',
    picture: 'Picture',
    unmarked: 'Not marked',
    changed: 'Changed since',
  },
} as const
