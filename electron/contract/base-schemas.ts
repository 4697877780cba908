import * as v from 'valibot'
import { MAX_ID_LENGTH } from './clip-text.ts'
import { ITEM_COLUMN_KEYS } from './columns.ts'
import { isFieldKey, MAX_FIELD_COLUMNS, type FieldKey } from './fields.ts'

/** The readonly output type of a schema, because parsed values are never changed. */
export type ReadonlyOutput<Schema extends v.GenericSchema> = DeepReadonly<v.InferOutput<Schema>>

type DeepReadonly<Value> = Value extends Uint8Array
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value

/** Limits protect main from a compromised window; people do not reach them. */
export const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))
const natural = () => v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const naturalNumber = natural()
/** Maximum length of the text of a search. */
export const MAX_SEARCH_LENGTH = 10_000

export const connectionIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))
/** Campaign ids come from the service and may be any text of limited length. */
export const campaignIdSchema = v.pipe(text(500), v.minLength(1))
/** Maximum length of a text in which the id of a campaign is found. */
export const MAX_CAMPAIGN_TEXT_LENGTH = 10_000
/** Null for all campaigns. */
export const campaignIdsSchema = v.nullable(v.pipe(v.array(campaignIdSchema), v.maxLength(10_000)))
export const jobIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))
export const resultIdSchema = natural()
/** Ids come from the service and may be any text. */
export const campaignItemIdSchema = text(MAX_ID_LENGTH)
export const itemKeySchema = natural()

export const fieldKeySchema = v.custom<FieldKey>((value) => typeof value === 'string' && isFieldKey(value))
export const columnKeySchema = v.union([v.picklist(ITEM_COLUMN_KEYS), fieldKeySchema])
/** Maximum number of columns of a list, a sort or a file. */
export const MAX_COLUMNS = ITEM_COLUMN_KEYS.length + MAX_FIELD_COLUMNS
