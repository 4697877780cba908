import { Readable } from 'node:stream'
import { net, type AuthInfo, type ClientRequest, type IncomingMessage, type Session } from 'electron'
import { proxyErrorOf } from '../service/network-faults.ts'
import {
  choicesFromPac,
  hostAndPort,
  proxyFromPac,
  type Proxy,
  type ProxyCredentials,
} from '../service/proxies.ts'
import { ProxyError } from '../service/proxy-error.ts'
import type { ProxySignIn } from '../service/proxy-sign-in.ts'
import { receivedResponse } from '../service/received-response.ts'
import type { Fetch } from '../service/types.ts'

function abortError(): DOMException {
  return new DOMException('The request was cancelled.', 'AbortError')
}

function responseOf(message: IncomingMessage): Response {
  const headers = Object.entries(message.headers).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] as const),
  )
  // Electron's message is a Node stream, although its type lacks most of it.
  const stream = message as unknown as Readable
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>
  return receivedResponse(message.statusCode, headers, body)
}

function start(request: Request, session: Session): ClientRequest {
  const client = net.request({
    method: request.method,
    url: request.url,
    session,
    redirect: 'manual',
    credentials: 'omit',
    useSessionCookies: false,
    cache: 'no-store',
  })
  request.headers.forEach((value, name) => client.setHeader(name, value))
  return client
}

/**
 * Chromium's network as a `fetch`, so that the system's proxy and certificates apply. Unlike `net.fetch`, it
 * returns redirects with their `Location` as responses; the service client decides whether to follow them.
 */
export function createNetFetch(session: Session, signIn: ProxySignIn): Fetch {
  return (request) => fetchOnce(request, session, new ProxyAuthentication(request.url, session, signIn))
}

/** Returns the proxies that a session may use for an address, in order. */
async function proxiesOf(url: string, session: Session): Promise<readonly Proxy[]> {
  const choices = choicesFromPac(await session.resolveProxy(url).catch(() => 'DIRECT'))
  return choices.filter((choice) => choice.kind !== 'direct')
}

/** Answers the proxy's requests for a login during one request. */
class ProxyAuthentication {
  readonly #url: string
  readonly #session: Session
  readonly #signIn: ProxySignIn
  #sent: ProxyCredentials | null = null
  /** The refusal of the proxy, if it requires a login that is not known. */
  error: ProxyError | null = null

  constructor(url: string, session: Session, signIn: ProxySignIn) {
    this.#url = url
    this.#session = session
    this.#signIn = signIn
  }

  /** Returns the login to send; null: none, and the request fails. */
  async answer({ host, port, realm, scheme }: AuthInfo): Promise<ProxyCredentials | null> {
    // Chromium does not state the kind of the proxy, for which alone a login was entered.
    const proxy = (await proxiesOf(this.#url, this.#session)).find(
      (each) => each.host === host.replace(/^\[|\]$/gu, '') && each.port === port,
    )
    if (proxy === undefined) return null
    if (this.#sent === null) {
      this.#sent = this.#signIn.current(proxy) ?? (await this.#signIn.load(proxy))
      if (this.#sent !== null) return this.#sent
    }
    const isEncrypted = proxy.kind === 'https' || scheme !== 'basic'
    this.#signIn.recordRefusal(
      proxy,
      { realm: realm === '' ? null : realm, isEncrypted, url: this.#url },
      this.#sent,
    )
    const reason = this.#sent === null ? 'credentialsMissing' : 'credentialsRejected'
    this.error = new ProxyError(reason, hostAndPort(proxy.host, proxy.port), { status: 407, canSignIn: true })
    return null
  }
}

/** Returns the error, with the name of the proxy if a proxy caused it. Chromium omits that name. */
async function nameProxy(
  error: Error,
  url: string,
  session: Session,
  wereCredentialsRequested: boolean,
): Promise<Error> {
  const proxyError = proxyErrorOf(error)
  if (proxyError === null) return error
  const proxy = proxyFromPac(await session.resolveProxy(url).catch(() => 'DIRECT'))
  const name = proxy.kind === 'direct' ? null : hostAndPort(proxy.host, proxy.port)
  return new ProxyError(wereCredentialsRequested ? 'credentialsMissing' : proxyError.reason, name, {
    cause: error,
  })
}

const fetchOnce = (
  request: Request,
  session: Session,
  authentication: ProxyAuthentication,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    if (request.signal.aborted) {
      reject(abortError())
      return
    }
    const client = start(request, session)
    const onAbort = (): void => {
      client.abort()
      reject(abortError())
    }
    request.signal.addEventListener('abort', onAbort, { once: true })
    const removeAbortListener = (): void => request.signal.removeEventListener('abort', onAbort)
    client.on('response', (message) => {
      // Chromium returns the refusal of a proxy as the response.
      if (authentication.error !== null) {
        removeAbortListener()
        client.abort()
        reject(authentication.error)
        return
      }
      message.on('end', removeAbortListener)
      message.on('error', removeAbortListener)
      try {
        resolve(responseOf(message))
      } catch (error) {
        client.abort()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    client.on('redirect', (status, _method, location) => {
      removeAbortListener()
      resolve(receivedResponse(status, [['location', location]], null))
      client.abort()
    })
    let wereCredentialsRequested = false
    client.on('login', (info, answer) => {
      if (!info.isProxy) {
        answer()
        return
      }
      wereCredentialsRequested = true
      authentication.answer(info).then(
        (login) => {
          if (login === null) answer()
          else answer(login.username, login.password)
        },
        () => answer(),
      )
    })
    client.on('error', (error) => {
      removeAbortListener()
      if (authentication.error !== null) reject(authentication.error)
      else void nameProxy(error, request.url, session, wereCredentialsRequested).then(reject)
    })
    client.end()
  })
