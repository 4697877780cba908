import type { ComparisonList, ComparisonSort, NotMatchedReason } from '../comparison.ts'
import { items, plural } from './grammar.ts'
import { ITEM_COLUMN_LABELS } from './columns.ts'

const fields = (count: number, shown: string): string => `${shown} ${plural(count, 'field', 'fields')}`

/** Strings of the comparison of two campaigns, in the window and in files. */
export const comparisonStrings = {
  title: 'Compare',
  /** What a row of a file is about. */
  kinds: {
    campaign: 'campaign',
    different: 'different',
    equal: 'the same',
    onlyIn: (campaign: string) => `only in ${campaign}`,
    notMatched: (campaign: string, reason: NotMatchedReason) =>
      reason === 'missing' ? `no value in ${campaign}` : `not unique, in ${campaign}`,
  },
  columns: {
    difference: 'Difference',
    posNumber: ITEM_COLUMN_LABELS.posNumber,
    itemName: ITEM_COLUMN_LABELS.itemName,
    field: 'Field',
  },
  document: (first: string, second: string) => `${first} and ${second}`,

  pickers: {
    first: 'First campaign',
    second: 'Second campaign',
    choose: 'Choose a campaign',
    search: 'Search campaigns',
    nothing: 'No downloaded campaign matches.',
    other: 'Swap',
    swap: 'Swap campaigns',
  },

  empty: {
    title: 'Compare two campaigns',
    text: 'See which items are new, missing or different, such as in this season and the last. Both campaigns must be downloaded.',
    suggestion: (earlier: string, later: string) => `Compare ${earlier} with ${later}`,
    suggestionText: 'Their names differ only by the year.',
    chooseFirst: 'Choose the first campaign',
    chooseSecond: 'Choose the second campaign',
    oneText: 'Download a second campaign to compare two.',
  },

  bar: {
    matchBy: (column: string) => `Match by: ${column}`,
    matchLabel: 'Match items by',
    matchHint: 'Items with the same value belong together',
    otherColumns: 'Other columns',
    otherFields: 'Other fields',
    fields: (shown: string, total: string) => `Fields: ${shown} of ${total}`,
    fieldsLabel: 'Compared fields',
    fieldsHint: 'Which fields are compared',
    allFields: 'All fields',
    matched: 'Items are matched by it',
    lastField: 'At least one field is compared.',
    view: 'Compare',
    items: 'Items',
    campaignFields: 'Campaign fields',
    campaignFieldsCount: (shown: string) => `Campaign fields ${shown}`,
    sort: (order: string) => `Sort: ${order}`,
    sortLabel: 'Sort items by',
    sorts: {
      difference: 'Largest difference',
      posNumber: ITEM_COLUMN_LABELS.posNumber,
      itemName: 'Name',
    } satisfies Readonly<Record<ComparisonSort, string>>,
    sortTexts: { difference: 'Of the quantities; items without one follow by POS number' },
    export: 'Export',
  },

  search: 'Search differences',

  tabs: {
    label: 'Results',
    words: { different: 'different', equal: 'the same', notMatched: 'not matched' },
    onlyIn: (campaign: string) => `only in ${campaign}`,
    inOneField: 'in at least one field',
    inAllFields: (count: number, shown: string) =>
      count === 1 ? 'in the compared field' : `in all ${fields(count, shown)}`,
    noMatch: (column: string) => `no match by ${column}`,
    reasons: (ambiguous: string, missing: string) => `${ambiguous} duplicate, ${missing} empty`,
    reasonsNone: 'no duplicates, none empty',
  },

  facets: {
    title: 'Different fields',
    none: 'No fields differ.',
    filter: (column: string, count: number, shown: string) =>
      `${column}: ${shown} ${plural(count, 'item differs', 'items differ')}`,
  },

  table: {
    label: {
      different: 'Different items',
      equal: 'Equal items',
      onlyFirst: 'Items only in the first campaign',
      onlySecond: 'Items only in the second campaign',
      notMatched: 'Items that are not matched',
    } satisfies Readonly<Record<ComparisonList, string>>,
    campaign: 'Campaign',
    reason: 'Reason',
    change: 'Difference',
    unnamed: 'Unnamed item',
    noPosNumber: 'No POS number',
    /** Instead of an absent value. */
    none: 'None',
    first: 'First',
    second: 'Second',
    /** Between two values, for assistive technology. */
    to: 'and',
    reasons: {
      missing: (column: string) => `No value in ${column}`,
      ambiguous: (column: string) => `Several items have the same ${column}`,
    },
    days: (count: number, shown: string) => `${shown} ${plural(count, 'day', 'days')}`,
  },

  menu: {
    label: 'Item',
    open: (campaign: string) => `Open in ${campaign}`,
    copyPosNumber: 'Copy POS number',
  },

  footer: {
    differences: (itemCount: number, shownItems: string, count: number, shown: string) =>
      `${items(itemCount, shownItems)}, ${shown} ${plural(count, 'difference', 'differences')}`,
    items,
    totals: (first: string, firstCount: string, second: string, secondCount: string) =>
      `${firstCount} in ${first}, ${secondCount} in ${second}`,
    campaignFields: (different: number, shown: string, equal: string) =>
      `${fields(different, shown)} ${plural(different, 'differs', 'differ')}, ${equal} the same`,
  },

  states: {
    loading: 'Comparing…',
    loadingItems: (first: string, second: string) => `${first} with ${second}`,
    cancel: 'Cancel',
    canceledTitle: 'Comparison canceled',
    canceledText: 'The campaigns were not compared.',
    compareAgain: 'Compare again',
    failedTitle: 'The campaigns could not be compared',
    noMatchTitle: 'No items match your search',
    noMatchText: (search: string) => `No item of either campaign contains “${search}”.`,
    clearSearch: 'Clear search',
    nothingMatchedTitle: 'No items can be matched',
    nothingMatchedText: (column: string) =>
      `No item has the same ${column} in both campaigns. Match by another column.`,
    noFieldTitle: 'No items differ in this field',
    showAllFields: 'Show all fields',
    empty: {
      different: { title: 'No differences', text: 'The compared fields of all matched items are the same.' },
      equal: { title: 'No equal items', text: 'Every matched item differs in at least one compared field.' },
      onlyFirst: { title: 'No items only in this campaign', text: 'Each item has a match in the other one.' },
      onlySecond: {
        title: 'No items only in this campaign',
        text: 'Each item has a match in the other one.',
      },
      notMatched: {
        title: 'All items can be matched',
        text: 'Values are present and unique in both campaigns.',
      },
    } satisfies Readonly<Record<ComparisonList, { readonly title: string; readonly text: string }>>,
    sameFieldsTitle: 'No campaign fields differ',
    sameFieldsText: 'All documented fields of both campaigns have the same values.',
    noRecordTitle: 'No campaign details to compare',
    noRecordText: (campaign: string) => `The details of ${campaign} are not downloaded.`,
    noFieldMatchTitle: 'No fields match your search',
  },

  export: {
    title: 'Export comparison',
    failedTitle: 'The file could not be written',
    scope: 'Rows',
    shown: 'Shown rows',
    shownText: (list: string, count: number, shown: string) =>
      `${list}: ${shown} ${plural(count, 'row', 'rows')}`,
    all: 'All differences',
    allText:
      'Campaign fields that differ, and items that are different, in only one campaign, or not matched',
    text: 'One row for each field that differs, with both values, and for each other item.',
    nothing: 'There is nothing to export.',
    name: (first: string, second: string) => `${first} – ${second}`,
  },
} as const
