import type { ValueLabel } from '../../../electron/contract/connection.ts'
import type { FacetValue } from '../../../electron/contract/filters.ts'
import type { StatisticsQuery, StatisticsTable } from '../../../electron/contract/statistics.ts'

/** The color and the pattern of a series, so that color alone never tells two apart. */
export interface SeriesFill {
  /** A CSS color. */
  readonly color: string
  readonly pattern: 'solid' | 'hatch' | 'dots' | 'outline'
}

export const ACCENT_FILL: SeriesFill = { color: 'var(--accent)', pattern: 'solid' }
const OTHERS_FILL: SeriesFill = { color: 'var(--line-control)', pattern: 'solid' }
/** An empty cell, or a status without a name. */
const UNNAMED_FILL: SeriesFill = { color: 'var(--line-control)', pattern: 'outline' }

/** Shares of a color in percent, with which values without a color of their own differ. */
const SHADES = [100, 68, 44, 26] as const
const PATTERNS = ['solid', 'hatch', 'dots'] as const

const CHANGE_FILLS: Readonly<Record<string, SeriesFill>> = {
  added: { color: 'var(--label-green-dot)', pattern: 'solid' },
  changed: { color: 'var(--label-blue-dot)', pattern: 'solid' },
  deleted: { color: 'var(--label-red-dot)', pattern: 'hatch' },
}

/**
 * Returns the fill of a status: the color that the person chose. Red ones are hatched, because red and green
 * are hard to tell apart.
 */
export function statusFill(value: FacetValue, labels: readonly ValueLabel[]): SeriesFill {
  const label = labels.find((each) => each.value === value)
  if (label === undefined || label.name === '') return UNNAMED_FILL
  return { color: `var(--label-${label.color}-dot)`, pattern: label.color === 'red' ? 'hatch' : 'solid' }
}

/** Returns the fill of each series, and after the last one that of all others. */
export function seriesFills(
  { series }: Pick<StatisticsTable, 'series'>,
  [first, second = 'status']: StatisticsQuery['keys'],
  labels: readonly ValueLabel[],
): readonly SeriesFill[] {
  const fills = series.map(({ value }, index): SeriesFill => {
    if (first === 'changeDay') return CHANGE_FILLS[String(value)] ?? OTHERS_FILL
    if (value === null) return UNNAMED_FILL
    if (second !== 'status') return shadeOf('--accent', index)
    const fill = statusFill(value, labels)
    return fill === UNNAMED_FILL ? shadeOf('--label-neutral-dot', index) : fill
  })
  return [...fills, OTHERS_FILL]
}

/** Returns a fill that differs from those of other indexes. */
function shadeOf(color: string, index: number): SeriesFill {
  const shade = SHADES[index % SHADES.length] ?? 100
  return {
    color: `color-mix(in srgb, var(${color}) ${String(shade)}%, var(--canvas))`,
    pattern: PATTERNS[Math.floor(index / SHADES.length) % PATTERNS.length] ?? 'solid',
  }
}
