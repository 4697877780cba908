import { isIP } from 'node:net'
import { AppError } from '../contract/app-error.ts'
import { PROXY_REASONS } from '../contract/strings/service.ts'

/** The first step of the way to a service. */
export type ProxyChoice =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'http' | 'https' | 'socks'
      /** An IPv6 address without brackets. */
      readonly host: string
      readonly port: number
      /** Value of `Proxy-Authorization`; null where the proxy asks for nothing, or whoever uses it answers. */
      readonly authorization: string | null
    }

const DIRECT: ProxyChoice = { kind: 'direct' }

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, socks: 1080 }

export type ProxyVariables = Readonly<Record<string, string | undefined>>

/** The lower-case name counts first, as with other tools. */
function variable(env: ProxyVariables, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim()
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/gu, '')

/** Whether `NO_PROXY` names the host: itself, a domain above it, `*`, each perhaps with a port. */
function isExcepted(list: string, { hostname, port }: URL): boolean {
  const host = withoutBrackets(hostname).toLowerCase()
  const ownPort = port === '' ? '443' : port
  return list.split(/[\s,]+/u).some((entry) => {
    if (entry === '*') return true
    const [, withPort, itsPort] = /^(.*[^:]|\[.*\]):(\d+)$/u.exec(entry) ?? []
    if (itsPort !== undefined && isIP(entry) === 0 && itsPort !== ownPort) return false
    const name = withoutBrackets(isIP(entry) === 0 ? (withPort ?? entry) : entry)
      .replace(/^\*?\./u, '')
      .toLowerCase()
    return name !== '' && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)))
  })
}

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY`, unless `NO_PROXY` excepts the host. Only https
 * passes through a proxy, where it cannot be read; http is for this computer, and its key stays on it. Throws
 * `badInput` when the variable does not hold an address of a proxy.
 */
export function proxyFromEnvironment(env: ProxyVariables, address: string): ProxyChoice {
  const text = variable(env, 'HTTPS_PROXY')
  const url = new URL(address)
  if (text === '' || url.protocol !== 'https:' || isExcepted(variable(env, 'NO_PROXY'), url)) return DIRECT
  const whole = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `http://${text}`
  if (!URL.canParse(whole)) throw unusable()
  const proxy = new URL(whole)
  const kind = proxy.protocol.slice(0, -1)
  if ((kind !== 'http' && kind !== 'https') || proxy.hostname === '') throw unusable()
  return {
    kind,
    host: withoutBrackets(proxy.hostname),
    port: Number(proxy.port) || (DEFAULT_PORTS[kind] ?? 0),
    authorization: authorizationOf(proxy),
  }
}

function unusable(): AppError {
  // Not a word of the value: there may be a password in it.
  return new AppError('badInput', { params: { reason: PROXY_REASONS.unusable } })
}

function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null
  try {
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(text).toString('base64')}`
  } catch {
    throw unusable()
  }
}

const PAC_KINDS: Readonly<Record<string, 'http' | 'https' | 'socks'>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks',
  SOCKS4: 'socks',
  SOCKS5: 'socks',
}

/** The first choice of a PAC result such as `PROXY proxy.example:3128; DIRECT`. What cannot be read is a direct way. */
export function proxyFromPac(result: string): ProxyChoice {
  const [, word = '', host = '', port] =
    /^\s*([a-z0-9]+)(?:\s+(\[[^\]]*\]|[^\s:;]+)(?::(\d+))?)?/iu.exec(result) ?? []
  const kind = PAC_KINDS[word.toUpperCase()]
  if (kind === undefined || host === '') return DIRECT
  return {
    kind,
    host: withoutBrackets(host),
    port: Number(port ?? DEFAULT_PORTS[kind]),
    authorization: null,
  }
}

/** Where a proxy is, for people: `proxy.example:3128`. */
export function hostAndPort(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`
}
