import type { StatisticMeasure, StatKey } from '../statistics.ts'
import { ITEM_COLUMN_LABELS } from './columns.ts'
import { campaigns, inSentence, items, plural } from './grammar.ts'
import { messages } from '../messages.ts'
import { MARK_NAMES } from './review.ts'

/** Formats a quantity: "1 piece", "4,596,366 pieces". */
const pieces = (count: number, shown: string): string => `${shown} ${plural(count, 'piece', 'pieces')}`

const KEYS: Readonly<Record<StatKey, string>> = {
  status: ITEM_COLUMN_LABELS.status,
  elementName: ITEM_COLUMN_LABELS.elementName,
  workflowTemplateName: ITEM_COLUMN_LABELS.workflowTemplateName,
  campaign: ITEM_COLUMN_LABELS.campaignName,
  isLocked: 'Lock',
  hasArtwork: 'Artwork',
  updatedDay: 'Day of update',
  mark: 'Review mark',
  changeDay: 'Changes by day',
}

const MEASURES: Readonly<Record<StatisticMeasure, string>> = {
  quantity: ITEM_COLUMN_LABELS.qty,
  items: 'Items',
}

/** Strings of the numbers of items by status, element and more. */
export const statisticsStrings = {
  title: 'Statistics',
  keys: KEYS,
  measures: MEASURES,
  changes: 'Changes',
  changeKinds: { added: 'Added', changed: 'Changed', deleted: 'Deleted' },
  marks: { ...MARK_NAMES, none: 'No mark' },
  get flags() {
    return messages.items.filter.flags
  },
  /** Names of empty cells. */
  none: {
    status: 'No status',
    elementName: 'No element',
    workflowTemplateName: 'No workflow',
    campaign: 'No campaign',
    isLocked: 'Unknown lock',
    hasArtwork: 'Unknown artwork',
    updatedDay: 'No date',
    mark: 'No mark',
    changeDay: 'No date',
  } satisfies Readonly<Record<StatKey, string>>,
  pieces,
  items,
  total: 'Total',
  share: 'Share',
  day: 'Day',
  others: (shown: string) => `${shown} others`,
  more: (shown: string) => `${shown} more`,
  fewer: 'Show fewer',

  /** The heading of a chart: "Quantity by element and status". */
  heading: (measure: string, first: string, second: string | null) =>
    `${measure} by ${inSentence(first)}${second === null ? '' : ` and ${inSentence(second)}`}`,
  byKey: { status: 'By status', elementName: 'By element' },
  elements: (count: number, shown: string) => `${shown} ${plural(count, 'element', 'elements')}`,
  /** What a bar or a cell shows: "Poster, Draft". */
  pair: (first: string, second: string) => `${first}, ${second}`,
  /** The numbers of a bar: "Poster: 120 pieces in 4 items, 3%". */
  numbers: (name: string, quantity: string, itemsText: string, share: string) =>
    `${name}: ${quantity} in ${itemsText}, ${share}`,
  count: (name: string, countText: string, share: string) => `${name}: ${countText}, ${share}`,
  changesOf: (count: number, shown: string) => `${shown} ${plural(count, 'change', 'changes')}`,

  allCampaigns: (count: number, shown: string) =>
    count === 1 ? '1 campaign' : `All ${campaigns(count, shown)}`,
  someCampaigns: (chosen: string, count: number, shown: string) => `${chosen} of ${campaigns(count, shown)}`,
  chooseCampaigns: 'Choose campaigns',
  findCampaign: 'Find a campaign',
  chooseAll: 'All campaigns',
  noCampaign: 'No campaign matches.',
  moreCampaigns: (shown: string) => `${shown} more. Type to find one.`,
  filter: 'Filter',
  splitBy: (names: string) => `Split by: ${names}`,
  split: 'Split by',
  rows: 'Bars',
  series: 'Divided by',
  noSeries: 'Nothing',
  sort: (name: string) => `Sort: ${name}`,
  sortLabel: 'Sort',
  sortByName: 'Name',
  latestFirst: 'Latest first',
  measure: 'Measure',
  asTable: 'Show as table',
  copy: 'Copy',
  copyTable: 'Copy as table',
  copied: (count: number, shown: string) => `${shown} ${plural(count, 'row', 'rows')} copied`,
  export: 'Export',
  exportAs: { xlsx: 'Excel workbook…', csv: 'CSV file…' },
  exportTitle: 'Export statistics',
  fileName: (place: string) => `${place} statistics`,
  all: 'All campaigns',

  entry: (name: string, countText: string) => `${name}: ${countText}`,
  legend: (key: string) => `Legend: ${inSentence(key)}`,
  hide: (text: string) => `${text}. Hide; double-click or Shift+Enter shows only this.`,
  show: (text: string) => `${text}. Hidden. Show again; double-click or Shift+Enter shows only this.`,
  matrix: 'Matrix',
  matrixOf: (first: string, second: string) => `${first} × ${inSentence(second)}`,
  updated: 'Items updated by day',
  range: (first: string, last: string) => `${first} – ${last}`,
  earlier: (count: number, shown: string) => `${items(count, shown)} before`,
  updatedNone: 'No item has a date.',
  onDay: (day: string, itemsText: string) => `${day}: ${itemsText}`,
  coverage: 'Artwork coverage',
  coverageOf: (share: string, count: number, shown: string) => `${share} of ${items(count, shown)}`,
  without: (shown: string) => `${shown} without`,
  covered: (name: string, share: string, without: string) =>
    `${name}: ${share} with artwork, ${without} without`,

  /** Campaigns that the numbers do not count, or not completely. */
  missing: {
    incomplete: (count: number, shown: string) =>
      `${campaigns(count, shown)} ${plural(count, 'is', 'are')} incomplete`,
    notDownloaded: (count: number, shown: string) =>
      `${campaigns(count, shown)} ${plural(count, 'is', 'are')} not downloaded`,
    /** After `incomplete`: "3 are not downloaded". */
    alsoNotDownloaded: (count: number, shown: string) =>
      `${shown} ${plural(count, 'is', 'are')} not downloaded`,
  },

  loading: 'Counting…',
  failedTitle: 'The items could not be counted',
  emptyTitle: 'Nothing to count',
  emptyText: 'The downloaded campaigns have no items.',
  nothingTitle: 'No items match the filters',
  clearFilters: 'Clear filters',
  noChangesTitle: 'No changes yet',
  noChangesText: 'Changes appear when a campaign is downloaded again.',
  limited: (shown: string, total: string) => `${shown} of ${total} rows. A file has all.`,
  rowCount: (count: number, shown: string) => `${shown} ${plural(count, 'row', 'rows')}`,
  totals: (itemsText: string, quantity: string) => `${itemsText}, quantity ${quantity}`,
  ignoresFilters: 'All changes, without filters',
} as const
