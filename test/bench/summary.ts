import type { Figure, Unit } from './figures.ts'
import { itemCount, milliseconds, ratio } from './table.ts'

export const SUMMARY_HEADER = [
  'figure',
  'items',
  'measured',
  'compared with',
  'ratio',
  'goal',
  'change',
] as const

const RECORDED_START = '<!-- recorded run: start -->'
const RECORDED_END = '<!-- recorded run: end -->'
/** Changes by less than this share are no news. */
const MIN_CHANGE = 0.05

/** The recorded cells of figures, by the cells of their name and size. */
export type RecordedRun = ReadonlyMap<string, { readonly measured: string; readonly ratio: string }>

const keyOf = (name: string, items: string): string => `${name} | ${items}`

/** Reads the table of the recorded run. */
export function readRecordedRun(markdown: string): RecordedRun {
  const [, section = ''] = markdown.split(RECORDED_START)
  const cells = (section.split(RECORDED_END)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return new Map(
    cells.map(([, name = '', items = '', measured = '', , recordedRatio = '']) => [
      keyOf(name, items),
      { measured, ratio: recordedRatio },
    ]),
  )
}

/** Replaces the recorded run in a page. Throws if the page has no place for it. */
export function replaceRecordedRun(
  markdown: string,
  description: string,
  rows: readonly (readonly string[])[],
): string {
  const start = markdown.indexOf(RECORDED_START)
  const end = markdown.indexOf(RECORDED_END)
  if (start === -1 || end < start) throw new Error('The page has no section for the recorded run')
  const alignment = SUMMARY_HEADER.map((_, column) => (column === 0 ? '---' : '--:'))
  const table = [SUMMARY_HEADER, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const section = [RECORDED_START, description, '', ...table, ''].join('\n')
  return `${markdown.slice(0, start)}${section}${markdown.slice(end)}`
}

/** Returns the cells of a summary: the sizes of a figure below each other, in the order of the run. */
export function summaryRows(figures: readonly Figure[], recorded: RecordedRun): readonly string[][] {
  const names = new Set(figures.map(({ name }) => name))
  return [...names].flatMap((name) =>
    figures.filter((figure) => figure.name === name).map((figure) => summaryRow(figure, recorded)),
  )
}

function summaryRow(figure: Figure, recorded: RecordedRun): string[] {
  const { name, value, unit, limit } = figure
  const items = itemCount(figure.items)
  const measuredRatio = ratioOf(figure)
  const before = recorded.get(keyOf(name, items))
  return [
    name,
    items,
    formatValue(value, unit),
    limit === undefined ? '' : `${limit.name}, ${formatValue(limit.value, unit)}`,
    measuredRatio === null ? '' : ratio(measuredRatio),
    formatGoal(figure),
    // The ratio depends less on the computer.
    measuredRatio === null
      ? formatChange(value, before?.measured, isHigherBetter(unit))
      : formatChange(measuredRatio, before?.ratio),
  ]
}

const isHigherBetter = (unit: Unit): boolean => unit === 'rows/s'

/** Returns how many times as long the figure takes as its limit, or how many times as much it needs. */
function ratioOf({ value, unit, limit }: Figure): number | null {
  if (limit === undefined) return null
  return isHigherBetter(unit) ? limit.value / value : value / limit.value
}

function formatValue(value: number, unit: Unit): string {
  if (unit === 'ms') return milliseconds(value)
  return `${Math.round(value).toLocaleString('en-GB')} ${unit}`
}

function formatGoal(figure: Figure): string {
  const { value, unit, goal } = figure
  if (goal === undefined) return ''
  if ('value' in goal) {
    const isMissed = isHigherBetter(unit) ? value < goal.value : value > goal.value
    return `${goal.value.toLocaleString('en-GB')} ${unit}${isMissed ? ', missed' : ''}`
  }
  return `${ratio(goal.ratio)}${(ratioOf(figure) ?? 0) > goal.ratio ? ', missed' : ''}`
}

/** Returns the change since the recorded cell in words. */
function formatChange(now: number, recordedCell: string | undefined, higherIsBetter = false): string {
  const before = Number.parseFloat(recordedCell?.replaceAll(',', '') ?? '')
  if (!(before > 0)) return 'new'
  const change = now / before - 1
  if (Math.abs(change) < MIN_CHANGE) return 'same'
  return `${Math.abs(change * 100).toFixed(0)} % ${change > 0 === higherIsBetter ? 'better' : 'worse'}`
}
