import { describe, expect, it } from 'vitest'
import { MAX_ID_REFERENCES } from '../../electron/contract/id-names.ts'
import { isReference, namesIn, referencesIn } from '../../renderer/views/overview/names.ts'
import { addressIn } from '../../renderer/views/overview/value.ts'

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

describe('names of a record', () => {
  it('are those of people and of objects with an id', () => {
    const record = {
      owner: { id: uuid(1), firstName: 'Amelia', lastName: 'Thornbury', name: 'amelia' },
      kitter: { _id: uuid(2), name: ' Quayside ' },
      list: [[{ id: uuid(3), name: 'Deep' }]],
      other: { id: uuid(4), name: '  ' },
      number: { id: uuid(5), name: 5 },
    }
    expect([...namesIn(record)]).toEqual([
      [uuid(1), 'Amelia Thornbury'],
      [uuid(2), 'Quayside'],
      [uuid(3), 'Deep'],
    ])
  })

  it('are not those of short ids, which are not unique, nor of ids with different names', () => {
    const twice = [
      { id: uuid(1), name: 'One' },
      { id: uuid(1), name: 'Two' },
      { id: uuid(1), name: 'One' },
    ]
    expect(namesIn({ month: { id: '12', name: 'December' }, twice }).size).toBe(0)
  })
})

describe('references of a record', () => {
  it('are ids without a name in fields, lists and keys, with the items of their group', () => {
    const record = {
      _id: uuid(1),
      kittingId: uuid(2),
      named: { id: uuid(3), name: 'Named' },
      namedId: uuid(3),
      filters: [{ ids: [uuid(4), uuid(2)] }],
      views: { [uuid(5)]: {} },
      assetGroups: [
        { assetId: uuid(6), campaignItems: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id })) },
        { assetId: uuid(6), campaignItems: [{ name: 'no id' }] },
      ],
      mongo: '507f1f77bcf86cd799439011',
      plain: '12',
    }
    const references = referencesIn(record, namesIn(record))
    expect(new Map(references.map(({ id, itemIds }) => [id, itemIds]))).toEqual(
      new Map([
        [uuid(2), []],
        [uuid(4), []],
        [uuid(5), []],
        [uuid(6), ['a', 'b', 'c']],
        ['507f1f77bcf86cd799439011', []],
      ]),
    )
    expect(isReference('id', uuid(1))).toBe(false)
  })

  it('are limited', () => {
    const ids = Array.from({ length: 2 * MAX_ID_REFERENCES }, (_, number) => uuid(number))
    expect(referencesIn({ ids }, new Map())).toHaveLength(MAX_ID_REFERENCES)
  })
})

describe('an address', () => {
  it.each([
    ['https://proofs.example/a b', null],
    ['javascript:alert(1)', null],
    ['https://', null],
    ['https://me@proofs.example/', null],
    [`https://proofs.example/${'é'.repeat(1_000)}`, null],
    [' HTTPS://Proofs.example/a ', 'https://proofs.example/a'],
    // A Cyrillic letter.
    ['https://ex\u0430mple.com/', 'https://xn--exmple-4nf.com/'],
  ])('in %s is %s', (text, href) => {
    expect(addressIn(text)?.href ?? null).toBe(href)
  })
})
