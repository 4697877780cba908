import { describe, expect, it } from 'vitest'
import type { Figure } from '../bench/figures.ts'
import { readRecordedRun, replaceRecordedRun, summaryRows, type RecordedRun } from '../bench/summary.ts'

const PAGE = '# Page\n\n<!-- recorded run: start -->\n<!-- recorded run: end -->\n\nThe end.\n'
const SEARCH: Figure = { name: 'search', items: 10_000, value: 40, unit: 'ms', goal: { value: 50 } }
const EXPORT: Figure = {
  name: 'export',
  items: 100_000,
  value: 80,
  unit: 'ms',
  limit: { name: 'sqlite3', value: 100 },
  goal: { ratio: 0.7 },
}
const WORKBOOK: Figure = {
  name: 'workbook',
  items: 100_000,
  value: 200_000,
  unit: 'rows/s',
  goal: { value: 250_000 },
}

const NOTHING: RecordedRun = new Map()

/** Returns a recorded run as it is read from a page. */
function recordedRun(...figures: readonly Figure[]): RecordedRun {
  return readRecordedRun(replaceRecordedRun(PAGE, 'A computer.', summaryRows(figures, NOTHING)))
}

describe('the summary of a run', () => {
  it('shows the rival, the ratio to it and missed goals', () => {
    expect(summaryRows([SEARCH, EXPORT, WORKBOOK], NOTHING)).toEqual([
      ['search', '10,000', '40 ms', '', '', '50 ms', 'new'],
      ['export', '100,000', '80 ms', 'sqlite3, 100 ms', '0.80 ×', '0.70 ×, missed', 'new'],
      ['workbook', '100,000', '200,000 rows/s', '', '', '250,000 rows/s, missed', 'new'],
    ])
  })

  it('calculates the ratio of rates as that of times', () => {
    const rival = { ...WORKBOOK, limit: { name: 'other', value: 50_000 } }
    expect(summaryRows([rival], NOTHING)[0]?.[4]).toBe('0.25 ×')
  })

  it('lists the sizes of a figure below each other', () => {
    const rows = summaryRows([SEARCH, EXPORT, { ...SEARCH, items: 100_000 }], NOTHING)
    expect(rows.map(([name, items]) => [name, items])).toEqual([
      ['search', '10,000'],
      ['search', '100,000'],
      ['export', '100,000'],
    ])
  })

  it.each([
    ['a shorter time', SEARCH, { ...SEARCH, value: 20 }, '50 % better'],
    ['a longer time', SEARCH, { ...SEARCH, value: 60 }, '50 % worse'],
    ['about the same time', SEARCH, { ...SEARCH, value: 41 }, 'same'],
    ['a lower rate', WORKBOOK, { ...WORKBOOK, value: 100_000 }, '50 % worse'],
    ['a higher rate', WORKBOOK, { ...WORKBOOK, value: 1_100_000 }, '450 % better'],
    [
      'the same ratio on a slower computer',
      EXPORT,
      { ...EXPORT, value: 800, limit: { name: 'sqlite3', value: 1_000 } },
      'same',
    ],
    ['a higher ratio', EXPORT, { ...EXPORT, value: 120 }, '50 % worse'],
    ['another size', SEARCH, { ...SEARCH, items: 1_000 }, 'new'],
  ] as const)('compares %s with the recorded run', (_, before, now, change) => {
    expect(summaryRows([now], recordedRun(before))[0]?.at(-1)).toBe(change)
  })
})

describe('the recorded run', () => {
  it('replaces the previous one and nothing else in its page', () => {
    const first = replaceRecordedRun(PAGE, 'First.', summaryRows([SEARCH], NOTHING))
    const second = replaceRecordedRun(first, 'Second.', summaryRows([EXPORT], NOTHING))
    expect(second).toBe(replaceRecordedRun(PAGE, 'Second.', summaryRows([EXPORT], NOTHING)))
    expect(second).toMatch(/^# Page\n\n<!-- .*Second\.\n\n\| figure \|.*-->\n\nThe end\.\n$/su)
  })

  it('is empty in a page without one', () => {
    expect(readRecordedRun('# Page\n').size).toBe(0)
  })

  it('needs a section in the page', () => {
    expect(() => replaceRecordedRun('# Page\n', 'A computer.', [])).toThrow('section')
  })
})
