/**
 * Browsers stop at some 16 million pixels of height, which is half a million rows. The grid therefore never
 * asks for more than {@link MAX_PIXELS}, and keeps two offsets: `content`, in pixels of the whole list, and
 * `scroll`, the scroll bar's. Short movements (wheel, keys, touch) move both by the same number of pixels, so
 * that scrolling is native and exact; long ones (dragging the bar) are read as a share of the whole.
 *
 * Near both ends the two agree pixel by pixel, so that the first and the last row are reached exactly; in
 * between one is a straight function of the other. Everything here is pure.
 */
export const MAX_PIXELS = 8_000_000

/** Height at either end in which `scroll` and `content` agree. */
const EXACT_PIXELS = 200_000

export interface ScrollSpace {
  /** Farthest `content` offset: height of the list less that of the view. */
  readonly contentMax: number
  /** Farthest `scroll` offset. */
  readonly scrollMax: number
  /** Height that the scrolled element has to have. */
  readonly scrollHeight: number
  readonly viewHeight: number
}

export interface ScrollPosition {
  readonly scroll: number
  readonly content: number
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most)

export function scrollSpace(
  contentHeight: number,
  viewHeight: number,
  mostPixels: number = MAX_PIXELS,
): ScrollSpace {
  const scrollHeight = Math.min(contentHeight, mostPixels)
  return {
    contentMax: Math.max(0, contentHeight - viewHeight),
    scrollMax: Math.max(0, scrollHeight - viewHeight),
    scrollHeight,
    viewHeight,
  }
}

/** Whether the list is higher than what the browser is asked for. */
export function isCompressed(space: ScrollSpace): boolean {
  return space.contentMax > space.scrollMax
}

function exactPixels(space: ScrollSpace): number {
  return Math.min(EXACT_PIXELS, Math.floor(space.scrollMax / 4))
}

/** Where the scroll bar belongs for an offset of the list. */
export function scrollOf(space: ScrollSpace, content: number): number {
  const at = clamp(content, space.contentMax)
  if (!isCompressed(space)) return at
  const exact = exactPixels(space)
  if (at <= exact) return at
  if (at >= space.contentMax - exact) return space.scrollMax - (space.contentMax - at)
  const share = (at - exact) / (space.contentMax - 2 * exact)
  return Math.round(exact + share * (space.scrollMax - 2 * exact))
}

/** Offset of the list for a place of the scroll bar. */
export function contentOf(space: ScrollSpace, scroll: number): number {
  const at = clamp(scroll, space.scrollMax)
  if (!isCompressed(space)) return at
  const exact = exactPixels(space)
  if (at <= exact) return at
  if (at >= space.scrollMax - exact) return space.contentMax - (space.scrollMax - at)
  const share = (at - exact) / (space.scrollMax - 2 * exact)
  return Math.round(exact + share * (space.contentMax - 2 * exact))
}

/** The bar placed where it belongs for an offset of the list: for keys, and for jumps of our own. */
export function placeAt(space: ScrollSpace, content: number): ScrollPosition {
  const at = clamp(content, space.contentMax)
  return { content: at, scroll: scrollOf(space, at) }
}

/**
 * The position after the browser has moved the scroll bar to `scroll`. The result's `scroll` may differ from
 * it: the caller then sets the bar, which happens only where the two offsets would otherwise drift into an
 * end.
 */
export function follow(space: ScrollSpace, before: ScrollPosition, scroll: number): ScrollPosition {
  if (!isCompressed(space)) return { scroll, content: clamp(scroll, space.contentMax) }
  const moved = scroll - before.scroll
  // A drag of one pixel moves a capped bar by thousands of pixels; no wheel moves further than a page and a
  // half.
  if (Math.abs(moved) > space.viewHeight * 1.5) return { scroll, content: contentOf(space, scroll) }
  const content = clamp(before.content + moved, space.contentMax)
  const exact = exactPixels(space)
  const nearEnd =
    content <= exact ||
    content >= space.contentMax - exact ||
    scroll <= exact ||
    scroll >= space.scrollMax - exact
  return nearEnd ? { content, scroll: scrollOf(space, content) } : { content, scroll }
}

/** Rows kept ready above and below what is in view together, so that native scrolling finds them there. */
export const SPARE_ROWS = 20
/** Of these, how many are kept behind a movement that is not slow; the others are ahead of it. */
const SPARE_BEHIND = 2
/** A movement by so many rows at once is slow. */
const SLOW_ROWS = 2

/** Rows drawn above and below what is in view. */
export interface Spare {
  readonly above: number
  readonly below: number
}

export const NO_SPARE: Spare = { above: 0, below: 0 }

/**
 * Where the spare rows belong. The browser continues to scroll while a frame is being made: what is about to
 * come into view has to be there.
 * @param moved by how many rows the view has moved since it was last drawn; up is negative.
 * @param rows that are spare.
 */
export function spareFor(moved: number, rows: number = SPARE_ROWS): Spare {
  if (Math.abs(moved) <= SLOW_ROWS) return { above: rows / 2, below: rows / 2 }
  const ahead = rows - SPARE_BEHIND
  return moved > 0 ? { above: SPARE_BEHIND, below: ahead } : { above: ahead, below: SPARE_BEHIND }
}
