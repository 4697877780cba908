import fc from 'fast-check'
import type { ItemGroup } from '../../electron/contract/query.ts'

/** A line of a grouped list: a head, which holds no rows, or rows beside one another. */
export interface WrittenLine {
  readonly group: number
  readonly rows: readonly number[]
}

/** Some positions in lines of so many. */
export function linesOf(positions: readonly number[], columns: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(positions.length / columns) }, (_, line) =>
    positions.slice(line * columns, (line + 1) * columns),
  )
}

/** Groups of some sizes, of which some are closed; and their lines, written out one by one. */
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
