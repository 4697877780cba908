import fc from 'fast-check'
import type { ItemGroup } from '../../electron/contract/query.ts'

/** A line of a grouped list: a header without rows, or rows next to each other. */
export interface WrittenLine {
  readonly group: number
  readonly rows: readonly number[]
}

/** Positions in lines of this many. */
export function linesOf(positions: readonly number[], columns: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(positions.length / columns) }, (_, line) =>
    positions.slice(line * columns, (line + 1) * columns),
  )
}

/** Groups of some sizes, some collapsed, and their lines. */
export const groupedLists = fc
  .record({
    shape: fc.array(fc.record({ count: fc.integer({ min: 1, max: 12 }), closed: fc.boolean() }), {
      maxLength: 12,
    }),
    columns: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ shape, columns }) => {
    const groups: ItemGroup[] = []
    const lines: WrittenLine[] = []
    const closed = new Set<number>()
    let first = 0
    for (const [group, each] of shape.entries()) {
      const { count } = each
      groups.push({ value: group, first, count, qtySum: 0 })
      lines.push({ group, rows: [] })
      const begin = first
      const positions = Array.from({ length: count }, (_, at) => begin + at)
      if (each.closed) closed.add(group)
      else lines.push(...linesOf(positions, columns).map((rows) => ({ group, rows })))
      first += count
    }
    return { groups, closed, columns, lines, rows: first }
  })
