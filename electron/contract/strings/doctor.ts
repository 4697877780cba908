import type { OtherTypes } from '../item.ts'
import { otherTypesText } from '../column-labels.ts'
import type { DoctorCheckName, DoctorVerdict } from '../doctor.ts'
import { formatCount, formatNumber } from './grammar.ts'

const seconds = (milliseconds: number): string => {
  const whole = Math.round(milliseconds / 1_000)
  return whole < 120 ? formatCount(whole, 'second') : formatCount(Math.round(whole / 60), 'minute')
}

/** Findings of the connection doctor: what was found, what it means, what to do. */
export const DOCTOR = {
  sample: 'This is the sample data, which is part of Campaign Desk: there is no network to look at.',
  address: 'The address is in order.',
  noProxy: 'No proxy is used: the way to the service is direct.',
  proxy: (address: string) => `The way to the service leads through the proxy ${address}.`,
  nameKnown: (host: string) => `The name ${host} is known.`,
  nameUnknown: (host: string) =>
    `The name ${host} cannot be found. There may be no network, or the address may be misspelt; check both.`,
  proxyUnknown: (host: string) =>
    `The name of the proxy, ${host}, cannot be found. There may be no network, or the proxy’s address may be wrong; check the proxy settings.`,
  connected: (address: string) => `${address} accepts connections.`,
  refused: (address: string) =>
    `${address} does not accept connections. What should answer there may be down, a firewall may be in the way, or the address or port may be wrong; ask whoever runs it.`,
  silent: (address: string) =>
    `${address} does not answer. A firewall may be in the way, or the address may be wrong; ask your administrator.`,
  trusted: 'The certificate is trusted, and the connection is secure.',
  trustedUntil: (days: number) =>
    `The certificate is trusted, but it expires in ${formatCount(days, 'day')}. The connection will then stop working; tell whoever runs the service.`,
  chainIncomplete: (issuer: string) =>
    `The certificate chain is incomplete: the service sends its own certificate, but not the one of its issuer, “${issuer}”, which this computer does not know. The key was not sent. Ask whoever runs the service to add the intermediate certificate. If “${issuer}” is your organization’s own authority, choose its file for this connection.`,
  keyAccepted: 'The API key is accepted.',
  keyUnknown:
    'Whether the API key is right cannot be told, because the service gave no answer that could be used; see the first page.',
  firstPage: (total: number) =>
    total === 0
      ? 'The first page came, but it is empty: the key can see no items. Ask for access to the campaigns.'
      : `The first page came. The key can see ${formatCount(total, 'item')}.`,
  paging: 'Pages follow each other without overlap.',
  pagingIgnored:
    'The second page is the first one again: the service ignores which page was asked for. Campaigns of more than one page cannot be downloaded completely; tell whoever runs the service.',
  pagingOverlap:
    'The second page repeats a part of the first. The list may have changed just then; if it stays so, downloads take longer, because pages are read again.',
  pagingEmpty:
    'The second page is empty, though the service counts more items. Campaigns may be downloaded incompletely, and will say so; tell whoever runs the service.',
  pagingLimit:
    'Pages are longer than was asked for. Downloads go by what comes, so that nothing is lost; they may need more memory.',
  order: 'The order is honoured: what was changed last comes first.',
  orderIgnored:
    'The service does not put what was changed last first. Downloads are still right, but each one reads everything, and reads it twice.',
  orderUnknown:
    'Items have no time of their last change, so that the order cannot be told. Downloads are still right, but each one reads everything, and reads it twice.',
  clock: (differenceMs: number) =>
    `The clocks agree within ${seconds(Math.max(1_000, Math.abs(differenceMs)))}.`,
  clockOff: (differenceMs: number) =>
    `The clock of this computer is ${seconds(Math.abs(differenceMs))} ${differenceMs > 0 ? 'ahead of' : 'behind'} the service’s. Times of changes and downloads do not fit together, and certificates may be refused; set the clock.`,

  skipped: {
    sample: 'Skipped: the sample data needs no network.',
    before: 'Skipped, because an earlier check failed.',
    stopped: 'Skipped, because the doctor was stopped.',
    timeOver: 'Skipped, because the time for all checks was over.',
    isIp: (host: string) => `There is no name to look up: ${host} is an IP address.`,
    noTls: 'There is no certificate: an http:// address on this computer needs none.',
    tooFew: 'There are too few items to tell.',
    noClock: 'The service did not say what time it is.',
  },

  facts: {
    otherTypes: (otherTypes: OtherTypes) => `types: ${otherTypesText(otherTypes)}`,
    address: (address: string) => `address: ${address}`,
    proxy: (kind: string, address: string) => `proxy: ${address} (${kind})`,
    ip: (address: string) => `IP address: ${address}`,
    system: (code: string) => `the system says: ${code}`,
    connected: (address: string, milliseconds: number) =>
      `${address}: connected in ${formatNumber(milliseconds)} ms`,
    notConnected: (address: string, code: string) => `${address}: ${code}`,
    protocol: (protocol: string, cipher: string) => `protocol: ${protocol}, ${cipher}`,
    certificate: (number: number, subject: string) => `certificate ${String(number)}: ${subject}`,
    names: (names: string) => `  for: ${names}`,
    issuer: (issuer: string) => `  issued by: ${issuer}`,
    validity: (from: string, until: string) => `  valid: ${from} to ${until}`,
    fingerprint: (fingerprint: string) => `  SHA-256: ${fingerprint}`,
    extraAuthority: (subjects: readonly string[]) =>
      `authority chosen for this connection: ${subjects.join(', ')}`,
    verificationError: (code: string) => `checked with the authorities of this program: ${code}`,
    detail: (detail: string) => `request: ${detail}`,
    took: (milliseconds: number) => `answer in ${formatNumber(milliseconds)} ms`,
    page: (asked: number, got: number, limit: number | null) =>
      `asked for ${formatCount(asked, 'item')}, got ${formatNumber(got)}${limit === null ? '' : `; limit applied: ${formatNumber(limit)}`}`,
    total: (total: number) => `items in all: ${formatNumber(total)}`,
    overlap: (count: number) => `items on both pages: ${formatNumber(count)}`,
    serviceClock: (time: string) => `time of the service: ${time}`,
    localClock: (time: string) => `time of this computer: ${time}`,
  },

  report: {
    title: 'Campaign Desk, connection report',
    made: (time: string) => `made: ${time}`,
    took: (milliseconds: number) => `${formatNumber(milliseconds)} ms`,
  },
} as const

export const DOCTOR_CHECK_LABELS: Readonly<Record<DoctorCheckName, string>> = {
  address: 'Address',
  proxy: 'Proxy',
  dns: 'Name',
  tcp: 'Connection',
  tls: 'Certificate',
  key: 'Key',
  firstPage: 'First page',
  paging: 'Paging',
  order: 'Order',
  clock: 'Clock',
}

export const DOCTOR_VERDICT_LABELS: Readonly<Record<DoctorVerdict, string>> = {
  ok: 'in order',
  attention: 'attention',
  failed: 'failed',
  skipped: 'skipped',
}
