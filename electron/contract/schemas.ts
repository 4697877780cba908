import * as v from 'valibot'
import { CHANGE_KINDS, MAX_PATH_LENGTH } from './changes.ts'
import { MAX_ID_LENGTH } from './clip-text.ts'
import { MAX_CHECK_NAME_LENGTH, MAX_OWN_CHECKS } from './checks.ts'
import { ITEM_COLUMN_KEYS } from './columns.ts'
import { ERROR_SOURCES, MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from './error-report.ts'
import { isFieldKey, MAX_FIELD_COLUMNS, type FieldKey } from './fields.ts'
import { LABEL_COLORS, LABELLED_FIELDS } from './connection.ts'
import {
  DEFAULT_PICTURE_PREFERENCES,
  MAX_PART_PIXELS,
  MAX_PICTURE_BYTES,
  PICTURE_VERSIONS,
} from './pictures.ts'
import {
  DEFAULT_PREFERENCES,
  MIN_PICTURE_SIZE,
  MAX_CAPTIONS,
  MAX_PICTURE_SIZE,
  ROW_HEIGHTS,
  THEMES,
  VIEW_TABS,
} from './preferences.ts'
import { GROUP_KEYS, MAX_VALUE_LENGTH, REVIEW_SORT_KEYS, SEARCH_MODES } from './query.ts'
import { MAX_AUTHOR_LENGTH } from './review-file.ts'
import { MAX_NOTE_LENGTH, REVIEW_FILTERS, REVIEW_MARKS } from './review.ts'
import { MAX_VIEW_NAME_LENGTH, MAX_LIST_STATES, MAX_SAVED_VIEWS } from './views.ts'

/** Limits protect main from a compromised window; people do not reach them. */
export const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))
const naturalNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const connectionIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))
/** Campaign ids come from the service and may be any text of limited length. */
export const campaignIdSchema = v.pipe(text(500), v.minLength(1))
export const jobIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))
export const resultIdSchema = naturalNumber
/** Ids come from the service and may be any text. */
export const campaignItemIdSchema = text(MAX_ID_LENGTH)
export const itemKeySchema = naturalNumber
export const reviewStepSchema = naturalNumber
export const artworkIndexSchema = naturalNumber

/** The current or previous file of an artwork. */
export const pdfFields = {
  itemKey: itemKeySchema,
  artwork: artworkIndexSchema,
  version: v.picklist(PICTURE_VERSIONS),
}
export const pageSchema = v.pipe(naturalNumber, v.minValue(1))
const offset = v.pipe(v.number(), v.safeInteger())
const edge = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(16_384))
export const pagePartSchema = v.pipe(
  v.strictObject({
    page: pageSchema,
    scale: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    quarters: offset,
    left: offset,
    top: offset,
    width: edge,
    height: edge,
  }),
  v.check(({ width, height }) => width * height <= MAX_PART_PIXELS),
)

export const fieldKeySchema = v.custom<FieldKey>((value) => typeof value === 'string' && isFieldKey(value))
export const columnKeySchema = v.union([v.picklist(ITEM_COLUMN_KEYS), fieldKeySchema])
/** Maximum number of columns of a list, a sort or a file. */
export const MAX_COLUMNS = ITEM_COLUMN_KEYS.length + MAX_FIELD_COLUMNS

export const errorReportSchema = v.strictObject({
  source: v.picklist(ERROR_SOURCES),
  message: text(MAX_ERROR_MESSAGE),
  stack: v.nullable(text(MAX_ERROR_STACK)),
})

const facetValueSchema = v.nullable(
  v.union([text(MAX_VALUE_LENGTH), v.pipe(v.number(), v.finite()), v.boolean()]),
)
const facetValuesSchema = v.pipe(v.array(facetValueSchema), v.maxLength(10_000), v.readonly())
/** A form of a text, see text-form.ts. */
const formSchema = v.pipe(text(200), v.minLength(1))
const bound = v.pipe(v.number(), v.finite())
const columnFilterSchema = v.strictObject({
  values: v.exactOptional(facetValuesSchema),
  min: v.exactOptional(bound),
  max: v.exactOptional(bound),
  empty: v.exactOptional(v.boolean()),
  duplicates: v.exactOptional(v.literal(true)),
  unlike: v.exactOptional(formSchema),
})
const sortKeySchema = v.strictObject({
  key: v.union([columnKeySchema, v.picklist(REVIEW_SORT_KEYS)]),
  direction: v.picklist([1, -1]),
})
/** A record ignores names of the prototype, which must be rejected. */
const hasColumnKeys = v.custom<Readonly<Record<string, unknown>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => v.is(columnKeySchema, key)),
)
const filtersSchema = v.pipe(
  hasColumnKeys,
  v.record(columnKeySchema, columnFilterSchema),
  v.maxEntries(MAX_COLUMNS),
)
/** Earlier versions stored a list of values. */
const storedFiltersSchema = v.pipe(
  v.record(
    columnKeySchema,
    v.union([
      columnFilterSchema,
      v.pipe(
        facetValuesSchema,
        v.transform((values) => ({ values })),
      ),
    ]),
  ),
  v.maxEntries(MAX_COLUMNS),
)

const groupSchema = v.nullable(v.picklist(GROUP_KEYS))
const searchModeSchema = v.picklist(SEARCH_MODES)
/** POS numbers or ids. */
const listSchema = v.nullable(v.pipe(v.array(text(500)), v.maxLength(100_000)))

const marksSchema = v.nullable(
  v.pipe(
    v.array(v.picklist(REVIEW_FILTERS)),
    v.minLength(1),
    v.maxLength(REVIEW_FILTERS.length),
    v.readonly(),
  ),
)

/** The parts of a query that views store. */
const viewQueryEntries = {
  search: text(10_000),
  searchMode: searchModeSchema,
  list: listSchema,
  filters: filtersSchema,
  unseenOnly: v.boolean(),
  marks: marksSchema,
  group: groupSchema,
  sort: v.pipe(v.array(sortKeySchema), v.maxLength(MAX_COLUMNS + REVIEW_SORT_KEYS.length)),
}
/** Accepts queries that earlier versions stored. */
const storedQuerySchema = v.strictObject({
  ...viewQueryEntries,
  searchMode: v.optional(searchModeSchema, 'pattern'),
  list: v.optional(listSchema, null),
  filters: storedFiltersSchema,
  unseenOnly: v.optional(v.boolean(), false),
  marks: v.optional(marksSchema, null),
  group: v.optional(groupSchema, null),
})

/** Null for all campaigns. */
export const campaignIdsSchema = v.nullable(v.pipe(v.array(campaignIdSchema), v.maxLength(10_000)))

export const itemQuerySchema = v.strictObject({
  campaignIds: campaignIdsSchema,
  ...viewQueryEntries,
})

export const reviewMarkSchema = v.nullable(v.picklist(REVIEW_MARKS))
export const menuLabelSchema = v.nullable(text(200))
export const noteSchema = text(MAX_NOTE_LENGTH)
export const pictureBytesSchema = v.pipe(
  v.instance(Uint8Array<ArrayBuffer>),
  v.check(({ byteLength }) => byteLength <= MAX_PICTURE_BYTES),
)
export const contentHashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const selectionRangesSchema = v.pipe(
  v.array(v.tuple([naturalNumber, naturalNumber])),
  v.maxLength(100_000),
)

export const authorSchema = text(MAX_AUTHOR_LENGTH)

export const reviewFileScopeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('campaign'), campaignId: campaignIdSchema }),
  v.strictObject({ kind: v.literal('rows'), resultId: resultIdSchema, ranges: selectionRangesSchema }),
])

export const changesQuerySchema = v.strictObject({
  campaignId: campaignIdSchema,
  since: v.nullable(naturalNumber),
  kinds: v.pipe(v.array(v.picklist(CHANGE_KINDS)), v.maxLength(CHANGE_KINDS.length), v.readonly()),
  field: v.nullable(text(MAX_PATH_LENGTH)),
  unseenOnly: v.boolean(),
})

/** Names of members and indexes of entries (from 0), from the outermost object or list inwards. */
const jsonPathSchema = v.pipe(v.array(text(2_000)), v.maxLength(100), v.readonly())

/** A value of the service that is only shown in part (see clip-text.ts). */
export const textSourceSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('cell'), key: itemKeySchema, column: columnKeySchema }),
  /** A value of the item's body; an empty path for the whole body as JSON. */
  v.strictObject({ kind: v.literal('item'), key: itemKeySchema, path: jsonPathSchema }),
  v.strictObject({ kind: v.literal('campaignName'), campaignId: campaignIdSchema }),
  /** A value of the campaign's record; an empty path for the whole record as JSON. */
  v.strictObject({ kind: v.literal('campaign'), campaignId: campaignIdSchema, path: jsonPathSchema }),
  /** A value of a changed item, by its index in the query, or of the campaign's record (null). */
  v.strictObject({
    kind: v.literal('change'),
    query: changesQuerySchema,
    index: v.nullable(naturalNumber),
    field: naturalNumber,
    side: v.picklist(['old', 'new']),
  }),
])

export type TextSource = Readonly<v.InferOutput<typeof textSourceSchema>>

/** From five minutes, to protect the service, to a week. */
export const automaticSchema = v.strictObject({
  onStart: v.boolean(),
  everyMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(10_080))),
  campaignIds: v.pipe(v.array(campaignIdSchema), v.maxLength(10_000), v.readonly()),
})

export const connectionInputSchema = v.strictObject({
  baseUrl: text(2_000),
  key: text(10_000),
  name: v.exactOptional(text(200)),
})

export const valueLabelSchema = v.strictObject({
  value: v.pipe(v.number(), v.safeInteger()),
  name: text(100),
  color: v.picklist(LABEL_COLORS),
})
export const labelledFieldSchema = v.picklist(LABELLED_FIELDS)

const width = v.pipe(v.number(), v.minValue(24), v.maxValue(4_000))

const columnLayoutSchema = v.strictObject({
  order: v.pipe(v.array(columnKeySchema), v.maxLength(MAX_COLUMNS)),
  widths: v.pipe(v.record(columnKeySchema, width), v.maxEntries(MAX_COLUMNS)),
  frozen: v.exactOptional(v.pipe(naturalNumber, v.maxValue(MAX_COLUMNS))),
})

const listReferenceEntries = { connectionId: connectionIdSchema, campaignId: v.nullable(campaignIdSchema) }

export const viewsSchema = v.strictObject({
  saved: v.pipe(
    v.array(
      v.strictObject({
        id: jobIdSchema,
        name: v.pipe(text(MAX_VIEW_NAME_LENGTH), v.minLength(1)),
        place: v.nullable(v.strictObject(listReferenceEntries)),
        query: storedQuerySchema,
        columns: columnLayoutSchema,
      }),
    ),
    v.maxLength(MAX_SAVED_VIEWS),
  ),
  lists: v.pipe(
    v.array(
      v.strictObject({
        ...listReferenceEntries,
        query: storedQuerySchema,
        columns: v.nullable(columnLayoutSchema),
      }),
    ),
    v.maxLength(MAX_LIST_STATES),
  ),
})

export const preferencesSchema = v.strictObject({
  theme: v.picklist(THEMES),
  rowHeight: v.picklist(ROW_HEIGHTS),
  columns: columnLayoutSchema,
  /** Absent in earlier versions. */
  contactSheet: v.optional(
    v.strictObject({
      size: v.pipe(v.number(), v.minValue(MIN_PICTURE_SIZE), v.maxValue(MAX_PICTURE_SIZE)),
      captions: v.pipe(v.array(columnKeySchema), v.maxLength(MAX_CAPTIONS), v.readonly()),
    }),
    DEFAULT_PREFERENCES.contactSheet,
  ),
  panes: v.strictObject({
    campaignsWidth: width,
    campaignsOpen: v.boolean(),
    detailsWidth: width,
    detailsOpen: v.boolean(),
  }),
  lastView: v.strictObject({
    connectionId: v.nullable(connectionIdSchema),
    campaignId: v.nullable(campaignIdSchema),
    tab: v.picklist(VIEW_TABS),
    query: v.exactOptional(storedQuerySchema),
  }),
  showEmptyFields: v.boolean(),
  /** Absent in earlier versions. */
  pictures: v.optional(
    v.strictObject({
      oldAfterDays: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(365)),
      mostMegabytes: v.pipe(v.number(), v.safeInteger(), v.minValue(100), v.maxValue(1_000_000)),
    }),
    DEFAULT_PICTURE_PREFERENCES,
  ),
  /** Absent in earlier versions. */
  reviewing: v.optional(v.boolean(), false),
  author: v.optional(authorSchema, ''),
})

export const checkIdSchema = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z-]{1,64}$/))

export const checkSettingsSchema = v.strictObject({
  mostQuantity: v.nullable(naturalNumber),
  posForm: text(200),
  own: v.pipe(
    v.array(
      v.strictObject({
        id: checkIdSchema,
        name: v.pipe(text(MAX_CHECK_NAME_LENGTH), v.minLength(1)),
        search: v.pipe(text(10_000), v.minLength(1)),
      }),
    ),
    v.maxLength(MAX_OWN_CHECKS),
    v.readonly(),
  ),
})

export const backupIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,64}$/))
