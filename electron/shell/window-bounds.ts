/** A region of the screen in device-independent pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowBounds {
  /** Absent: the system chooses the position. */
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
}

const DEFAULT_SIZE = { width: 1280, height: 800 } as const
const MIN_SIZE = { width: 640, height: 480 } as const

/**
 * Windows includes invisible borders in the bounds of a window, so that a window at the edge of a screen
 * seems to extend beyond it.
 */
const INVISIBLE_BORDER = 16

/**
 * Returns the smallest size of a window, in which everything still fits: it grows with the interface, as far
 * as the display allows.
 * @param percent size of the interface
 */
export function minSize(
  area: Pick<Rectangle, 'width' | 'height'>,
  percent = 100,
): Pick<WindowBounds, 'minWidth' | 'minHeight'> {
  const scaled = (pixels: number): number => Math.round((pixels * percent) / 100)
  return {
    minWidth: Math.min(scaled(MIN_SIZE.width), area.width),
    minHeight: Math.min(scaled(MIN_SIZE.height), area.height),
  }
}

/**
 * Returns the bounds for opening a window: the saved ones if they fit the connected displays, otherwise
 * moved and shrunk into the display that shows most of them, or the primary one.
 * @param saved null if the window was never opened: it gets the default size, and the system chooses its
 * position
 * @param workAreas of the connected displays, without task bars and docks; the primary display first
 * @param percent size of the interface
 */
export function fitToDisplays(
  saved: Rectangle | null,
  workAreas: readonly Rectangle[],
  percent = 100,
): WindowBounds {
  const [primary] = workAreas
  if (saved === null || primary === undefined) {
    const size = primary === undefined ? DEFAULT_SIZE : shrink(DEFAULT_SIZE, primary)
    return { ...size, ...minSize(primary ?? DEFAULT_SIZE, percent) }
  }
  const display = workAreas.reduce(
    (best, area) => (overlap(saved, area) > overlap(saved, best) ? area : best),
    primary,
  )
  // A window may span several displays: it is not moved while all of it is visible.
  if (isCovered(saved, workAreas)) return { ...saved, ...minSize(display, percent) }
  const size = shrink(saved, display)
  return {
    ...size,
    x: clamp(saved.x, display.x, display.x + display.width - size.width),
    y: clamp(saved.y, display.y, display.y + display.height - size.height),
    ...minSize(display, percent),
  }
}

function shrink({ width, height }: Pick<Rectangle, 'width' | 'height'>, area: Rectangle) {
  return { width: Math.min(width, area.width), height: Math.min(height, area.height) }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Returns the number of square pixels that two regions share. */
function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/**
 * Returns whether displays show all of a window except its invisible borders. Displays do not overlap unless
 * they are mirrored.
 */
function isCovered(saved: Rectangle, workAreas: readonly Rectangle[]): boolean {
  const visible: Rectangle = {
    x: saved.x + INVISIBLE_BORDER,
    y: saved.y,
    width: saved.width - 2 * INVISIBLE_BORDER,
    height: saved.height - INVISIBLE_BORDER,
  }
  const distinct = workAreas.filter(
    (area, index) => workAreas.findIndex((other) => overlap(area, other) > 0) === index,
  )
  return distinct.reduce((sum, area) => sum + overlap(visible, area), 0) >= visible.width * visible.height
}
