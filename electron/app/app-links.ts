import * as v from 'valibot'
import type { LinkTarget } from '../contract/app-link.ts'
import { campaignIdSchema } from '../contract/base-schemas.ts'
import { APP_SCHEME } from '../contract/bridge.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import type { Store } from '../store/operations.ts'
import type { Connections } from './types.ts'

/** Scheme of the links that the system passes to the application. */
export const LINK_SCHEME = APP_SCHEME

/** Links come from anywhere; longer ones are refused. */
export const MAX_LINK_LENGTH = 2_000

const LINK_START = new RegExp(`^${LINK_SCHEME}:`, 'iu')
const OPEN_LINK = new RegExp(String.raw`^${LINK_SCHEME}://open/?\?([!-~]+)$`, 'iu')
/** Controls, invisible characters and half characters, which no id that a person can read has. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** What a link names; at least one of both. */
export interface AppLink {
  readonly campaignId: string | null
  /** Base address of a service, normalized. */
  readonly baseUrl: string | null
}

/** The connections of this computer, and their caches. */
interface LinkContext {
  readonly connections: Pick<Connections, 'list'>
  readonly sessions: {
    hold(connectionId: string): () => void
    get(connectionId: string): Promise<{ readonly store: Pick<Store, 'getCampaign'> }>
    closeIdle(): Promise<void>
  }
}

/** Returns whether a text is a link for this application, valid or not. */
export function isAppLink(text: string): boolean {
  return LINK_START.test(text)
}

/** Returns the first link among the arguments of a command line; null if there is none. */
export function findAppLink(args: readonly string[]): string | null {
  return args.find(isAppLink) ?? null
}

/** Returns the arguments of the command line after `--cli`; null if the window was started. */
export function findCommandLine(args: readonly string[]): readonly string[] | null {
  // Whoever creates a link must not be able to append commands to it.
  const end = args.findIndex((argument) => argument === '--' || isAppLink(argument))
  const start = (end === -1 ? args : args.slice(0, end)).indexOf('--cli')
  return start === -1 ? null : args.slice(start + 1)
}

/**
 * Parses an untrusted link. Returns null if it is too long, has other characters than printable ASCII,
 * another parameter than `campaign` and `address`, one of them twice, or an invalid value: a link with
 * anything else, such as a key, is refused as a whole.
 */
export function parseAppLink(link: string): AppLink | null {
  if (link.length > MAX_LINK_LENGTH) return null
  const query = OPEN_LINK.exec(link)?.[1]
  if (query === undefined) return null
  const values = new Map<string, string>()
  for (const parameter of query.split('&')) {
    const [name = '', ...rest] = parameter.split('=')
    if ((name !== 'campaign' && name !== 'address') || values.has(name) || rest.length !== 1) return null
    const value = decodeValue(rest[0] ?? '')
    if (value === null) return null
    values.set(name, value)
  }
  const campaignId = values.get('campaign') ?? null
  const address = values.get('address')
  if (campaignId !== null && !v.is(campaignIdSchema, campaignId)) return null
  if (address === undefined) return { campaignId, baseUrl: null }
  try {
    return { campaignId, baseUrl: normalizeBaseUrl(address) }
  } catch {
    return null
  }
}

function decodeValue(text: string): string | null {
  try {
    const value = decodeURIComponent(text)
    return value === '' || value !== value.trim() || INVISIBLE.test(value) ? null : value
  } catch {
    return null
  }
}

/** Returns the link to a campaign; null if its id cannot be in a link. */
export function formatAppLink(campaignId: string, baseUrl: string | null): string | null {
  if (!campaignId.isWellFormed()) return null
  const parameters = [`campaign=${encodeURIComponent(campaignId)}`]
  if (baseUrl !== null) parameters.push(`address=${encodeURIComponent(baseUrl)}`)
  const link = `${LINK_SCHEME}://open?${parameters.join('&')}`
  return parseAppLink(link) === null ? null : link
}

/**
 * Returns what a link leads to, without opening anything in a window, and without the network.
 * @param currentId the connection of the window; preferred if several have the campaign
 */
export async function resolveAppLink(
  link: string,
  currentId: string | null,
  { connections, sessions }: LinkContext,
): Promise<LinkTarget> {
  const parsed = parseAppLink(link)
  if (parsed === null) return { kind: 'invalid' }
  const { campaignId, baseUrl } = parsed
  const candidates = (await connections.list())
    .filter((connection) => baseUrl === null || connection.baseUrl === baseUrl)
    .sort((one, other) => Number(other.id === currentId) - Number(one.id === currentId))
  const [first] = candidates
  if (baseUrl !== null && first === undefined) return { kind: 'newConnection', baseUrl, campaignId }
  if (campaignId === null)
    return first === undefined
      ? { kind: 'invalid' }
      : { kind: 'campaign', connectionId: first.id, campaignId: null }
  try {
    for (const { id: connectionId } of candidates) {
      if (await hasCampaign(connectionId, campaignId, sessions))
        return { kind: 'campaign', connectionId, campaignId }
    }
  } finally {
    await sessions.closeIdle()
  }
  return { kind: 'unknownCampaign', campaignId }
}

/** Returns whether a connection has a campaign. One that cannot be opened has none. */
async function hasCampaign(
  connectionId: string,
  campaignId: string,
  sessions: LinkContext['sessions'],
): Promise<boolean> {
  const release = sessions.hold(connectionId)
  try {
    const { store } = await sessions.get(connectionId)
    return (await store.getCampaign(campaignId)) !== null
  } catch {
    return false
  } finally {
    release()
  }
}

/** The link that the system requested, until a window opens it. */
export class RequestedLink {
  #link: string | null = null

  request(link: string): void {
    this.#link = link
  }

  /** Returns the requested link once; null if there is none. */
  take(): string | null {
    const link = this.#link
    this.#link = null
    return link
  }
}
