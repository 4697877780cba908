import { decodeArtworks } from '../store/decode-item.ts'
import { asObject, ownField } from '../store/decode-json.ts'
import type { CampaignService } from '../service/types.ts'
import type { StoreReader } from '../store/operations.ts'
import type { PictureSize } from '../store/types.ts'

/** A picture by the item that has it. */
export interface PictureRef {
  readonly itemKey: number
  readonly artworkIndex: number
  readonly size: PictureSize
}

/** Items with the name of the one that is looked for: more than these are not gone through. */
const MAX_ITEMS = 50
/** After so many records in a row that told no other address, no more are asked for. */
const MAX_CONSECUTIVE_FAILURES = 10
/** A list of which this many addresses have changed is better read anew as a whole. */
const MAX_RENEWALS = 500

export interface AddressRenewalContext {
  readonly service: CampaignService
  readonly store: Pick<StoreReader, 'getItem'>
}

/**
 * Asks the service for the record of an item anew, for the address that its picture has by now. The only
 * documented way is to search the list of its campaign for its name (service interface, 4.2). Gives null
 * where that tells no other address, and without asking when that was done often enough.
 */
export function createAddressRenewal({ service, store }: AddressRenewalContext) {
  let consecutiveFailures = 0
  let renewals = 0

  return async (known: string, place: PictureRef, signal: AbortSignal): Promise<string | null> => {
    if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES || renewals >= MAX_RENEWALS) return null
    const row = (await store.getItem(place.itemKey))?.row
    if (row === undefined || row.itemName === null || row.campaignId === null) return null
    const bytes = await service.listItems(
      { campaignId: row.campaignId, search: escapePattern(row.itemName), limit: MAX_ITEMS, skip: 0 },
      { signal },
    )
    const address = addressIn(bytes, row.campaignItemId, place)
    const isNew = address !== null && address !== known
    consecutiveFailures = isNew ? 0 : consecutiveFailures + 1
    if (isNew) renewals += 1
    return isNew ? address : null
  }
}

/** A text as a regular expression that finds it and nothing else. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
}

function addressIn(
  bytes: Uint8Array,
  campaignItemId: string,
  { artworkIndex, size }: PictureRef,
): string | null {
  let page: unknown
  try {
    page = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
  const entities = asObject(ownField(asObject(page), 'campaignItemEntities'))
  const artwork = decodeArtworks(asObject(ownField(entities, campaignItemId)))[artworkIndex]
  return (size === 'full' ? artwork?.fileUrl : artwork?.thumbnailUrl) ?? null
}
