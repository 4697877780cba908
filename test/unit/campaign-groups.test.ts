import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CampaignTableColumn } from '../../electron/contract/campaign-columns.ts'
import { isEntries, type CampaignCell, type CampaignRow } from '../../electron/contract/campaign-query.ts'
import {
  columnValues,
  groupCampaigns,
  groupValueOf,
  rowsIn,
  sumsOf,
  type CellReader,
} from '../../renderer/state/campaign-groups.ts'

const COLUMNS: readonly CampaignTableColumn[] = ['season', 'items', 'quantity']
const cellOf: CellReader = (row, column) => row.cells[COLUMNS.indexOf(column)] ?? null

const value = fc.constantFrom('Autumn', 'Summer 2', 'Summer 10', 3, 20, true)
const season: fc.Arbitrary<CampaignCell> = fc.oneof(
  fc.constant(null),
  value,
  fc.array(value, { maxLength: 2 }),
)
const count = fc.option(fc.nat(1_000))
const rows: fc.Arbitrary<readonly CampaignRow[]> = fc
  .array(fc.tuple(season, count, count), { maxLength: 40 })
  .map((list) => list.map((cells, index) => ({ id: String(index), cells })))

describe('groups of campaigns', () => {
  it('have each campaign once, with its value, in the order of the rows, empty ones last', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(1 as const, -1 as const), (all, direction) => {
        const { rows: grouped, groups } = groupCampaigns(all, 'season', cellOf, direction)
        expect(grouped.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
        let next = 0
        for (const group of groups) {
          expect(group.first).toBe(next)
          next += group.count
          const members = grouped.slice(group.first, next)
          expect(members).toEqual(all.filter((row) => groupValueOf(cellOf(row, 'season')) === group.value))
          expect(group.qtySum).toBe(members.reduce((sum, { cells }) => sum + Number(cells[2]), 0))
        }
        expect(next).toBe(all.length)
        const values = groups.map((group) => group.value)
        expect(values.slice(0, -1)).not.toContain(null)
        expect(new Set(values).size).toBe(values.length)
      }),
    )
  })

  it('are in the natural order of their values', () => {
    const all = ['Summer 10', null, 'Summer 2', 'Autumn'].map((cell, index) => ({
      id: String(index),
      cells: [cell],
    }))
    const valuesIn = (direction: 1 | -1) =>
      groupCampaigns(all, 'season', cellOf, direction).groups.map((group) => group.value)
    expect(valuesIn(1)).toEqual(['Autumn', 'Summer 2', 'Summer 10', null])
    expect(valuesIn(-1)).toEqual(['Summer 10', 'Summer 2', 'Autumn', null])
  })
})

describe('sums of campaigns', () => {
  it('equal a plain loop over the selected rows', () => {
    fc.assert(
      fc.property(rows, fc.nat(10), fc.nat(10), (all, first, length) => {
        const selected = rowsIn(all, [[first, first + length]])
        expect(selected).toEqual(all.filter((_, index) => index >= first && index <= first + length))
        let [items, quantity] = [0, 0]
        for (const { cells } of selected) {
          items += Number(cells[1])
          quantity += Number(cells[2])
        }
        expect(sumsOf(selected, cellOf)).toEqual({ items, quantity })
      }),
    )
  })
})

describe('values of a column', () => {
  it('are counted once for each campaign, most frequent first', () => {
    fc.assert(
      fc.property(fc.array(season, { maxLength: 40 }), (cells) => {
        const { values, distinct, empty } = columnValues(cells, 'season', '')
        expect(empty).toBe(cells.filter((cell) => cell === null).length)
        expect(distinct).toBe(values.length)
        for (const { value: counted, count: times } of values) {
          const having = cells.filter((cell) => (isEntries(cell) ? cell.includes(counted) : cell === counted))
          expect(times).toBe(having.length)
        }
        expect(values.map(({ count: times }) => times)).toEqual(
          values.map(({ count: times }) => times).toSorted((one, other) => other - one),
        )
      }),
    )
  })

  it('are found without case and accents, and have a range', () => {
    expect(columnValues(['Été', 'Hiver', null], 'season', 'ete').values).toEqual([{ value: 'Été', count: 1 }])
    expect(columnValues([7, null, 3], 'items', '')).toMatchObject({ min: 3, max: 7, empty: 1 })
    expect(columnValues(['2026-01-02T00:00:00Z'], 'endAt', '')).toMatchObject({
      min: Date.UTC(2026, 0, 2),
      max: Date.UTC(2026, 0, 2),
    })
  })
})
