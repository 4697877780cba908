import { campaigns, items, plural } from './grammar.ts'

/** Strings of the list of campaigns, and of the state of a campaign's items. */
export const campaignsStrings = {
  campaigns: {
    title: 'Campaigns',
    list: 'Campaigns on this connection',
    filter: 'Filter campaigns',
    clearFilter: 'Clear the filter',
    places: { home: 'Home', campaigns: 'All campaigns', items: 'All items' },
    unnamed: (id: string) => `Unnamed (${id})`,
    find: 'Find campaigns',
    findShort: 'Find',
    finding: 'Looking for campaigns',
    findingStopped: 'Search stopped',
    stopFinding: 'Stop looking for campaigns',
    goOnFinding: 'Go on',
    endFinding: 'End the search',
    add: 'Add campaign',
    addShort: 'Add',
    itemsWord: (count: number) => plural(count, 'item', 'items'),
    complete: 'complete',
    incomplete: 'incomplete',
    notDownloaded: 'not downloaded',
    downloading: 'downloading',
    waiting: 'waiting',
    fetchedAt: (shown: string) => `Copy completed ${shown}`,
    selected: (count: number, shown: string) => `${shown} ${plural(count, 'selected', 'selected')}`,
    found: (count: number, shown: string) => `${campaigns(count, shown)} found`,
    foundShort: (shown: string) => `${shown} found`,
    emptyTitle: 'No campaigns yet',
    emptyText: 'Let Campaign Desk look for every campaign your key can see, or add one by its id or address.',
    nothingTitle: (words: string) => `No campaign matches “${words}”`,
    nothingText: 'Names, references, numbers and ids are searched.',
    failedTitle: 'The search for campaigns failed',
    addTitle: 'Add a campaign',
    addLabel: 'Id or address',
    addHint: 'An id like 3f2b8c1e-…, or any address that contains it.',
    addMissing: 'Paste the id of a campaign, or an address that contains it.',
    addAction: 'Add and download',
    menu: {
      label: (name: string) => `Actions for ${name}`,
      labelMany: (count: number, shown: string) => `Actions for ${campaigns(count, shown)}`,
      open: 'Open overview',
      openPlace: 'Open',
      openItems: 'Open items',
      openChanges: 'Open changes',
      openWindow: 'Open in new window',
      compare: 'Compare…',
      compareWith: 'Compare with…',
      compareDownloaded: 'Only downloaded campaigns can be compared.',
      download: 'Download',
      downloadAgain: 'Download again',
      downloadMany: (count: number, shown: string) => `Download ${campaigns(count, shown)}`,
      cancel: 'Cancel the download',
      copyId: 'Copy id',
      copyName: 'Copy name',
      copyLink: 'Copy link',
      remove: 'Remove from this computer…',
      removeMany: (count: number, shown: string) => `Remove ${campaigns(count, shown)} from this computer…`,
      removeFromList: 'Remove from the list…',
      removeManyFromList: (count: number, shown: string) =>
        `Remove ${campaigns(count, shown)} from the list…`,
      cancelFirst: 'Cancel the download first.',
    },
    /** @param downloaded whether anything of them is on this computer */
    removeTitle: (count: number, shown: string, name: string, downloaded: boolean) =>
      `Remove ${count === 1 ? name : campaigns(count, shown)} from ${downloaded ? 'this computer' : 'the list'}?`,
    removeText: (count: number, itemCount: number, itemsShown: string, downloaded: boolean) =>
      downloaded
        ? `The downloaded copy with ${items(itemCount, itemsShown)} is deleted. Your marks and notes stay.`
        : plural(count, 'It is not downloaded.', 'None of them is downloaded.'),
    removeWayBack: 'Nothing changes in the service. Find or add it again to bring it back.',
    removeAction: 'Remove',
    removed: (count: number, shown: string, downloaded: boolean) =>
      `${campaigns(count, shown)} removed from ${downloaded ? 'this computer' : 'the list'}.`,
  },

  campaign: {
    tabs: 'Views of this campaign',
    tabsOfAll: 'Views of all items',
    tabsOfCampaigns: 'Views of all campaigns',
    table: 'Table',
    timeline: 'Timeline',
    statistics: 'Statistics',
    compare: 'Compare',
    overview: 'Overview',
    items: 'Items',
    ofExpected: (have: string, expected: number, expectedShown: string) =>
      `${have} of ${items(expected, expectedShown)}`,
    heldCampaigns: (held: string, count: number, shown: string) =>
      held === shown ? campaigns(count, shown) : `${held} of ${campaigns(count, shown)} on this computer`,
    noneTitle: 'Not downloaded yet',
    noneTitleOf: (count: number, shown: string) => `Download ${items(count, shown)}`,
    noneText: 'Work with this campaign offline. You can use other campaigns while it downloads.',
    noneAction: 'Download this campaign',
    fetchDetails: 'Fetch the details only',
    detailsFailed: 'The details could not be fetched',
    downloadingTitle: (name: string) => `Downloading ${name}`,
    downloadingText: 'The items appear when all of them are here.',
    waitingTitle: (name: string) => `${name} is waiting its turn`,
    waitingText: 'Three downloads run at a time.',
    pausedTitle: (name: string) => `The download of ${name} is paused`,
    failedTitle: (name: string) => `${name} could not be downloaded`,
    missing: 'This campaign is no longer on this computer.',
  },

  /** The state of the downloaded copy, in the header of a campaign. */
  snapshot: {
    title: 'Downloaded copy',
    complete: 'Complete',
    incomplete: 'Incomplete',
    notDownloaded: 'Not downloaded',
    downloading: 'Downloading',
    waiting: 'Waiting',
    paused: 'Paused',
    needsDecision: 'Needs your decision',
    deleted: 'Deleted in the service',
    accessLost: 'No access',
    of: (have: string, expected: string) => `${have} of ${expected}`,
  },

  all: {
    noCampaignsTitle: 'Start by finding your campaigns',
    noCampaignsText:
      'Campaign Desk looks through the items your key can see and lists every campaign it meets. You can also add one by its id, at the left.',
    findingTitle: 'Looking for campaigns',
    nothingHereTitle: (count: number, shown: string) =>
      `${campaigns(count, shown)} found, none downloaded yet`,
    nothingHereText:
      'Download them to look through their items without a network, or choose single ones at the left.',
    downloadAll: (count: number, shown: string) => `Download all ${campaigns(count, shown)}`,
  },
} as const
