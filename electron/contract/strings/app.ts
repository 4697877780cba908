/**
 * Every word of the window's frame and of all its views except the items. English; a translation is another
 * object of the same shape. Numbers and dates arrive already formatted in the person's locale; the bare number
 * beside them only chooses between one and many.
 */
const rules = new Intl.PluralRules('en')

function plural(count: number, one: string, other: string): string {
  return rules.select(count) === 'one' ? one : other
}

const items = (count: number, shown: string): string => `${shown} ${plural(count, 'item', 'items')}`
const campaigns = (count: number, shown: string): string =>
  `${shown} ${plural(count, 'campaign', 'campaigns')}`

export const strings = {
  product: 'Campaign Desk',

  dialog: {
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    save: 'Save',
  },

  error: {
    retry: 'Try again',
    details: 'Details',
    copyDetails: 'Copy details',
    copied: 'Copied',
    dismiss: 'Dismiss',
  },

  time: {
    justNow: 'just now',
    yesterday: 'yesterday',
    minutesAgo: (count: number) => `${String(count)} min ago`,
    hoursAgo: (count: number) => `${String(count)} h ago`,
    daysAgo: (count: number) => `${String(count)} days ago`,
    seconds: (count: number) => `${String(count)} s`,
    minutes: (count: number) => `${String(count)} min`,
    hours: (shown: string) => `${shown} h`,
  },

  count: { items, campaigns },

  title: {
    campaign: (campaign: string, connection: string) => `${campaign} – ${connection} – Campaign Desk`,
    allItems: (connection: string) => `All items – ${connection} – Campaign Desk`,
  },

  toolbar: {
    back: 'Back',
    forward: 'Forward',
    download: 'Download',
    downloadHint: {
      campaign: (name: string) => `Download ${name} to this computer`,
      selected: (count: number, shown: string) => `Download the ${campaigns(count, shown)} that are selected`,
      all: 'Download every campaign that has no complete copy yet',
      none: 'There is no campaign to download yet',
      noKey: 'To download, enter the API key of this connection again',
    },
    showCampaigns: 'Show campaigns',
    hideCampaigns: 'Hide campaigns',
    showDetails: 'Show details',
    hideDetails: 'Hide details',
    settings: 'Settings',
  },

  connect: {
    title: 'Connect to your campaign service',
    lead: 'Download campaigns at the office, look through their items anywhere, hand over spreadsheets that are right.',
    baseUrl: 'Base address',
    baseUrlPlaceholder: 'https://campaigns.example.com/api',
    key: 'API key',
    keyHint: 'Kept in this computer’s keychain, and sent to this address only.',
    showKey: 'Show key',
    hideKey: 'Hide key',
    test: 'Test connection',
    testing: 'Testing…',
    connect: 'Connect',
    connecting: 'Connecting…',
    trySample: 'Try with sample data',
    sampleText:
      'No account at hand? Twelve invented campaigns with 6,000 items. Nothing leaves this computer.',
    works: (count: number, shown: string, host: string, took: string) =>
      count === 0
        ? `${host} answered in ${took}. The key is accepted, but it can see no items.`
        : `${host} answered in ${took}. The key can see ${items(count, shown)}.`,
    back: (name: string) => `Back to ${name}`,
    baseUrlMissing: 'Enter the address of your campaign service.',
    keyMissing: 'Enter the API key that you were given for the service.',
    milliseconds: (shown: string) => `${shown} ms`,
  },

  connections: {
    menu: 'Connections',
    none: 'No connection',
    button: (name: string) => `Connection: ${name}`,
    sample: 'sample data',
    new: 'New connection…',
    rename: 'Rename…',
    replaceKey: 'Replace the key…',
    forget: 'Forget…',
    thisOne: (name: string) => name,
    renameTitle: 'Rename the connection',
    name: 'Name',
    nameMissing: 'Enter a name.',
    replaceTitle: 'Replace the API key',
    replaceText: (name: string) =>
      `The key that ${name} uses is replaced by this one. Your downloaded campaigns stay as they are.`,
    replace: 'Replace',
    forgetTitle: (name: string) => `Forget ${name}?`,
    forgetLosing: 'This computer will lose:',
    forgetCampaigns: (count: number, shown: string, itemCount: number, itemsShown: string) =>
      `${campaigns(count, shown)} with ${items(itemCount, itemsShown)}`,
    forgetUncounted: 'all campaigns and items downloaded with it',
    forgetBytes: (shown: string) => `${shown} on this disk`,
    forgetKey: 'the API key of this connection',
    forgetNames: 'the names and colours that you gave to statuses',
    forgetWayBack:
      'Nothing changes in the service. To come back, connect again with the same address and key, and download again.',
    forgetWayBackSample: 'To come back, choose “Try with sample data” again.',
    forgetAction: 'Forget connection',
    forgotten: (name: string) => `${name} was forgotten.`,
    counting: 'Counting what is on this computer…',
  },

  campaigns: {
    title: 'Campaigns',
    list: 'Campaigns on this connection',
    filter: 'Filter campaigns',
    clearFilter: 'Clear the filter',
    allItems: 'All items',
    unnamed: (id: string) => `Unnamed (${id})`,
    find: 'Find campaigns',
    finding: 'Looking for campaigns',
    add: 'Add campaign',
    more: 'More about this campaign',
    complete: 'complete',
    incomplete: 'incomplete',
    notDownloaded: 'not downloaded',
    downloading: 'downloading',
    waiting: 'waiting',
    failed: 'download failed',
    fetchedAt: (shown: string) => `Copy completed ${shown}`,
    selected: (count: number, shown: string) => `${shown} ${plural(count, 'selected', 'selected')}`,
    found: (count: number, shown: string) => `${campaigns(count, shown)} found`,
    discovered: (found: number, foundShown: string, looked: number, lookedShown: string) =>
      `${campaigns(found, foundShown)} found in ${items(looked, lookedShown)}.`,
    emptyTitle: 'No campaigns yet',
    emptyText: 'Let Campaign Desk look for every campaign your key can see, or add one by its id or address.',
    nothingTitle: (words: string) => `No campaign matches “${words}”`,
    nothingText: 'Names, references, numbers and ids are searched.',
    failedTitle: 'The search for campaigns failed',
    addTitle: 'Add a campaign',
    addLabel: 'Id or address',
    addHint: 'An id like 3f2b8c1e-…, or any address that contains it. The campaign is downloaded at once.',
    addMissing: 'Paste the id of a campaign, or an address that contains it.',
    addAction: 'Add and download',
    menu: {
      label: (name: string) => `Actions for ${name}`,
      labelMany: (count: number, shown: string) => `Actions for ${campaigns(count, shown)}`,
      open: 'Open overview',
      openItems: 'Open items',
      download: 'Download',
      downloadAgain: 'Download again',
      downloadMany: (count: number, shown: string) => `Download ${campaigns(count, shown)}`,
      cancel: 'Cancel the download',
      copyId: 'Copy id',
      copyName: 'Copy name',
      remove: 'Remove from this computer…',
      removeMany: (count: number, shown: string) => `Remove ${campaigns(count, shown)} from this computer…`,
    },
    removeTitle: (count: number, shown: string, name: string) =>
      count === 1
        ? `Remove ${name} from this computer?`
        : `Remove ${campaigns(count, shown)} from this computer?`,
    removeText: (count: number, itemCount: number, itemsShown: string) =>
      itemCount === 0
        ? plural(count, 'It is taken from the list.', 'They are taken from the list.')
        : `${plural(count, 'Its', 'Their')} copy on this computer, ${items(itemCount, itemsShown)}, will be lost.`,
    removeWayBack: 'Nothing changes in the service. Find or add it again to bring it back.',
    removeAction: 'Remove',
    removed: (count: number, shown: string) => `${campaigns(count, shown)} removed from this computer.`,
  },

  campaign: {
    tabs: 'Views of this campaign',
    overview: 'Overview',
    items: 'Items',
    copyComplete: (shown: string) => `Complete copy, ${shown}`,
    copyIncomplete: (shown: string) => `Incomplete copy, ${shown}`,
    copyNone: 'Not on this computer',
    ofExpected: (have: string, expected: number, expectedShown: string) =>
      `${have} of ${items(expected, expectedShown)}`,
    heldCampaigns: (held: string, count: number, shown: string) =>
      held === shown ? campaigns(count, shown) : `${held} of ${campaigns(count, shown)} on this computer`,
    noneTitle: 'Not on this computer yet',
    noneText: (name: string) =>
      `Download ${name} to look through its items, here or anywhere without a network.`,
    noneAction: 'Download this campaign',
    downloadingTitle: (name: string) => `Downloading ${name}`,
    downloadingText: 'The items appear when all of them are here.',
    waitingTitle: (name: string) => `${name} is waiting its turn`,
    waitingText: 'Downloads run one after the other.',
    failedTitle: (name: string) => `${name} could not be downloaded`,
    incompleteTitle: 'This copy is incomplete',
    missing: 'This campaign is no longer on this computer.',
  },

  all: {
    noCampaignsTitle: 'Start by finding your campaigns',
    noCampaignsText:
      'Campaign Desk looks through the items your key can see and lists every campaign it meets. Press “Find campaigns” at the left, or add one by its id.',
    findingTitle: 'Looking for campaigns',
    findingText: (found: number, foundShown: string, looked: string) =>
      `${campaigns(found, foundShown)} so far, ${looked} items looked through.`,
    nothingHereTitle: (count: number, shown: string) =>
      `${campaigns(count, shown)} found, none downloaded yet`,
    nothingHereText:
      'Download them to look through their items without a network, or choose single ones at the left.',
    downloadAll: (count: number, shown: string) =>
      `Download all ${shown} ${plural(count, 'campaign', 'campaigns')}`,
    downloadingTitle: 'Downloading',
  },

  labels: {
    numbered: (name: string, value: number) => `${name} (${String(value)})`,
    nameThis: (value: number) => `${String(value)}: give it a name and a colour`,
    renameThis: (name: string, value: number) => `${name} (${String(value)}): change its name or colour`,
    title: {
      itemStatus: (value: number) => `Item status ${String(value)}`,
      campaignStatus: (value: number) => `Campaign status ${String(value)}`,
      campaignState: (value: number) => `Campaign state ${String(value)}`,
    },
    text: 'The service gives a number without a meaning. What you call it is kept with this connection and used in filters and exports.',
    name: 'Name',
    namePlaceholder: 'For example Draft',
    color: 'Colour',
    colors: {
      neutral: 'Grey',
      blue: 'Blue',
      teal: 'Teal',
      green: 'Green',
      yellow: 'Yellow',
      orange: 'Orange',
      red: 'Red',
      purple: 'Purple',
    },
    clear: 'Remove the name',
    allTitle: 'Names of statuses',
    allText: 'Kept with this connection, and used in filters and exports.',
    nameOf: {
      itemStatus: (value: number) => `Name of item status ${String(value)}`,
      campaignStatus: (value: number) => `Name of campaign status ${String(value)}`,
      campaignState: (value: number) => `Name of campaign state ${String(value)}`,
    },
    colorOf: {
      itemStatus: (value: number) => `Colour of item status ${String(value)}`,
      campaignStatus: (value: number) => `Colour of campaign status ${String(value)}`,
      campaignState: (value: number) => `Colour of campaign state ${String(value)}`,
    },
    fields: {
      itemStatus: 'Item status',
      campaignStatus: 'Campaign status',
      campaignState: 'Campaign state',
    },
    none: 'No values seen yet.',
  },

  status: {
    label: 'Status',
    online: 'Online',
    offline: 'Offline',
    offlineHint: 'Everything that is downloaded can be read. Downloads wait for the network.',
    notNeeded: 'Sample data, no network used',
    keychain: 'Key in keychain',
    session: 'Key for this session only',
    noKey: 'No key',
    noKeyHint: 'Your downloaded campaigns can be read. To download, enter the key again.',
    keyTitle: 'API key',
    enterKey: 'Enter the key…',
    keychainText: 'This computer’s keychain keeps the key. It is sent to this connection’s address only.',
    finding: (found: string, looked: string) => `Looking for campaigns: ${found} found, ${looked} items`,
    downloading: (name: string) => `Downloading ${name}`,
    waiting: (count: number, shown: string) => `${shown} ${plural(count, 'download', 'downloads')} waiting`,
    more: (shown: string) => `+${shown} more`,
    exporting: (file: string) => `Writing ${file}`,
    of: (done: string, total: string) => `${done} / ${total}`,
    items: (done: string, total: number, totalShown: string) => `${done} of ${items(total, totalShown)}`,
    rows: (total: number, done: string, totalShown: string) =>
      `${done} of ${totalShown} ${plural(total, 'row', 'rows')}`,
    pages: (count: number, shown: string) => `${shown} ${plural(count, 'page', 'pages')}`,
    rate: (shown: string) => `${shown} items/s`,
    left: (shown: string) => `${shown} left`,
    cancel: 'Cancel',
    cancelJob: (what: string) => `Cancel: ${what}`,
    cancelAll: 'Cancel all',
    activity: 'Activity',
    noActivity: 'Nothing is running.',
    running: 'Running',
    finished: 'Finished',
    clear: 'Clear',
    showFile: 'Show file',
    openCampaign: 'Open',
    outcomes: {
      downloaded: (name: string, count: number, shown: string) =>
        `Downloaded ${name}: ${items(count, shown)}.`,
      downloadedMany: (count: number, shown: string, itemCount: number, itemsShown: string) =>
        `Downloaded ${campaigns(count, shown)}, ${items(itemCount, itemsShown)}.`,
      incomplete: (name: string) => `${name} is incomplete.`,
      failed: (name: string) => `${name} could not be downloaded.`,
      cancelled: (name: string) => `Download of ${name} cancelled. The copy on this computer is as it was.`,
      discovered: (count: number, shown: string) => `${campaigns(count, shown)} found.`,
      discoveryFailed: 'The search for campaigns failed.',
      discoveryCancelled: 'The search for campaigns was cancelled. What it found is kept.',
      exported: (file: string, count: number, shown: string) =>
        `Wrote ${shown} ${plural(count, 'row', 'rows')} to ${file}.`,
      exportFailed: (file: string) => `${file} could not be written.`,
      exportCancelled: (file: string) => `Writing of ${file} was cancelled. No file was left behind.`,
      problems: (count: number, shown: string) => `${shown} ${plural(count, 'problem', 'problems')}`,
    },
  },

  settings: {
    title: 'Settings',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    rowHeight: 'Row height',
    rowHeights: { compact: 'Compact', normal: 'Normal' },
    statuses: 'Names of statuses',
    statusesText: (connection: string) => `What you call the numbers in ${connection}.`,
    statusesOpen: 'Name statuses…',
    data: 'Data',
    dataFolder: 'Data folder',
    openFolder: 'Open folder',
    log: 'Log',
    openLog: 'Open log',
    logText: 'Holds no key and nothing of your campaigns.',
    version: (shown: string) => `Campaign Desk ${shown}`,
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    general: 'Everywhere',
    moving: 'Moving about',
    list: 'In the lists',
    search: 'Search items',
    palette: 'Commands and campaigns',
    newConnection: 'New connection',
    export: 'Export',
    download: 'Download',
    findCampaigns: 'Find campaigns',
    addCampaign: 'Add campaign',
    settings: 'Settings',
    shortcuts: 'Keyboard shortcuts',
    tabs: 'Overview, Items',
    back: 'Back, forward',
    panes: 'Next part of the window',
    toggleCampaigns: 'Show or hide campaigns',
    toggleDetails: 'Show or hide details',
    escape: 'One step back',
    arrows: 'Move',
    ends: 'First, last',
    select: 'Select',
    range: 'Select a range',
    all: 'Select all',
    copy: 'Copy as a table',
    open: 'Open',
    menu: 'What can be done here',
    space: 'Space',
  },

  palette: {
    title: 'Commands and campaigns',
    placeholder: 'Type a command or a campaign',
    switchTo: (name: string) => `Switch to ${name}`,
    nothing: (words: string) => `Nothing matches “${words}”.`,
  },

  about: {
    title: 'About Campaign Desk',
    text: 'Download point-of-sale campaigns, look through their items offline, hand over spreadsheets that are right.',
  },

  start: {
    loading: 'Opening…',
    failedTitle: 'Campaign Desk could not start properly',
    connectionFailedTitle: (name: string) => `${name} could not be opened`,
    itemsSoon: 'Items',
  },

  panes: {
    resizeCampaigns: 'Width of the campaigns',
    resizeDetails: 'Width of the details',
    details: 'Details',
  },
} as const
