import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clipFieldValue,
  clipJson,
  clipText,
  clipValues,
  isClipped,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  shownName,
} from '../../electron/contract/clip-text.ts'

const LONG = 'W'.repeat(300_000)

describe('clipped texts', () => {
  it('equal the text if it is short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(clipText(text, 80)).toBe(text)
      }),
    )
    expect(isClipped(clipText('a'.repeat(MAX_TEXT_LENGTH)))).toBe(false)
  })

  it('have the maximum length, and clipping again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 400 }), (text) => {
        const clipped = clipText(text, 120)
        expect(clipped.length).toBeLessThanOrEqual(120)
        expect(clipped.endsWith('…')).toBe(true)
        expect(text.startsWith(clipped.slice(0, -1))).toBe(true)
        expect(isClipped(clipped, 120)).toBe(true)
        expect(clipText(clipped, 120)).toBe(clipped)
        expect(clipped.isWellFormed()).toBe(text.isWellFormed())
      }),
    )
  })

  it.each([
    ['a surrogate pair', '😀'],
    ['a letter with accents', 'e\u0301\u0323'],
    ['joined emoji', '👩‍👩‍👧'],
    ['a flag', '🇨🇭'],
    ['a line break', '\r\n'],
    ['Devanagari', 'क्षि'],
  ])('are not cut inside %s', (_what, cluster) => {
    for (let shift = 0; shift < cluster.length; shift += 1) {
      const text = `${'a'.repeat(shift)}${cluster.repeat(100)}`
      const clipped = clipText(text, 101).slice(0, -1)
      expect((clipped.length - shift) % cluster.length).toBe(0)
    }
  })

  it('are cut inside a letter with thousands of accents, but not inside a surrogate pair', () => {
    expect(clipText(`e${'\u0301'.repeat(100_000)}`, 100).length).toBe(100)
    expect(clipText(`a${'😀\u200d'.repeat(1_000)}`, 100).isWellFormed()).toBe(true)
  })

  it('stay valid JSON, with clipped strings, names and numbers', () => {
    const json = JSON.stringify({ a: LONG, [LONG]: [LONG, 'short', '\\"quoted\\"'], b: { c: 1.5 } })
    const clipped = clipJson(json.replace('1.5', '9'.repeat(5_000)))
    expect(clipped.length).toBeLessThan(4 * MAX_TEXT_LENGTH + 200)
    expect(JSON.parse(clipped)).toEqual({
      a: clipText(LONG),
      [clipText(LONG)]: [clipText(LONG), 'short', '\\"quoted\\"'],
      b: { c: clipText('9'.repeat(5_000)) },
    })
    expect(clipJson(clipped)).toBe(clipped)
  })

  it('are computed quickly for megabytes of quotes and backslashes', () => {
    const json = JSON.stringify({ a: '\\"'.repeat(1_000_000), b: Array.from({ length: 100_000 }, () => '"') })
    expect(JSON.parse(clipJson(json))).toMatchObject({ a: clipText('\\"'.repeat(2_000)) })
  })

  it('are cut by the type of the field’s value', () => {
    expect(clipFieldValue(JSON.stringify(LONG))).toBe(JSON.stringify(clipText(LONG)))
    expect(clipFieldValue(`[${'1,'.repeat(5_000)}1]`)).toHaveLength(MAX_TEXT_LENGTH)
  })

  it('are only those of the service, not those of the person and reports', () => {
    const data = {
      rows: [{ itemName: LONG, qty: 1, fields: { '/remark': JSON.stringify(LONG) } }],
      json: JSON.stringify({ remark: LONG }),
      name: LONG,
      note: LONG,
      reportText: LONG,
      campaignItemId: LONG.slice(0, 5_000),
      bytes: new Uint8Array(3),
    }
    const clipped = clipValues(data)
    expect(clipped).toEqual({
      rows: [{ itemName: clipText(LONG), qty: 1, fields: { '/remark': JSON.stringify(clipText(LONG)) } }],
      json: JSON.stringify({ remark: clipText(LONG) }),
      name: clipText(LONG, MAX_NAME_LENGTH),
      note: LONG,
      reportText: LONG,
      campaignItemId: data.campaignItemId,
      bytes: data.bytes,
    })
    const short = { list: ['a', null, 1, { b: 'c' }] }
    expect(clipValues(short)).toBe(short)
  })
})

describe('names within sentences', () => {
  it('are unchanged if they are written from left to right', () => {
    expect(shownName('Summer 2026 – <b>Été</b>')).toBe('Summer 2026 – <b>Été</b>')
  })

  it.each([
    ['Hebrew', 'שלום', '\u2068שלום\u2069'],
    ['an override', 'a\u202eb', '\u2068a\u202eb\u2069'],
    ['an end of an isolate', 'a\u2069\u202eb', '\u2068a\u202eb\u2069'],
    ['isolates that never end', '\u2067\u2066a', '\u2068a\u2069'],
  ])('are isolated with %s', (_what, name, shown) => {
    expect(shownName(name)).toBe(shown)
  })

  it('are clipped', () => {
    expect(shownName(LONG)).toHaveLength(MAX_NAME_LENGTH)
  })
})
