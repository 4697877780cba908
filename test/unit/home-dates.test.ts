import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CampaignColumnKey, CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import type { CampaignCell, CampaignRow } from '../../electron/contract/campaign-query.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { daysBetween, startOfDay } from '../../electron/contract/local-days.ts'
import { countDates, dateColumns, datesAt, readDates } from '../../renderer/state/campaign-dates.ts'
import { createDayFormat } from '../../renderer/views/home/day-format.ts'

type Cells = Readonly<Partial<Record<CampaignColumnKey, CampaignCell>>>

const KEYS: readonly CampaignDateKey[] = ['artworkDue', 'dispatchBy', 'launchDate']

function row(id: string, cells: Cells): CampaignRow {
  return { id, cells: dateColumns(KEYS).map((column) => cells[column] ?? null) }
}

/** Returns the dates at a time as texts. */
function shownAt(rows: readonly CampaignRow[], now: number) {
  const { overdue, due, next } = datesAt(readDates(rows, KEYS), now)
  const text = ({ campaignId, key }: { campaignId: string; key: string }): string => `${campaignId} ${key}`
  return { overdue: overdue.map(text), due: due.map(text), next: next === null ? null : text(next) }
}

describe.each(['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati', 'UTC'])(
  'days of the home view in %s',
  (zone) => {
    const before = process.env['TZ']
    beforeEach(() => {
      process.env['TZ'] = zone
    })
    afterEach(() => {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    })

    it('are local days, from today up to the end of the fourteenth day after', () => {
      const now = new Date(2026, 9, 1, 23, 59, 59).getTime()
      const at = (...date: Parameters<typeof Date.UTC>): string => {
        const [year, month = 0, ...rest] = date
        return new Date(year, month, ...(rest as [number])).toISOString()
      }
      const rows = [
        row('yesterday', { dispatchBy: at(2026, 8, 30, 23, 59, 59) }),
        row('morning', { dispatchBy: at(2026, 9, 1) }),
        row('last', { dispatchBy: at(2026, 9, 15, 23, 59, 59) }),
        row('after', { dispatchBy: at(2026, 9, 16) }),
      ]
      expect(shownAt(rows, now)).toEqual({
        overdue: [],
        due: ['morning dispatchBy', 'last dispatchBy'],
        next: 'after dispatchBy',
      })
      // A minute later it is another day.
      expect(shownAt(rows, now + 60_000).due).toEqual(['last dispatchBy', 'after dispatchBy'])
    })

    it('are counted across the change to and from daylight saving time', () => {
      for (const month of [2, 9]) {
        const first = new Date(2026, month, 20, 12).getTime()
        for (let days = 0; days < 30; days += 1) {
          const day = new Date(2026, month, 20 + days)
          expect(startOfDay(first, days)).toBe(day.getTime())
          expect(daysBetween(first, day.getTime())).toBe(days)
          expect(daysBetween(day.getTime(), first)).toBe(-days + 0)
        }
      }
    })

    it('are formatted as local days', () => {
      const format = createDayFormat('en-GB')
      const evening = new Date(2026, 9, 3, 23, 30).getTime()
      // The comma depends on the version of the locale data.
      expect(format.full(evening)).toMatch(/^Saturday,? 3 October 2026$/u)
      expect(format.short(evening)).toMatch(/^Sat,? 3 Oct$/u)
      expect(format.isWeekend(evening)).toBe(true)
      expect(format.past(evening, new Date(2026, 11, 31, 23).getTime())).toBe('3 Oct')
      expect(format.past(evening, new Date(2027, 0, 1, 1).getTime())).toBe('3 Oct 2026')
    })
  },
)

describe('dates of campaigns', () => {
  const now = Date.UTC(2026, 9, 1, 12)
  const past = new Date(now - 3 * DAY_MS).toISOString()

  it('are overdue only once, and not due too', () => {
    const rows = [row('late', { items: 5, withoutArtwork: 2, artworkDue: new Date(now - 1).toISOString() })]
    expect(shownAt(rows, now)).toEqual({ overdue: ['late artworkDue'], due: [], next: null })
  })

  it('are not overdue in campaigns that are not downloaded, inactive or over', () => {
    const rows = [
      row('found', { artworkDue: past }),
      row('inactive', { items: 5, withoutArtwork: 2, isActive: false, artworkDue: past }),
      row('over', { items: 5, withoutArtwork: 2, artworkDue: past, endAt: past }),
      row('done', { items: 5, withoutArtwork: 0, artworkDue: past }),
    ]
    expect(shownAt(rows, now).overdue).toEqual([])
  })

  it('count what each of them asks for, and nothing without items', () => {
    const soon = new Date(now + DAY_MS).toISOString()
    const dates = { artworkDue: soon, dispatchBy: soon, launchDate: soon }
    const rows = [
      row('here', { items: 9, withoutArtwork: 4, lockedItems: 7, ...dates }),
      row('found', { ...dates, launchDate: 'soon' }),
    ]
    expect(readDates(rows, KEYS).map(({ campaignId, key, counted }) => [campaignId, key, counted])).toEqual([
      ['here', 'artworkDue', { kind: 'withoutArtwork', count: 4 }],
      ['here', 'dispatchBy', { kind: 'notLocked', count: 2 }],
      ['here', 'launchDate', { kind: 'items', count: 9 }],
      ['found', 'artworkDue', null],
      ['found', 'dispatchBy', null],
    ])
  })

  it('are counted for the choice of dates', () => {
    const rows = [
      { id: 'a', cells: ['2026-10-01T00:00:00.000Z', null] },
      { id: 'b', cells: ['2026-10-02T00:00:00.000Z', null] },
    ]
    expect([...countDates(rows, ['startAt', 'endAt'])]).toEqual([
      ['startAt', 2],
      ['endAt', 0],
    ])
  })
})
