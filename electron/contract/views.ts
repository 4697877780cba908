import * as v from 'valibot'
import {
  campaignIdSchema,
  connectionIdSchema,
  jobIdSchema,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { columnLayoutSchema } from './preferences.ts'
import { storedRowColorsSchema } from './row-colors.ts'
import { storedQuerySchema, type ItemQuery } from './query.ts'

export const MAX_SAVED_VIEWS = 500
/** The least recently changed state is removed first. */
export const MAX_LIST_STATES = 200
export const MAX_VIEW_NAME_LENGTH = 200

/** A query without its campaigns. */
export type ViewQuery = Omit<ItemQuery, 'campaignIds'>

/** A list of items: of one campaign, or of all campaigns of a connection (null). */
const listReferenceSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignId: v.nullable(campaignIdSchema),
})
export type ListReference = ReadonlyOutput<typeof listReferenceSchema>

/** A saved view of a list. */
const savedViewSchema = v.strictObject({
  id: jobIdSchema,
  name: v.pipe(text(MAX_VIEW_NAME_LENGTH), v.minLength(1)),
  /** The list it belongs to; null for all lists. */
  place: v.nullable(listReferenceSchema),
  query: storedQuerySchema,
  columns: columnLayoutSchema,
  /** Absent in views of earlier versions, which do not change the colors. */
  rowColors: v.exactOptional(storedRowColorsSchema),
})
export type SavedView = ReadonlyOutput<typeof savedViewSchema>

const listStateEntries = {
  query: storedQuerySchema,
  /** Null if the columns were never changed; the list then uses the last arrangement of another list. */
  columns: v.nullable(columnLayoutSchema),
  /** Default: none. */
  rowColors: v.exactOptional(storedRowColorsSchema),
}

/** The last state of a list. */
const listStateSchema = v.strictObject({ ...listReferenceSchema.entries, ...listStateEntries })
export type ListState = ReadonlyOutput<typeof listStateSchema>

const savedViewsSchema = v.pipe(v.array(savedViewSchema), v.maxLength(MAX_SAVED_VIEWS))

/** Stored views and states of lists. */
export const viewsSchema = v.strictObject({
  /** In order of creation. */
  saved: savedViewsSchema,
  /** The most recently changed list first. */
  lists: v.pipe(v.array(listStateSchema), v.maxLength(MAX_LIST_STATES)),
})
export type Views = ReadonlyOutput<typeof viewsSchema>

export const NO_VIEWS: Views = { saved: [], lists: [] }

/** A change of the stored views: all saved views, and the states of some lists. */
export const viewsChangeSchema = v.strictObject({
  saved: v.exactOptional(savedViewsSchema),
  /** A list without a state has the default one. */
  lists: v.pipe(
    v.array(
      v.strictObject({ list: listReferenceSchema, state: v.nullable(v.strictObject(listStateEntries)) }),
    ),
    v.maxLength(MAX_LIST_STATES),
  ),
})
export type ViewsChange = ReadonlyOutput<typeof viewsChangeSchema>

export function isSameList(one: ListReference, other: ListReference): boolean {
  return one.connectionId === other.connectionId && one.campaignId === other.campaignId
}

/** Returns the views after a change. */
export function changeViews({ saved, lists }: Views, change: ViewsChange): Views {
  const changed = change.lists.reduce<readonly ListState[]>((states, { list, state }) => {
    const others = states.filter((other) => !isSameList(other, list))
    const { connectionId, campaignId } = list
    return state === null ? others : [{ connectionId, campaignId, ...state }, ...others]
  }, lists)
  return { saved: change.saved ?? saved, lists: changed.slice(0, MAX_LIST_STATES) }
}
