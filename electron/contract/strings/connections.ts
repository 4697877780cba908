import type { KeyChange } from '../connection.ts'
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
  connect: {
    title: 'Connect to your campaign service',
    lead: 'Download campaigns at the office, look through their items anywhere, hand over spreadsheets that are right.',
    baseUrl: 'Base address',
    baseUrlPlaceholder: 'https://campaigns.example.com/api',
    key: 'API key',
    keyHint: 'Kept in this computer’s keychain if it has one, and sent to this address only.',
    showKey: 'Show key',
    hideKey: 'Hide key',
    test: 'Test connection',
    connect: 'Connect',
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
    replaceKey: 'Replace key…',
    forget: 'Forget…',
    renameTitle: 'Rename the connection',
    name: 'Name',
    nameMissing: 'Enter a name.',
    replaceTitle: 'Replace the API key',
    replaceText: (name: string) =>
      `The key that ${name} uses is replaced by this one. Your downloaded campaigns stay as they are.`,
    replace: 'Replace',
    confirmTitle: 'Send the API key?',
    changedAddress: (savedFor: string, origin: string) =>
      `The address of this connection has changed outside Campaign Desk. The API key was saved for ${shownName(savedFor)}. It would now be sent to ${shownName(origin)}.`,
    changedCertificates: (origin: string) =>
      `The certificate authority or client certificate of this connection has changed outside Campaign Desk. With it, another computer could receive the API key in place of ${shownName(origin)}.`,
    notSent: 'Nothing was sent. If you did not expect this change, cancel and ask your administrator.',
    confirmChoice: (origin: string) => `API key for ${shownName(origin)}`,
    confirm: 'Send key',
    editAddress: 'Edit base address…',
    addressTitle: 'Edit the base address',
    addressText: 'Downloaded campaigns, marks, notes and photos stay with this connection.',
    otherOrigin: (savedFor: string, origin: string) =>
      `The saved API key was entered for ${savedFor}. It is sent to ${origin} only if you choose that.`,
    keyChoice: 'API key for the new address',
    enterKey: 'Enter a key',
    sendKey: 'Send the saved key',
    otherService:
      'If another service answers there, its campaigns are added, and campaigns that it does not have are marked as deleted. The next download of each campaign reads the whole list.',
    addressChanged: (host: string) => `The base address is now ${host}.`,
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
} as const
