import fc from 'fast-check'
import type { ItemGroup } from '../../electron/contract/query.ts'

/** A line of a grouped list: a group header without rows, or rows next to each other. */
export interface ExpectedLine {
  readonly group: number
  readonly rows: readonly number[]
}

/** Splits indexes into lines of this many. */
export function linesOf(indexes: readonly number[], columns: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(indexes.length / columns) }, (_, line) =>
    indexes.slice(line * columns, (line + 1) * columns),
  )
}

/** Random groups, some of them collapsed, and their lines. */
export const groupedLists = fc
  .record({
    shape: fc.array(fc.record({ count: fc.integer({ min: 1, max: 12 }), isCollapsed: fc.boolean() }), {
      maxLength: 12,
    }),
    columns: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ shape, columns }) => {
    const groups: ItemGroup[] = []
    const lines: ExpectedLine[] = []
    const collapsed = new Set<number>()
    let first = 0
    for (const [group, { count, isCollapsed }] of shape.entries()) {
      groups.push({ value: group, first, count, qtySum: 0 })
      lines.push({ group, rows: [] })
      const start = first
      const rows = Array.from({ length: count }, (_, index) => start + index)
      if (isCollapsed) collapsed.add(group)
      else lines.push(...linesOf(rows, columns).map((line) => ({ group, rows: line })))
      first += count
    }
    return { groups, collapsed, columns, lines, rows: first }
  })
