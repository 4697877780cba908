import fc from 'fast-check'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MergeChoice } from '../../electron/contract/review-merge.ts'
import { REVIEW_MARKS, type Review } from '../../electron/contract/review.ts'
import { hashOf } from '../../electron/content/files.ts'
import type { WriteTask } from '../../electron/review-files/types.ts'
import { jpeg, png, webp } from '../support/pictures.ts'
import { hashFiles, runReviewFileTask } from '../support/review-files.ts'
import { openReviews, reviewedRow, type OpenedReviews } from '../support/reviews.ts'
import { itemIdOf, temporaryFolder } from '../support/store.ts'

interface TwoPeople {
  readonly folder: string
  /** The reviews of this person, opened once. */
  readonly reviewsOf: (name: string) => OpenedReviews
  readonly fileOf: (name: string) => string
  readonly write: (
    name: string,
    task?: Partial<WriteTask>,
  ) => ReturnType<typeof runReviewFileTask<WriteTask>>['done']
  readonly read: () => Promise<readonly Review[]>
  readonly merge: (name: string, choice: MergeChoice) => Promise<number>
}

/** Runs a test with two people and one review file. */
async function withTwoPeople(work: (people: TwoPeople) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  const opened = new Map<string, OpenedReviews>()
  const fileOf = (name: string): string => join(folder.path, name, 'reviews.db')
  const file = join(folder.path, 'review.cdreview')
  const photoFolder = join(folder.path, 'staging')
  const people: TwoPeople = {
    folder: folder.path,
    fileOf,
    reviewsOf(name) {
      const known = opened.get(name) ?? openReviews(fileOf(name))
      opened.set(name, known)
      return known
    },
    write: (name, task = {}) =>
      runReviewFileTask<WriteTask>({
        kind: 'write',
        file,
        reviewsFile: fileOf(name),
        scope: { campaignId: 'campaign-1' },
        author: name,
        writtenAt: 5_000,
        campaigns: [
          { id: 'campaign-1', name: 'Summer' },
          { id: 'campaign-2', name: 'Winter' },
        ],
        ...task,
      }).done,
    async read() {
      await rm(photoFolder, { recursive: true, force: true })
      return (await runReviewFileTask({ kind: 'read', file, photoFolder }).done).reviews
    },
    async merge(name, choice) {
      const entries = (await people.read()).map((theirs) => ({ theirs, choice, heading: 'Ana, today:' }))
      return (await people.reviewsOf(name).merge({ entries, photoFolder, at: 9_000 })).count
    },
  }
  try {
    await work(people)
  } finally {
    for (const reviews of opened.values()) await reviews.close()
    await folder.remove()
  }
}

describe('a review file', () => {
  it('transfers marks, notes and photos of a campaign', () =>
    withTwoPeople(async (people) => {
      const ana = people.reviewsOf('ana')
      await ana.mark([reviewedRow(1, { qty: 7 })], 'problem', 1_000)
      await ana.note(reviewedRow(1), 'torn\n<b>at the left</b>')
      await ana.addPhoto(reviewedRow(1), png(1), 1_500)
      await ana.addPhoto(reviewedRow(1), jpeg(), 1_600)
      await ana.addPhoto(reviewedRow(2), jpeg(), 1_700)
      await ana.addPhoto(reviewedRow(3), webp(), 1_800)
      await ana.mark([reviewedRow(9, { campaignId: 'campaign-2' })], 'ok', 1_000)

      const written = await people.write('ana')
      expect(written).toMatchObject({ fileName: 'review.cdreview', items: 3, marks: 1, notes: 1, photos: 3 })
      expect(await people.merge('bert', 'theirs')).toBe(3)
      expect(await people.reviewsOf('bert').list(null)).toEqual(await ana.list(['campaign-1']))
      for (const bytes of [png(1), jpeg(), webp()]) {
        const photo = await people.reviewsOf('bert').findPhoto(hashOf(bytes))
        expect(new Uint8Array(await readFile(photo?.file ?? ''))).toEqual(bytes)
      }
      // Only the file, the reviews and the read photos.
      expect(await readdir(people.folder)).toEqual(['ana', 'bert', 'review.cdreview', 'staging'])
    }))

  it('keeps values of other types, and the start of very long ones', () =>
    withTwoPeople(async (people) => {
      const values = {
        status: 'draft',
        qty: '12 pcs',
        isLocked: 'maybe',
        hasArtwork: 'no',
        hasAllocations: '2',
      }
      const ana = people.reviewsOf('ana')
      await ana.mark([reviewedRow(1, { ...values, itemName: 'W'.repeat(300_000) })], 'ok', 1_000)
      await people.write('ana')
      expect(await people.merge('bert', 'theirs')).toBe(1)
      const [review] = await people.reviewsOf('bert').get([itemIdOf(1)], 'whole')
      expect(review?.item).toMatchObject({ ...values, itemName: 'W'.repeat(20_000) })
    }))

  it('changes nothing when it is imported again', () =>
    withTwoPeople(async (people) => {
      await people.reviewsOf('ana').mark([reviewedRow(1), reviewedRow(2)], 'problem', 1_000)
      await people.reviewsOf('ana').note(reviewedRow(1), 'torn')
      await people.reviewsOf('ana').addPhoto(reviewedRow(1), png(1), 1_500)
      await people.reviewsOf('bert').mark([reviewedRow(1)], 'ok', 900)
      await people.reviewsOf('bert').note(reviewedRow(1), 'looks fine')
      await people.write('ana')
      expect(await people.merge('bert', 'both')).toBe(2)
      const once = await people.reviewsOf('bert').list(null)
      expect(once.find(({ campaignItemId }) => campaignItemId === itemIdOf(1))).toMatchObject({
        mark: 'problem',
        markedAt: 1_000,
        note: 'looks fine\n\nAna, today:\ntorn',
        photos: [{ hash: hashOf(png(1)) }],
      })
      expect(await people.merge('bert', 'both')).toBe(0)
      expect(await people.reviewsOf('bert').list(null)).toEqual(once)
    }))

  it('is imported as one step that can be undone, except for notes edited since', () =>
    withTwoPeople(async (people) => {
      const bert = people.reviewsOf('bert')
      await people.reviewsOf('ana').mark([reviewedRow(1), reviewedRow(2), reviewedRow(3)], 'problem', 1_000)
      await people.reviewsOf('ana').note(reviewedRow(1), 'torn')
      await people.reviewsOf('ana').note(reviewedRow(2), 'faded')
      await people.reviewsOf('ana').addPhoto(reviewedRow(1), png(1), 1_500)
      await bert.mark([reviewedRow(1), reviewedRow(2)], 'ok', 900)
      await bert.note(reviewedRow(1), 'fine')
      await bert.addPhoto(reviewedRow(1), png(2), 950)
      const before = await bert.list(null)
      await people.write('ana')
      expect(await people.merge('bert', 'theirs')).toBe(3)
      expect((await bert.get([itemIdOf(1)]))[0]).toMatchObject({
        mark: 'problem',
        note: 'torn',
        photos: [{ hash: hashOf(png(1)) }],
      })
      expect(await bert.undo()).toMatchObject({ kind: 'import', count: 3, skipped: 0 })
      expect(await bert.list(null)).toEqual(before)

      expect(await people.merge('bert', 'theirs')).toBe(3)
      await bert.note(reviewedRow(2), 'faded, and too small')
      await bert.mark([reviewedRow(3)], 'question', 2_000)
      const [imported] = (await bert.listSteps()).filter(({ kind }) => kind === 'import').slice(-1)
      expect(await bert.undo()).toMatchObject({ kind: 'mark', count: 1 })
      expect(await bert.revert(imported?.step ?? -1)).toMatchObject({ kind: 'import', skipped: 1 })
      const after = await bert.list(null)
      expect(after.find(({ campaignItemId }) => campaignItemId === itemIdOf(2))).toMatchObject({
        mark: 'ok',
        note: 'faded, and too small',
      })
      expect(after.filter(({ campaignItemId }) => campaignItemId !== itemIdOf(2))).toEqual(
        before.filter(({ campaignItemId }) => campaignItemId !== itemIdOf(2)),
      )
    }))

  it('can contain single items', () =>
    withTwoPeople(async (people) => {
      await people.reviewsOf('ana').mark([reviewedRow(1), reviewedRow(2)], 'ok', 1_000)
      await people.write('ana', { scope: { campaignItemIds: [itemIdOf(2), itemIdOf(7)] } })
      expect(await people.read()).toMatchObject([{ campaignItemId: itemIdOf(2) }])
    }))

  it('is not exported without reviews or with a missing photo, and an earlier file stays', () =>
    withTwoPeople(async (people) => {
      await people.reviewsOf('ana').addPhoto(reviewedRow(1), png(1), 1_000)
      await expect(people.write('ana', { scope: { campaignId: 'another' } })).rejects.toThrow(
        'it has no marks or notes',
      )
      await people.write('ana')
      const before = await hashFiles(people.folder)
      const photo = await people.reviewsOf('ana').findPhoto(hashOf(png(1)))
      await writeFile(photo?.file ?? '', png(3))
      // A photo of the same length is detected during verification.
      await expect(people.write('ana')).rejects.toThrow('a photo doesn’t match its checksum')
      await rm(photo?.file ?? '')
      await expect(people.write('ana')).rejects.toThrow('is missing from this computer')
      const after = await hashFiles(people.folder)
      expect(after.get('review.cdreview')).toBe(before.get('review.cdreview'))
      expect((await readdir(people.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    }))

  it('is rejected if a photo was changed after it was read', () =>
    withTwoPeople(async (people) => {
      await people.reviewsOf('ana').addPhoto(reviewedRow(1), png(1), 1_000)
      await people.write('ana')
      const [theirs] = await people.read()
      const staging = join(people.folder, 'staging')
      await writeFile(join(staging, hashOf(png(1))), png(2))
      const bert = people.reviewsOf('bert')
      const entries = theirs === undefined ? [] : [{ theirs, choice: 'theirs' as const, heading: '' }]
      await expect(bert.merge({ entries, photoFolder: staging, at: 1 })).rejects.toMatchObject({
        code: 'reviewFileUnusable',
      })
      expect(await bert.count()).toBe(0)
    }))

  it('leaves no file if its export is canceled', () =>
    withTwoPeople(async (people) => {
      await people.reviewsOf('ana').mark([reviewedRow(1)], 'ok', 1_000)
      const target = join(people.folder, 'to')
      await mkdir(target)
      const writing = runReviewFileTask({
        kind: 'write',
        file: join(target, 'review.cdreview'),
        reviewsFile: people.fileOf('ana'),
        scope: { campaignId: 'campaign-1' },
        author: '',
        writtenAt: 1,
        campaigns: [],
      })
      writing.cancel()
      await expect(writing.done).rejects.toMatchObject({ code: 'cancelled' })
      expect(await readdir(target)).toEqual([])
    }))

  it('transfers any marks, notes and photos', async () => {
    const one = fc.record({
      number: fc.nat(4),
      mark: fc.option(fc.constantFrom(...REVIEW_MARKS), { nil: null }),
      note: fc.oneof(fc.constantFrom('', 'torn'), fc.string({ unit: 'binary', maxLength: 20 })),
      photo: fc.option(fc.nat(3), { nil: null }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), (found) =>
        withTwoPeople(async (people) => {
          const ana = people.reviewsOf('ana')
          for (const { number, mark, note, photo } of found) {
            await ana.mark([reviewedRow(number)], mark, 1_000 + number)
            await ana.note(reviewedRow(number), note)
            if (photo !== null) await ana.addPhoto(reviewedRow(number), png(photo), 2_000)
          }
          if ((await ana.count()) === 0) return
          await people.write('ana')
          expect(await people.merge('bert', 'theirs')).toBe(await ana.count())
          expect(await people.reviewsOf('bert').list(null)).toEqual(await ana.list(null))
          expect(await people.merge('bert', 'both')).toBe(0)
        }),
      ),
      { numRuns: 6 },
    )
  })
})
