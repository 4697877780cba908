import { lookup as systemLookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'
import { hostAndPort } from '../service/proxies.ts'
import type { Check, Diagnosis, Lookup } from './types.ts'

const LOOKUP_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 8_000
/** Maximum number of IP addresses to try. */
const MAX_ADDRESSES = 4

const lookUpBySystem: Lookup = async (host) =>
  (await systemLookup(host, { all: true })).map(({ address }) => address)

/** Returns the host of an address without the brackets of IPv6, and its port. */
export function targetOf({ hostname, port, protocol }: URL): {
  readonly host: string
  readonly port: number
} {
  const defaultPort = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: port === '' ? defaultPort : Number(port) }
}

/** Returns the host of the first connection: the proxy, or without one the service. */
export function firstHop({ proxy, url }: Diagnosis): { readonly host: string; readonly port: number } {
  return proxy.kind === 'direct' ? targetOf(url) : proxy
}

/** Returns the error code of the system or of OpenSSL. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

export const checkProxy: Check = async (diagnosis) => {
  const { options, baseUrl, signal } = diagnosis
  try {
    diagnosis.proxy = await raceAbort(Promise.resolve(options.proxyFor(baseUrl)), signal)
  } catch (error) {
    if (error instanceof AppError)
      return { verdict: 'failed', message: error.ofNewConnection().message, fault: error.code }
    throw error
  }
  const { proxy } = diagnosis
  if (proxy.kind === 'direct') return { verdict: 'ok', message: messages.doctor.noProxy }
  const address = hostAndPort(proxy.host, proxy.port)
  return {
    verdict: 'ok',
    message: messages.doctor.proxy({ address }),
    facts: [messages.doctor.facts.proxy({ kind: proxy.kind, address })],
  }
}

export const checkName: Check = async (diagnosis) => {
  const { options, proxy, signal } = diagnosis
  const { host } = firstHop(diagnosis)
  if (isIP(host) !== 0) {
    diagnosis.addresses = [host]
    return { verdict: 'skipped', message: messages.doctor.skipped.isIp({ host }) }
  }
  const unknownNameOutcome = (code: string) =>
    ({
      verdict: 'failed',
      message:
        proxy.kind === 'direct'
          ? messages.doctor.nameUnknown({ host })
          : messages.doctor.proxyUnknown({ host }),
      fault: proxy.kind === 'direct' ? 'offline' : 'proxyFailed',
      facts: [messages.doctor.facts.system({ code })],
    }) as const
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)])
    diagnosis.addresses = await raceAbort((options.lookup ?? lookUpBySystem)(host), limit)
  } catch (error) {
    signal.throwIfAborted()
    return unknownNameOutcome(codeOf(error))
  }
  if (diagnosis.addresses.length === 0) return unknownNameOutcome('ENODATA')
  const facts = diagnosis.addresses.map((address) => messages.doctor.facts.ip({ address }))
  return { verdict: 'ok', message: messages.doctor.nameKnown({ host }), facts }
}

/** Opens a connection to an address; rejects with the system's error, or `ETIMEDOUT`. */
export function openSocket(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: CONNECT_TIMEOUT_MS })
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      reject(error)
    }
    const onAbort = (): void => fail(new Error('stopped'))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    socket.once('error', fail)
    socket.once('timeout', () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('connect', () => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', fail)
      socket.setTimeout(0)
      // The reader of the socket handles later errors.
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}

export const checkConnection: Check = async (diagnosis) => {
  const { signal, addresses } = diagnosis
  const { host, port } = firstHop(diagnosis)
  const endpoint = hostAndPort(host, port)
  const facts: string[] = []
  let hasTimedOut = false
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    const startedAt = performance.now()
    try {
      const socket = await openSocket(address, port, signal)
      socket.destroy()
      diagnosis.address = address
      const tookMs = Math.round(performance.now() - startedAt)
      facts.push(
        messages.doctor.facts.connected({ address: hostAndPort(address, port), milliseconds: tookMs }),
      )
      return { verdict: 'ok', message: messages.doctor.connected({ address: endpoint }), facts }
    } catch (error) {
      signal.throwIfAborted()
      hasTimedOut ||= codeOf(error) === 'ETIMEDOUT'
      facts.push(
        messages.doctor.facts.notConnected({ address: hostAndPort(address, port), code: codeOf(error) }),
      )
    }
  }
  return {
    verdict: 'failed',
    message: hasTimedOut
      ? messages.doctor.silent({ address: endpoint })
      : messages.doctor.refused({ address: endpoint }),
    fault: diagnosis.proxy.kind !== 'direct' ? 'proxyFailed' : hasTimedOut ? 'timeout' : 'unreachable',
    facts,
  }
}

/** Returns the result of `work`, or rejects when the signal is aborted; `work` then continues unobserved. */
export function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
