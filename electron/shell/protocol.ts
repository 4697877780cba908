import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
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

const notFound = (): Response => new Response(null, { status: 404 })

/** Returns the response with a file of a page, or status 404. */
export async function servePage(folder: string, pathname: string, policy: string): Promise<Response> {
  const page = resolvePage(folder, pathname)
  if (page === null) return notFound()
  try {
    const bytes = new Uint8Array(await readFile(page.file))
    return new Response(bytes, {
      headers: { ...HEADERS, 'Content-Security-Policy': policy, 'Content-Type': page.contentType },
    })
  } catch {
    return notFound()
  }
}

/** Serves a host of the scheme. */
export type ServeHost = (pathname: string) => Promise<Response>

/** Serves the pages of the window (host `app`), and other hosts by name. */
export function serveScheme(folder: string, others: Readonly<Record<string, ServeHost>>): void {
  const hosts = new Map(Object.entries(others))
  hosts.set('app', (pathname) => servePage(folder, pathname, CONTENT_SECURITY_POLICY))
  protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET') return new Response(null, { status: 405 })
    const url = new URL(request.url)
    return (await hosts.get(url.host)?.(url.pathname)) ?? notFound()
  })
}
