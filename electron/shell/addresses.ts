import { extname, join, resolve, sep } from 'node:path'
import { GUIDE_ORIGIN } from '../contract/bridge.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface Page {
  readonly file: string
  readonly contentType: string
}

/**
 * Returns the file of a page's address; null if it is outside the folder, has an unknown type, or is written
 * in a way that only an attack would use.
 */
export function resolvePage(folder: string, pathname: string): Page | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const root = resolve(folder)
  const file = resolve(join(root, decoded === '/' ? '/index.html' : decoded))
  if (!file.startsWith(root + sep)) return null
  const contentType = CONTENT_TYPES[extname(file)]
  return contentType === undefined ? null : { file, contentType }
}

/** Returns whether an address is a page of the guide. */
export function isGuidePage(address: string): boolean {
  return address.startsWith(`${GUIDE_ORIGIN}/`)
}

/** The longest name of a host (RFC 1035, 2.3.4). */
const MAX_HOST_LENGTH = 253

/**
 * Returns whether an address may be opened in the system's browser: https without user name and password, to
 * a host whose name can exist.
 */
export function isSafeExternal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const isPlain = url.username === '' && url.password === '' && url.hostname.length <= MAX_HOST_LENGTH
  return url.protocol === 'https:' && isPlain
}
