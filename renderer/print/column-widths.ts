/** What a column of a printed table needs, in millimetres at the usual size of its letters. */
export interface ColumnNeed {
  /** Narrower, and its words are torn apart. */
  readonly least: number
  /** Wider would be of no use. */
  readonly wish: number
}

/** How the columns of a table share its width. */
export interface SharedWidths {
  /** Parts of the whole width, in the order of the columns; they add up to 1. */
  readonly parts: readonly number[]
  /** Size of the letters, of the usual one: below 1 where else words would be torn apart. */
  readonly scale: number
}

/** Letters are made no smaller than this part of the usual size, so that they can be read. */
const MIN_SCALE = 0.7

/**
 * Shares a width among columns: each gets what it needs at the least, and of the rest as much as it wishes,
 * in proportion where that is too much. Where not even the least fits, the letters are made smaller, down to
 * a limit; behind that the columns that need most get less.
 * @param available millimetres.
 */
export function shareWidth(needs: readonly ColumnNeed[], available: number): SharedWidths {
  const least = sum(needs.map((need) => need.least))
  const wish = sum(needs.map((need) => Math.max(need.least, need.wish)))
  if (needs.length === 0 || wish === 0) return { parts: needs.map(() => 1 / needs.length), scale: 1 }
  if (least >= available) {
    const scale = Math.max(MIN_SCALE, available / least)
    const widths = leveled(
      needs.map((need) => need.least),
      available / scale,
    )
    const room = sum(widths)
    return { parts: widths.map((width) => width / room), scale }
  }
  const filled = Math.min(1, (available - least) / (wish - least || 1))
  const widths = needs.map((need) => need.least + Math.max(0, need.wish - need.least) * filled)
  const whole = sum(widths)
  return { parts: widths.map((width) => width / whole), scale: 1 }
}

/** The widths, none above a level that makes them fit into the room. */
function leveled(widths: readonly number[], room: number): readonly number[] {
  let left = room
  for (const [at, width] of widths.toSorted((one, other) => one - other).entries()) {
    const level = left / (widths.length - at)
    if (width > level) return widths.map((each) => Math.min(each, level))
    left -= width
  }
  return widths
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
