import { formatCount, formatNumber, plural } from './grammar.ts'

/** Parameters of messages. All are optional: a message must be complete without them. */
export interface FaultParams {
  /** Host of the service, for people. */
  readonly host?: string | undefined
  readonly status?: number | undefined
  /** The reason, as a clause without a period. */
  readonly reason?: string | undefined
  /** What to do, as a sentence. */
  readonly advice?: string | undefined
  readonly file?: string | undefined
  /** Id of a campaign item. */
  readonly item?: string | undefined
  readonly logId?: string | undefined
  /** Versions of a cache: of the file, and the newest that this application knows. */
  readonly found?: number | undefined
  readonly known?: number | undefined
  /** Whether a certificate was refused only because its issuer is not trusted. */
  readonly unknownAuthority?: boolean | undefined
  /** Whether there was no secure connection, and thus no certificate to refuse. */
  readonly insecure?: boolean | undefined
  /** Host and port of a proxy, for people. */
  readonly proxy?: string | undefined
  /** Host and port of a proxy that requires to sign in. */
  readonly proxySignIn?: string | undefined
  /** Paths of folders that are allowed for files. */
  readonly folders?: readonly string[] | undefined
  readonly expected?: number | undefined
  readonly received?: number | undefined
  /** Whether the keychain was read, so that there is no key to save. */
  readonly readingKey?: boolean | undefined
  /** Whether the connection is being created, without downloads. */
  readonly newConnection?: boolean | undefined
  /** Whether the service may have received the key, such as in an earlier attempt. */
  readonly keyMayBeSent?: boolean | undefined
  /** Whether there are no downloads to mention. */
  readonly withoutDownloads?: boolean | undefined
}

type Sentence = string | ((params: FaultParams) => string)

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`)
const CHOOSE_ANOTHER_FILE = 'Choose another folder or name.'
const MAX_SHOWN_FOLDERS = 3
const folderList = (folders: readonly string[]): string =>
  folders.slice(0, MAX_SHOWN_FOLDERS).join(' or ') + (folders.length > MAX_SHOWN_FOLDERS ? ' …' : '')
const setAside = (file: string | undefined): string =>
  file === undefined ? ' They were left untouched.' : ` They were set aside as ${file}.`
const service = (host: string | undefined): string => host ?? 'The service'
const stays = (p: FaultParams): string =>
  p.newConnection === true || p.withoutDownloads === true
    ? ''
    : ' Everything already downloaded stays available.'
const keyNotSent = (p: FaultParams): string => (p.keyMayBeSent === true ? '' : ' The key was not sent.')
const keyOfNewConnection = (p: FaultParams): string => (p.newConnection === true ? keyNotSent(p) : '')
const asItWas = (p: FaultParams): string =>
  p.newConnection === true ? '' : ' Nothing on this computer has changed.'

const SENTENCES = {
  denied: 'This request was refused because it did not come from the application’s own window.',
  badInput: (p) => `That cannot be used${because(p.reason)}. Nothing was changed.`,
  notFound: 'That is no longer on this computer. It may have been removed in the meantime.',
  cancelled: 'Canceled. Nothing on this computer has changed.',
  superseded: 'A newer request replaced this one.',
  shuttingDown: 'Campaign Desk is closing. Nothing was changed.',
  internal: (p) =>
    `Something went wrong inside Campaign Desk. Your downloaded campaigns are untouched. Try again; if it happens again, report it with the log entry ${p.logId ?? 'none'}.`,
  addressInvalid: (p) =>
    `This address cannot be used${because(p.reason)}. Enter a full address, such as https://print.example/api. Nothing was sent.`,
  addressInsecure:
    'An address that begins with http:// would send your key unprotected. Use https://, or http:// only for a service on this computer. Nothing was sent.',
  addressNotAllowed: (p) =>
    `Your organization allows connections to ${p.host ?? 'its own address'} only. Nothing was sent.${stays(p)} Use that address, or ask your administrator.`,
  keyMissing:
    'There is no API key for this connection. Your downloaded campaigns can be read; to download, enter the key again.',
  keyInvalid: (p) =>
    `That API key cannot be sent${because(p.reason)}. Nothing was sent. Copy it again, without line breaks.`,
  keyWithheld: (p) =>
    `The saved API key was not sent${because(p.reason)}. Your downloaded campaigns are unchanged. Open the connection in Campaign Desk, and confirm the change or enter another key.`,
  offline: (p) =>
    `${service(p.host)} cannot be found. There may be no network, or the address may be misspelled.${keyOfNewConnection(p)}${stays(p)}`,
  unreachable: (p) =>
    `${service(p.host)} does not accept connections. The service may be down, or the address or port may be wrong.${keyOfNewConnection(p)}${stays(p)}`,
  timeout: (p) => `${service(p.host)} took too long to respond.${stays(p)} Try again later.`,
  interrupted: (p) =>
    `The connection to ${p.host ?? 'the service'} was interrupted before its response was complete.${stays(p)} Try again.`,
  tls: (p) =>
    p.insecure === true
      ? `No secure connection to ${p.host ?? 'the service'} could be made${because(p.reason)}.${keyNotSent(p)} Check the address and its port, or ask your administrator.`
      : `The certificate of ${p.host ?? 'the service'} was refused${because(p.reason)}.${keyNotSent(p)} ${p.unknownAuthority === true ? 'If your organization has its own certificate authority, ask your administrator for its file and choose that file for this connection.' : 'Check the address, or ask your administrator.'}`,
  clientCertificate: (p) =>
    `${p.reason ?? `${service(p.host)} requires a client certificate`}.${stays(p)} ${p.advice ?? 'Choose the file of your certificate for this connection, or ask your administrator for one.'}`,
  proxyFailed: (p) =>
    `The proxy${p.proxy === undefined ? '' : ` ${p.proxy}`} ${p.reason ?? 'cannot be used'}. The service was not reached.${keyOfNewConnection(p)}${stays(p)} ${p.proxySignIn === undefined ? 'Check the proxy settings' : 'Sign in to the proxy'}, or ask your administrator.`,
  captivePortal: (p) =>
    `A web page answered at ${p.host ?? 'this address'} instead of the service. It may be the sign-in page of a network, or the address may be wrong. Sign in to the network, or check the address.${stays(p)}`,
  redirected: (p) =>
    `${service(p.host)} redirected the request to another address${because(p.reason)}. The key is never sent there. Check the base address.`,
  badAnswer: (p) =>
    `${service(p.host)} sent a response that cannot be read${because(p.reason)}.${asItWas(p)}`,
  serviceBadRequest: (p) => `${service(p.host)} rejected the request as invalid (400).${asItWas(p)}`,
  serviceUnauthorized: (p) =>
    `${service(p.host)} did not accept the API key (401). ${p.newConnection === true ? 'Check the address and the key, or ask for another key.' : 'Check the key, or ask for a new one.'}${stays(p)}`,
  serviceForbidden: (p) =>
    p.newConnection === true
      ? `${service(p.host)} does not let this API key read campaigns (403). Ask for read access, or enter another key.`
      : `This API key has no read access at ${p.host ?? 'the service'} (403). Ask for read access to the campaign.${stays(p)}`,
  serviceNotFound: (p) =>
    `${service(p.host)} has nothing at this address (404). Check the base address${p.newConnection === true ? '' : ' or the campaign’s id'}.${stays(p)}`,
  serviceTooMany: (p) =>
    `${service(p.host)} received too many requests and asked to wait (429).${asItWas(p)} Try again later.`,
  serviceFailed: (p) =>
    `${service(p.host)} failed on its side${p.status === undefined ? '' : ` (${String(p.status)})`}.${asItWas(p)} Try again later.`,
  serviceStatus: (p) =>
    `${service(p.host)} sent an unexpected response${p.status === undefined ? '' : ` (${String(p.status)})`}.${asItWas(p)}`,
  notACampaignId:
    'This text contains no campaign id. Paste the id (such as 3f2b8c1e-…) or an address that contains it.',
  downloadIncomplete: (p) =>
    p.expected === undefined || p.received === undefined
      ? 'Not all items could be fetched. The campaign is marked incomplete.'
      : `The service counts ${formatCount(p.expected, 'item')}, but ${formatNumber(p.received)} could be fetched. The campaign is marked incomplete; an earlier complete copy was kept. Download it again later.`,
  deletionsNotAccepted: ({ received = 0, expected = 0 }) =>
    `The service no longer lists ${formatNumber(received)} of ${formatCount(expected, 'downloaded item')}. The downloaded copy was kept. Accept the deletions to update it.`,
  cacheDamaged: (p) =>
    `The local copy of this connection was damaged. It was set aside${p.file === undefined ? '' : ` as ${p.file}`}, and an empty one was created. Download your campaigns again.`,
  cacheNewer: (p) =>
    `The local copy was written by a newer version of Campaign Desk (its format is ${String(p.found ?? '?')}, this version reads up to ${String(p.known ?? '?')}). It was left untouched. Update Campaign Desk to open it.`,
  cacheNotMigrated: (p) =>
    `The local copy could not be converted for this version of Campaign Desk${because(p.reason)}. It was left as it was, and the earlier version can still open it. ${p.advice ?? 'Report a problem, or use the earlier version.'}`,
  cacheBusy: 'Another program is using the local copy. Nothing was changed. Close it and try again.',
  cacheUnavailable: (p) =>
    `The local copy cannot be opened${because(p.reason)}. Nothing was changed. Check the folder and try again.`,
  diskFull:
    'The disk is full. Nothing on this computer has changed. Free some space and start the download again.',
  folderReadOnly:
    'The folder with the local copies is read-only. You can still read what is downloaded. Check the folder’s permissions.',
  reviewsDamaged: (p) =>
    p.file === undefined
      ? 'The file with your marks and notes is damaged. Your downloaded campaigns have not changed. Try again: the file will be set aside and replaced by an empty one.'
      : `The file with your marks and notes was damaged. It was set aside as ${p.file} in the folder of the connection and replaced by an empty one. Your downloaded campaigns have not changed. Restore a backup to get your marks and notes back.`,
  reviewUnreadable: (p) =>
    `The saved review of ${p.item === undefined ? 'an item' : `the item ${p.item}`} is damaged. All other marks and notes are unchanged. Mark that item again to replace its review, or restore a backup.`,
  reviewsNewer: (p) =>
    `The marks and notes were written by a newer version of Campaign Desk (their format is ${String(p.found ?? '?')}, this version reads up to ${String(p.known ?? '?')}). They were left untouched. Update Campaign Desk to see them.`,
  reviewsNotMigrated: (p) =>
    `The marks and notes could not be converted for this version of Campaign Desk${because(p.reason)}. They were left as they were, and the earlier version can still open them. ${p.advice ?? 'Report a problem, or use the earlier version.'}`,
  reviewsUnavailable: (p) =>
    `Marks and notes cannot be opened or saved${because(p.reason)}. Earlier ones have not changed; this one was not saved. Check the folder and try again.`,
  reviewFileUnusable: (p) =>
    `The review file cannot be used${because(p.reason)}. Your marks and notes have not changed. Ask for the file again.`,
  reviewFileNewer: (p) =>
    `The review file needs another version of Campaign Desk (its format is ${String(p.found ?? '?')}, this one reads ${String(p.known ?? '?')}). Your marks and notes have not changed. Update Campaign Desk to import it.`,
  connectionDamaged: (p) =>
    `The settings of a connection cannot be read${because(p.reason)}.${setAside(p.file)} Its downloaded campaigns stay in the same folder, and your other connections have not changed. Connect to that service again to use it.`,
  dataFolderRefused: (p) =>
    `Your data cannot be moved there${because(p.reason)}. Nothing was changed. Choose another folder.`,
  dataFolderMissing: (p) =>
    `The data folder ${p.file ?? ''} cannot be found. Nothing was changed. Connect its drive, or choose the folder in the window of Campaign Desk.`,
  updatesManaged:
    'Your organization has turned updates off. Nothing has changed. Ask your administrator for a new version.',
  settingsNotSaved: (p) =>
    `Your latest settings cannot be saved${because(p.reason)}. The saved ones have not changed. Check the disk and the data folder’s permissions, and try again.`,
  preferencesDamaged: (p) =>
    `Your preferences cannot be read${because(p.reason)}.${setAside(p.file)} The defaults are used instead. Your campaigns have not changed. Change the settings again, or restore a backup.`,
  profilesDamaged: (p) =>
    `Your export profiles cannot be read${because(p.reason)}.${setAside(p.file)} You can export without them; your campaigns have not changed. Save the profiles again, or restore a backup.`,
  viewsDamaged: (p) =>
    `Your saved views cannot be read${because(p.reason)}.${setAside(p.file)} Lists open in the default view; your campaigns have not changed. Save the views again, or restore a backup.`,
  checksDamaged: (p) =>
    `Your settings for the checks cannot be read${because(p.reason)}.${setAside(p.file)} The default checks are used; your campaigns have not changed. Set up the checks again, or restore a backup.`,
  backupDamaged: (p) =>
    `This backup cannot be restored${because(p.reason)}. Nothing has changed. Choose another backup.`,
  backupFileUnusable: (p) =>
    `This backup file cannot be used${because(p.reason)}. Nothing has changed. Choose another file.`,
  backupFileNewer: (p) =>
    `This backup was made by a newer version of Campaign Desk (its format is ${String(p.found ?? '?')}, this version reads up to ${String(p.known ?? '?')}). Nothing has changed. Update Campaign Desk to restore it.`,
  backupFolderMissing: (p) =>
    `The folder for scheduled backups cannot be found${p.file === undefined ? '' : `: ${p.file}`}. Your data has not changed, but this backup was not made. Connect the drive, or choose another folder in Settings.`,
  restoreIncomplete: (p) =>
    `A backup is only partly restored${because(p.reason)}. Nothing is lost: what is missing is still in the data folder. Close Campaign Desk and start it again to finish.`,
  searchInvalid: (p) => `This search pattern is invalid${because(p.reason)}.`,
  filterPatternInvalid: (p) =>
    `The pattern of a filter is invalid${because(p.reason)}. The list is unchanged. Correct the pattern.`,
  filterPatternTooSlow:
    'The pattern of a filter takes too long to match. The list is unchanged. Make it simpler, for example with fewer nested repetitions.',
  searchTooSlow:
    'This pattern takes too long to match. Make it simpler, for example with fewer nested repetitions.',
  fileNotWritten: (p) =>
    p.file === undefined
      ? `The file could not be written${because(p.reason)}. No file was changed. ${p.advice ?? CHOOSE_ANOTHER_FILE}`
      : `${p.file} could not be written${because(p.reason)}. None of the files was written, and no file was changed. ${p.advice ?? CHOOSE_ANOTHER_FILE}`,
  folderNotAllowed: ({ folders = [] }) =>
    folders.length === 0
      ? 'Your organization does not allow files in any folder. Nothing was written. Ask your administrator.'
      : `Your organization does not allow files in this folder. Nothing was written. Choose a folder in ${folderList(folders)}.`,
  rowCountWrong: ({ received = 0, expected = 0 }) =>
    `The export stopped because ${formatCount(received, 'row')} ${plural(received, 'was', 'were')} written where ${formatNumber(expected)} ${plural(expected, 'was', 'were')} expected. No file was left behind. Try again.`,
  tooManyRows: ({ received = 0, expected = 0 }) =>
    `There ${plural(received, 'is', 'are')} ${formatCount(received, 'row')}, and a sheet of a spreadsheet can hold ${formatNumber(expected)}. Nothing was written. Export fewer rows, or allow more sheets or files.`,
  fileNotAsWritten: (p) =>
    `The file on the disk differs from what was written${because(p.reason)}. It was removed, and an earlier file with that name has not changed. Try again, or choose another disk.`,
  fileGone: (p) =>
    `${p.file === undefined ? 'The file' : `The file ${p.file}`} is no longer where it was written. It was moved, renamed or deleted. Export again.`,
  fileNotOpened: (p) =>
    `The file could not be opened${because(p.reason)}. It was exported correctly. Show it in its folder and open it from there.`,
  notPrinted: (p) =>
    `The pages could not be created${because(p.reason)}. No file was left behind, and your marks and notes have not changed. Try again; if it happens again, choose fewer items.`,
  picturesTurnedOff:
    'The window stopped working twice, so it opened without pictures. Your campaigns, marks and notes are safe.',
  picturesLeftOut:
    'The window stopped working and was reloaded. Pictures that were open at that moment are hidden. Your campaigns, marks and notes are safe.',
  updateCheckFailed: (p) =>
    `Campaign Desk could not check for updates${because(p.reason)}. The installed version has not changed. Try again later.`,
  updateDownloadFailed: (p) =>
    `The new version could not be downloaded${because(p.reason)}. The installed version has not changed. Try again later.`,
  updateRejected: (p) =>
    `The new version was rejected${because(p.reason)}. The installed version has not changed. Do not install this version from elsewhere; report the problem if it happens again.`,
  updateDamaged:
    'The download of the new version was damaged, and it was deleted. The installed version has not changed. Try again later.',
  keychainMissing: (p) =>
    `This computer has no keychain that can be used.${p.readingKey === true ? '' : ' The key is kept for this session only and asked for again next time.'}`,
  keychainLocked: (p) =>
    `The keychain is locked. ${p.readingKey === true ? 'Unlock it and try again.' : 'The key is kept for this session only. Unlock the keychain and enter the key again to keep it.'}`,
  keychainRefused: (p) =>
    p.readingKey === true
      ? `The keychain did not return the key${because(p.reason)}.`
      : `The keychain refused to keep the key${because(p.reason)}. The key is kept for this session only.`,
} satisfies Readonly<Record<string, Sentence>>

/** The code of a fault. Each has a message. */
export type FaultCode = keyof typeof SENTENCES

export const FAULT_CODES = Object.keys(SENTENCES) as readonly FaultCode[]

/** Returns the message of a fault: what happened, what it means for the data, what to do. */
export function faultMessage(code: FaultCode, params: FaultParams = {}): string {
  const sentence: Sentence = SENTENCES[code]
  return typeof sentence === 'string' ? sentence : sentence(params)
}
