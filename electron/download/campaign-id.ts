import { AppError } from '../contract/app-error.ts'

const UUID = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/giu

/** Precedes a campaign id in an address: a path segment, or the name of a query parameter. */
const CAMPAIGN_LABEL = /(?:^|[^0-9a-z])campaigns?(?:[_-]?id)?["']?\s*[/=:]\s*["']?$/iu

/** An id that is not a UUID: one word of characters that need no escaping in a path. */
const BARE_TOKEN = /^(?!\.+$)[0-9a-z._~-]{1,200}$/iu

/**
 * Returns the campaign id in a pasted text: an id, or any text or address that contains one. Of several
 * UUIDs, the last one that follows `campaign/`, `campaigns/` or `campaignId=` counts, otherwise the last one.
 * Ids are only known to be strings (service interface, 2.1), so a single word is returned unchanged. Throws
 * `notACampaignId`.
 */
export function extractCampaignId(text: string): string {
  const plain = decodePercent(text).trim()
  const uuids = [...plain.matchAll(UUID)]
  const labeledUuids = uuids.filter((match) =>
    CAMPAIGN_LABEL.test(plain.slice(Math.max(0, match.index - 40), match.index)),
  )
  const uuid = labeledUuids.at(-1) ?? uuids.at(-1)
  if (uuid !== undefined) return uuid[0]
  if (BARE_TOKEN.test(plain)) return plain
  throw new AppError('notACampaignId')
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
