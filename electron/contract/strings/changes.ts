import type { OfferedPeriod } from '../change-period.ts'
import type { ChangeKind } from '../changes.ts'
import { items, plural } from './grammar.ts'

const changes = (count: number, shown: string): string => `${shown} ${plural(count, 'change', 'changes')}`

/** Strings of changes: the view, its filters, its export, and unseen changes in the list of items. */
export const changesStrings = {
  tab: 'Changes',
  search: (campaign: string) => `Search changes in ${campaign}`,
  list: 'Changed items',
  kinds: { added: 'Added', changed: 'Edited', gone: 'Deleted' } satisfies Readonly<
    Record<ChangeKind, string>
  >,
  /** In files, beside the kinds of items. */
  campaignKind: 'Campaign',
  kindsLabel: 'Kinds of change',
  kindHints: {
    added: 'Added: items that are new',
    changed: 'Edited: items with changed fields',
    gone: 'Deleted: items that the service no longer lists',
  } satisfies Readonly<Record<ChangeKind, string>>,

  since: {
    label: 'Period',
    button: (when: string) => `Since ${when}`,
    hint: 'Choose the period whose changes are shown',
    lastLooked: 'Since I last looked',
    lastLookedText: 'Changes that you have not marked as seen',
    periods: { 1: 'Since yesterday', 7: 'Last 7 days', 30: 'Last 30 days' } satisfies Readonly<
      Record<OfferedPeriod, string>
    >,
    everything: 'All changes',
    downloads: 'Since a download',
    from: (day: string) => `from ${day}`,
    partial: (period: string, day: string) => `${period} (from ${day})`,
    comparedWith: (when: string) => `Compared with the download of ${when}`,
    recordedFrom: (when: string) => `The earliest recorded download is from ${when}`,
    itemCount: items,
    changeCounts: (added: number, changed: number, deleted: number, format: (value: number) => string) => {
      const parts = [
        added === 0 ? null : `${format(added)} added`,
        changed === 0 ? null : `${format(changed)} edited`,
        deleted === 0 ? null : `${format(deleted)} deleted`,
      ].filter((part) => part !== null)
      return parts.length === 0 ? 'no changes' : parts.join(', ')
    },
    recent: 'recent changes',
    incomplete: 'incomplete',
  },

  fieldsChoice: {
    label: 'Fields',
    button: (shown: string, all: string) => `Fields: ${shown} of ${all}`,
    option: (name: string, shown: string) => `${name} (${shown})`,
  },
  groupBy: { label: 'Group by', button: (name: string) => `Group: ${name}`, download: 'Day', field: 'Field' },
  groups: {
    today: 'Today',
    yesterday: 'Yesterday',
    items,
    menu: 'Group',
    downloads: (count: number, times: string, more: string | null) =>
      `${plural(count, 'Download of', 'Downloads of')} ${times}${more === null ? '' : ` and ${more} more`}`,
  },
  columns: { posNumber: 'POS number', item: 'Item', field: 'Field', before: 'Before', now: 'Now' },
  report: 'Report…',
  reportHint: 'Save these changes as a web page to read or print',
  markSeen: 'Mark all as seen',
  markSeenHint: 'Mark all changes of this campaign as seen, here and in Items',
  markedSeen: 'All changes are marked as seen.',
  unseen: 'Not seen',
  count: changes,
  changedItems: (isFound: boolean, count: number, state: string | null) =>
    `${plural(count, 'item', 'items')} ${isFound ? 'found' : 'changed'}${state === null ? '' : `, ${state}`}`,
  seenState: (count: number, unseen: number, shown: string) =>
    unseen === 0
      ? 'all seen'
      : unseen === count
        ? `${count === 1 ? '' : 'all '}not seen`
        : `${shown} not seen`,
  hidden: (count: number, shown: string, field: string | null) =>
    field === null
      ? `${shown} ${plural(count, 'item', 'items')} where only hidden fields changed ${plural(count, 'is', 'are')} hidden`
      : `${shown} ${plural(count, 'item', 'items')} where only ${field} changed ${plural(count, 'is', 'are')} hidden`,
  showHidden: 'Show',
  pieces: (count: number, shown: string) => `${shown} ${plural(count, 'piece', 'pieces')}`,
  moreFields: (count: number, shown: string) => `${shown} more ${plural(count, 'field', 'fields')}`,
  unseenInTab: (shown: string) => `${shown} unseen`,

  campaign: (count: number, shown: string) =>
    `The campaign itself: ${shown} ${plural(count, 'field', 'fields')} changed`,
  campaignFields: 'Changes of the campaign itself',

  from: 'from',
  to: 'to',
  absent: 'not given',
  null: 'null',
  emptyText: 'empty text',
  emptyList: 'empty list',
  entries: (count: number, shown: string) => `${shown} ${plural(count, 'entry', 'entries')}`,
  fields: (count: number, shown: string) => `${shown} ${plural(count, 'field', 'fields')}`,
  yes: 'Yes',
  no: 'No',
  unnamed: 'Unnamed item',
  addedText: 'New item',
  deletedText: 'No longer listed',

  details: {
    label: 'Change',
    nothing: 'No change selected',
    nothingText: 'Select an item to see all its changed fields.',
    before: 'Before',
    now: 'Now',
    noticed: (when: string) => `Found by the download of ${when}`,
    open: 'Open in Items',
    markSeen: 'Mark as seen',
    addedText: 'The earlier download did not contain this item.',
    deletedText: 'The service no longer lists this item, so it is no longer in Items.',
  },
  menu: { label: 'Change', copyPosNumber: 'Copy POS number' },

  states: {
    loading: 'Reading the changes',
    failedTitle: 'The changes could not be read',
    firstDownloadTitle: 'Nothing earlier to compare with',
    firstDownloadText: (when: string) =>
      `This campaign was downloaded once, on ${when}. The next download shows what has changed since.`,
    noneTitle: 'Nothing has changed',
    noneText: (when: string) => `No item has changed since the download of ${when}.`,
    noneTextAll: 'No download has found a change so far.',
    seenTitle: 'You have seen every change',
    seenText: 'Changes of the next download appear here.',
    showAll: 'Show all changes',
    filteredTitle: 'No changes match your filters',
    filteredText: 'There may be changes of other kinds or fields.',
    clear: 'Clear filters',
    noMatchTitle: (search: string) => `No changes match “${search}”`,
    noMatchText: 'Search for an item, a POS number, a field, or a value before or now.',
    clearSearch: 'Clear search',
    hiddenTitle: 'No changes in the shown fields',
    getRecent: 'Get recent changes',
  },

  /** Unseen changes in the list of items. */
  unseenInList: {
    added: 'Added since you last marked the changes as seen',
    changed: 'Changed since you last marked the changes as seen',
    inspector: { added: 'Added, not seen yet', changed: 'Changed, not seen yet' },
    show: 'Show changes',
    fieldChanged: 'changed',
    was: (value: string) => `was ${value}`,
  },

  export: {
    title: 'Export changes',
    reportTitle: 'Report of changes',
    rows: 'Rows',
    view: (count: number, shown: string) => `The changes shown: ${items(count, shown)}`,
    viewText: 'One row for each field that differs, with the old and the new value.',
    failedTitle: 'The file could not be written',
    nothing: 'There are no changes to export.',
    name: (campaign: string) => `${campaign} – changes`,
  },
} as const
