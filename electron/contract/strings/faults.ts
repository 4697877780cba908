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
  denied: 'This request was refused, because it did not come from the application’s own window.',
  badInput: (p) => `That cannot be used${because(p.reason)}. Nothing was changed.`,
  notFound: 'That is no longer on this computer. It may have been removed in the meantime.',
  cancelled: 'Canceled. Nothing on this computer has changed.',
  superseded: 'A newer request took the place of this one.',
  shuttingDown: 'Campaign Desk is closing. Nothing was changed.',
  internal: (p) =>
    `Something went wrong inside Campaign Desk. Your downloaded campaigns are untouched. Try again; if it happens again, report it with the log entry ${p.logId ?? 'none'}.`,
  addressInvalid: (p) =>
    `That is not an address that can be used${because(p.reason)}. It should look like https://print.example/api. Nothing was sent.`,
  addressInsecure:
    'An address that begins with http:// would send your key unprotected. Use https://, or http:// only for a service on this computer. Nothing was sent.',
  keyMissing:
    'There is no API key for this connection. Your downloaded campaigns can be read; to download, enter the key again.',
  keyInvalid: (p) =>
    `That API key cannot be sent${because(p.reason)}. Nothing was sent. Copy it again, without line breaks.`,
  keyWithheld: (p) =>
    `The saved API key was not sent${because(p.reason)}. Your downloaded campaigns are unchanged. Open the connection in Campaign Desk, and confirm the change or enter another key.`,
  offline: (p) =>
    `${service(p.host)} cannot be found. There may be no network, or the address may be misspelt.${keyOfNewConnection(p)}${stays(p)}`,
  unreachable: (p) =>
    `${service(p.host)} does not accept connections. The service may be down, or the address or port may be wrong.${keyOfNewConnection(p)}${stays(p)}`,
  timeout: (p) => `${service(p.host)} took too long to answer.${stays(p)} Try again later.`,
  interrupted: (p) =>
    `The connection to ${p.host ?? 'the service'} broke off in the middle of an answer.${stays(p)} Try again.`,
  tls: (p) =>
    p.insecure === true
      ? `No secure connection to ${p.host ?? 'the service'} could be made${because(p.reason)}.${keyNotSent(p)} Check the address and its port, or ask your administrator.`
      : `The certificate of ${p.host ?? 'the service'} was refused${because(p.reason)}.${keyNotSent(p)} ${p.unknownAuthority === true ? 'If your organisation has a certificate authority of its own, ask your administrator for its file and choose that file for this connection.' : 'Check the address, or ask your administrator.'}`,
  clientCertificate: (p) =>
    `${p.reason ?? `${service(p.host)} requires a client certificate`}.${stays(p)} ${p.advice ?? 'Choose the file of your certificate for this connection, or ask your administrator for one.'}`,
  proxyFailed: (p) =>
    `The proxy${p.proxy === undefined ? '' : ` ${p.proxy}`} ${p.reason ?? 'cannot be used'}. The service was not reached.${keyOfNewConnection(p)}${stays(p)} Check the proxy settings, or ask your administrator.`,
  captivePortal: (p) =>
    `Instead of the service, a web page answered at ${p.host ?? 'this address'}: often the sign-in page of a network, or a wrong address. Sign in to the network, or check the address.${stays(p)}`,
  redirected: (p) =>
    `${service(p.host)} sent the request on to another address${because(p.reason)}. The key is never sent there. Check the base address.`,
  badAnswer: (p) => `${service(p.host)} gave an answer that cannot be read${because(p.reason)}.${asItWas(p)}`,
  serviceBadRequest: (p) => `${service(p.host)} refused the request as not in order (400).${asItWas(p)}`,
  serviceUnauthorized: (p) =>
    `${service(p.host)} did not accept the API key (401). ${p.newConnection === true ? 'Check the address and the key, or ask for another key.' : 'Check the key, or ask for a new one.'}${stays(p)}`,
  serviceForbidden: (p) =>
    p.newConnection === true
      ? `${service(p.host)} does not let this API key read campaigns (403). Ask for read access, or enter another key.`
      : `The API key may not read this at ${p.host ?? 'the service'} (403). Ask for read access to the campaign.${stays(p)}`,
  serviceNotFound: (p) =>
    `${service(p.host)} has nothing at this address (404). Check the base address${p.newConnection === true ? '' : ' or the campaign’s id'}.${stays(p)}`,
  serviceTooMany: (p) =>
    `${service(p.host)} asked us to wait, because there were too many requests (429).${asItWas(p)} Try again later.`,
  serviceFailed: (p) =>
    `${service(p.host)} failed on its side${p.status === undefined ? '' : ` (${String(p.status)})`}.${asItWas(p)} Try again later.`,
  serviceStatus: (p) =>
    `${service(p.host)} gave an unexpected answer${p.status === undefined ? '' : ` (${String(p.status)})`}.${asItWas(p)}`,
  notACampaignId:
    'There is no campaign id in that. Paste the id (like 3f2b8c1e-…) or an address that contains it.',
  downloadIncomplete: (p) =>
    p.expected === undefined || p.received === undefined
      ? 'Not every item could be fetched. The campaign is marked incomplete.'
      : `The service counts ${formatCount(p.expected, 'item')}, but ${formatNumber(p.received)} could be fetched. The campaign is marked incomplete; an earlier complete copy is kept. Download it again later.`,
  deletionsNotAccepted: ({ received = 0, expected = 0 }) =>
    `The service no longer lists ${formatNumber(received)} of ${formatCount(expected, 'downloaded item')}. The downloaded copy was kept. Accept the deletions to update it.`,
  cacheDamaged: (p) =>
    `The local copy of this connection was damaged. It was set aside${p.file === undefined ? '' : ` as ${p.file}`}, and an empty one was begun. Download your campaigns again.`,
  cacheNewer: (p) =>
    `The local copy was written by a newer Campaign Desk (its version is ${String(p.found ?? '?')}, this one knows up to ${String(p.known ?? '?')}). It was left untouched. Update Campaign Desk to open it.`,
  cacheBusy: 'Another program is using the local copy. Nothing was changed. Close it and try again.',
  cacheUnavailable: (p) =>
    `The local copy cannot be opened${because(p.reason)}. Nothing was changed. Check the folder and try again.`,
  diskFull:
    'The disk is full. Nothing on this computer has changed. Make some room and start the download again.',
  folderReadOnly:
    'The folder with the local copies cannot be written to. What is there can still be read. Check the folder’s permissions.',
  reviewsDamaged: (p) =>
    p.file === undefined
      ? 'The file with your marks and notes is damaged. Your downloaded campaigns are as they were. Try again: the file is set aside, and an empty one is begun.'
      : `The file with your marks and notes was damaged. It was set aside as ${p.file} in the folder of the connection, and an empty one was begun. Your downloaded campaigns are as they were.`,
  reviewUnreadable: (p) =>
    `The saved review of ${p.item === undefined ? 'an item' : `the item ${p.item}`} is damaged. All other marks and notes are as they were. Mark that item again to replace its review, or restore a backup.`,
  reviewsNewer: (p) =>
    `The marks and notes were written by a newer Campaign Desk (their version is ${String(p.found ?? '?')}, this one knows up to ${String(p.known ?? '?')}). They were left untouched. Update Campaign Desk to see them.`,
  reviewsUnavailable: (p) =>
    `Marks and notes cannot be opened or kept${because(p.reason)}. What was kept before is as it was, and this mark or note was not. Check the folder and try again.`,
  reviewFileUnusable: (p) =>
    `The review file cannot be used${because(p.reason)}. Your marks and notes have not changed. Ask for the file again.`,
  reviewFileNewer: (p) =>
    `The review file needs another version of Campaign Desk (its format is ${String(p.found ?? '?')}, this one reads ${String(p.known ?? '?')}). Your marks and notes have not changed. Update Campaign Desk to import it.`,
  connectionDamaged: (p) =>
    `The settings of a connection cannot be read${because(p.reason)}.${setAside(p.file)} Its downloaded campaigns stay in the same folder. The other connections are as they were; connect to that service again to use it.`,
  preferencesDamaged: (p) =>
    `Your preferences cannot be read${because(p.reason)}.${setAside(p.file)} The defaults are used instead. Your campaigns have not changed.`,
  profilesDamaged: (p) =>
    `Your profiles of exports cannot be read${because(p.reason)}.${setAside(p.file)} Exports begin without them; your campaigns are as they were.`,
  viewsDamaged: (p) =>
    `Your saved views cannot be read${because(p.reason)}.${setAside(p.file)} Lists begin without them; your campaigns are as they were.`,
  checksDamaged: (p) =>
    `What you had set for the checks cannot be read${because(p.reason)}.${setAside(p.file)} The usual checks are used; your campaigns are as they were.`,
  backupDamaged: (p) =>
    `That backup cannot be restored${because(p.reason)}. Everything is as it was. Choose another backup.`,
  searchInvalid: (p) => `That is not a pattern that can be searched for${because(p.reason)}.`,
  filterPatternInvalid: (p) =>
    `The pattern of a filter is invalid${because(p.reason)}. The list is unchanged. Correct the pattern.`,
  filterPatternTooSlow:
    'The pattern of a filter takes too long to match. The list is unchanged. Make it simpler, for example with fewer nested repetitions.',
  searchTooSlow:
    'That pattern takes too long to match. Make it simpler, for example with fewer nested repetitions.',
  fileNotWritten: (p) =>
    p.file === undefined
      ? `The file could not be written${because(p.reason)}. No file was changed. ${p.advice ?? CHOOSE_ANOTHER_FILE}`
      : `${p.file} could not be written${because(p.reason)}. None of the files was written, and no file was changed. ${p.advice ?? CHOOSE_ANOTHER_FILE}`,
  rowCountWrong: ({ received = 0, expected = 0 }) =>
    `The export stopped, because ${formatCount(received, 'row')} ${plural(received, 'was', 'were')} written where ${formatNumber(expected)} ${plural(expected, 'was', 'were')} expected. No file was left behind. Try again.`,
  tooManyRows: ({ received = 0, expected = 0 }) =>
    `There ${plural(received, 'is', 'are')} ${formatCount(received, 'row')}, and a sheet of a spreadsheet can hold ${formatNumber(expected)}. Nothing was written. Export fewer rows, or allow more sheets or files.`,
  fileNotAsWritten: (p) =>
    `The file was read again, and what stands on the disk is not what was written${because(p.reason)}. It was removed, and an earlier file of that name is as it was. Try again, or choose another disk.`,
  fileGone: (p) =>
    `${p.file === undefined ? 'The file' : `The file ${p.file}`} is not where it was written any more. It was moved, renamed or deleted. Export again.`,
  fileNotOpened: (p) =>
    `The file could not be opened${because(p.reason)}. It is written and in order. Show it in its folder, and open it from there.`,
  notPrinted: (p) =>
    `The pages could not be made${because(p.reason)}. No file was left behind, and your marks and notes are as they were. Try again; if it happens again, choose less.`,
  picturesTurnedOff:
    'The window stopped working twice, so it opened without pictures. Your campaigns, marks and notes are safe.',
  picturesLeftOut:
    'The window stopped working and was reloaded. Pictures that were open at that moment are hidden. Your campaigns, marks and notes are safe.',
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
