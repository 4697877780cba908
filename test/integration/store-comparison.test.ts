import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnKey } from '../../electron/contract/columns.ts'
import { buildInner, buildItem, temporaryEngine } from '../support/store.ts'

/** An item by what is compared. */
interface Sketch {
  readonly pos: string | null
  readonly name: string
  readonly qty: number | null
  readonly isLocked: boolean
  readonly sku: number | string | null
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  pos: fc.constantFrom('1', '2', ' 2', '3', '4', '5', '', null),
  name: fc.constantFrom('Poster', 'Wobbler', 'Strip'),
  qty: fc.constantFrom(1, 2, null),
  isLocked: fc.boolean(),
  sku: fc.constantFrom(7, '7', 8, 9, null),
})

const build = (campaign: string, offset: number) => (item: Sketch, index: number) =>
  buildItem(offset + index, {
    campaignId: { _id: campaign, name: campaign },
    status: 1,
    qty: item.qty,
    isLocked: item.isLocked,
    sku: item.sku,
    itemId: buildInner(1, { name: item.name, posNumber: item.pos }),
  })

/** Returns what the item is matched by; null without a value. */
function matchOf({ pos, name, sku }: Sketch, by: ColumnKey): string | null {
  if (by === '/sku') return sku === null ? null : JSON.stringify(sku)
  const text = by === 'posNumber' ? (pos ?? '') : name
  return text.trim() === '' ? null : text.trim()
}

/** Compares in a plain loop: a line for each item that is not equal. */
function compare(first: readonly Sketch[], second: readonly Sketch[], by: ColumnKey) {
  const find = (items: readonly Sketch[], match: string | null) =>
    items.filter((item) => matchOf(item, by) === match)
  const lines: string[] = []
  let equal = 0
  const unmatched = (item: Sketch, side: string): boolean => {
    const match = matchOf(item, by)
    const isAmbiguous = find(first, match).length > 1 || find(second, match).length > 1
    if (match === null) lines.push(`notMatched ${side} missing`)
    else if (isAmbiguous) lines.push(`notMatched ${side} ambiguous`)
    return match === null || isAmbiguous
  }
  for (const item of first) {
    if (unmatched(item, 'first')) continue
    const [other] = find(second, matchOf(item, by))
    if (other === undefined) {
      lines.push('onlyFirst')
      continue
    }
    const differing = [
      ...(item.name === other.name || by === 'itemName' ? [] : ['itemName']),
      ...((item.pos ?? '').trim() === (other.pos ?? '').trim() ? [] : ['posNumber']),
      ...(item.qty === other.qty ? [] : ['qty']),
      ...(item.isLocked === other.isLocked ? [] : ['isLocked']),
    ]
    if (differing.length === 0) equal += 1
    else lines.push(`different ${differing.join(' ')}`)
  }
  for (const item of second)
    if (!unmatched(item, 'second') && find(first, matchOf(item, by)).length === 0) lines.push('onlySecond')
  return { lines, equal }
}

describe('a comparison of two campaigns', () => {
  it('equals that of a plain loop', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sketch, { maxLength: 7 }),
        fc.array(sketch, { maxLength: 7 }),
        fc.constantFrom<ColumnKey>('posNumber', 'itemName', '/sku'),
        async (first, second, by) => {
          await using opened = await temporaryEngine({
            a: first.map(build('a', 0)),
            b: second.map(build('b', 100)),
          })
          const { rows, equal } = opened.engine.compare('a', 'b', by)
          const lines = rows.map((row) => {
            if (row.kind === 'notMatched') return `notMatched ${row.side} ${row.reason}`
            if (row.kind !== 'different') return row.kind
            return `different ${row.fields.map(({ column }) => column).join(' ')}`
          })
          expect({ lines, equal }).toEqual(compare(first, second, by))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('needs both campaigns', async () => {
    await using opened = await temporaryEngine({ a: [] })
    expect(() => opened.engine.compare('a', 'b', 'posNumber')).toThrow(
      expect.objectContaining({ code: 'notFound' }),
    )
  })
})
