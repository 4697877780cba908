import { asNumber, asObject, asText, badAnswer, ownField, parseJson, toJsonText } from './decode-json.ts'

/** The fields of a campaign that lists and searches need (service interface, 2.1), and its whole body. */
export interface DecodedCampaign {
  readonly name: string | null
  readonly reference: string | null
  readonly shortReference: string | null
  readonly number: number | null
  readonly status: number | null
  readonly state: number | null
  readonly json: string
}

/** Reads the bytes of `GET /campaign/{id}`. Rejects with `badAnswer` when it is not a JSON object. */
export function decodeCampaign(bytes: Uint8Array): DecodedCampaign {
  const campaign = asObject(parseJson(bytes))
  if (campaign === null) throw badAnswer('it is not a JSON object')
  return {
    name: asText(ownField(campaign, 'name')),
    reference: asText(ownField(campaign, 'reference')),
    shortReference: asText(ownField(campaign, 'shortReference')),
    number: asNumber(ownField(campaign, 'number')),
    status: asNumber(ownField(campaign, 'status')),
    state: asNumber(ownField(campaign, 'state')),
    json: toJsonText(campaign),
  }
}
