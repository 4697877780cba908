import Database from 'better-sqlite3'
import fc from 'fast-check'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { changesSince, REVIEW_MARKS, type ReviewMark } from '../../electron/contract/review.ts'
import { openFile } from '../../electron/review/open-file.ts'
import { MIGRATIONS } from '../../electron/review/migrations/index.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { buildItem, fillCampaign, itemIdOf, temporaryFolder, temporaryStore } from '../support/store.ts'

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  try {
    await work(folder.path)
  } finally {
    await folder.remove()
  }
}

describe('marks and notes', () => {
  it('are saved, and restored when the file is reopened', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'reviews.db')
      const first = openReviews(file)
      await first.mark([reviewedRow(1), reviewedRow(2)], 'ok', 1_000)
      await first.mark([reviewedRow(2)], 'problem', 2_000)
      await first.note(reviewedRow(3), 'Where is it?')
      await first.close()

      const second = openReviews(file)
      expect(await second.count()).toBe(3)
      expect(await second.get([itemIdOf(2), itemIdOf(3), itemIdOf(9)])).toMatchObject([
        { campaignItemId: itemIdOf(2), mark: 'problem', markedAt: 2_000, note: '' },
        { campaignItemId: itemIdOf(3), mark: null, markedAt: null, note: 'Where is it?' },
      ])
      expect(await second.list(['campaign-1'])).toHaveLength(3)
      expect(await second.list(['another'])).toEqual([])
      await second.close()
    }))

  it('create no file and no thread while there are none', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      expect(await reviews.list(null)).toEqual([])
      expect(await reviews.count()).toBe(0)
      expect(await reviews.undo()).toBeNull()
      await reviews.close()
      expect(await readdir(folder)).toEqual([])
    }))

  it('are deleted when both are empty', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      await reviews.mark([reviewedRow(1)], 'question', 1)
      await reviews.note(reviewedRow(1), 'Why?')
      await reviews.mark([reviewedRow(1)], null, 2)
      expect(await reviews.list(null)).toMatchObject([{ mark: null, note: 'Why?' }])
      await reviews.note(reviewedRow(1), '')
      expect(await reviews.count()).toBe(0)
      await reviews.close()
    }))

  it('are undone step by step', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      await reviews.mark([reviewedRow(1, { qty: 10 })], 'ok', 1)
      await reviews.mark([reviewedRow(1, { qty: 12 }), reviewedRow(2)], 'problem', 2)
      await reviews.note(reviewedRow(2), 'Torn')
      // Changes nothing, so it is no step.
      expect(await reviews.mark([reviewedRow(7)], null, 3)).toBeNull()

      expect(await reviews.undo()).toMatchObject({ kind: 'note', count: 1, skipped: 0 })
      expect(await reviews.get([itemIdOf(2)])).toMatchObject([{ mark: 'problem', note: '' }])
      expect(await reviews.undo()).toMatchObject({ kind: 'mark', count: 2, skipped: 0 })
      expect(await reviews.get([itemIdOf(1)])).toMatchObject([{ mark: 'ok', markedAt: 1, item: { qty: 10 } }])
      expect(await reviews.get([itemIdOf(2)])).toEqual([])
      expect(await reviews.undo()).toMatchObject({ kind: 'mark', count: 1 })
      expect(await reviews.undo()).toBeNull()
      expect(await reviews.list(null)).toEqual([])
      await reviews.close()
    }))

  it('are redone by reverting the reverse step, until another change', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      const step = await reviews.mark([reviewedRow(1), reviewedRow(2)], 'problem', 5)
      const marked = await reviews.list(null)
      const undone = await reviews.revert(step ?? -1)
      expect(await reviews.list(null)).toEqual([])
      // An undone step cannot be undone again.
      expect(await reviews.revert(step ?? -1)).toBeNull()
      const redone = await reviews.revert(undone?.reverse ?? -1)
      expect(await reviews.list(null)).toEqual(marked)
      expect(await reviews.listSteps()).toMatchObject([{ step: redone?.reverse, kind: 'mark' }])
      const again = await reviews.undo()
      await reviews.mark([reviewedRow(3)], 'ok', 6)
      expect(await reviews.revert(again?.reverse ?? -1)).toBeNull()
      await reviews.close()
    }))

  it('can still be redone after a change that turns out to be none', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      await reviews.mark([reviewedRow(1)], 'ok', 1)
      const undone = await reviews.undo()
      expect(await reviews.mark([reviewedRow(2)], null, 2)).toBeNull()
      expect(await reviews.removePhoto(itemIdOf(2), 'none', 3)).toBeNull()
      expect(await reviews.revert(undone?.reverse ?? -1)).toMatchObject({ count: 1 })
      expect(await reviews.list(null)).toMatchObject([{ mark: 'ok' }])
      await reviews.close()
    }))

  it('can be undone for the last 100 steps, whatever was undone and redone between them', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      for (let at = 1; at <= 101; at += 1) await reviews.mark([reviewedRow(at)], 'ok', at)
      expect(await reviews.listSteps()).toHaveLength(100)
      for (let count = 0; count < 60; count += 1) await reviews.undo()
      await reviews.mark([reviewedRow(200)], 'ok', 200)
      expect(await reviews.listSteps()).toHaveLength(41)
      await reviews.close()
    }))

  it('that changed since are skipped when an earlier step is undone', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      const first = await reviews.mark([reviewedRow(1), reviewedRow(2)], 'ok', 1)
      const note = await reviews.note(reviewedRow(1), 'Torn')
      await reviews.mark([reviewedRow(1)], 'problem', 2)
      await reviews.note(reviewedRow(1), 'Torn, and faded')

      expect(await reviews.revert(first ?? -1)).toMatchObject({ count: 1, skipped: 1 })
      expect(await reviews.revert(note ?? -1)).toMatchObject({ count: 0, skipped: 1, reverse: null })
      expect(await reviews.list(null)).toMatchObject([{ mark: 'problem', note: 'Torn, and faded' }])
      await reviews.close()
    }))

  it('of one edit are one step', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      await reviews.note(reviewedRow(1), 'Before')
      const step = await reviews.note(reviewedRow(1), 'B')
      expect(await reviews.note(reviewedRow(1), 'Be', step)).toBe(step)
      await reviews.mark([reviewedRow(2)], 'ok', 1)
      expect(await reviews.note(reviewedRow(1), 'Bent', step)).toBe(step)
      await reviews.undo()
      expect(await reviews.revert(step ?? -1)).toMatchObject({ count: 1 })
      expect(await reviews.list(null)).toMatchObject([{ note: 'Before' }])
      await reviews.close()
    }))

  it('equal a simple model for any marks, notes, undo and redo', async () => {
    const markArbitrary = fc.option(fc.constantFrom(...REVIEW_MARKS), { nil: null })
    const numberArbitrary = fc.integer({ min: 0, max: 5 })
    const command = fc.oneof(
      fc.record({
        kind: fc.constant('mark' as const),
        numbers: fc.uniqueArray(numberArbitrary, { minLength: 1 }),
        mark: markArbitrary,
      }),
      fc.record({
        kind: fc.constant('note' as const),
        number: numberArbitrary,
        note: fc.constantFrom('', 'a', 'b\n=1+1'),
      }),
      fc.constant({ kind: 'undo' as const }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), (commands) =>
        inFolder(async (folder) => {
          const reviews = openReviews(join(folder, 'reviews.db'))
          const marks = new Map<number, ReviewMark>()
          const notes = new Map<number, string>()
          const steps: (readonly [count: number, undo: () => void])[] = []
          const setOrDelete = <Value>(
            values: Map<number, Value>,
            each: number,
            value: Value | undefined,
          ): void => {
            if (value === undefined) values.delete(each)
            else values.set(each, value)
          }
          for (const executed of commands) {
            if (executed.kind === 'mark') {
              await reviews.mark(
                executed.numbers.map((each) => reviewedRow(each)),
                executed.mark,
                1,
              )
              const before = executed.numbers
                .filter((each) => executed.mark !== null || marks.has(each))
                .map((each) => [each, marks.get(each)] as const)
              const undo = (): void => {
                for (const [each, mark] of before) setOrDelete(marks, each, mark)
              }
              if (before.length > 0) steps.push([before.length, undo])
              for (const each of executed.numbers) setOrDelete(marks, each, executed.mark ?? undefined)
            } else if (executed.kind === 'note') {
              const { number } = executed
              const before = notes.get(number) ?? ''
              await reviews.note(reviewedRow(number), executed.note)
              notes.set(number, executed.note)
              if (before !== executed.note) steps.push([1, () => notes.set(number, before)])
            } else {
              const step = steps.pop()
              const undone = await reviews.undo()
              expect(undone?.count).toBe(step?.[0])
              step?.[1]()
              // Redone and undone again, the state is the same.
              if (undone !== null && undone.reverse !== null) {
                const redone = await reviews.revert(undone.reverse)
                expect(await reviews.revert(redone?.reverse ?? -1)).toMatchObject({ skipped: 0 })
              }
            }
          }
          const reviewsById = new Map((await reviews.list(null)).map((each) => [each.campaignItemId, each]))
          for (let each = 0; each <= 5; each += 1) {
            const review = reviewsById.get(itemIdOf(each))
            expect(review?.mark ?? null).toBe(marks.get(each) ?? null)
            expect(review?.note ?? '').toBe(notes.get(each) ?? '')
          }
          await reviews.close()
        }),
      ),
      { numRuns: 15 },
    )
  })
})

describe('the reviews file', () => {
  it('is set aside if it is damaged', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'reviews.db')
      await writeFile(
        file,
        'not a database at all, and longer than the header of one would have to be to be one...',
      )
      const reviews = openReviews(file)
      expect(await reviews.count()).toBe(0)
      expect(reviews.notices).toMatchObject([{ code: 'reviewsDamaged' }])
      const damagedFile = (await readdir(folder)).find((name) => name.includes('.damaged-'))
      expect(await readFile(join(folder, damagedFile ?? ''), 'utf8')).toContain('not a database')
      expect(reviews.notices[0]?.message).toContain(damagedFile)
      await reviews.mark([reviewedRow(1)], 'ok', 1)
      await reviews.close()
    }))

  it('is not changed if a newer version wrote it', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'reviews.db')
      const newer = new Database(file)
      newer.exec('CREATE TABLE later (a); PRAGMA user_version = 99')
      newer.close()
      const before = await readFile(file)
      const reviews = openReviews(file)
      await expect(reviews.mark([reviewedRow(1)], 'ok', 1)).rejects.toMatchObject({ code: 'reviewsNewer' })
      await reviews.close()
      expect(await readFile(file)).toEqual(before)
      expect(await readdir(folder)).toEqual(['reviews.db'])
    }))

  it('is flushed to disk by each commit, so that it survives a power failure', async () => {
    await using folder = await temporaryFolder()
    const { handle } = openFile(join(folder.path, 'reviews.db'))
    const FULL = 2
    expect(handle.values<number>('PRAGMA synchronous').get()).toBe(FULL)
    expect(handle.values<number>('PRAGMA fullfsync').get()).toBe(1)
    handle.close()
  })

  it('is copied before each migration', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'reviews.db')
      const first = openReviews(file)
      await first.mark([reviewedRow(1)], 'ok', 1)
      await first.close()

      const later = [...MIGRATIONS, 'ALTER TABLE reviews ADD COLUMN later TEXT']
      openFile(file, { migrations: later }).handle.close()
      openFile(file, { migrations: later }).handle.close()

      const copies = (await readdir(folder)).filter((name) =>
        name.startsWith(`reviews.version-${String(MIGRATIONS.length)}-`),
      )
      expect(copies).toHaveLength(1)
      const copy = openReviews(join(folder, copies[0] ?? ''))
      expect(await copy.list(null)).toMatchObject([{ mark: 'ok' }])
      await copy.close()
      const migrated = new Database(file, { readonly: true })
      expect(migrated.prepare('SELECT mark, later FROM reviews').all()).toEqual([{ mark: 'ok', later: null }])
      migrated.close()
    }))

  it('rejects calls after it was closed', () =>
    inFolder(async (folder) => {
      const reviews = openReviews(join(folder, 'reviews.db'))
      await reviews.close()
      await expect(reviews.mark([reviewedRow(1)], 'ok', 1)).rejects.toBeInstanceOf(AppError)
    }))
})

describe('reviews and downloads', () => {
  const COUNT = 8

  it('survive a download, with exact changes and marks of deleted items', async () => {
    const change = fc.constantFrom(
      'none',
      'qty',
      'status',
      'artwork',
      'isLocked',
      'updatedAt',
      'gone',
      'clientId',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: COUNT, maxLength: COUNT }),
        fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
        async (changes, marked) => {
          await using opened = await temporaryStore({ readers: 1 })
          const { store, folder } = opened
          const numbers = Array.from({ length: COUNT }, (_, number) => number)
          await fillCampaign(
            store,
            'campaign-1',
            numbers.map((number) => buildItem(number)),
          )
          const reviews = openReviews(join(folder, 'reviews.db'))
          const markedNumbers = numbers.filter((number) => marked[number])
          const rows = await store.rowsOfItems(markedNumbers.map(itemIdOf))
          expect(rows).toHaveLength(markedNumbers.length)
          await reviews.mark(rows, 'problem', 1)

          const item = (number: number) => {
            const plain = buildItem(number)
            switch (changes[number] ?? 'none') {
              case 'qty':
                return { ...plain, qty: number + 100 }
              case 'status':
                return { ...plain, status: 9 }
              case 'artwork':
                return {
                  ...plain,
                  itemId: { ...(plain['itemId'] as object), artworks: [{ _id: 'a', name: 'Another' }] },
                }
              case 'isLocked':
                return { ...plain, isLocked: number % 2 !== 0 }
              case 'updatedAt':
                return { ...plain, updatedAt: '2026-12-24T00:00:00.000Z' }
              // A hidden field that the service does not report as a change.
              case 'clientId':
                return { ...plain, clientId: 'client-2' }
              case 'none':
              case 'gone':
                return plain
            }
          }
          const remainingNumbers = numbers.filter((number) => changes[number] !== 'gone')
          if (remainingNumbers.length === 0) {
            await reviews.close()
            return
          }
          await fillCampaign(store, 'campaign-1', remainingNumbers.map(item))

          const storedReviews = await reviews.list(null)
          expect(storedReviews.map(({ campaignItemId }) => campaignItemId).sort()).toEqual(
            markedNumbers.map(itemIdOf).sort(),
          )
          const now = new Map(
            (await store.rowsOfItems(storedReviews.map(({ campaignItemId }) => campaignItemId))).map(
              (row) => [row.campaignItemId, row],
            ),
          )
          for (const number of markedNumbers) {
            const review = storedReviews.find(({ campaignItemId }) => campaignItemId === itemIdOf(number))
            const row = now.get(itemIdOf(number))
            expect(review?.mark).toBe('problem')
            expect(row === undefined).toBe(changes[number] === 'gone')
            if (row === undefined || review === undefined) continue
            const reportedChanges = changesSince(review.item, row).map(({ column }) => column)
            const expected = {
              none: [],
              gone: [],
              clientId: [],
              qty: ['qty'],
              status: ['status'],
              artwork: ['artworkNames'],
              isLocked: ['isLocked'],
              updatedAt: ['updatedAt'],
            }
            expect(reportedChanges).toEqual(expected[changes[number] ?? 'none'])
          }
          await reviews.close()
        },
      ),
      { numRuns: 10 },
    )
  })

  it('filter a list by ids', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    const numbers = [0, 1, 2, 3, 4]
    await fillCampaign(
      store,
      'campaign-1',
      numbers.map((number) => buildItem(number)),
    )
    const { EMPTY_QUERY } = await import('../../electron/contract/query.ts')
    const ids = [itemIdOf(1), itemIdOf(3), 'unknown']
    const names = async (exclude: boolean): Promise<readonly (string | null)[]> => {
      const filters = { match: 'all', conditions: [{ campaignItemIds: ids, exclude }] } as const
      const { resultId } = await store.openResult({ ...EMPTY_QUERY, filters }, 'test')
      return (await store.readWindow(resultId, 0, 10)).rows.map(({ itemName }) => itemName)
    }
    expect(await names(false)).toEqual(['Item 1', 'Item 3'])
    expect(await names(true)).toEqual(['Item 0', 'Item 2', 'Item 4'])
    const { resultId } = await store.openResult(EMPTY_QUERY, 'test')
    const keys = (await store.rowsOfItems(ids)).map(({ key }) => key).toSorted((one, other) => one - other)
    const indexesOf = async (wanted: readonly number[]): Promise<readonly number[]> =>
      Array.from(await store.indexesOf(resultId, Int32Array.from(wanted)))
    expect(await indexesOf(keys.toReversed())).toEqual([3, 1])
    expect(await indexesOf([...keys, 1_000_000])).toEqual([1, 3, -1])
    expect(await indexesOf([])).toEqual([])
  })
})
