import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { badInput, type AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'

export interface ProxyCredentials {
  readonly username: string
  readonly password: string
}

/** A proxy between this computer and a service. */
export interface Proxy {
  readonly kind: 'http' | 'https' | 'socks4' | 'socks5'
  /** An IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  /** Null if none are known. */
  readonly credentials: ProxyCredentials | null
}

/** How a service is reached: directly or through a proxy. */
export type ProxyChoice = { readonly kind: 'direct' } | Proxy

const DIRECT: ProxyChoice = { kind: 'direct' }

const DEFAULT_PORTS: Readonly<Record<Proxy['kind'], number>> = {
  http: 80,
  https: 443,
  socks4: 1080,
  socks5: 1080,
}

/**
 * Schemes of a proxy's address. Desktops write `socks://` for any version; SOCKS 5 is what such proxies
 * support.
 */
const KINDS: Readonly<Record<string, Proxy['kind']>> = {
  http: 'http',
  https: 'https',
  socks: 'socks5',
  socks5: 'socks5',
  socks5h: 'socks5',
  socks4: 'socks4',
  socks4a: 'socks4',
}

export type ProxyVariables = Readonly<Record<string, string | undefined>>

/** Prefers the lower-case name, as other tools do. */
function readVariable(env: ProxyVariables, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim()
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/gu, '')

/** Returns whether an IP address is in a network in CIDR notation, such as `10.0.0.0/8` or `fd00::/8`. */
function isInNetwork(host: string, entry: string): boolean {
  const [, text = '', bits = ''] = /^(.+)\/(\d{1,3})$/u.exec(entry) ?? []
  const address = withoutBrackets(text)
  const version = isIP(address)
  const prefix = Number(bits)
  if (version === 0 || bits === '' || prefix > (version === 4 ? 32 : 128) || isIP(host) === 0) return false
  const network = new BlockList()
  network.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  return network.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Returns whether `NO_PROXY` contains the host, a parent domain, its network or `*`; names may have a port.
 */
function isExcluded(list: string, { hostname, port }: URL): boolean {
  const host = withoutBrackets(hostname)
  const servicePort = port === '' ? '443' : port
  return list.split(/[\s,]+/u).some((entry) => {
    if (entry === '*' || isInNetwork(host, entry)) return true
    const [, entryHost, entryPort] = /^(.*[^:]|\[.*\]):(\d+)$/u.exec(entry) ?? []
    if (entryPort !== undefined && isIP(entry) === 0 && entryPort !== servicePort) return false
    const name = withoutBrackets(isIP(entry) === 0 ? (entryHost ?? entry) : entry)
    // The same address can be written in several ways.
    if (isIP(name) !== 0) return isInNetwork(host, `${name}/${isIP(name) === 4 ? '32' : '128'}`)
    const domain = domainToASCII(name.replace(/^\*?\./u, ''))
    return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)))
  })
}

/**
 * Returns the proxy in the environment for an address: `HTTPS_PROXY`, else `ALL_PROXY`, unless `NO_PROXY`
 * excludes the host. Only https addresses use a proxy, because TLS hides requests from it; an http service is
 * on this computer, so that its key does not leave it. Throws `badInput` if the variable does not contain the
 * address of a supported proxy.
 */
export function proxyFromEnvironment(env: ProxyVariables, address: string): ProxyChoice {
  const url = new URL(address)
  if (url.protocol !== 'https:' || isExcluded(readVariable(env, 'NO_PROXY'), url)) return DIRECT
  for (const name of ['HTTPS_PROXY', 'ALL_PROXY']) {
    const text = readVariable(env, name)
    if (text !== '') return parseProxy(text, name)
  }
  return DIRECT
}

/**
 * Parses the address of a proxy, with or without a scheme. Throws `badInput`.
 * @param name the variable or setting that contains the address
 */
export function parseProxy(text: string, name: string): Proxy {
  // Never include the value, which may contain a password.
  const refuse = (reason: keyof typeof messages.reasons.proxyAddress): AppError =>
    badInput(messages.reasons.proxyAddress[reason]({ variable: name }))
  const addressText = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `http://${text}`
  if (!URL.canParse(addressText)) throw refuse('invalid')
  const proxy = new URL(addressText)
  const kind = KINDS[proxy.protocol.slice(0, -1)]
  // Only in addresses of HTTP, not in those of SOCKS, are names converted to ASCII.
  const httpAddress = `http://${proxy.host}`
  if (kind === undefined || !URL.canParse(httpAddress)) throw refuse('invalid')
  if (kind === 'socks4') throw refuse('socks4')
  const credentials = credentialsOf(proxy)
  if (credentials === 'invalid') throw refuse('invalid')
  const port = proxy.port === '' ? DEFAULT_PORTS[kind] : Number(proxy.port)
  return { kind, host: withoutBrackets(new URL(httpAddress).hostname), port, credentials }
}

function credentialsOf({ username, password }: URL): ProxyCredentials | null | 'invalid' {
  if (username === '' && password === '') return null
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'invalid'
  }
}

const PAC_KINDS: Readonly<Record<string, Proxy['kind']>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  // Chromium treats it as version 4.
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * Returns the first choice of a PAC result such as `PROXY proxy.example:3128; DIRECT`; direct if it is
 * invalid.
 */
export function proxyFromPac(result: string): ProxyChoice {
  const [, keyword = '', host = '', port] =
    /^\s*([a-z0-9]+)(?:\s+(\[[^\]]*\]|[^\s:;]+)(?::(\d+))?)?/iu.exec(result) ?? []
  const kind = PAC_KINDS[keyword.toUpperCase()]
  if (kind === undefined || host === '') return DIRECT
  return { kind, host: withoutBrackets(host), port: Number(port ?? DEFAULT_PORTS[kind]), credentials: null }
}

/** Returns all choices of a PAC result, in order. */
export function choicesFromPac(result: string): readonly ProxyChoice[] {
  return result
    .split(';')
    .filter((choice) => choice.trim() !== '')
    .map(proxyFromPac)
}

/** Formats host and port for people: `proxy.example:3128`. */
export function hostAndPort(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`
}
