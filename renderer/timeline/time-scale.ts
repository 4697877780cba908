import { DAY_MS } from '../../electron/contract/instant.ts'

/** How instants map to positions: a horizontal part of time. */
export interface TimeScale {
  /** The instant at position 0, in milliseconds since 1970. */
  readonly start: number
  readonly msPerPixel: number
}

/** The closest and the widest zoom: 40 pixels for a day, and 30 for a quarter of a year. */
const MIN_MS_PER_PIXEL = DAY_MS / 40
const MAX_MS_PER_PIXEL = (91 * DAY_MS) / 30
/** The first and the last instant that can be shown: the years 1 to 9999. */
const MIN_INSTANT = new Date(0).setUTCFullYear(1, 0, 1)
const MAX_INSTANT = Date.UTC(9_999, 11, 31)

export const ZOOM_LEVELS = ['days', 'weeks', 'months', 'quarters'] as const
export type ZoomLevel = (typeof ZOOM_LEVELS)[number]

/** The zoom of each level, and the smallest one that is still called so, in pixels for a day. */
const LEVELS: Readonly<Record<ZoomLevel, { readonly chosen: number; readonly from: number }>> = {
  days: { chosen: 30, from: 18 },
  weeks: { chosen: 9, from: 5 },
  months: { chosen: 3.2, from: 1.5 },
  quarters: { chosen: 0.8, from: 0 },
}

/** Returns the position of an instant in CSS pixels from the start. */
export function positionOf({ start, msPerPixel }: TimeScale, instant: number): number {
  return (instant - start) / msPerPixel
}

/** Returns the instant at a position in CSS pixels, in milliseconds since 1970. */
export function instantAt({ start, msPerPixel }: TimeScale, position: number): number {
  return start + position * msPerPixel
}

/**
 * Returns a scale with another zoom, limited to the possible ones. The instant at `position` stays there.
 * Returns the same scale if the zoom is the same.
 */
export function zoomAt(scale: TimeScale, position: number, msPerPixel: number): TimeScale {
  const limited = Math.min(MAX_MS_PER_PIXEL, Math.max(MIN_MS_PER_PIXEL, msPerPixel))
  if (limited === scale.msPerPixel) return scale
  return within({ start: instantAt(scale, position) - position * limited, msPerPixel: limited })
}

/** Returns a scale that starts a number of CSS pixels later. */
export function panBy(scale: TimeScale, pixels: number): TimeScale {
  return within({ ...scale, start: instantAt(scale, pixels) })
}

/** Returns a scale with an instant at a position in CSS pixels. */
export function showAt(scale: TimeScale, instant: number, position: number): TimeScale {
  return within({ ...scale, start: instant - position * scale.msPerPixel })
}

function within(scale: TimeScale): TimeScale {
  return { ...scale, start: Math.min(MAX_INSTANT, Math.max(MIN_INSTANT, scale.start)) }
}

/** Returns the zoom as a share from 0 (quarters) to 1 (days), equal steps of which look equal. */
export function zoomShare({ msPerPixel }: TimeScale): number {
  return Math.log(MAX_MS_PER_PIXEL / msPerPixel) / Math.log(MAX_MS_PER_PIXEL / MIN_MS_PER_PIXEL)
}

/** Returns the zoom for a share, in milliseconds for a pixel; see {@link zoomShare}. */
export function zoomOfShare(share: number): number {
  return MAX_MS_PER_PIXEL * (MIN_MS_PER_PIXEL / MAX_MS_PER_PIXEL) ** share
}

/** Returns the name of a zoom. */
export function levelOf({ msPerPixel }: TimeScale): ZoomLevel {
  return ZOOM_LEVELS.find((level) => DAY_MS / msPerPixel >= LEVELS[level].from) ?? 'quarters'
}

/** Returns the zoom of a level, in milliseconds for a pixel. */
export function zoomOfLevel(level: ZoomLevel): number {
  return DAY_MS / LEVELS[level].chosen
}

/** What is near: from a quarter of a year ago to two quarters from now. */
const NEAR_BEFORE_MS = 90 * DAY_MS
const NEAR_AFTER_MS = 180 * DAY_MS
/** The initial range is not shorter. */
const MIN_BEFORE_MS = 14 * DAY_MS
const MIN_AFTER_MS = 45 * DAY_MS
/** Space before the first and after the last date, in CSS pixels. */
const MARGIN = 24

/**
 * Returns a scale that shows the present and the dates near it. Dates far away have no effect.
 * @param instants milliseconds since 1970, as `now`
 * @param width in CSS pixels
 */
export function initialScale(instants: Iterable<number>, now: number, width: number): TimeScale {
  let [first, last] = [now - MIN_BEFORE_MS, now + MIN_AFTER_MS]
  for (const instant of instants) {
    if (instant < now - NEAR_BEFORE_MS || instant > now + NEAR_AFTER_MS) continue
    first = Math.min(first, instant)
    last = Math.max(last, instant)
  }
  const msPerPixel = (last - first) / Math.max(1, width - 2 * MARGIN)
  const scale = zoomAt({ start: first, msPerPixel }, 0, msPerPixel)
  return showAt(scale, first, MARGIN)
}

/** Returns a scale on which a length of time in milliseconds has a width in CSS pixels, in any zoom. */
export function fitScale(start: number, duration: number, width: number): TimeScale {
  return { start, msPerPixel: Math.max(MIN_MS_PER_PIXEL, duration / width) }
}
