import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDayFormat } from '../../renderer/state/days.ts'
import { createFormat } from '../../renderer/state/format.ts'
import { eventsOf } from '../../renderer/views/overview/events.ts'
import { fieldLabel, SECTIONS } from '../../renderer/views/overview/fields.ts'
import { groupsOf } from '../../renderer/views/overview/groups.ts'
import { layOutJson, readRecord } from '../../renderer/views/overview/record.ts'
import { groupFields } from '../../renderer/views/overview/sections.ts'
import {
  isAsDocumented,
  isEmpty,
  momentOf,
  personOf,
  showMoment,
  tableColumns,
} from '../../renderer/views/overview/value.ts'

const record = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })

describe('fields of a campaign', () => {
  it('include each of the 74 documented ones once', () => {
    const keys = SECTIONS.flatMap((section) => section.fields.map(([key]) => key))
    expect(keys).toHaveLength(74)
    expect(new Set(keys).size).toBe(74)
    expect(SECTIONS.find((section) => section.id === 'dates')?.fields).toHaveLength(25)
  })

  it('are each in exactly one group, whatever the record contains', () => {
    fc.assert(
      fc.property(record, (input) => {
        const overview = groupFields(input, true)
        const shown = overview.sections.flatMap((section) => section.fields)
        const keys = shown.map((field) => field.key)
        expect(new Set(keys).size).toBe(keys.length)
        for (const key of Object.keys(input)) {
          expect(shown.find((field) => field.key === key)?.value).toBe(input[key])
        }
        expect(overview.total).toBe(shown.length)
      }),
    )
  })

  it('are all those with a value if empty ones are hidden', () => {
    fc.assert(
      fc.property(record, (input) => {
        const overview = groupFields(input, false)
        const shown = overview.sections.flatMap((section) => section.fields)
        expect(shown.every((field) => !field.empty)).toBe(true)
        expect(shown).toHaveLength(overview.withValue)
        expect(overview.withValue).toBe(Object.values(input).filter((value) => !isEmpty(value)).length)
      }),
    )
  })

  it('include only own properties of the record', () => {
    const overview = groupFields(
      JSON.parse('{"__proto__": {"name": "borrowed"}, "constructor": 1}') as never,
      false,
    )
    const fields = overview.sections.flatMap((section) => section.fields)
    expect(fields.map((field) => field.key)).toEqual(['__proto__', 'constructor'])
  })

  it.each([
    ['dueInStoreDate', 'Due in store'],
    ['somethingNew', 'Something new'],
    ['SAPOrderNo', 'SAPOrder no'],
    ['cost_centre', 'Cost centre'],
    ['toString', 'To string'],
    ['', ''],
    ['__', '__'],
    ['2ndPhase', '2nd phase'],
    ['line2Text', 'Line2 text'],
    ['in-store-date', 'In store date'],
  ])('have readable labels: %s', (key, label) => {
    expect(fieldLabel(key)).toBe(label)
  })

  it.each([
    'ba001c06-a853-4dad-a7a9-f74c3105199e',
    'abcdefab-cdef-abcd-efab-cdefabcdef12',
    '65f1c0ffee0a1b2c3d4e5f60',
    'KW26-0107',
    'SKU-00123',
    '2026-01-15',
    'Germany North',
    'Marks & Spencer',
    'a.b@example.com',
    '42',
  ])('keep keys that are not identifiers: %s', (key) => {
    expect(fieldLabel(key)).toBe(key)
  })
})

describe('a value', () => {
  it('is empty without readable content', () => {
    for (const value of [undefined, null, '', '  ', [], {}]) expect(isEmpty(value)).toBe(true)
    for (const value of [0, false, 'x', [null], { a: null }]) expect(isEmpty(value)).toBe(false)
  })

  it('is compared with its documented type unless it is absent', () => {
    expect(isAsDocumented(null, 'text')).toBe(true)
    expect(isAsDocumented(undefined, 'list')).toBe(true)
    expect(isAsDocumented('2026-01-01', 'date')).toBe(true)
    expect(isAsDocumented(5, 'date')).toBe(false)
    expect(isAsDocumented([], 'object')).toBe(false)
    expect(isAsDocumented({}, 'list')).toBe(false)
  })

  it('is a timestamp only if it is written as one', () => {
    expect(momentOf('2026-06-13T00:00:00.000Z')).toBe(Date.UTC(2026, 5, 13))
    expect(momentOf('2026-06-13T10:00+02:00')).toBe(Date.UTC(2026, 5, 13, 8))
    for (const value of ['2026', '14', 'May 3', '2026-06-13', '2026-99-99T00:00:00Z', 5, null]) {
      expect(momentOf(value)).toBeNull()
    }
  })

  it('is shown in the time zone of the person, at midnight in UTC without the time', () => {
    const before = process.env['TZ']
    try {
      for (const [zone, shown] of [
        ['America/Los_Angeles', '12 Jun 2026'],
        ['Asia/Tokyo', '13 Jun 2026'],
        ['UTC', '13 Jun 2026'],
      ] as const) {
        process.env['TZ'] = zone
        expect(showMoment(Date.UTC(2026, 5, 13), createFormat('en-GB'))).toBe(shown)
        // As in all other views.
        expect(createDayFormat('en-GB').range(Date.UTC(2026, 5, 13), Date.UTC(2026, 5, 13))).toBe(
          shown.slice(0, -' 2026'.length),
        )
      }
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('is a person if it has a name and an email address', () => {
    expect(personOf({ id: 'u1', firstName: 'A', lastName: 'B', email: 'a@b.example' })).toEqual({
      name: 'A B',
      email: 'a@b.example',
      rest: { id: 'u1' },
    })
    expect(personOf({ name: 'Kit', email: null, contact: 'Tom' })).toEqual({
      name: 'Kit',
      email: null,
      rest: { contact: 'Tom' },
    })
    expect(personOf({ firstName: { odd: 1 }, lastName: 'B', email: 'x' })?.rest).toEqual({
      firstName: { odd: 1 },
    })
    for (const value of [null, 'Amelia', [], {}, { name: 'Poster' }, { id: 1 }])
      expect(personOf(value)).toBeNull()
  })

  it('is a table if its entries are flat and similar', () => {
    expect(
      tableColumns([
        { a: 1, b: [1, 2] },
        { a: 2, c: null },
      ]),
    ).toEqual(['a', 'b', 'c'])
    expect(tableColumns([{ a: { deep: 1 } }])).toBeNull()
    expect(tableColumns([{ a: 1 }, 'x'])).toBeNull()
    expect(tableColumns([{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }])).toBeNull()
    expect(tableColumns([{}])).toBeNull()
  })
})

describe('groups and events', () => {
  it('accept any list of groups and nothing else', () => {
    expect(
      groupsOf(
        [
          { elementId: 'e1', campaignItems: [{ id: 'i1', name: 'One' }, 7] },
          { elementId: { _id: 'e2', name: 'Poster', finish: 'matt' }, campaignItems: [], extra: 1 },
        ],
        'elementId',
      ),
    ).toEqual([
      {
        id: 'e1',
        name: null,
        items: [
          { id: 'i1', name: 'One' },
          { id: null, name: null, other: 7 },
        ],
        omittedItems: 0,
        rest: null,
      },
      { id: 'e2', name: 'Poster', items: [], omittedItems: 0, rest: { extra: 1, finish: 'matt' } },
    ])
    for (const value of [null, 'x', {}, [], [1], [{ elementId: 'e' }], [{ campaignItems: 'none' }]]) {
      expect(groupsOf(value, 'elementId')).toBeNull()
    }
  })

  it('keep everything in a group', () => {
    fc.assert(
      fc.property(fc.array(record), (input) => {
        const groups = groupsOf(
          input.map((entry) => ({ ...entry, assetId: 'a', campaignItems: [entry] })),
          'assetId',
        )
        if (input.length === 0) expect(groups).toBeNull()
        else expect(groups?.map((group) => group.items.length)).toEqual(input.map(() => 1))
      }),
    )
  })

  it('use an event’s name, else its subject', () => {
    const [named, subject, empty] =
      eventsOf([
        { name: 'Brief', isSent: true, date: '2026-02-07T00:00:00Z' },
        { name: '', subject: 'The brief', isSent: 'no' },
        {},
      ]) ?? []
    expect(named).toMatchObject({ title: 'Brief', sent: true, time: Date.UTC(2026, 1, 7) })
    expect(subject).toMatchObject({ title: 'The brief', sent: null, time: null })
    expect(empty).toMatchObject({ title: null })
    for (const value of [null, 'x', [], ['x'], {}]) expect(eventsOf(value)).toBeNull()
  })
})

describe('the raw record', () => {
  it('is parsed only if it is an object', () => {
    expect(readRecord('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['', '[]', 'null', '"x"', '{"a":']) expect(readRecord(text)).toBeNull()
  })

  it('is indented if it is valid JSON', () => {
    expect(layOutJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(layOutJson('{"a":')).toBe('{"a":')
    const many = JSON.stringify(Array.from({ length: 1_000_000 }, () => 1))
    expect(layOutJson(many)).toBe(many)
  })
})
