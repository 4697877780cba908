/**
 * Browsers limit heights to about 16 million pixels, half a million rows. The grid therefore limits the
 * scrolled element to {@link MAX_PIXELS} and keeps two offsets: `content`, in pixels of the whole list, and
 * `scroll`, that of the scroll bar. Short movements (wheel, keys, touch) change both by the same number of
 * pixels, so scrolling is native and exact; long ones (dragging the bar) select a share of the whole.
 *
 * Near both ends the two offsets agree pixel by pixel, so that the first and last rows are reached exactly;
 * between them they are proportional. All functions here are pure.
 */
export const MAX_PIXELS = 8_000_000

/** Height at both ends in which `scroll` and `content` agree. */
const EXACT_PIXELS = 200_000

export interface ScrollSpace {
  /** Maximum `content` offset: height of the list minus that of the view. */
  readonly contentMax: number
  /** Maximum `scroll` offset. */
  readonly scrollMax: number
  /** Height of the scrolled element. */
  readonly scrollHeight: number
  readonly viewHeight: number
}

export interface ScrollPosition {
  readonly scroll: number
  readonly content: number
}

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)

export function scrollSpace(
  contentHeight: number,
  viewHeight: number,
  maxHeight: number = MAX_PIXELS,
): ScrollSpace {
  const scrollHeight = Math.min(contentHeight, maxHeight)
  return {
    contentMax: Math.max(0, contentHeight - viewHeight),
    scrollMax: Math.max(0, scrollHeight - viewHeight),
    scrollHeight,
    viewHeight,
  }
}

/** Returns whether the list is higher than the scrolled element. */
export function isCompressed(space: ScrollSpace): boolean {
  return space.contentMax > space.scrollMax
}

function exactPixels(space: ScrollSpace): number {
  return Math.min(EXACT_PIXELS, Math.floor(space.scrollMax / 4))
}

/** Returns the scroll bar's offset for an offset of the list. */
export function scrollOf(space: ScrollSpace, content: number): number {
  const offset = clamp(content, space.contentMax)
  if (!isCompressed(space)) return offset
  const exact = exactPixels(space)
  if (offset <= exact) return offset
  if (offset >= space.contentMax - exact) return space.scrollMax - (space.contentMax - offset)
  const share = (offset - exact) / (space.contentMax - 2 * exact)
  return Math.round(exact + share * (space.scrollMax - 2 * exact))
}

/** Returns the offset of the list for an offset of the scroll bar. */
export function contentOf(space: ScrollSpace, scroll: number): number {
  const offset = clamp(scroll, space.scrollMax)
  if (!isCompressed(space)) return offset
  const exact = exactPixels(space)
  if (offset <= exact) return offset
  if (offset >= space.scrollMax - exact) return space.contentMax - (space.scrollMax - offset)
  const share = (offset - exact) / (space.scrollMax - 2 * exact)
  return Math.round(exact + share * (space.contentMax - 2 * exact))
}

/** Returns both offsets for an offset of the list, for keys and jumps. */
export function positionAt(space: ScrollSpace, content: number): ScrollPosition {
  const offset = clamp(content, space.contentMax)
  return { content: offset, scroll: scrollOf(space, offset) }
}

/**
 * Returns the position after the browser has moved the scroll bar to `scroll`. If the returned `scroll`
 * differs, the caller sets the bar; this happens only where the two offsets would otherwise diverge near an
 * end.
 */
export function follow(space: ScrollSpace, before: ScrollPosition, scroll: number): ScrollPosition {
  if (!isCompressed(space)) return { scroll, content: clamp(scroll, space.contentMax) }
  const moved = scroll - before.scroll
  // Dragging a limited bar by one pixel scrolls thousands of pixels; a wheel scrolls at most a page and a
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

/** Rows kept ready above and below the view together, for native scrolling. */
export const SPARE_ROWS = 20
/** Number of these behind a fast movement; the others are ahead of it. */
const SPARE_BEHIND = 2
/** Maximum number of rows of a slow movement. */
const SLOW_ROWS = 2

/** Rows drawn above and below the view. */
export interface Spare {
  readonly above: number
  readonly below: number
}

export const NO_SPARE: Spare = { above: 0, below: 0 }

/**
 * Returns how many spare rows are drawn on each side. The browser continues to scroll while a frame is
 * prepared, so rows that are about to become visible must exist.
 * @param moved number of rows by which the view has moved since it was last drawn; up is negative
 * @param rows total number of spare rows
 */
export function spareFor(moved: number, rows: number = SPARE_ROWS): Spare {
  if (Math.abs(moved) <= SLOW_ROWS) return { above: rows / 2, below: rows / 2 }
  const ahead = rows - SPARE_BEHIND
  return moved > 0 ? { above: SPARE_BEHIND, below: ahead } : { above: ahead, below: SPARE_BEHIND }
}
