import { asNumber, asText, ownField, parseObject } from './decode-json.ts'

/** The fields of a campaign that lists and searches need (service interface, 2.1), and its whole body. */
export interface DecodedCampaign {
  readonly name: string | null
  readonly reference: string | null
  readonly shortReference: string | null
  readonly number: number | null
  readonly status: number | null
  readonly state: number | null
  /** The campaign letter for letter as it came. */
  readonly json: string
}

/** Reads the bytes of `GET /campaign/{id}`. Rejects with `badAnswer` when it is not a JSON object. */
export function decodeCampaign(bytes: Uint8Array): DecodedCampaign {
  const { text, object: campaign } = parseObject(bytes)
  return {
    name: asText(ownField(campaign, 'name')),
    reference: asText(ownField(campaign, 'reference')),
    shortReference: asText(ownField(campaign, 'shortReference')),
    number: asNumber(ownField(campaign, 'number')),
    status: asNumber(ownField(campaign, 'status')),
    state: asNumber(ownField(campaign, 'state')),
    json: text,
  }
}
