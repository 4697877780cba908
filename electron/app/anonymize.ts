import type { Connection } from '../contract/connection.ts'
import { escapePattern } from './redact.ts'
import { messages } from '../contract/messages.ts'

/** What identifies the person and the computer. */
export interface Identity {
  readonly home: string
  readonly userName: string
  readonly computerName: string
  readonly connections: readonly Pick<Connection, 'name' | 'kind' | 'baseUrl'>[]
}

/** Shorter names occur within ordinary words, and replacing them would garble the text. */
const MIN_NAME_LENGTH = 3

const IP_V4 = /(?<![\d.])(?!127\.)(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)/gu
const IP_V6 =
  /(?<![\w:])(?!::1(?!\w|:[\w:]))(?:(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}|[0-9a-f]{1,4}::[0-9a-f]{0,4}|::[0-9a-f]{1,4})(?!\w|:[\w:])/giu
const REPLACED_IP = '<IP address>'

/**
 * Returns a function that replaces what identifies the person and the services in a text: the home folder
 * with `~`, the user name in paths, the name of the computer, IP addresses, and names and addresses of
 * connections with their numbers.
 */
export function createAnonymizer({
  home,
  userName,
  computerName,
  connections,
}: Identity): (text: string) => string {
  const replacements: (readonly [pattern: RegExp, replacement: string])[] = []
  const words = (text: string, replacement: string): void => {
    if (text.length >= MIN_NAME_LENGTH)
      replacements.push([
        new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(text)}(?![\\p{L}\\p{N}])`, 'giu'),
        replacement,
      ])
  }
  // A home folder such as `/` identifies nobody.
  if (home.length >= MIN_NAME_LENGTH)
    for (const form of formsOfPath(home))
      replacements.push([new RegExp(`${escapePattern(form)}(?![\\p{L}\\p{N}])`, 'giu'), '~'])
  const services = connections
    .map(({ name, baseUrl, kind }, index) => ({ name, baseUrl, kind, number: index + 1 }))
    .filter(({ kind }) => kind === 'service')
  for (const { baseUrl, number } of services)
    if (baseUrl !== null) words(baseUrl, `<address ${String(number)}>`)
  for (const { baseUrl, number } of services) {
    if (baseUrl === null || !URL.canParse(baseUrl)) continue
    const { host, hostname } = new URL(baseUrl)
    for (const name of new Set([host, hostname])) words(name, `<host ${String(number)}>`)
  }
  for (const { baseUrl, number } of services) {
    const domain = baseUrl === null || !URL.canParse(baseUrl) ? null : domainOf(new URL(baseUrl).hostname)
    if (domain !== null) words(domain, `<domain ${String(number)}>`)
  }
  for (const { name, number } of services)
    words(name, messages.diagnostics.lines.connection({ index: number }))
  if (userName.length > 1)
    replacements.push([
      new RegExp(`(?<=[\\\\/])${escapePattern(userName)}(?![\\p{L}\\p{N}])`, 'giu'),
      '<user>',
    ])
  words(computerName, '<computer>')
  replacements.push([IP_V4, REPLACED_IP], [IP_V6, REPLACED_IP])
  return (text) =>
    replacements.reduce((safe, [pattern, replacement]) => safe.replace(pattern, () => replacement), text)
}

/** Returns the domain of a host, which certificates name; null for an IP address or a short name. */
function domainOf(hostname: string): string | null {
  if (/^[\d.]+$|:/u.test(hostname)) return null
  const labels = hostname.split('.')
  return labels.length > 2 ? labels.slice(1).join('.') : null
}

/** Returns a path as it is, in JSON, with slashes, and in an address. */
function formsOfPath(path: string): readonly string[] {
  const slashes = path.replaceAll('\\', '/')
  const forms = [path, JSON.stringify(path).slice(1, -1), slashes, encodeURI(slashes)]
  return [...new Set(forms)].sort((one, other) => other.length - one.length)
}
