import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { APP_SCHEME } from '../contract/channels.ts'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'
import { resolvePage } from './pages.ts'

/** Must run before the application is ready: a scheme's privileges are fixed from then on. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}

const notFound = (): Response => new Response(null, { status: 404 })

async function servePage(folder: string, pathname: string): Promise<Response> {
  const page = resolvePage(folder, pathname)
  if (page === null) return notFound()
  try {
    const bytes = new Uint8Array(await readFile(page.file))
    return new Response(bytes, { headers: { ...HEADERS, 'Content-Type': page.contentType } })
  } catch {
    return notFound()
  }
}

/** Answers a request for what is at a path of its host. */
type Serve = (pathname: string) => Promise<Response>

/** Serves the window's pages (host `app`), and what other hosts have. */
export function serveScheme(folder: string, hosts: Readonly<Record<'picture' | 'photo', Serve>>): void {
  protocol.handle(APP_SCHEME, async (request) => {
    if (request.method !== 'GET') return new Response(null, { status: 405 })
    const url = new URL(request.url)
    if (url.host === 'app') return servePage(folder, url.pathname)
    if (url.host === 'picture') return hosts.picture(url.pathname)
    if (url.host === 'photo') return hosts.photo(url.pathname)
    return notFound()
  })
}
