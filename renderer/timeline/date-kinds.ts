import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import type { LabelColor } from '../../electron/contract/connection.ts'

/** The groups in which dates are chosen, in the order of the work on a campaign. */
export const DATE_GROUPS = {
  prepare: [
    'kickOffMeetingDate',
    'briefCompletionDate',
    'workCommencesDate',
    'quoteDue',
    'artworkDue',
    'approvalDue',
    'approvedDate',
    'signOffDate',
  ],
  produce: [
    'sentToPrinter',
    'lastSentToPrinter',
    'finishBy',
    'crExpirationDate',
    'beforeKitArrivalDate',
    'kitArrivalDate',
    'afterKitArrivalDate',
  ],
  deliver: [
    'pickingDate',
    'dispatchBy',
    'dueInStoreDate',
    'executionDate',
    'launchDate',
    'startAt',
    'endAt',
    'stockDestructionBy',
  ],
  record: ['createdAt', 'updatedAt'],
} as const satisfies Readonly<Record<string, readonly CampaignDateKey[]>>

const ORDER: readonly CampaignDateKey[] = Object.values(DATE_GROUPS).flat()

/** Kinds of dates that a timeline marks; more shapes could not be told apart. */
export const MAX_MARKED_KINDS = 8

/** Start and end are the ends of a bar, and have no marks. */
export type MarkedDateKey = Exclude<CampaignDateKey, 'startAt' | 'endAt'>

/** Returns whether a date has a mark. */
export function isMarked(key: CampaignDateKey): key is MarkedDateKey {
  return key !== 'startAt' && key !== 'endAt'
}

/**
 * Returns the chosen kinds of dates that have marks, at most {@link MAX_MARKED_KINDS}, in the order of work.
 */
export function markedKinds(chosen: readonly CampaignDateKey[]): readonly MarkedDateKey[] {
  return ORDER.filter(isMarked)
    .filter((key) => chosen.includes(key))
    .slice(0, MAX_MARKED_KINDS)
}

/** The look of a kind of date: an outline around the origin, in a box of 16 by 16, and its color. */
export interface DateShape {
  readonly path: string
  readonly color: LabelColor
}

const SQUARE: DateShape = { path: 'M-5-5h10v10h-10z', color: 'purple' }
const DIAMOND: DateShape = { path: 'M0-6.5 6.5 0 0 6.5-6.5 0z', color: 'yellow' }
const TRIANGLE: DateShape = { path: 'M0-6 6 5h-12z', color: 'teal' }
const ARROW: DateShape = { path: 'M-5.5-5h5.5l5.5 5-5.5 5h-5.5z', color: 'orange' }
const CIRCLE: DateShape = { path: 'M0-5.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z', color: 'blue' }
const STAR: DateShape = {
  path: 'M0-6.5l1.9 4.1 4.5.5-3.3 3.1.9 4.4L0 3.4-4 5.6l.9-4.4-3.3-3.1 4.5-.5z',
  color: 'green',
}
const INVERTED: DateShape = { path: 'M0 6-6-5h12z', color: 'neutral' }
const CROSS: DateShape = { path: 'M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z', color: 'purple' }

const SHAPES: readonly DateShape[] = [SQUARE, DIAMOND, TRIANGLE, ARROW, CIRCLE, STAR, INVERTED, CROSS]

/** Kinds that have their shape whatever else is chosen. */
const FIXED: ReadonlyMap<CampaignDateKey, DateShape> = new Map([
  ['artworkDue', SQUARE],
  ['approvalDue', DIAMOND],
  ['finishBy', TRIANGLE],
  ['dispatchBy', ARROW],
  ['dueInStoreDate', CIRCLE],
  ['launchDate', STAR],
])

/** Returns a different shape for each kind of date; see {@link markedKinds}. */
export function shapesOf(kinds: readonly MarkedDateKey[]): ReadonlyMap<CampaignDateKey, DateShape> {
  const taken = kinds.map((key) => FIXED.get(key))
  const free = SHAPES.filter((shape) => !taken.includes(shape)).values()
  const shapes = new Map<CampaignDateKey, DateShape>()
  for (const key of kinds) {
    const shape = FIXED.get(key) ?? free.next().value
    if (shape !== undefined) shapes.set(key, shape)
  }
  return shapes
}
