import { campaigns, plural } from './grammar.ts'

/** Strings of the actions on selected campaigns, and of the export of their table. */
export const campaignActionStrings = {
  label: 'Actions for the selected campaigns',
  more: 'Actions',
  download: 'Download',
  refreshDetails: 'Refresh details',
  compare: 'Compare',
  exportItems: 'Export items',
  markSeen: 'Mark as seen',
  remove: 'Remove',
  fetchDetails: 'Fetch details',
  fetchDetailsMany: (count: number, shown: string) => `Fetch details of ${campaigns(count, shown)}`,
  refreshDetailsMany: (count: number, shown: string) => `Refresh the details of ${campaigns(count, shown)}`,
  exportItemsMany: (count: number, shown: string) => `Export the items of ${campaigns(count, shown)}…`,
  markSeenMany: (count: number, shown: string) => `Mark the changes of ${campaigns(count, shown)} as seen`,
  reasons: {
    none: 'Select campaigns first',
    downloading: (count: number) => plural(count, 'It is being downloaded', 'They are being downloaded'),
    cancelFirst: 'Cancel the download first',
    /** The details of downloaded campaigns are part of their downloads. */
    refreshedByDownload: 'Download refreshes the details of downloaded campaigns',
    compare: 'Select two campaigns to compare',
    compareDownloaded: 'Download both campaigns to compare them',
    nothingDownloaded: 'Download the campaigns first',
    noChanges: 'No unseen changes',
  },
  markedSeen: (count: number, shown: string) => `Changes of ${campaigns(count, shown)} marked as seen.`,
  /** In place of a campaign’s name, in titles and file names. */
  several: campaigns,
  exportTable: {
    hint: 'Export the campaigns of this table with its columns',
    title: 'Export campaigns',
    pageTitle: 'Campaigns to read or print',
    failedTitle: 'The campaigns could not be exported',
    empty: 'There are no campaigns to export',
    rows: (count: number, shown: string) => `This table: ${campaigns(count, shown)}`,
    rowsText: 'With its search, filters, order and columns.',
    fileName: (connection: string) => `${connection} campaigns`,
  },
} as const
