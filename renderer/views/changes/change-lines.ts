import type { ChangesLayout, ItemChange } from '../../../electron/contract/changes.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { GroupLines } from '../../grid/group-lines.ts'
import { GroupedRows, type GroupHeader } from '../../grid/grouped-rows.ts'
import {
  maxOverlappingLines,
  type LineHeights,
  type LineSource,
  type SlotPlan,
} from '../../grid/line-heights.ts'
import type { RowSource } from '../../lists/row-source.ts'
import type { ShownGroup } from '../../state/change-groups.ts'
import type { Format } from '../../state/format.ts'
import { itemFieldLabel } from '../../../electron/contract/field-labels.ts'

/** Height of the header of a group, in CSS pixels; equal to that in the styles of ChangeGroupRow. */
const GROUP_HEADER_HEIGHT = 28

/** Maximum number of downloads of a day whose times are listed. */
const MAX_TIMES = 3

/**
 * Returns the title of a group.
 * @param now in milliseconds since 1970
 */
export function groupTitle({ source }: ShownGroup, format: Format, now: number): string {
  if (source.by === 'kind') return messages.changes.kinds[source.kind]
  if (source.by === 'field') return itemFieldLabel(source.path)
  const day = format.date(source.completedAt)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === format.date(now)) return messages.changes.groups.today
  return day === format.date(yesterday.getTime()) ? messages.changes.groups.yesterday : day
}

/** Returns the times of the downloads of a group; empty if it is grouped by field. */
export function groupNote(group: ShownGroup, format: Format): string {
  if (group.times.length === 0) return ''
  const texts = [...new Set(group.times.map((time) => format.timeOfDay(time)))]
  const shown = texts.slice(0, MAX_TIMES)
  const more = texts.length - shown.length
  const { downloads, moreDownloads } = messages.changes.groups
  const times = shown.join(', ')
  return more === 0 ? downloads({ count: texts.length, times }) : moreDownloads({ times, more })
}

/** The changes of a list and the headers of their groups, with the heights of their lines. */
export class ChangeLines extends GroupedRows<ItemChange> implements LineSource<ItemChange | GroupHeader> {
  readonly #lines: GroupLines
  readonly #layout: ChangesLayout

  constructor(rows: RowSource<ItemChange>, lines: GroupLines, layout: ChangesLayout) {
    super(rows, lines)
    this.#lines = lines
    this.#layout = layout
  }

  heights(rowHeight: number): LineHeights {
    const { groups } = this.#lines
    const offsets = new Float64Array(this.count + 1)
    let line = 0
    const add = (height: number): void => {
      offsets[line + 1] = (offsets[line] ?? 0) + height
      line += 1
    }
    for (const [index, { first, count }] of groups.entries()) {
      if (this.#lines.hasHeaders) add(GROUP_HEADER_HEIGHT)
      if (this.#lines.isClosed(index)) continue
      for (let row = first; row < first + count; row += 1) add((this.#layout.lines[row] ?? 1) * rowHeight)
    }
    return new OffsetHeights(offsets, Math.min(GROUP_HEADER_HEIGHT, rowHeight))
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
