import { decodeArtworks } from '../store/decode-item.ts'
import { asObject, ownField, parseObject, type JsonObject } from '../store/decode-json.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreReader } from '../store/operations.ts'
import type { PictureSize } from '../store/types.ts'

/** Identifies a picture by an item that has it. */
export interface PictureRef {
  readonly itemKey: number
  readonly artworkIndex: number
  readonly size: PictureSize
}

/** Limit of items with the same name. */
const MAX_ITEMS = 50
/** After this many records in a row without a new address, no more are requested. */
const MAX_CONSECUTIVE_FAILURES = 10
/** If more addresses have changed, the campaign should be downloaded again. */
const MAX_RENEWALS = 500
/** Both limits start again after this time without a request, in milliseconds. */
const LIMITS_MS = 600_000

export interface AddressRenewalContext {
  readonly service: CampaignService
  readonly store: Pick<StoreReader, 'getItem'>
}

/**
 * Creates a function that requests the current address of an item's picture. The only documented way is to
 * search the list of its campaign for its name (service interface, 4.2). It returns null if there is no new
 * address, and without a request once a limit is reached.
 */
export function createAddressRenewal({ service, store }: AddressRenewalContext) {
  let consecutiveFailures = 0
  let renewals = 0
  let requestedAt = 0

  return async (knownAddress: string, ref: PictureRef, signal: AbortSignal): Promise<string | null> => {
    if (performance.now() - requestedAt >= LIMITS_MS) consecutiveFailures = renewals = 0
    if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES || renewals >= MAX_RENEWALS) return null
    const row = (await store.getItem(ref.itemKey))?.row
    if (row === undefined) return null
    const { campaignItemId, itemName, campaignId } = row
    if (itemName === null || campaignId === null) return null
    requestedAt = performance.now()
    const bytes = await service.listItems(
      { campaignId, search: escapePattern(itemName), limit: MAX_ITEMS, skip: 0 },
      { signal },
    )
    const address = addressIn(bytes, campaignItemId, ref)
    const isNew = address !== null && address !== knownAddress
    consecutiveFailures = isNew ? 0 : consecutiveFailures + 1
    if (isNew) renewals += 1
    return isNew ? address : null
  }
}

/** Escapes a text for use in a regular expression. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
}

function addressIn(
  bytes: Uint8Array,
  campaignItemId: string,
  { artworkIndex, size }: PictureRef,
): string | null {
  let page: JsonObject
  try {
    page = parseObject(bytes).object
  } catch {
    return null
  }
  const entities = asObject(ownField(page, 'campaignItemEntities'))
  const artwork = decodeArtworks(asObject(ownField(entities, campaignItemId)))[artworkIndex]
  return (size === 'full' ? artwork?.fileUrl : artwork?.thumbnailUrl) ?? null
}
