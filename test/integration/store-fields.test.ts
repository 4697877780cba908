import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { fold } from '../../electron/contract/fold.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { parseFields, type FieldTerm, type FieldValue } from '../../electron/contract/search-fields.ts'
import { ROW_SELECTION, toItemRow, type StoredRow } from '../../electron/store/item-columns.ts'
import { repetitions } from '../support/repetitions.ts'
import { buildInner, buildItem, temporaryEngine, type JsonObject } from '../support/store.ts'

const NAMES = [
  'Shelf wobbler',
  'SHELF  strip',
  'Été wobbler left',
  'poster, A1',
  '日本 poster',
  '',
  ' ',
  null,
]

function itemOf(number: number, campaign: string): JsonObject {
  return buildItem(number, {
    campaignId: { _id: campaign, name: `Summer ${campaign}` },
    itemId: buildInner(number, {
      name: NAMES[number % NAMES.length] ?? null,
      posNumber: number % 11 === 0 ? null : `POS-00${String(number % 60)}`,
      elementId: {
        _id: `element-${String(number % 3)}`,
        name: ['Wobbler', 'Floor  sticker', null][number % 3] ?? null,
      },
      workflowTemplateName: number % 4 === 0 ? null : 'Fast lane',
      artworks: number % 5 === 0 ? [] : [{ name: `Front ${String(number)}` }, { name: 'Back' }],
    }),
    status: number % 7 === 0 ? null : number % 5,
    qty: number % 6 === 0 ? null : (number % 40) / 2,
    isLocked: [true, false, null][number % 3] ?? null,
    updatedAt:
      number % 9 === 0
        ? null
        : number % 10 === 0
          ? (['soon', '', ' '][number % 3] ?? null)
          : new Date(2026, number % 12, 1 + (number % 28), 12).toISOString(),
  })
}

function line(text: string): string {
  return fold(text).replaceAll(/\s+/gu, ' ')
}

function matchesValue(
  value: FieldValue,
  cell: string | number | boolean | null,
  instant: number | null,
): boolean {
  switch (value.kind) {
    case 'empty':
      return cell === null || (typeof cell === 'string' && cell.trim() === '')
    case 'flag':
      return cell === value.value
    case 'text':
      return typeof cell === 'string' && line(cell).includes(line(value.text))
    case 'range': {
      const number = typeof cell === 'number' ? cell : instant
      if (number === null) return false
      const { from, to, exclusive } = value
      const isFrom = from === null || (exclusive.from ? number > from : number >= from)
      return isFrom && (to === null || (exclusive.to ? number < to : number <= to))
    }
  }
}

function matchesTerm({ match, negated }: FieldTerm, row: ItemRow): boolean {
  const texts = [
    row.itemName,
    row.posNumber,
    row.elementName,
    row.artworkNames,
    row.workflowTemplateName,
    row.campaignName,
  ].map((text) => line(text ?? ''))
  if (match.kind !== 'column') return texts.some((text) => text.includes(line(match.text))) !== negated
  const cell = row[match.column]
  const parsed = match.column === 'updatedAt' ? Date.parse(String(cell)) : Number.NaN
  const instant = Number.isNaN(parsed) ? null : parsed
  return match.values.some((value) => matchesValue(value, cell, instant)) !== negated
}

describe('a search by fields', () => {
  let opened: Awaited<ReturnType<typeof temporaryEngine>>
  let rows: readonly ItemRow[] = []
  beforeAll(async () => {
    opened = await temporaryEngine({
      a: Array.from({ length: 333 }, (_, number) => itemOf(number, 'a')),
      b: Array.from({ length: 120 }, (_, number) => itemOf(number + 1_000, 'b')),
    })
    rows = opened.reader
      .rows<StoredRow>(`SELECT ${ROW_SELECTION} FROM items ORDER BY key`)
      .all()
      .map(toItemRow)
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  function searchKeys(search: string): readonly number[] {
    const query = { ...EMPTY_QUERY, search, searchMode: 'fields' } as const
    return [...opened.engine.run(query, () => undefined).keys]
  }

  function scanKeys(search: string): readonly number[] {
    const { terms } = parseFields(search)
    return rows.flatMap((row) => (terms.every((term) => matchesTerm(term, row)) ? [row.key] : []))
  }

  // prettier-ignore
  const term = fc.constantFrom(
    'wobbler', 'SHELF', 'a', '日', '"shelf strip"', '"er le"', '"Back; x"', '"floor sticker"', 'pos:pos-001', 'pos:0012',
    'pos:1,2', 'pos:empty', 'name:ete', 'name:"wobbler left"', 'name:"shelf strip"', 'name:empty', 'name:"a1"', 'name:" wobbler"', 'element:wobbler', 'element:empty',
    'element:"floor sticker"', 'artwork:front', 'artwork:"; back"', 'artwork:empty', 'campaign:b', 'status:3,4',
    'status:empty', 'status:>=3', 'qty:>5', 'qty:>=5', 'qty:<5', 'qty:1..4.5', 'qty:empty', 'qty:0', 'locked:yes', 'locked:no',
    'locked:empty', 'hasArtwork:yes', 'allocations:no', 'workflow:fast', 'workflow:empty', 'updated:2026-05',
    'updated:>2026-05-03', 'updated:<=2026-03', 'updated:2026-02..2026-04-10', 'updated:empty', 'id:0000012',
    'campaignId:b', 'itemId:item-1', 'elementId:ELEMENT-2', 'clientId:empty', 'clientId:client', '\u00ad', '"\u00ad"',
  )

  it('finds the rows that match all terms, as a full scan does', () => {
    const search = fc
      .array(fc.tuple(fc.constantFrom('', '', '-'), term), { minLength: 1, maxLength: 3 })
      .map((terms) => terms.map(([sign, each]) => `${sign}${each}`).join(' '))
    const seen = new Set<number>()
    fc.assert(
      fc.property(search, (any) => {
        const keys = searchKeys(any)
        seen.add(keys.length)
        expect(keys).toEqual(scanKeys(any))
      }),
      { numRuns: repetitions(300, 1_500) },
    )
    expect(seen.size).toBeGreaterThan(50)
  })

  it.each([
    ['pos:"', 'a closing quotation mark is missing'],
    ['colour:red', 'there is no such field'],
  ])('rejects %s with the reason', (search, reason) => {
    let refused: unknown = null
    try {
      searchKeys(search)
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(AppError)
    expect(refused instanceof AppError && refused.code).toBe('searchInvalid')
    expect(refused instanceof AppError && refused.message).toContain(reason)
  })

  it('returns all rows for white space', () => {
    expect(searchKeys('  ')).toHaveLength(rows.length)
  })

  it('stops when a newer query supersedes it', () => {
    let checks = 0
    const superseded = (): void => {
      checks += 1
      if (checks > 2) throw new Error('superseded')
    }
    const query = { ...EMPTY_QUERY, search: 'itemId:never', searchMode: 'fields' } as const
    expect(() => opened.engine.run(query, superseded)).toThrow('superseded')
  })
})
