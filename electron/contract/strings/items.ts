/**
 * Every word of the item list, its filters, its details and its export. Numbers and dates arrive already
 * formatted in the person's locale; the bare number beside them only chooses between one and many.
 */
const rules = new Intl.PluralRules('en')

function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

/** A name within a sentence: small, unless it begins with an abbreviation. */
function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

const rows = (count: number, shown: string): string => `${shown} ${plural(count, 'row', 'rows')}`

export const strings = {
  yes: 'Yes',
  no: 'No',
  empty: 'empty',

  search: {
    label: 'Search items',
    placeholder: {
      campaign: (name: string) => `Search items in ${name}`,
      all: 'Search all items',
    },
    clear: 'Clear the search',
    keptRows: 'The rows are those of the last search that worked.',
  },

  filter: {
    button: 'Filter',
    title: 'Filters',
    flags: {
      isLocked: { yes: 'Locked', no: 'Not locked' },
      hasArtwork: { yes: 'Has artwork', no: 'No artwork' },
      hasAllocations: { yes: 'Has allocations', no: 'No allocations' },
    },
    find: (field: string) => `Find in ${inSentence(field)}`,
    nothingFound: 'No value like that.',
    noValues: 'No values.',
    moreByTyping: (shown: string) => `${shown} more. Type to find one.`,
    counting: 'Counting…',
    clearField: 'Clear',
    clearAll: 'Clear all',
    change: (field: string, values: string) => `${field}: ${values}. Change this filter`,
    remove: (field: string, values: string) => `Remove the filter ${field}: ${values}`,
    andMore: (shown: string) => `+${shown}`,
    active: 'narrowed',
    by: (field: string) => `Filter by ${inSentence(field)}…`,
    lift: 'Remove this filter',
    filled: 'not empty',
    duplicates: 'duplicates',
    onlyDuplicates: 'Only duplicates',
    unseen: 'Changes',
    unseenValue: 'not seen yet',
    onlyUnseen: 'Only changes not seen yet',
    onlyUnseenText:
      'Items that a download added or changed since you last marked the changes of their campaign as seen.',
    cells: { label: 'Cells', any: 'All', filled: 'Not empty', empty: 'Empty' },
    range: {
      label: 'Range',
      from: 'From',
      to: 'To',
      fromDay: 'First day',
      toDay: 'Last day',
      extent: (min: string, max: string) => `There are values from ${min} to ${max}.`,
      notNumber: (text: string) => `“${text}” is not a number.`,
      notDate: 'This date is not complete.',
      reversed: 'This is less than where the range begins.',
      reversedDates: 'This is before the first day.',
      between: (from: string, to: string) => `${from} to ${to}`,
      atLeast: (from: string) => `${from} or more`,
      atMost: (to: string) => `${to} or less`,
      since: (day: string) => `from ${day}`,
      until: (day: string) => `until ${day}`,
    },
  },

  view: {
    undo: 'Undo the last change of the list',
    redo: 'Redo the change of the list',
  },

  group: {
    label: 'Group by',
    none: 'No groups',
    button: 'Group',
    by: (field: string) => `Group: ${field}`,
    byThis: 'Group by this column',
    ungroup: 'Stop grouping',
    closeAll: 'Collapse all groups',
    openAll: 'Expand all groups',
    sum: (count: number, shown: string, qty: string) =>
      `${shown} ${plural(count, 'item', 'items')} · quantity ${qty}`,
  },

  columns: {
    button: 'Columns',
    title: 'Columns',
    hint: 'Drag a handle to reorder, or use the arrow keys on it.',
    reset: 'Back to the usual columns',
    always: 'Always shown in a list over all campaigns',
    drag: (name: string) => `Move ${name}`,
    moved: (name: string, place: string, of: string) => `${name} is column ${place} of ${of}.`,
    sortAscending: 'Sort ascending',
    sortDescending: 'Sort descending',
    thenAscending: 'Then sort ascending',
    thenDescending: 'Then sort descending',
    sortWithout: 'Leave out of the sorting',
    sortNone: 'Order of the service',
    sorted: (place: string, of: string, direction: string) => `Sorted ${direction}, ${place} of ${of}`,
    ascending: 'ascending',
    descending: 'descending',
    fit: 'Fit to content',
    hide: 'Hide this column',
    freeze: 'Freeze up to this column',
    unfreeze: 'Unfreeze the columns',
    moveLeft: 'Move left',
    moveRight: 'Move right',
    menu: (name: string) => `Column ${name}`,
  },

  rowHeight: {
    toCompact: 'Compact rows',
    toNormal: 'Normal rows',
    toThumbnail: 'Rows with pictures',
  },

  grid: {
    label: 'Items',
    selectAll: 'Select all rows',
    selectRow: 'Select this row',
  },

  menu: {
    label: 'Item',
    details: 'Show details',
    copyRow: 'Copy row',
    copyRows: (count: number, shown: string) => `Copy ${rows(count, shown)}`,
    copyCell: 'Copy cell',
    only: (field: string, value: string) => `Only ${field}: ${value}`,
    nameStatus: (value: string) => `Name status ${value}…`,
    exportRows: (count: number, shown: string) => `Export ${rows(count, shown)}…`,
    invert: 'Invert the selection',
    unselect: 'Clear the selection',
  },

  footer: {
    counts: (count: string, total: string) => `${count} of ${total} items`,
    all: (count: number, shown: string) => `${shown} ${plural(count, 'item', 'items')}`,
    qty: (shown: string) => `quantity ${shown}`,
    selected: (shown: string) => `${shown} selected`,
    selectedQty: (shown: string, qty: string) => `${shown} selected, quantity ${qty}`,
    copied: (count: number, shown: string) => `${rows(count, shown)} copied`,
    copiedCell: 'Cell copied',
    searching: 'Searching…',
  },

  states: {
    loading: 'Loading items',
    emptyTitle: 'This campaign has no items',
    emptyText: 'The service listed none when it was downloaded. Download it again to look for new ones.',
    emptyAllTitle: 'No items on this computer',
    emptyAllText: 'Download a campaign to look through its items here.',
    downloadNow: 'Download this campaign',
    notDownloadedTitle: 'Not on this computer yet',
    notDownloadedText: 'Download the campaign to look through its items, here or anywhere without a network.',
    nothingTitle: 'No items found',
    nothingList: 'None of the entries of the list is the POS number or an id of an item here.',
    nothingInList: 'No item is in the list and passes the search and the filters too.',
    nothingFilters: 'No item passes all the filters.',
    nothingBoth: (words: string) => `Nothing matches “${words}” within the filters.`,
    clearSearch: 'Clear the search',
    clearFilters: 'Clear the filters',
    clearList: 'Remove the list',
    failedTitle: 'The items could not be shown',
  },

  details: {
    label: 'Item details',
    nothing: 'No item chosen',
    nothingInList: 'No items in the list',
    nothingText: 'Choose a row to see everything that is known of it.',
    previous: 'Previous item',
    next: 'Next item',
    position: (at: string, count: string) => `${at} / ${count}`,
    hide: 'Hide details',
    unnamed: 'Unnamed item',
    copy: (what: string) => `Copy ${what}`,
    copied: 'Copied',
    copyFailed: 'It could not be copied.',
    copyJson: 'Copy raw JSON',
    artwork: 'Artwork',
    noArtwork: 'No artwork',
    unnamedArtwork: 'Unnamed artwork',
    pictureOf: (name: string) => `Picture of ${name}`,
    noPicture: 'No picture given',
    pictureUnavailable: 'Picture not available offline',
    pictureNotFound: 'Picture not found',
    enlarge: (name: string) => `Enlarge ${name}`,
    ids: 'Ids',
    otherFields: 'Other fields',
    undocumented: 'not in the interface’s documentation',
    fetched: (when: string) => `Copy of ${when}`,
    absent: 'not given',
    null: 'null',
    emptyText: 'empty text',
    emptyList: 'empty list',
    emptyObject: 'empty',
    unreadable: 'The raw text of this item cannot be read.',
    showMore: (shown: string) => `Show ${shown} more`,
    failedTitle: 'The details could not be read',
  },

  export: {
    button: 'Export',
    title: 'Export items',
    what: 'Rows',
    view: (count: number, shown: string) => `This list: ${rows(count, shown)}`,
    viewText: 'With its search, filters and order.',
    viewTextPlain: 'In the order shown.',
    selection: (count: number, shown: string) => `Selection: ${rows(count, shown)}`,
    whole: (name: string, count: number, shown: string) => `All of ${name}: ${rows(count, shown)}`,
    wholeAll: (count: number, shown: string) => `All items of all campaigns: ${rows(count, shown)}`,
    preset: 'Format',
    presets: {
      excel: 'CSV for Excel',
      rfc4180: 'CSV for other programs',
    },
    presetTexts: {
      excel:
        'Opens in Excel with a double click: every script and accent right, columns apart as your locale has them.',
      rfc4180:
        'RFC 4180: UTF-8, commas, nothing before the first column. For databases, scripts and imports.',
    },
    columns: 'Columns',
    columnsShown: (count: number, shown: string) => `${shown} ${plural(count, 'column', 'columns')}`,
    columnsOfView: 'As shown',
    columnsAll: 'All',
    header: 'First line',
    headers: { labels: 'Names of the columns', keys: 'Keys of the columns', none: 'None' },
    statuses: 'Statuses',
    statusStyles: { names: 'Your names', numbers: 'Numbers' },
    start: 'Export…',
    writing: (file: string) => `Writing ${file}`,
    progress: (done: string, total: string) => `${done} of ${total} rows`,
    preparing: 'Preparing…',
    cancelRun: 'Cancel the export',
    close: 'Close',
    background: 'Continue in the background',
    doneTitle: (file: string) => `${file} is ready`,
    doneText: (count: number, shown: string, size: string) => `${rows(count, shown)}, ${size}.`,
    show: 'Show in folder',
    failedTitle: 'The file could not be written',
    cancelledTitle: 'Export cancelled',
    cancelledText: 'No file was left behind.',
    allCampaignsName: 'All items',
    needsColumn: 'Choose at least one column.',
  },
} as const
