import { Readable } from 'node:stream'
import { net, type ClientRequest, type IncomingMessage, type Session } from 'electron'
import { proxyErrorOf } from '../service/network-faults.ts'
import { hostAndPort, proxyFromPac } from '../service/proxies.ts'
import { ProxyError } from '../service/proxy-error.ts'
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
export function createNetFetch(session: Session): Fetch {
  return (request) => fetchOnce(request, session)
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

const fetchOnce = (request: Request, session: Session): Promise<Response> =>
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
    // Without credentials, Chromium returns the refusal of the proxy as the response, which is intended.
    let wereCredentialsRequested = false
    client.on('login', ({ isProxy }, answer) => {
      wereCredentialsRequested ||= isProxy
      answer()
    })
    client.on('error', (error) => {
      removeAbortListener()
      void nameProxy(error, request.url, session, wereCredentialsRequested).then(reject)
    })
    client.end()
  })
