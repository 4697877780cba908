import Database from 'better-sqlite3'
import fc from 'fast-check'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import type { PageRange } from '../../electron/store/types.ts'
import { createWriter } from '../../electron/store/writer.ts'
import { buildInner, buildItem, buildPage, temporaryFolder, type JsonObject } from '../support/store.ts'
import { repetitions } from '../support/repetitions.ts'

const ID = 'campaign-1'

/** Texts and values with special representations in the index. */
const itemValues = fc.record({
  name: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, 'line\nbreak', 'Σ', 'é', '\ud800', 'a\0b'),
  ),
  posNumber: fc.oneof(fc.string(), fc.constant(null)),
  artworks: fc.array(
    fc.string({ unit: 'grapheme' }).map((name) => ({ name })),
    { maxLength: 3 },
  ),
  qty: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  status: fc.oneof(fc.integer({ max: 400, min: 0 }), fc.constant('odd')),
  isLocked: fc.oneof(fc.boolean(), fc.constant(null)),
  updatedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', 'some day', null),
})

/** Pages of a first download, which may repeat or change. */
const planArbitrary = fc.record({
  items: fc.array(itemValues, { minLength: 0, maxLength: 40 }),
  pageSize: fc.integer({ min: 1, max: 20 }),
  order: fc.constantFrom(
    'as listed',
    'backwards',
    'twice',
    'changed',
    'top read again',
    'moved',
    'two passes',
  ),
  isIndexedAtCommit: fc.boolean(),
})

function itemOf(
  values: typeof itemValues extends fc.Arbitrary<infer Value> ? Value : never,
  number: number,
): JsonObject {
  const { name, posNumber, artworks, ...rest } = values
  return buildItem(number, { ...rest, itemId: buildInner(number, { name, posNumber, artworks }) })
}

function readIndex(file: string): unknown {
  const database = new Database(file, { readonly: true })
  const columns = database
    .prepare('SELECT name, first, width, data, dictionary FROM copy_columns ORDER BY 1, 2')
    .all()
  const texts = database.prepare('SELECT first, wide, text, ends, irregular FROM copy_texts ORDER BY 1').all()
  database.close()
  return { columns, texts }
}

it('an index built during a download equals the index built from the rows', async () => {
  await using folder = await temporaryFolder()
  let runCount = 0
  await fc.assert(
    fc.asyncProperty(planArbitrary, async (plan) => {
      runCount += 1
      const file = join(folder.path, `${String(runCount)}.db`)
      const { handlers, afterResponse, close } = createWriter(openForWriting(file).handle)
      const list = plan.items.map(itemOf)
      const { downloadId } = handlers.beginDownload([ID, 'full'], {})
      const pages = Array.from(
        { length: Math.ceil(list.length / plan.pageSize) },
        (_, page) => page * plan.pageSize,
      )
      const stage = (
        start: number,
        items: readonly JsonObject[],
        rangeChanges: Partial<PageRange> = {},
      ): void => {
        const end = start + plan.pageSize
        const range = { pass: 1, part: 'sweep', round: 0, start, end, ...rangeChanges } as const
        handlers.stagePage([downloadId, range, buildPage(items, { skip: start })], {})
        if (!plan.isIndexedAtCommit) afterResponse()
      }
      const pageAt = (start: number): readonly JsonObject[] => list.slice(start, start + plan.pageSize)
      for (const start of plan.order === 'backwards' ? pages.toReversed() : pages) stage(start, pageAt(start))
      if (list.length > 0) {
        const top = pageAt(0)
        if (plan.order === 'twice') stage(0, top)
        if (plan.order === 'changed')
          stage(
            0,
            top.map((item) => ({ ...item, isLocked: true, status: 77 })),
          )
        if (plan.order === 'top read again') stage(0, top, { part: 'top', round: 1 })
        if (plan.order === 'moved') stage(0, pageAt(plan.pageSize).toReversed(), { part: 'top', round: 1 })
        if (plan.order === 'two passes') {
          handlers.beginPass([downloadId, 2], {})
          stage(0, top, { pass: 2 })
        }
      }
      handlers.commitDownload(
        [downloadId, { state: 'complete', expectedCount: list.length, reason: null }],
        {},
      )
      close()
      const builtDuringDownload = readIndex(file)
      const database = new Database(file)
      database.exec('DELETE FROM copy_columns; DELETE FROM copy_texts')
      database.close()
      createWriter(openForWriting(file).handle).close()
      expect(builtDuringDownload).toEqual(readIndex(file))
      await rm(file)
    }),
    { numRuns: repetitions(30, 120) },
  )
})
