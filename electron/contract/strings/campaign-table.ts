import { campaigns, items, plural } from './grammar.ts'
import type { OtherFieldTexts } from './items.ts'

/** Strings of the table of campaigns. */
export const campaignTableStrings = {
  label: 'Campaigns',
  checkLabel: 'Select this campaign',
  search: { label: 'Search campaigns…', placeholder: 'Search campaigns', clear: 'Clear the search' },
  /** The names of columns in their headers, where the full ones are too long. */
  headers: { withArtwork: 'Artwork', unseenChanges: 'Changes', downloaded: 'Download' },
  downloaded: { no: 'Not downloaded', complete: 'Complete', incomplete: 'Incomplete' },
  /** In a narrow column, whose hint is `downloaded.no`. */
  notDownloaded: 'None',
  incompleteOf: (have: string, expected: string) => `${have} of ${expected}`,
  record: { never: 'Not fetched', fetched: 'Fetched', forbidden: 'No access', missing: 'Not in the service' },
  artwork: { share: (percent: string) => `${percent} with artwork`, overdue: 'Artwork is overdue' },
  unseen: (count: number, shown: string) =>
    `${items(count, shown)} with ${plural(count, 'an unseen change', 'unseen changes')}`,
  group: {
    none: (column: string) => `No ${column}`,
    sum: (count: number, shown: string, itemCount: number, itemsShown: string, quantity: string) =>
      `${campaigns(count, shown)} · ${items(itemCount, itemsShown)} · quantity ${quantity}`,
    nothing: (count: number, shown: string) => campaigns(count, shown),
    flags: (column: string, isSet: boolean) => `${column}: ${isSet ? 'yes' : 'no'}`,
  },
  footer: {
    selected: (selected: string, total: string) => `${selected} of ${total} selected`,
    all: campaigns,
    counts: (shown: string, total: string) => `${shown} of ${total} campaigns`,
    sums: (count: number, shown: string, quantity: string) => `${items(count, shown)}, quantity ${quantity}`,
    copied: (count: number, shown: string) => `${campaigns(count, shown)} copied`,
    copiedCell: 'Cell copied',
  },
  nothing: {
    title: 'No campaigns match',
    text: 'Change the search or the filters to see more campaigns.',
    clearSearch: 'Clear the search',
    clearFilters: 'Clear the filters',
  },
  failedTitle: 'The campaigns could not be shown',
  loading: 'Loading campaigns…',
  views: {
    menu: 'Views',
    button: (name: string) => `View: ${name}`,
    default: 'Default view',
    custom: 'Custom',
    save: 'Save as view…',
    saveTitle: 'Save view',
    name: 'Name',
    saveAction: 'Save',
    delete: (name: string) => `Delete view “${name}”`,
    full: 'Delete a view first.',
    replaces: 'Replaces the view of this name.',
    scope: 'Connections',
    allConnections: 'All connections',
    thisConnection: 'This connection',
  },
  nextDate: {
    none: 'None',
    today: 'Today',
    inDays: (days: string) => `in ${days} d`,
    /** For assistive technology, and when the pointer is over the cell. */
    full: (name: string, date: string, when: string) => `${name}: ${date}, ${when}`,
    overdue: 'overdue',
  },
  sort: { defaultOrder: 'Name order' },
  rowHeight: { normal: 'Normal', roomy: 'Roomy' },
  menu: { row: 'Campaign', column: (name: string) => `Column ${name}`, group: 'Group menu' },
} as const

/** Strings of the undocumented fields of campaigns. */
export const campaignFieldStrings: OtherFieldTexts = {
  loading: 'Looking through the campaigns…',
  none: 'The details of the campaigns have no other fields.',
  share: (count, sampleSize) => `In ${count} of ${sampleSize} campaigns`,
  some: (sampleSize, total) =>
    `Found in a sample: ${sampleSize} of ${total} campaigns. The overview of a campaign has all of its fields.`,
  all: (total, shown) => `Found in the details of ${campaigns(total, shown)}.`,
}
