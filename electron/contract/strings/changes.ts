import type { ChangeKind } from '../changes.ts'
import { items, plural } from './grammar.ts'

const changes = (count: number, shown: string): string => `${shown} ${plural(count, 'change', 'changes')}`

/** Strings of changes: the view, its filters, its export, and unseen changes in the list of items. */
export const changesStrings = {
  tab: 'Changes',
  list: 'Changed items',
  kinds: { added: 'Added', changed: 'Changed', gone: 'Gone' } satisfies Readonly<Record<ChangeKind, string>>,
  kindsLabel: 'Kinds of change',
  kindHints: {
    added: 'Added: items that are new in the list',
    changed: 'Changed: items of which a field differs',
    gone: 'Gone: items that the service no longer lists',
  } satisfies Readonly<Record<ChangeKind, string>>,

  since: {
    label: 'Compared with',
    button: (when: string) => `Since ${when}`,
    hint: 'The earlier download that today’s copy is compared with',
    everything: 'All that is kept',
    everythingText: 'Every change that downloads have brought',
    itemCount: items,
    changeCounts: (added: number, changed: number, deleted: number, format: (value: number) => string) => {
      const parts = [
        added === 0 ? null : `${format(added)} added`,
        changed === 0 ? null : `${format(changed)} changed`,
        deleted === 0 ? null : `${format(deleted)} gone`,
      ].filter((part) => part !== null)
      return parts.length === 0 ? 'no changes' : parts.join(', ')
    },
    recent: 'recent changes',
    incomplete: 'incomplete',
  },

  field: { label: 'Field', any: 'Any field', option: (name: string, shown: string) => `${name} (${shown})` },
  unseenOnly: 'Unseen only',
  /** A short form. */
  unseenShort: 'Unseen',
  markSeen: 'Mark all as seen',
  markSeenHint: 'Mark all as seen: takes the marks away, here and in Items',
  markedSeen: 'All changes are marked as seen.',
  unseen: 'not seen yet',
  count: changes,
  total: items,
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
  more: (shown: string) => `+${shown}`,
  unnamed: 'Unnamed item',
  addedText: 'New in the list',
  deletedText: 'No longer in the list',

  details: {
    label: 'Change',
    nothing: 'No change chosen',
    nothingText: 'Choose a row to see every field that differs.',
    before: 'Before',
    now: 'Now',
    noticed: (when: string) => `Noticed by the download of ${when}`,
    open: 'Open in Items',
    markSeen: 'Mark as seen',
    addedText: 'This item was not in the copy that today’s is compared with.',
    deletedText: 'The service no longer lists this item. It is not in the list of items any more.',
  },
  menu: { label: 'Change', copyPosNumber: 'Copy POS number' },

  states: {
    loading: 'Reading the changes',
    failedTitle: 'The changes could not be read',
    firstDownloadTitle: 'Nothing earlier to compare with',
    firstDownloadText: (when: string) =>
      `This campaign was downloaded once, on ${when}. The next download will say here what has changed since.`,
    noneTitle: 'Nothing has changed',
    noneText: (when: string) => `Since the download of ${when}, every item is as it was.`,
    noneTextAll: 'No download has brought a change so far.',
    seenTitle: 'You have seen every change',
    seenText: 'What the next download brings will be listed here.',
    showAll: 'Show all changes',
    filteredTitle: 'No change passes the filters',
    filteredText: 'There are changes of other kinds or fields.',
    clear: 'Clear the filters',
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
    rows: 'Rows',
    view: (count: number, shown: string) => `The changes shown: ${items(count, shown)}`,
    viewText: 'One row for each field that differs, with the old and the new value.',
    failedTitle: 'The file could not be written',
    nothing: 'There are no changes to export.',
    name: (campaign: string) => `${campaign} – changes`,
  },
} as const
