import { BlockList, isIP } from 'node:net'
import { whenUsed } from '../contract/when-used.ts'

/** Kinds of networks that are not the internet. */
export type LocalRange = 'loopback' | 'linkLocal' | 'private'

/** A host that must not be connected to, because it is on a local network where the service is not. */
export class LocalAddressRefused extends Error {
  constructor() {
    super('A request to a local address was refused.')
    this.name = 'LocalAddressRefused'
  }
}

const NETWORKS: Readonly<Record<LocalRange, readonly string[]>> = {
  // Connections to an unspecified address end on this computer too.
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  linkLocal: ['169.254.0.0/16', 'fe80::/10'],
  // Besides RFC 1918 and 4193: shared, protocol, benchmark, site-local, multicast and reserved addresses.
  private: [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '192.0.0.0/24',
    '198.18.0.0/15',
    '224.0.0.0/4',
    '240.0.0.0/4',
    'fc00::/7',
    'fec0::/10',
    'ff00::/8',
    // Teredo, which hides an IPv4 address.
    '2001::/32',
    // NAT64 of a local network (RFC 8215), in which the IPv4 address can be at several positions (RFC 6052).
    '64:ff9b:1::/48',
    // IPv4 addresses that a translator of a local network (SIIT) embeds.
    '::ffff:0:0:0/96',
  ],
}

const blockLists = whenUsed(() => Object.entries(NETWORKS).map(blockListOf))

function blockListOf([range, networks]: [string, readonly string[]]): readonly [LocalRange, BlockList] {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return [range as LocalRange, list]
}

/** Returns the eight groups of an IPv6 address, without brackets, as numbers. */
export function ipv6Groups(address: string): readonly number[] {
  const [, groups = ''] = /^\[(.*)\]$/u.exec(new URL(`http://[${address}]/`).hostname) ?? []
  const [start = '', end] = groups.split('::')
  const numbers = (part: string): readonly number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [numbers(start), numbers(end ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * Returns the IPv4 address in an IPv6 address: mapped, translated (the well-known prefix of NAT64) or
 * tunneled (6to4).
 */
function embeddedIpv4(address: string): string | null {
  const groups = ipv6Groups(address)
  const ipv4 = (high = 0, low = 0): string => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && [0, 0xffff].includes(groups[5] ?? -1)
  const isTranslated = groups[0] === 0x64 && groups[1] === 0xff9b
  if (isMapped || isTranslated) return ipv4(groups[6], groups[7])
  return groups[0] === 0x2002 ? ipv4(groups[1], groups[2]) : null
}

/** Returns what kind of local network an IP address, without brackets, belongs to; null for the internet. */
export function localRangeOf(ipAddress: string): LocalRange | null {
  const [address = ''] = ipAddress.split('%')
  const version = isIP(address)
  const [localRange] =
    blockLists().find(([, list]) => list.check(address, version === 4 ? 'ipv4' : 'ipv6')) ?? []
  if (localRange !== undefined || version === 4) return localRange ?? null
  const embedded = embeddedIpv4(address)
  return embedded === null ? null : localRangeOf(embedded)
}
