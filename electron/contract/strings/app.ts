import { changesStrings } from './changes.ts'
import { connectionsStrings } from './connections.ts'
import { pictureStrings } from './pictures.ts'
import { campaigns, items, plural, rows } from './grammar.ts'

/**
 * Strings of the window's frame and of its views except the items and the overview. A translation is another
 * object of the same shape. Numbers and dates are already formatted; the additional number only selects the
 * plural.
 */
export const strings = {
  ...connectionsStrings,
  ...pictureStrings,
  changes: changesStrings,

  product: 'Campaign Desk',

  fullText: {
    showAll: 'Show all',
    showMore: (shown: string) => `Show ${shown} more`,
    omitted: (shown: string) => `${shown} more`,
    showAllOf: (what: string) => `Show all of ${what}`,
    copy: 'Copy',
    copied: 'Copied',
    length: (count: number, shown: string) => `${shown} ${plural(count, 'character', 'characters')}`,
    failedTitle: 'The value could not be read',
  },

  dialog: { cancel: 'Cancel', close: 'Close', done: 'Done', save: 'Save' },

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

  count: { items },

  title: (shown: string, connection: string) => `${shown} – ${connection} – Campaign Desk`,

  toolbar: {
    back: 'Back',
    forward: 'Forward',
    download: 'Download',
    downloadHint: {
      campaign: (name: string) => `Download ${name} to this computer`,
      recent: (name: string) => `Get what has changed in ${name} since it was downloaded`,
      selected: (count: number, shown: string) => `Download the ${campaigns(count, shown)} that are selected`,
      all: 'Download every campaign that has no complete copy yet',
      none: 'There is no campaign to download yet',
      noKey: 'To download, enter the API key of this connection again',
      withheld: 'To download, review the change of this connection first',
    },
    showCampaigns: 'Show campaigns',
    hideCampaigns: 'Hide campaigns',
    showDetails: 'Show details',
    hideDetails: 'Hide details',
    settings: 'Settings',
    noItems: 'Download a campaign first',
    noDetails: 'This view has no details',
  },

  status: {
    label: 'Status',
    online: 'Online',
    unknownHint: 'Campaign Desk has not contacted the service yet.',
    offline: 'Offline',
    offlineHint: 'You can work with everything that is downloaded.',
    unreachable: (host: string) => `${host} does not respond`,
    unreachableHint: (since: string) =>
      `No response since ${since}. You can work with everything that is downloaded.`,
    tryNow: 'Try now',
    dataFrom: (when: string) => `Your data is from ${when}`,
    notNeeded: 'Sample data, no network used',
    keychain: 'Key in keychain',
    session: 'Key for this session only',
    noKey: 'No key',
    withheld: 'Key not sent',
    reviewChange: 'Review change…',
    noKeyHint: 'Your downloaded campaigns can be read. To download, enter the key again.',
    keyTitle: 'API key',
    enterKey: 'Enter the key…',
    keychainText: 'This computer’s keychain keeps the key. It is sent to this connection’s address only.',
    finding: (found: string, looked: string) => `Looking for campaigns: ${found} found, ${looked} items`,
    downloading: (name: string) => `Downloading ${name}`,
    more: (shown: string) => `+${shown} more`,
    of: (done: string, total: string) => `${done} / ${total}`,
    items: (done: string, total: number, totalShown: string) => `${done} of ${items(total, totalShown)}`,
    rows: (total: number, done: string, totalShown: string) => `${done} of ${rows(total, totalShown)}`,
    pages: (count: number, shown: string) => `${shown} ${plural(count, 'page', 'pages')}`,
    rate: (shown: string) => `${shown} items/s`,
    left: (shown: string) => `${shown} left`,
    cancelJob: (what: string) => `Cancel: ${what}`,
    showFile: 'Show file',
    openCampaign: 'Open',
    outcomes: {
      downloaded: (name: string, count: number, shown: string) =>
        `Downloaded ${name}: ${items(count, shown)}.`,
      upToDate: (name: string, count: number, shown: string) =>
        `${name} is up to date: ${items(count, shown)}.`,
      downloadedMany: (count: number, shown: string, itemCount: number, itemsShown: string) =>
        `Downloaded ${campaigns(count, shown)}, ${items(itemCount, itemsShown)}.`,
      incomplete: (name: string) => `${name} is incomplete.`,
      failed: (name: string) => `${name} could not be downloaded.`,
      cancelled: (name: string) => `Download of ${name} canceled. Nothing on this computer has changed.`,
      discovered: (count: number, shown: string) => `${campaigns(count, shown)} found.`,
      discoveryFailed: 'The search for campaigns failed.',
      discoveryCancelled: 'The search for campaigns was cancelled. What it found is kept.',
      exported: (file: string, count: number, shown: string) => `Wrote ${rows(count, shown)} to ${file}.`,
      exportFailed: (file: string) => `${file} could not be written.`,
      exportCancelled: (file: string) => `Writing of ${file} was cancelled. No file was left behind.`,
      problems: (count: number, shown: string) => `${shown} ${plural(count, 'problem', 'problems')}`,
    },
  },

  start: {
    loading: 'Opening…',
    failedTitle: 'Campaign Desk could not start properly',
    quit: 'Quit Campaign Desk',
    connectionFailedTitle: (name: string) => `${name} could not be opened`,
  },

  panes: { resizeCampaigns: 'Width of the campaigns', resizeDetails: 'Width of the details' },
} as const
