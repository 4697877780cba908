/** The widths that a column of a printed table needs, in millimeters at the default font size. */
export interface ColumnNeed {
  /** Below it, words are broken. */
  readonly min: number
  /** The same if the names of items need the space: cut texts may be cut further. */
  readonly tight?: number
  /** A larger width has no effect. */
  readonly preferred: number
}

/** The widths of all columns of a table. */
export interface SharedWidths {
  /** Shares of the whole width in the order of the columns; their sum is 1. */
  readonly parts: readonly number[]
  /** Font size relative to the default; below 1 if words would break otherwise. */
  readonly scale: number
}

/** Minimum relative font size, for legibility. */
const MIN_SCALE = 0.7

/**
 * Divides a width between columns: each gets its minimum, and of the rest as much as it can use, in
 * proportion if there is not enough. If the minimums do not fit, the font becomes smaller down to a limit;
 * below that, the widest columns get less.
 * @param available in millimeters
 */
export function shareWidth(needs: readonly ColumnNeed[], available: number): SharedWidths {
  const min = sum(needs.map((need) => need.min))
  const preferred = sum(needs.map((need) => Math.max(need.min, need.preferred)))
  if (needs.length === 0 || preferred === 0) return { parts: needs.map(() => 1 / needs.length), scale: 1 }
  if (min >= available) {
    const scale = Math.max(MIN_SCALE, available / min)
    const widths = leveled(
      needs.map((need) => need.min),
      available / scale,
    )
    const total = sum(widths)
    return { parts: widths.map((width) => width / total), scale }
  }
  const filled = Math.min(1, (available - min) / (preferred - min || 1))
  const widths = needs.map((need) => need.min + Math.max(0, need.preferred - need.min) * filled)
  const total = sum(widths)
  return { parts: widths.map((width) => width / total), scale: 1 }
}

/** Limits the widths to a level at which their sum fits. */
function leveled(widths: readonly number[], available: number): readonly number[] {
  let remaining = available
  for (const [at, width] of widths.toSorted((one, other) => one - other).entries()) {
    const level = remaining / (widths.length - at)
    if (width > level) return widths.map((each) => Math.min(each, level))
    remaining -= width
  }
  return widths
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
