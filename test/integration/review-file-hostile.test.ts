import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { truncated, gif, jpeg, png, svg, text } from '../support/pictures.ts'
import {
  hashFiles,
  runReviewFileTask,
  photoEntry,
  reviewPart,
  reviewItemJson,
  reviewJson,
} from '../support/review-files.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { temporaryFolder, type JsonObject } from '../support/store.ts'
import { makeZip, type ZipOptions, type ZipPart } from '../support/zip.ts'

const photo = photoEntry(png(1))
const withPhoto = reviewJson([reviewItemJson(1, { photos: [photo.json] })])
const VALID_PARTS: readonly ZipPart[] = [reviewPart(withPhoto), photo.part]
const validZip = makeZip(VALID_PARTS)

const zip = (...parts: readonly ZipPart[]) => makeZip(parts)
const withExtraPart = (part: Partial<ZipPart>, options: ZipOptions = {}) =>
  makeZip([...VALID_PARTS, { name: 'more.txt', bytes: Buffer.from('more'), ...part }], options)
const review = (changes: JsonObject) => zip(reviewPart(reviewJson([reviewItemJson(1)], changes)))
const item = (changes: JsonObject) => zip(reviewPart(reviewJson([reviewItemJson(1, changes)])))
const photoJson = (bytes: ReturnType<typeof png>, changes: JsonObject = {}) => {
  const entry = photoEntry(bytes)
  return zip(
    reviewPart(reviewJson([reviewItemJson(1, { photos: [{ ...entry.json, ...changes }] })])),
    entry.part,
  )
}
const withText = (written: string) => zip(reviewPart(written))
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const inReview = (member: string) =>
  JSON.stringify(reviewJson([reviewItemJson(1)])).replace('{', `{${member},`)

const NOT_A_REVIEW_FILE = /is incomplete or damaged/u
const UNSAFE_PATH = /unsafe path/u
const TOO_LARGE = /it is too large/u
const PHOTO_MISMATCH = /doesn’t match its checksum/u
const notInOrder = (path: string) => new RegExp(`“${path.replaceAll('.', '\\.')}.*” is invalid`, 'u')

/** The name, the bytes and the expected message of each case. */
const CASES: readonly (readonly [name: string, bytes: Uint8Array, expectedMessage: RegExp])[] = [
  ['nothing at all', new Uint8Array(), NOT_A_REVIEW_FILE],
  ['a text', text('Dear colleague'), NOT_A_REVIEW_FILE],
  ['a picture', png(1), NOT_A_REVIEW_FILE],
  ['another zip', zip({ name: 'report.xlsx', bytes: Buffer.from('cells') }), /it contains no review/u],
  ['a zip with nothing', zip(), /it contains no review/u],
  ['two concatenated zips', Buffer.concat([validZip, zip()]), /it contains no review/u],
  ['bytes after the zip', Buffer.concat([validZip, Buffer.from('more')]), NOT_A_REVIEW_FILE],
  ['a name with a parent folder', withExtraPart({ name: '../../evil.txt' }), UNSAFE_PATH],
  ['a name with parent folders in the middle', withExtraPart({ name: 'photos/../../evil.txt' }), UNSAFE_PATH],
  ['an absolute name', withExtraPart({ name: '/etc/cron.d/evil' }), UNSAFE_PATH],
  ['a name with a drive', withExtraPart({ name: 'C:/evil.exe' }), UNSAFE_PATH],
  ['a name with backslashes', withExtraPart({ name: '..\\evil.exe' }), UNSAFE_PATH],
  ['a name with a stream', withExtraPart({ name: 'review.json:hidden' }), UNSAFE_PATH],
  ['a name with a zero', withExtraPart({ name: 'review.json\0.txt' }), UNSAFE_PATH],
  ['a symbolic link', withExtraPart({ name: 'photos/link.png', mode: 0o120777 }), /contains a link/u],
  ['the same name twice', makeZip([...VALID_PARTS, reviewPart(reviewJson([]))]), /the same file twice/u],
  ['an encrypted entry', withExtraPart({ flags: 1 }), /it is encrypted/u],
  ['a strongly encrypted directory', withExtraPart({ flags: 0x2041 }), /it is damaged/u],
  ['an unsupported compression', withExtraPart({ method: 12 }), /compression isn’t supported/u],
  ['a too high file count', withExtraPart({}, { statedCount: 60 }), /it is damaged/u],
  ['too many files', withExtraPart({}, { statedCount: 30_000 }), /more than 20,000 files/u],
  ['a zip64 with a huge file count', withExtraPart({}, { zip64Count: 2n ** 52n }), /more than 20,000 files/u],
  [
    'a zip64 with a wrong offset',
    withExtraPart({}, { zip64Count: 3n, zip64Offset: 2n ** 40n }),
    NOT_A_REVIEW_FILE,
  ],
  ['a zip bomb', zip({ name: 'review.json', bytes: Buffer.alloc(80_000_000, ' ') }), TOO_LARGE],
  [
    'a zip bomb with a small stated size',
    zip({ name: 'review.json', bytes: Buffer.alloc(80_000_000, ' '), statedSize: 1_000 }),
    /it is damaged|larger than/u,
  ],
  [
    'a zip bomb as a picture',
    zip(reviewPart(withPhoto), { ...photo.part, bytes: Buffer.alloc(60_000_000), compressed: true }),
    TOO_LARGE,
  ],
  [
    'a zip bomb as a picture with a small stated size',
    zip(reviewPart(withPhoto), {
      ...photo.part,
      bytes: Buffer.alloc(60_000_000),
      compressed: true,
      statedSize: 100,
    }),
    /it is damaged|larger than/u,
  ],
  ['a wrong checksum', zip({ ...reviewPart(withPhoto), statedCrc: 1 }, photo.part), /it is damaged/u],
  ['a missing picture', zip(reviewPart(withPhoto)), /a photo is missing/u],
  [
    'another picture with the name',
    zip(VALID_PARTS[0] ?? photo.part, { ...photo.part, bytes: png(2) }),
    PHOTO_MISMATCH,
  ],
  ['a picture with a wrong stated size', photoJson(png(1), { width: 40 }), PHOTO_MISMATCH],
  ['a picture with a wrong stated type', photoJson(jpeg(), { kind: 'jpeg', height: 9 }), PHOTO_MISMATCH],
  ['a page with script as a picture', photoJson(text('<script>alert(1)</script>')), /unknown format/u],
  [
    'an SVG with script as a picture',
    photoJson(svg('width="4" height="4"', '<script>alert(1)</script>')),
    /“items\.0\.photos\.0\.kind/u,
  ],
  ['an SVG with script stated as PNG', photoJson(svg(), { kind: 'png' }), PHOTO_MISMATCH],
  ['a GIF', photoJson(gif()), /“items\.0\.photos\.0\.kind/u],
  ['a truncated picture', photoJson(truncated(png(1))), /a photo is damaged/u],
  [
    'a picture with 20 thousand megapixels',
    photoJson(png(1, 0, 0, 150_000, 150_000)),
    /more than 100 megapixels/u,
  ],
  ['invalid JSON', withText('{"format":'), /its text can’t be read/u],
  [
    'JSON in another encoding',
    zip({ name: 'review.json', bytes: Buffer.from('{"a":"\u00e4"}', 'latin1') }),
    /its text can’t be read/u,
  ],
  ['JSON of another type', withText('[]'), /it contains no review/u],
  ['JSON nested deeply', withText(inReview(`"x":${nested(50_000)}`)), /nested too deeply/u],
  [
    'JSON with too many parts',
    withText(inReview(`"x":[${'{},'.repeat(1_500_000)}{}]`)),
    /contains too much/u,
  ],
  ['JSON with too many values', withText(inReview(`"x":[${'0,'.repeat(6_000_000)}0]`)), /contains too much/u],
  ['another major version', review({ version: '2.0' }), /from another version\./u],
  ['an invalid version', review({ version: 'latest' }), /it contains no review/u],
  ['no items', review({ items: {} }), notInOrder('items')],
  [
    'an item twice',
    zip(reviewPart(reviewJson([reviewItemJson(1), reviewItemJson(1)]))),
    /contains an item twice/u,
  ],
  ['an id that is a number', item({ id: 7 }), notInOrder('items.0.id')],
  ['an empty id', item({ id: '' }), notInOrder('items.0.id')],
  ['an unknown mark', item({ mark: 'burn' }), notInOrder('items.0.mark')],
  ['a mark without its time', item({ markedAt: null }), notInOrder('items.markedAt')],
  ['an invalid time', item({ markedAt: '2026-99-99T99:99:99Z' }), notInOrder('items.0.markedAt')],
  ['a time out of range', item({ markedAt: '1901-01-01T00:00:00Z' }), notInOrder('items.0.markedAt')],
  ['a too long note', item({ note: 'x'.repeat(10_001) }), notInOrder('items.0.note')],
  ['a note that is a list', item({ note: ['<b>'] }), notInOrder('items.0.note')],
  ['an item that is a text', item({ item: 'toString' }), notInOrder('items.0.item')],
  ['a too long name', item({ item: { itemName: 'x'.repeat(30_000) } }), notInOrder('items.0.item')],
  ['pictures that are a number', item({ photos: 4 }), notInOrder('items.0.photos')],
  [
    'a hash with a parent folder',
    item({ photos: [{ ...photo.json, sha256: '../../../evil' }] }),
    notInOrder('items.0.photos.0.sha256'),
  ],
  ['the same picture twice', item({ photos: [photo.json, photo.json] }), /same photo twice/u],
  [
    '21 pictures of an item',
    item({ photos: Array.from({ length: 21 }, () => photo.json) }),
    notInOrder('items.0.photos'),
  ],
  [
    'keys of the prototype as fields',
    withText('{"__proto__":{"format":"campaign-desk-review","version":"1.0"}}'),
    /it contains no review/u,
  ],
  ['a too long author', review({ author: 'x'.repeat(101) }), notInOrder('author')],
]

const table: string[] = []

describe('a damaged or hostile review file', () => {
  afterAll(() => process.stdout.write(`${table.join('\n')}\n`))

  it('changes nothing and is reported with the reason', async () => {
    const folder = await temporaryFolder()
    try {
      const data = join(folder.path, 'data')
      const reviewsFile = join(data, 'reviews.db')
      await mkdir(data)
      const reviews = openReviews(reviewsFile)
      await reviews.mark([reviewedRow(1)], 'ok', 1)
      await reviews.note(reviewedRow(2), 'mine')
      await reviews.close()
      const before = await hashFiles(data)
      const inbox = join(folder.path, 'inbox')
      await mkdir(inbox)
      const file = join(inbox, 'review.cdreview')
      const photoFolder = join(folder.path, 'staging')

      for (const [name, bytes, expectedMessage] of CASES) {
        await writeFile(file, bytes)
        const fault = await runReviewFileTask({ kind: 'read', file, photoFolder }).done.then(
          () => null,
          (error: unknown) => error,
        )
        expect(fault, name).toBeInstanceOf(AppError)
        const { message } = fault as AppError
        expect(message, name).toMatch(expectedMessage)
        expect(message, name).toContain('Nothing changed.')
        table.push(`${name.padEnd(44)} ${message.split('. ')[0] ?? ''}`)
        // Pictures that were checked before the error are named by their content.
        for (const remainingFile of (await hashFiles(folder.path)).keys()) {
          expect(remainingFile, name).toMatch(
            /^(?:data\/reviews\.db|inbox\/review\.cdreview|staging\/[0-9a-f]{64})/u,
          )
        }
        expect(await hashFiles(data), name).toEqual(before)
      }
    } finally {
      await folder.remove()
    }
  })

  it('is rejected wherever it is truncated', async () => {
    const folder = await temporaryFolder()
    try {
      const file = join(folder.path, 'review.cdreview')
      const steps = 24
      for (let step = 0; step < steps; step += 1) {
        await writeFile(file, validZip.subarray(0, Math.floor((validZip.length * step) / steps)))
        await expect(
          runReviewFileTask({ kind: 'read', file, photoFolder: null }).done,
          String(step),
        ).rejects.toMatchObject({ code: 'reviewFileUnusable' })
      }
      table.push(`cut off at ${String(steps)} places${' '.repeat(26)} refused each time`)
    } finally {
      await folder.remove()
    }
  })

  it('has its texts read as texts, and additions of a later version ignored', async () => {
    const folder = await temporaryFolder()
    try {
      const file = join(folder.path, 'review.cdreview')
      const note = '<img src=x onerror=alert(1)>\n=HYPERLINK("http://evil")\u202e'
      await writeFile(
        file,
        makeZip([
          reviewPart({
            ...reviewJson([
              reviewItemJson(1, {
                note,
                colour: 'red',
                item: { ...(reviewItemJson(1)['item'] as JsonObject), weight: 3 },
              }),
            ]),
            version: '1.7',
            author: 'Ana\n\u2028<b>',
            constructor: 'x',
            signature: { by: 'someone' },
          }),
          { name: 'signature.bin', bytes: Buffer.from('more') },
        ]),
      )
      const read = await runReviewFileTask({ kind: 'read', file, photoFolder: null }).done
      expect(read.author).toBe('Ana <b>')
      expect(read.reviews).toHaveLength(1)
      expect(read.reviews[0]).toMatchObject({ campaignItemId: 'item-1', note })
      expect(read.reviews[0]).not.toHaveProperty('colour')
      expect(read.reviews[0]?.item).not.toHaveProperty('weight')
    } finally {
      await folder.remove()
    }
  })

  it('is reported if it is missing or a folder', async () => {
    const folder = await temporaryFolder()
    try {
      const read = (file: string) => runReviewFileTask({ kind: 'read', file, photoFolder: null }).done
      await expect(read(join(folder.path, 'gone.cdreview'))).rejects.toThrow('it doesn’t exist')
      await expect(read(folder.path)).rejects.toThrow('it isn’t a file')
    } finally {
      await folder.remove()
    }
  })
})
