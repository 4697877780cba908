import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IdMap } from '../../electron/store/ingest/id-map.ts'

describe('IdMap', () => {
  it('equals a Map', () => {
    const steps = fc.array(fc.tuple(fc.string(), fc.integer({ min: 1, max: 0x7fffffff })), { maxLength: 200 })
    fc.assert(
      fc.property(steps, (entries) => {
        const map = new IdMap()
        for (const [id, number] of entries) map.set(id, number)
        const model = new Map(entries)
        expect(map.size).toBe(model.size)
        for (const [id, number] of model) expect(map.get(id)).toBe(number)
        expect(map.get('an id that is not there')).toBe(0)
      }),
    )
  })

  it('grows', () => {
    const map = new IdMap()
    for (let number = 1; number <= 50_000; number += 1) map.set(`id-${String(number)}`, number)

    expect(map.size).toBe(50_000)
    expect(map.get('id-1')).toBe(1)
    expect(map.get('id-50000')).toBe(50_000)
    expect(map.get('id-50001')).toBe(0)
  })

  it('verifies ids whose numbers belong to others', () => {
    const map = new IdMap()
    const ids = new Map([[1, 'first']])
    const isOf = (id: string) => (number: number) => ids.get(number) === id
    map.set('other', 1, isOf('other'))

    expect(map.get('other', isOf('other'))).toBe(0)
    map.set('other', 2, isOf('other'))
    ids.set(2, 'other')
    expect(map.get('other', isOf('other'))).toBe(2)
  })
})
