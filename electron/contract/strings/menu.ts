import { campaigns, formatCount, items, plural } from './grammar.ts'

/**
 * Strings that the system shows: the application menu except its commands, system dialogs, and notifications.
 * In the menu, `&` marks the letter that chooses a line on Windows and Linux.
 */
export const MENU = {
  file: '&File',
  openRecent: 'Open &Recent',
  clearRecent: '&Clear Recent',
  quit: '&Quit',
  edit: '&Edit',
  cut: 'Cu&t',
  copy: '&Copy',
  paste: '&Paste',
  selectAll: 'Select &All',
  view: '&View',
  fullScreen: 'Full &Screen',
  go: '&Go',
  campaigns: '&Campaigns',
  developerTools: 'De&veloper Tools',
  window: '&Window',
  minimize: 'Mi&nimize',
  close: '&Close',
  help: '&Help',
  openLog: 'Show &Log',
  /** Heading of the list in the task bar of Windows. */
  recentCampaigns: 'Recent campaigns',
} as const

/** The panel of the system with facts about the application. */
export const ABOUT_PANEL = {
  electron: (version: string) => `Electron ${version}`,
  copyright: 'The Campaign Desk developers',
  website: 'https://campaign-desk.github.io',
} as const

export const SAVE_DIALOG = {
  title: 'Export items',
  changesTitle: 'Export changes',
  campaignsTitle: 'Export campaigns',
  orphanedTitle: 'Export marks of deleted items',
  pictureTitle: 'Save a copy',
  xlsx: 'Excel workbook',
  csv: 'Comma-separated values',
  html: 'Web page',
  md: 'Markdown',
  json: 'JSON',
  jsonl: 'JSON Lines',
  pdf: 'PDF',
  png: 'PNG image',
  jpg: 'JPEG image',
  gif: 'GIF image',
  webp: 'WebP image',
  avif: 'AVIF image',
  svg: 'SVG image',
  ics: 'Calendar',
  zip: 'ZIP archive',
  cdreview: 'Review of Campaign Desk',
  cdbackup: 'Backup of Campaign Desk',
  allFiles: 'All files',
} as const

export const REPLACE_DIALOG = {
  message: (name: string) => `Replace “${name}”?`,
  /** Files of an export in several. */
  several: (first: string, count: number) =>
    `Replace “${first}”${count === 1 ? '' : ` and ${formatCount(count - 1, 'more file', 'more files')}`}?`,
  severalDetail: 'Files with the names of this export are lost once it is complete. The others stay.',
  detail: 'A file with this name already exists. Its content is lost once the new file is complete.',
  replace: 'Replace',
  otherName: 'Choose Another Name',
} as const

/** For a typed file name with the extension of another program. */
export const ENDING_DIALOG = {
  message: (ending: string) => `Lists can’t be exported as ${ending} files`,
  detail: (endings: readonly string[]) =>
    `Nothing was exported. Choose a name that ends in ${endings.map((ending) => `.${ending}`).join(', ')} or .tsv.`,
  ok: 'OK',
} as const

export const AUTHORITY_DIALOG = {
  title: 'Choose a certificate authority',
  certificates: 'Certificates',
  allFiles: 'All files',
} as const

export const CLIENT_CERTIFICATE_DIALOG = {
  title: 'Choose a client certificate',
  certificates: 'Certificates with a private key',
  allFiles: 'All files',
} as const

export const QUIT_DIALOG = {
  message: 'Quit while an export is running?',
  detail: 'The export is canceled, and its file is not written.',
  downloads: 'Downloads continue when you start Campaign Desk again.',
  quit: 'Quit',
  stay: 'Keep Working',
} as const

export const BROWSER_DIALOG = {
  message: (host: string) => `Open ${host} in your browser?`,
  details: {
    service: (address: string) => `The service sent this address:\n${address}`,
    guide: (address: string) => `The guide links to this address:\n${address}`,
    issue: (address: string) => `Your browser opens this page of the project:\n${address}`,
  },
  open: 'Open in Browser',
  cancel: 'Cancel',
} as const

export const START_DIALOG = {
  title: 'Campaign Desk cannot start',
  refusedSwitch: (name: string) =>
    `${name} would remove the protection of your data. Nothing was opened. Start Campaign Desk without it.`,
  appImageWithoutSandbox:
    'This system does not allow the AppImage a sandbox. Nothing was opened. On Ubuntu, start it from Files, or install the deb package.',
} as const

/** Shown before the first window. */
export const DATA_FOLDER_DIALOG = {
  chooseNew: 'Choose a folder for your data',
  confirm: 'Move your data?',
  confirmDetail: (folder: string, size: string) =>
    `${size} will be moved to “${folder}”. Campaign Desk restarts.`,
  move: 'Move and Restart',
  moving: 'Moving your data…',
  movingDetail: (folder: string) => `To “${folder}”. If you cancel, it stays where it is.`,
  notMoved: 'Your data was not moved',
  notMovedDetail: (reason: string) => `${reason} Campaign Desk uses it where it is.`,
  missing: 'Your data folder cannot be found',
  missingDetail: (folder: string) =>
    `“${folder}” may be on a drive that is not connected. Connect it and try again, choose where the folder is now, or start without your data.`,
  tryAgain: 'Try Again',
  choose: 'Choose Folder…',
  startEmpty: 'Start Without Data',
  quit: 'Quit',
  cancel: 'Cancel',
  ok: 'OK',
} as const

/** Notifications about downloads that ended in the background. */
export const NOTIFICATION = {
  complete: 'Download complete',
  incomplete: 'Download incomplete',
  failed: 'Download failed',
  searched: 'Search for campaigns complete',
  searchedIncomplete: 'Search for campaigns incomplete',
  searchFailed: 'Search for campaigns failed',
  detailsFetched: 'Campaign details fetched',
  detailsIncomplete: 'Campaign details incomplete',
  detailsFailed: 'Campaign details could not be fetched',
  several: 'Downloads ended',
  decide: 'Download needs your decision',
  decideOf: (name: string, deleted: string, of: number, shown: string) =>
    `${name}: the service no longer lists ${deleted} of ${items(of, shown)}. The downloaded copy is unchanged.`,
  decideMany: (count: number, shown: string) => `${shown} ${plural(count, 'needs', 'need')} your decision.`,

  itemsOf: (name: string, count: number, shown: string) => `${name}: ${items(count, shown)}.`,
  upToDate: (name: string) => `${name} is up to date.`,
  reasonOf: (name: string, reason: string) => `${name}: ${reason}`,
  found: (count: number, shown: string) => `${campaigns(count, shown)} found.`,
  completeMany: (count: number, shown: string) => `${campaigns(count, shown)} complete.`,
  incompleteMany: (count: number, shown: string) => `${shown} ${plural(count, 'is', 'are')} incomplete.`,
  failedMany: (shown: string) => `${shown} failed.`,
} as const
