import type { CampaignDateKey } from '../../../electron/contract/campaign-columns.ts'
import { DAY_MS } from '../../../electron/contract/instant.ts'
import { startOfDay } from '../../../electron/contract/local-days.ts'
import type { CampaignDate } from './campaign-dates.ts'

export const BANDS = ['preparation', 'production', 'inStore'] as const
export type Band = (typeof BANDS)[number]

/** The parts of a campaign that its dates belong to. */
const BAND_OF: Readonly<Record<CampaignDateKey, Band>> = {
  createdAt: 'preparation',
  updatedAt: 'preparation',
  kickOffMeetingDate: 'preparation',
  briefCompletionDate: 'preparation',
  workCommencesDate: 'preparation',
  quoteDue: 'preparation',
  artworkDue: 'preparation',
  approvalDue: 'preparation',
  approvedDate: 'preparation',
  signOffDate: 'preparation',
  sentToPrinter: 'production',
  lastSentToPrinter: 'production',
  finishBy: 'production',
  crExpirationDate: 'production',
  beforeKitArrivalDate: 'production',
  kitArrivalDate: 'production',
  afterKitArrivalDate: 'production',
  pickingDate: 'production',
  dispatchBy: 'production',
  dueInStoreDate: 'inStore',
  executionDate: 'inStore',
  launchDate: 'inStore',
  startAt: 'inStore',
  endAt: 'inStore',
  stockDestructionBy: 'inStore',
}

/** Dates at one position with one label. */
export interface Mark {
  /** Several dates if they are on the same day. */
  readonly dates: readonly [CampaignDate, ...CampaignDate[]]
  readonly band: Band
  /** The dates before and after, if the interface has a pair of them. */
  readonly range: { readonly from: number; readonly to: number } | null
}

/** A mark with its position in its band. */
export interface PlacedMark extends Mark {
  readonly label: string
  /** Offset from the start of the line, in CSS pixels. */
  readonly x: number
  /** Line in the band, from 0. */
  readonly lane: number
  /** Whether the label is before the mark. */
  readonly flipped: boolean
  /** Whether the line of today passes behind the label. */
  readonly crossesToday: boolean
  /** Width of the label in CSS pixels; a longer label is cut. */
  readonly labelWidth: number
  readonly rangeX: { readonly from: number; readonly to: number } | null
}

export interface TimelineTick {
  readonly x: number
  /** First day of a month or year, in milliseconds since 1970. */
  readonly time: number
}

export interface Timeline {
  readonly bands: readonly {
    readonly band: Band
    readonly lanes: number
    readonly marks: readonly PlacedMark[]
  }[]
  /** Start and end of the campaign; null without both. */
  readonly run: { readonly from: number; readonly to: number } | null
  /** Offset of today; null if it is outside of the timeline. */
  readonly today: number | null
  /** Width of the past, in CSS pixels. */
  readonly past: number
  readonly ticks: readonly TimelineTick[]
  /** Whether the ticks are years. */
  readonly yearly: boolean
  /** Dates too far from the others to be drawn. */
  readonly outside: readonly CampaignDate[]
}

export interface TimelineOptions {
  /** In CSS pixels. */
  readonly width: number
  /** In milliseconds since 1970. */
  readonly now: number
  readonly labelOf: (mark: Mark) => string
  /** Returns the width of a text in CSS pixels. */
  readonly measure: (text: string) => number
}

/** Space between labels of a lane, and between a mark and its label, in CSS pixels. */
const LABEL_GAP = 12
export const MARK_GAP = 13
/** Half the width of a mark, in CSS pixels. */
const MARK_RADIUS = 6
/** Share of the timeline before the first date, and after the last. */
const MARGIN_SHARE = 0.03
const MIN_TICK_DISTANCE = 64
/** Dates this far from the one in the middle would press the others together. */
const MAX_DISTANCE_MS = 3 * 366 * DAY_MS
/** Today is on the timeline if it lengthens it by at most this share. */
const MAX_EXTENSION = 0.5
/** How much worse a label is in the next lane, before its mark, and across the line of today. */
const LANE_COST = 2
const FLIP_COST = 1
const CROSSING_COST = 5

/**
 * Returns the marks of dates: those of a day and band together, and the arrival of the kit with its range.
 */
export function marksOf(dates: readonly CampaignDate[]): readonly Mark[] {
  const byKey = new Map(dates.map((date) => [date.key, date]))
  const arrival = byKey.get('kitArrivalDate')
  const before = byKey.get('beforeKitArrivalDate')
  const after = byKey.get('afterKitArrivalDate')
  const range =
    arrival !== undefined &&
    before !== undefined &&
    after !== undefined &&
    before.time <= arrival.time &&
    arrival.time <= after.time &&
    before.time < after.time
      ? { from: before.time, to: after.time }
      : null
  const inRange = new Set(range === null ? [] : [before, after, arrival])
  const days = new Map<string, [CampaignDate, ...CampaignDate[]]>()
  for (const date of dates) {
    if (inRange.has(date)) continue
    const day = `${BAND_OF[date.key]} ${String(startOfDay(date.time))}`
    const others = days.get(day)
    if (others === undefined) days.set(day, [date])
    else others.push(date)
  }
  const marks: Mark[] = Array.from(days.values(), (together) => ({
    dates: together,
    band: BAND_OF[together[0].key],
    range: null,
  }))
  if (arrival !== undefined && range !== null) marks.push({ dates: [arrival], band: 'production', range })
  return marks.sort((one, other) => one.dates[0].time - other.dates[0].time)
}

/**
 * Places dates on a line, with labels in as few lanes of their bands as avoid overlaps. Returns null without
 * dates or space.
 */
export function layOutTimeline(
  dates: readonly CampaignDate[],
  { width, now, labelOf, measure }: TimelineOptions,
): Timeline | null {
  const middle = dates[Math.floor(dates.length / 2)]
  if (middle === undefined || width < 200) return null
  const isNear = ({ time }: CampaignDate): boolean => Math.abs(time - middle.time) <= MAX_DISTANCE_MS
  const shown = dates.filter(isNear)
  const times = shown.map(({ time }) => time)
  const { first, last } = periodOf(Math.min(...times), Math.max(...times), now)
  const scale = (time: number): number => ((time - first) / (last - first)) * width
  const today = now >= first && now <= last ? scale(now) : null

  const marks = marksOf(shown)
  const bands = BANDS.map((band) => {
    const placed = placeMarks(
      marks.filter((mark) => mark.band === band),
      { width, scale, today, labelOf, measure },
    )
    return { band, lanes: Math.max(0, ...placed.map(({ lane }) => lane + 1)), marks: placed }
  })
  const start = shown.find(({ key }) => key === 'startAt')
  const end = shown.find(({ key }) => key === 'endAt')
  return {
    bands: bands.filter(({ lanes }) => lanes > 0),
    run:
      start !== undefined && end !== undefined && end.time > start.time
        ? { from: scale(start.time), to: scale(end.time) }
        : null,
    today,
    past: Math.min(width, Math.max(0, scale(now))),
    ...ticksBetween(first, last, scale),
    outside: dates.filter((date) => !isNear(date)),
  }
}

/**
 * Returns the period of a timeline: from before the first to after the last date, with today if it is near.
 */
function periodOf(from: number, to: number, now: number): { readonly first: number; readonly last: number } {
  const span = Math.max(to - from, 7 * DAY_MS)
  const limit = span * MAX_EXTENSION
  const earliest = now < from && from - now <= limit ? now : from
  const latest = now > to && now - to <= limit ? now : to
  const margin = Math.max((latest - earliest) * MARGIN_SHARE, DAY_MS)
  return { first: earliest - margin, last: latest + margin }
}

/** A position of a mark with its label. */
interface Position {
  readonly lane: number
  readonly flipped: boolean
  /** Start and end in CSS pixels. */
  readonly taken: readonly [number, number]
}

interface Placing {
  readonly width: number
  readonly scale: (time: number) => number
  readonly today: number | null
  readonly labelOf: (mark: Mark) => string
  readonly measure: (text: string) => number
}

function placeMarks(marks: readonly Mark[], placing: Placing): readonly PlacedMark[] {
  const { width, scale, today, labelOf, measure } = placing
  /** Occupied ranges of each lane, as pairs of start and end. */
  const lanes: (readonly [number, number])[][] = []
  return marks.map((mark) => {
    const label = labelOf(mark)
    const x = scale(mark.dates[0].time)
    const rangeX = mark.range === null ? null : { from: scale(mark.range.from), to: scale(mark.range.to) }
    const startOfMark = Math.min(x, rangeX?.from ?? x)
    const endOfMark = Math.max(x, rangeX?.to ?? x)
    const [spaceBefore, spaceAfter] = [startOfMark - MARK_GAP, width - endOfMark - MARK_GAP]
    const labelWidth = Math.min(measure(label), Math.max(spaceBefore, spaceAfter))
    let best: (Position & { readonly cost: number }) | null = null
    for (let lane = 0; lane <= lanes.length; lane += 1) {
      const occupied = lanes[lane] ?? []
      for (const flipped of [false, true]) {
        if (labelWidth > (flipped ? spaceBefore : spaceAfter)) continue
        const taken: readonly [number, number] = flipped
          ? [startOfMark - MARK_GAP - labelWidth, endOfMark + MARK_RADIUS]
          : [startOfMark - MARK_RADIUS, endOfMark + MARK_GAP + labelWidth]
        if (occupied.some(([from, to]) => taken[0] < to + LABEL_GAP && taken[1] > from - LABEL_GAP)) continue
        const crosses = today !== null && taken[0] + MARK_RADIUS < today && taken[1] - MARK_RADIUS > today
        const cost = lane * LANE_COST + (flipped ? FLIP_COST : 0) + (crosses ? CROSSING_COST : 0)
        if (best === null || cost < best.cost) best = { cost, lane, flipped, taken }
      }
    }
    // A new lane is free, and one side has space for the label.
    const position: Position = best ?? { lane: lanes.length, flipped: false, taken: [x, x] }
    const { lane, flipped, taken } = position
    ;(lanes[lane] ??= []).push(taken)
    const labelStart = flipped ? startOfMark - MARK_GAP - labelWidth : endOfMark + MARK_GAP
    const crossesToday = today !== null && labelStart < today && labelStart + labelWidth > today
    return { ...mark, label, x, lane, flipped, crossesToday, labelWidth, rangeX }
  })
}

function ticksBetween(
  from: number,
  to: number,
  scale: (time: number) => number,
): Pick<Timeline, 'ticks' | 'yearly'> {
  const start = new Date(from)
  const months = (new Date(to).getUTCFullYear() - start.getUTCFullYear()) * 12 + 12
  const monthWidth = (scale(to) - scale(from)) / Math.max(1, (to - from) / (30.4 * DAY_MS))
  const yearly = monthWidth * 6 < MIN_TICK_DISTANCE
  const step = yearly
    ? 12 * Math.max(1, Math.ceil(MIN_TICK_DISTANCE / (monthWidth * 12)))
    : ([1, 2, 3, 6].find((count) => count * monthWidth >= MIN_TICK_DISTANCE) ?? 6)
  const ticks: TimelineTick[] = []
  for (let month = 0; month <= months; month += step) {
    const time = Date.UTC(start.getUTCFullYear(), month, 1)
    if (time > from && time < to) ticks.push({ x: scale(time), time })
  }
  return { ticks, yearly }
}
