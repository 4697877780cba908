import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DayOfChanges } from '../../electron/contract/changes.ts'
import { dayOfInstant } from '../../electron/contract/filter-dates.ts'
import { changesByDay } from '../../electron/store/changes/changes-by-day.ts'
import { listDownloads } from '../../electron/store/changes/read.ts'
import { temporaryEngine } from '../support/store.ts'

const CAMPAIGNS = ['a', 'b', 'c'] as const
const MINUTE_MS = 60_000

const counts = fc.record({ added: fc.nat(3), changed: fc.nat(3), deleted: fc.nat(3) })
const downloads = fc.array(
  fc.record({
    campaign: fc.constantFrom(...CAMPAIGNS),
    minutes: fc.nat(10 * 24 * 60),
    milliseconds: fc.constantFrom(0, 1, 59_999),
    counts,
  }),
  { maxLength: 20 },
)

it('sums the changes of each day as a plain loop does', async () => {
  await using opened = await temporaryEngine({ a: [], b: [], c: [] })
  fc.assert(
    fc.property(downloads, fc.option(fc.subarray<string>([...CAMPAIGNS, 'unknown'])), (made, campaignIds) => {
      opened.execute('DELETE FROM downloads')
      for (const {
        campaign,
        minutes,
        milliseconds,
        counts: { added, changed, deleted },
      } of made)
        opened.execute(
          `INSERT INTO downloads (campaign_key, mode, complete, completed_at, item_count, added, changed, gone)
              SELECT key, 'full', 1, ${String(Date.UTC(2026, 2, 25) + minutes * MINUTE_MS + milliseconds)}, 0,
                ${String(added)}, ${String(changed)}, ${String(deleted)} FROM campaigns WHERE id = '${campaign}'`,
        )
      const expected = new Map<string, { -readonly [Key in keyof DayOfChanges]: DayOfChanges[Key] }>()
      for (const id of campaignIds ?? CAMPAIGNS)
        for (const { completedAt, added, changed, deleted } of listDownloads(opened.reader, id)) {
          if (added + changed + deleted === 0) continue
          const day = dayOfInstant(completedAt)
          const sum = expected.get(day) ?? { day, added: 0, changed: 0, deleted: 0 }
          sum.added += added
          sum.changed += changed
          sum.deleted += deleted
          expected.set(day, sum)
        }
      expect(changesByDay(opened.reader, campaignIds)).toEqual(
        [...expected.keys()].toSorted().map((day) => expected.get(day)),
      )
    }),
    { numRuns: 60 },
  )
})
