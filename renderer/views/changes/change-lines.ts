import type { ChangeGroup, ChangesLayout, ItemChange } from '../../../electron/contract/changes.ts'
import { strings } from '../../../electron/contract/strings/app.ts'
import {
  maxOverlappingLines,
  type LineHeights,
  type LineSource,
  type SlotPlan,
} from '../../grid/line-heights.ts'
import type { RowSource } from '../../lists/row-source.ts'
import type { Format } from '../../state/format.ts'
import { itemFieldLabel } from './fields.ts'

const messages = strings.changes.groups

/** Height of the header of a group, in CSS pixels; equal to that in the styles of ChangeRow. */
const GROUP_HEADER_HEIGHT = 28

/** Maximum number of downloads of a day whose times are listed. */
const MAX_TIMES = 3

/** A group of the list as it is shown, above its first change. */
export interface ShownGroup {
  /** Index of its first change. */
  readonly first: number
  readonly title: string
  readonly count: number
  /** The times of its downloads; empty if it is grouped by field. */
  readonly note: string
  /** The field whose changes are in the group; null for all fields. */
  readonly path: string | null
}

/**
 * Returns the groups of a list with their titles; the downloads of a day are one group.
 * @param now in milliseconds since 1970
 */
export function shownGroups(
  groups: readonly ChangeGroup[],
  format: Format,
  now: number,
): readonly ShownGroup[] {
  const shown: (Omit<ShownGroup, 'note'> & { readonly times: number[] })[] = []
  let first = 0
  for (const group of groups) {
    const { count } = group
    const time = group.by === 'download' ? [group.completedAt] : []
    const title = titleOf(group, format, now)
    const last = shown.at(-1)
    if (group.by === 'download' && last?.title === title) {
      shown[shown.length - 1] = { ...last, count: last.count + count }
      last.times.push(...time)
    } else {
      const path = group.by === 'field' ? group.path : null
      shown.push({ first, title, count, path, times: time })
    }
    first += count
  }
  return shown.map(({ times, ...group }) => ({ ...group, note: noteOf(times, format) }))
}

function titleOf(group: ChangeGroup, format: Format, now: number): string {
  if (group.by === 'kind') return strings.changes.kinds[group.kind]
  if (group.by === 'field') return itemFieldLabel(group.path)
  const day = format.date(group.completedAt)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === format.date(now)) return messages.today
  return day === format.date(yesterday.getTime()) ? messages.yesterday : day
}

function noteOf(times: readonly number[], format: Format): string {
  if (times.length === 0) return ''
  const texts = [...new Set(times.map((time) => format.timeOfDay(time)))]
  const shown = texts.slice(0, MAX_TIMES)
  const more = texts.length - shown.length
  return messages.downloads(texts.length, shown.join(', '), more === 0 ? null : format.number(more))
}

/** The changes of a list with the heights of their lines and of the headers above them. */
export class ChangeLines implements LineSource<ItemChange> {
  readonly #rows: RowSource<ItemChange>
  readonly #layout: ChangesLayout
  readonly #groups: readonly ShownGroup[]
  readonly #groupsByFirst: ReadonlyMap<number, ShownGroup>

  constructor(rows: RowSource<ItemChange>, layout: ChangesLayout, groups: readonly ShownGroup[]) {
    this.#rows = rows
    this.#layout = layout
    this.#groups = groups
    this.#groupsByFirst = new Map(groups.map((group) => [group.first, group]))
  }

  get count(): number {
    return this.#rows.count
  }

  /** Returns the group that begins with a change, or null. */
  groupAt(index: number): ShownGroup | null {
    return this.#groupsByFirst.get(index) ?? null
  }

  /** Returns the group of a change, or null. */
  groupOf(index: number): ShownGroup | null {
    return this.#groups.findLast(({ first }) => first <= index) ?? null
  }

  /** Returns the number of lines of a change. */
  linesOf(index: number): number {
    return this.#layout.lines[index] ?? 1
  }

  heights(rowHeight: number): LineHeights {
    const offsets = new Float64Array(this.count + 1)
    for (let index = 0; index < this.count; index += 1) {
      const header = this.#groupsByFirst.has(index) ? GROUP_HEADER_HEIGHT : 0
      offsets[index + 1] = (offsets[index] ?? 0) + this.linesOf(index) * rowHeight + header
    }
    return new OffsetHeights(offsets, rowHeight)
  }

  get(index: number): ItemChange | undefined {
    return this.#rows.get(index)
  }

  request(first: number, last: number, direction: 1 | 0 | -1 | null): void {
    this.#rows.request(first, last, direction)
  }

  requestRanges(ranges: readonly (readonly [number, number])[], direction: 1 | 0 | -1 | null): void {
    this.#rows.requestRanges(ranges, direction)
  }

  onRows(listener: (first: number, last: number) => void): () => void {
    return this.#rows.onRows(listener)
  }
}

/** Heights of lines, given by their offsets. */
class OffsetHeights implements LineHeights {
  readonly count: number
  readonly min: number
  readonly #offsets: Float64Array

  /** @param offsets of each line, and the height of all */
  constructor(offsets: Float64Array, min: number) {
    this.count = offsets.length - 1
    this.min = min
    this.#offsets = offsets
  }

  offsetOf(line: number): number {
    return this.#offsets[line] ?? 0
  }

  lineAt(offset: number): number {
    let low = 0
    let high = Math.max(0, this.count - 1)
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.offsetOf(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  slotsFor(height: number): SlotPlan {
    const count = Math.min(this.count, maxOverlappingLines(height, this.min))
    return { count, together: count, of: (line) => line % count }
  }
}
