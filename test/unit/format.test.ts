import { describe, expect, it } from 'vitest'
import { activateLanguage, setReadListener } from '../../electron/contract/messages.ts'
import { createFormat } from '../../renderer/state/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 15, 12)

describe('createFormat', () => {
  it('formats numbers by locale', () => {
    expect(createFormat('en-GB').number(1_234_567)).toBe('1,234,567')
    expect(createFormat('de').number(1_234_567)).toBe('1.234.567')
    expect(createFormat('en-GB').decimal(0.123_456, 3)).toBe('0.123')
  })

  it.each(['', 'not a locale', 'xx-yy-zz-1', 'C'])(
    'falls back to a default for the invalid locale “%s”',
    (locale) => expect(createFormat(locale).number(1_000)).toBe('1,000'),
  )

  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [MINUTE, '1 min ago'],
    [59 * MINUTE, '59 min ago'],
    [2 * HOUR, '2 h ago'],
    [DAY, 'yesterday'],
    [3 * DAY, '3 days ago'],
    [60 * DAY, '16 Apr 2026'],
    // A clock that was set back.
    [-5 * MINUTE, 'just now'],
  ])('formats an age of %i ms', (past, words) =>
    expect(createFormat('en-GB').ago(NOW - past, NOW)).toBe(words),
  )

  it('counts days by the calendar in an age of more than a day', () => {
    const wednesday = new Date(2026, 5, 17, 22).getTime()
    expect(createFormat('en-GB').ago(new Date(2026, 5, 15, 23).getTime(), wednesday)).toBe('2 days ago')
    expect(createFormat('en-GB').ago(new Date(2026, 5, 17, 1).getTime(), wednesday)).toBe('21 h ago')
  })

  it('formats each share of a hundred as itself, and rounds others down', () => {
    const { percent } = createFormat('en-GB')
    for (let count = 0; count <= 100; count += 1) expect(percent(count / 100)).toBe(`${String(count)}%`)
    expect(percent(0.9999)).toBe('99%')
  })

  it.each([
    [0.2, '1 s'],
    [42, '42 s'],
    [59.7, '1 min'],
    [90, '2 min'],
    [3_590, '1 h'],
    [5_400, '1.5 h'],
  ])('formats a duration of %d s', (seconds, words) =>
    expect(createFormat('en-GB').duration(seconds)).toBe(words),
  )

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_500, '1.5 kB'],
    [11_000_000, '11 MB'],
    [2_340_000_000, '2.3 GB'],
  ])('formats a size of %i bytes', (bytes, words) => expect(createFormat('en-GB').bytes(bytes)).toBe(words))

  it('returns invalid dates unchanged', () => {
    expect(createFormat('en-GB').dateTime('soon')).toBe('soon')
    expect(createFormat('en-GB').dateTime(Number.NaN)).toBe('NaN')
  })

  it('formats dates in the language of the interface, and is created again with another one', async () => {
    let isRead = false
    setReadListener(() => {
      isRead = true
    })
    createFormat('en-GB')
    expect(isRead).toBe(true)
    await activateLanguage('fr')
    expect(createFormat('en-GB').date(NOW)).toMatch(/juin/u)
    expect(createFormat('en-GB').number(1_234)).toBe('1,234')
    setReadListener(() => undefined)
    await activateLanguage('en')
  })
})
