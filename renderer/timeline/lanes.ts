import {
  CAMPAIGN_DATES,
  ENTRY_SEPARATOR,
  type CampaignColumnKey,
  type CampaignDateKey,
} from '../../electron/contract/campaign-columns.ts'
import { isEntries, type CampaignCell } from '../../electron/contract/campaign-query.ts'
import { shownName } from '../../electron/contract/clip-text.ts'
import { isOverdue, pairsOutOfOrder } from '../../electron/contract/deadlines.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import type { FacetValue } from '../../electron/contract/query.ts'
import { messages } from '../../electron/contract/messages.ts'
import { startOfDay } from '../../electron/contract/local-days.ts'
import { isMarked, markedKinds, type MarkedDateKey } from './date-kinds.ts'

/** The columns of {@link laneOf}. */
export const LANE_COLUMNS = [
  'name',
  'reference',
  'status',
  'items',
  'withoutArtwork',
  'lockedItems',
  'isActive',
  ...CAMPAIGN_DATES,
] as const satisfies readonly CampaignColumnKey[]

/** A campaign over time. */
export interface Lane {
  readonly id: string
  /** The name, else the reference, else the id. */
  readonly title: string
  readonly reference: string | null
  readonly status: number | string | null
  /** The value of the column that campaigns are grouped by; null without a value or without groups. */
  readonly group: FacetValue
  /** Items on this computer; null if the campaign is not downloaded, as the counts below. */
  readonly items: number | null
  readonly withoutArtwork: number | null
  readonly lockedItems: number | null
  readonly isActive: boolean | null
  /** The valid dates, in milliseconds since 1970. */
  readonly dates: ReadonlyMap<CampaignDateKey, number>
  /** Values that are no dates. */
  readonly invalid: ReadonlyMap<CampaignDateKey, string>
}

/**
 * Returns the lane of a campaign.
 * @param cell returns its cell in any of {@link LANE_COLUMNS}
 * @param group see {@link Lane.group}
 */
export function laneOf(
  id: string,
  cell: (column: (typeof LANE_COLUMNS)[number]) => CampaignCell,
  group: FacetValue,
): Lane {
  const [status, isActive] = [cell('status'), cell('isActive')]
  const dates = new Map<CampaignDateKey, number>()
  const invalid = new Map<CampaignDateKey, string>()
  for (const key of CAMPAIGN_DATES) {
    const text = textOf(cell(key))
    const instant = text === null ? null : parseInstant(text)
    if (instant !== null) dates.set(key, instant)
    else if (text !== null) invalid.set(key, text)
  }
  const shownReference = textOf(cell('reference'))
  const title = textOf(cell('name')) ?? shownReference
  return {
    id,
    title: title === null ? messages.campaigns.unnamed({ id: shownName(id) }) : shownName(title),
    reference: shownReference === null ? null : shownName(shownReference),
    status: typeof status === 'number' ? status : textOf(status),
    group,
    items: countOf(cell('items')),
    withoutArtwork: countOf(cell('withoutArtwork')),
    lockedItems: countOf(cell('lockedItems')),
    isActive: typeof isActive === 'boolean' ? isActive : null,
    dates,
    invalid,
  }
}

function textOf(cell: CampaignCell): string | null {
  if (cell === null) return null
  if (isEntries(cell)) return cell.map(String).join(ENTRY_SEPARATOR)
  return String(cell)
}

function countOf(cell: CampaignCell): number | null {
  return typeof cell === 'number' ? cell : null
}

/** A date with a mark. */
export interface LaneDate {
  readonly key: MarkedDateKey
  /** In milliseconds since 1970. */
  readonly at: number
  /** Whether its day is over. */
  readonly isPast: boolean
  readonly isOverdue: boolean
  readonly isOutOfOrder: boolean
}

/** A lane with what is shown of it. */
export interface ShownLane {
  readonly lane: Lane
  /** In chronological order. */
  readonly dates: readonly LaneDate[]
  /** The ends of the bar in milliseconds since 1970; null if they are missing or not chosen. */
  readonly start: number | null
  readonly end: number | null
  readonly isOverdue: boolean
  readonly isOutOfOrder: boolean
  /** The pairs of shown dates in the wrong order. */
  readonly conflicts: readonly (readonly [CampaignDateKey, CampaignDateKey])[]
}

/**
 * Returns lanes with their chosen dates.
 * @param now milliseconds since 1970
 */
export function showLanes(
  lanes: readonly Lane[],
  chosen: readonly CampaignDateKey[],
  now: number,
): readonly ShownLane[] {
  const kinds = markedKinds(chosen)
  const today = startOfDay(now)
  return lanes.map((lane) => {
    const pairs = pairsOutOfOrder(lane.dates)
    const outOfOrder = new Set<CampaignDateKey>(pairs.flat())
    const endsAt = lane.dates.get('endAt') ?? null
    const dates = kinds
      .flatMap((key): readonly LaneDate[] => {
        const at = lane.dates.get(key)
        if (at === undefined) return []
        return [
          {
            key,
            at,
            isPast: at < today,
            isOverdue: isOverdue(key, at, { ...lane, endsAt }, now),
            isOutOfOrder: outOfOrder.has(key),
          },
        ]
      })
      .sort((one, other) => one.at - other.at)
    const ends = (['startAt', 'endAt'] as const).filter((key) => chosen.includes(key))
    const isShown = (key: CampaignDateKey): boolean =>
      (isMarked(key) ? kinds : ends).some((each) => each === key)
    return {
      lane,
      dates,
      start: ends.includes('startAt') ? (lane.dates.get('startAt') ?? null) : null,
      end: ends.includes('endAt') ? endsAt : null,
      isOverdue: dates.some((date) => date.isOverdue),
      isOutOfOrder: dates.some((date) => date.isOutOfOrder) || ends.some((key) => outOfOrder.has(key)),
      conflicts: pairs.filter((pair) => pair.every(isShown)),
    }
  })
}

/** Returns whether the bar of a lane ends before it starts. */
export function isReversed({ start, end }: Pick<ShownLane, 'start' | 'end'>): boolean {
  return start !== null && end !== null && end < start
}

/** Returns the number of lanes with each date. */
export function countDates(lanes: readonly Lane[]): ReadonlyMap<CampaignDateKey, number> {
  const counts = new Map<CampaignDateKey, number>()
  for (const { dates, invalid } of lanes)
    for (const key of [...dates.keys(), ...invalid.keys()]) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
