import { AppError } from '../contract/app-error.ts'

const UUID = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/giu

/** Precedes a campaign id in an address: a path segment, or the name of a query parameter. */
const CAMPAIGN_LABEL = /(?:^|[^0-9a-z])campaigns?(?:[_-]?id)?["']?\s*[/=:]\s*["']?$/iu

/** Between the ids of a list. */
const SEPARATOR = /^["']?[\s,;]+["']?$/u

/** An id that is not a UUID: one word of characters that need no escaping in a path. */
const BARE_TOKEN = /^(?!\.+$)[0-9a-z._~-]{1,200}$/iu

/**
 * Returns the campaign id in a pasted text: an id, or any text or address that contains one. Of several
 * UUIDs, the last one that follows `campaign/`, `campaigns/` or `campaignId=` counts, otherwise the last one.
 * Ids are only known to be strings (service interface, 2.1), so a single word is returned unchanged. Throws
 * `notACampaignId`, also for a list of campaigns.
 */
export function extractCampaignId(text: string): string {
  const plain = decodePercent(text).trim()
  if (isList(plain)) throw new AppError('notACampaignId')
  const uuid = labeledUuidsIn(plain).at(-1) ?? plain.match(UUID)?.at(-1)
  if (uuid !== undefined) return uuid
  if (BARE_TOKEN.test(plain)) return plain
  throw new AppError('notACampaignId')
}

/** Returns whether a text contains a list of several campaigns. */
function isList(text: string): boolean {
  const uuids = [...text.matchAll(UUID)]
  const isListed = uuids.some((uuid, index) => {
    const next = uuids[index + 1]
    if (next === undefined || next[0] === uuid[0]) return false
    return SEPARATOR.test(text.slice(uuid.index + uuid[0].length, next.index))
  })
  const labeled = text.split(/[\s,;]+/u).flatMap((part) => labeledUuidsIn(part).slice(-1))
  return isListed || new Set(labeled).size > 1
}

function labeledUuidsIn(text: string): readonly string[] {
  return [...text.matchAll(UUID)]
    .filter(({ index }) => CAMPAIGN_LABEL.test(text.slice(Math.max(0, index - 40), index)))
    .map(([uuid]) => uuid)
}

/** Decodes percent-encoded text, as an address in a query parameter is. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (escaped) => {
    try {
      return decodeURIComponent(escaped)
    } catch {
      return escaped
    }
  })
}
