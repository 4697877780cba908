import { readFile } from 'node:fs/promises'
import { protocol, type ProtocolResponse } from 'electron'
import { APP_SCHEME } from '../contract/bridge.ts'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'
import { resolvePage } from './addresses.ts'

/** Must run before the application is ready, because the privileges of a scheme are fixed then. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      // Pages for printing fetch their content. The policy of the window does not allow it to fetch anything.
      privileges: { standard: true, secure: true, codeCache: true, supportFetchAPI: true },
    },
  ])
}

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}

const NOTHING = Buffer.alloc(0)

/** Chromium's code of a request that fails for no known reason. */
const NET_ERROR_FAILED = -2

const notFound = (): Response => new Response(null, { status: 404 })

/** Returns the response with a file of a page, or status 404. */
export async function servePage(folder: string, pathname: string, policy: string): Promise<Response> {
  const page = await readPage(folder, pathname, policy)
  return page === null ? notFound() : new Response(new Uint8Array(page.data), { headers: page.headers })
}

/** Returns a file of a page with its headers; null if there is no such file. */
async function readPage(
  folder: string,
  pathname: string,
  policy: string,
): Promise<{ readonly data: Buffer; readonly headers: Record<string, string> } | null> {
  const page = resolvePage(folder, pathname)
  if (page === null) return null
  try {
    const data = await readFile(page.file)
    return {
      data,
      headers: { ...HEADERS, 'Content-Security-Policy': policy, 'Content-Type': page.contentType },
    }
  } catch {
    return null
  }
}

/** Serves a host of the scheme. */
export type ServeHost = (pathname: string) => Promise<Response>

/**
 * Serves the pages of the window (host `app`), and other hosts by name. The newer `protocol.handle` creates a
 * `Request` for each page, and the first one loads Node's HTTP client, which delays the first list by 3 %.
 */
export function serveScheme(folder: string, others: Readonly<Record<string, ServeHost>>): void {
  const hosts = new Map(Object.entries(others))
  const answer = async (method: string, { host, pathname }: URL): Promise<ProtocolResponse> => {
    if (method !== 'GET') return { statusCode: 405, data: NOTHING }
    if (host === 'app')
      return (await readPage(folder, pathname, CONTENT_SECURITY_POLICY)) ?? { statusCode: 404, data: NOTHING }
    const response = (await hosts.get(host)?.(pathname)) ?? notFound()
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      data: Buffer.from(await response.arrayBuffer()),
    }
  }
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  protocol.registerBufferProtocol(APP_SCHEME, ({ method, url }, send) => {
    answer(method, new URL(url)).then(send, () => send({ error: NET_ERROR_FAILED }))
  })
}
