import type { KeyChange } from '../connection.ts'
import type { FaultCode } from './faults.ts'
import { campaigns, items } from './grammar.ts'
import { shownName } from '../clip-text.ts'

/** Default name of the sample connection. */
export const SAMPLE_CONNECTION_NAME = 'Sample data'

/** Names of the statuses of the sample data. */
export const SAMPLE_STATUS_NAMES = {
  item: {
    draft: 'Draft',
    briefed: 'Briefed',
    inArtwork: 'In artwork',
    inReview: 'In review',
    approved: 'Approved',
    onHold: 'On hold',
    inProduction: 'In production',
    canceled: 'Canceled',
  },
  campaign: {
    planning: 'Planning',
    artwork: 'Artwork',
    production: 'Production',
    live: 'Live',
    closed: 'Closed',
  },
  state: { upcoming: 'Upcoming', running: 'Running', ended: 'Ended' },
} as const

/** Why there is no link to a campaign, as a clause that fills the sentence of `badInput`. */
export const LINK_REASONS = { impossibleId: 'the id of this campaign cannot be part of a link' } as const

/** Why the address of a connection cannot be changed, as clauses that fill the sentence of a fault. */
export const ADDRESS_CHANGE_REASONS = {
  keyNotConfirmed: (origin: string) => `the key may only be sent to ${origin} after you confirm it`,
  taken: (name: string) => `“${name}” already connects to this address with this key`,
} as const

/** Why a saved key is not sent, as clauses that fill the sentence of a fault. */
export const KEY_CHANGE_REASONS = {
  changed: ({ savedFor, origin, certificates }: KeyChange) =>
    savedFor === origin
      ? `the certificate authority or client certificate for ${origin} has changed since the key was saved`
      : `it was saved for ${savedFor}, and the connection now leads to ${origin}${certificates ? ' with other certificates' : ''}`,
  changedAgain: 'the connection has changed again in the meantime',
} as const

/** Strings of connections. */
export const connectionsStrings = {
  /** For `campaign-desk:` links that lead to no campaign on this computer. */
  link: {
    connectTitle: (host: string) => `Connect to ${host}?`,
    connectText:
      'A link leads to a service that you are not connected to. Continue only if you know this address: the key that you enter is sent there.',
    address: 'Base address',
    campaign: 'Campaign',
    continue: 'Continue',
    unknownTitle: 'Campaign not found',
    unknownText: 'A link leads to a campaign that none of your connections has:',
    unknownHelp: (connection: string) => `If you have access to it, add it to ${connection}.`,
    unknownHelpFirst: 'Connect to its service first, then open the link again.',
    add: 'Add campaign…',
    invalidTitle: 'Link can’t be opened',
    invalidText:
      'The link is incomplete, or made for another version of Campaign Desk. Nothing was opened or changed. Ask for a new link.',
  },

  connect: {
    title: 'Connect to your campaign service',
    lead: 'Download campaigns, work offline and export spreadsheets you can trust.',
    baseUrl: 'Base address',
    baseUrlPlaceholder: 'https://print.example/api',
    baseUrlHint: 'Your administrator has the address and the key.',
    key: 'API key',
    keyPlaceholder: 'Paste your key',
    keyHint: 'Stored in the keychain, if there is one. Sent only to this address.',
    showKey: 'Show key',
    hideKey: 'Hide key',
    test: 'Test connection',
    connect: 'Connect',
    useAddress: (address: string) => `Use ${address}`,
    settings: 'Settings',
    trySample: 'Try with sample data',
    sampleTitle: 'No key yet?',
    sampleText: (campaignCount: number, itemCount: number, itemsShown: string) =>
      `${campaigns(campaignCount, String(campaignCount))}, ${items(itemCount, itemsShown)}, works offline`,
    preview: {
      filter: 'Filter',
      export: 'Export',
      allItems: 'All items',
      found: (shown: string) => `${shown} found`,
      count: (found: string, count: number, shown: string) => `${found} of ${items(count, shown)}`,
    },
    works: (count: number, shown: string, host: string, took: string) =>
      count === 0
        ? `${host} answered in ${took}. The key is accepted, but it can see no items.`
        : `${host} answered in ${took}. The key can see ${items(count, shown)}.`,
    worksTitle: 'Connection works',
    noItems: 'The key is accepted, but it can see no items.',
    itemCount: 'Items',
    answerTime: 'Answer time',
    failed: {
      addressInvalid: () => 'Address not valid',
      addressInsecure: () => 'Address not secure',
      keyInvalid: () => 'API key not valid',
      offline: (host: string) => `Can’t find ${host}`,
      unreachable: (host: string) => `Can’t reach ${host}`,
      timeout: (host: string) => `No answer from ${host}`,
      tls: () => 'Connection not secure',
      clientCertificate: () => 'Certificate needed',
      proxyFailed: () => 'Proxy not usable',
      captivePortal: () => 'A web page answered',
      redirected: () => 'Sent to another address',
      badAnswer: () => 'Answer not readable',
      serviceUnauthorized: () => 'API key not accepted',
      serviceForbidden: () => 'No read access',
      serviceNotFound: () => 'Nothing at this address',
    } satisfies Partial<Record<FaultCode, (host: string) => string>> as Partial<
      Record<FaultCode, (host: string) => string>
    >,
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
    replaceKey: 'Replace key…',
    forget: 'Forget…',
    renameTitle: 'Rename connection',
    name: 'Name',
    nameMissing: 'Enter a name.',
    replaceTitle: 'Replace API key',
    replaceText: (name: string) => `Used for ${name} from now on. Your downloaded campaigns stay.`,
    replace: 'Replace',
    confirmTitle: 'Send the API key?',
    changedAddress: (savedFor: string, origin: string) =>
      `The address was changed outside Campaign Desk. The API key was saved for ${shownName(savedFor)}. It would now be sent to ${shownName(origin)}.`,
    changedCertificates: (origin: string) =>
      `The certificate authority or client certificate was changed outside Campaign Desk. Another computer could now receive the API key instead of ${shownName(origin)}.`,
    notSent: 'Nothing was sent. If you did not expect this, cancel and ask your administrator.',
    confirmChoice: (origin: string) => `API key for ${shownName(origin)}`,
    confirm: 'Send key',
    editAddress: 'Edit base address…',
    addressTitle: 'Edit base address',
    addressText: 'Downloaded campaigns, marks, notes and photos stay with this connection.',
    otherOrigin: (savedFor: string, origin: string) =>
      `The saved API key is for ${savedFor}. Choose which key ${origin} gets.`,
    keyChoice: 'API key for the new address',
    enterKey: 'Enter a key',
    sendKey: 'Send the saved key',
    otherService: 'Campaigns that the new service does not have are marked as deleted.',
    addressChanged: (host: string) => `The base address is now ${host}.`,
    forgetTitle: (name: string) => `Forget ${name}?`,
    forgetLosing: 'This computer will lose:',
    forgetCampaigns: (count: number, shown: string, itemCount: number, itemsShown: string) =>
      `${campaigns(count, shown)} with ${items(itemCount, itemsShown)}`,
    forgetUncounted: 'all downloaded campaigns and items',
    forgetBytes: (shown: string) => `${shown} on this disk`,
    forgetKey: 'the API key of this connection',
    forgetNames: 'the names and colors of statuses',
    forgetWayBack: 'Nothing changes in the service. To get the campaigns back, connect and download again.',
    forgetWayBackSample: 'To get the sample data back, choose “Try with sample data”.',
    forgetAction: 'Forget connection',
    forgotten: (name: string) => `${name} was forgotten.`,
    counting: 'Counting…',
  },
} as const
