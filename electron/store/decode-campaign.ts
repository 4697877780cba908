import { messages } from '../contract/messages.ts'
import { CellReader, type TextValues } from './decode-cells.ts'
import {
  asObject,
  invalidResponse,
  isTooLarge,
  ownField,
  parseObject,
  type JsonObject,
} from './decode-json.ts'
import { parseExactly } from './exact-json.ts'

type TextColumn = 'name' | 'reference' | 'shortReference'
type NumberColumn = 'number' | 'status' | 'state'

/** The fields of a campaign that lists and searches need (service interface, 2.1), and its body. */
export interface DecodedCampaign
  extends Readonly<Record<TextColumn, string | null>>, Readonly<Record<NumberColumn, number | null>> {
  /** Undefined if every value has the type of its column. */
  readonly textValues: TextValues<TextColumn | NumberColumn> | undefined
  /** The unchanged JSON text of the service. */
  readonly json: string
}

/**
 * Decodes the response of `GET /campaign/{id}`. Throws `badAnswer` if it is not a JSON object or too large.
 */
export function decodeCampaign(bytes: Uint8Array): DecodedCampaign {
  if (isTooLarge(bytes)) throw invalidResponse(messages.reasons.answer.tooLarge)
  const { text, object } = parseObject(bytes)
  const cells = new CellReader<TextColumn | NumberColumn>()
  const campaign = { ...readFields(object, cells), json: text }
  if (!cells.needsDigits) return campaign
  const exact = asObject(parseExactly(text, (_digits, value) => Number.isSafeInteger(value)))
  return exact === null ? campaign : { ...readFields(exact, new CellReader()), json: text }
}

function readFields(
  campaign: JsonObject,
  cells: CellReader<TextColumn | NumberColumn>,
): Omit<DecodedCampaign, 'json'> {
  const text = (column: TextColumn): string | null => cells.text(column, ownField(campaign, column))
  const number = (column: NumberColumn): number | null => cells.number(column, ownField(campaign, column))
  return {
    name: text('name'),
    reference: text('reference'),
    shortReference: text('shortReference'),
    number: number('number'),
    status: number('status'),
    state: number('state'),
    textValues: cells.textValues,
  }
}
