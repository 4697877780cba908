import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionLayout } from '../../electron/app/layout.ts'
import { backedUpFolder, putConnection, putFile, stateOf, type BackedUpFolder } from '../support/backups.ts'
import { png, text } from '../support/pictures.ts'
import { openReviews, reviewedRow } from '../support/reviews.ts'
import { temporaryFolder } from '../support/store.ts'
import { makeZip, type ZipOptions, type ZipPart } from '../support/zip.ts'

interface FileEntry {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

interface ManifestJson {
  readonly files: readonly FileEntry[]
  readonly contents: Readonly<Record<string, unknown>>
}

const PHOTO = png(1)
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let target: BackedUpFolder
/** The content of a valid backup file. */
let manifest: ManifestJson
const content = new Map<string, Uint8Array>()

beforeAll(async () => {
  folder = await temporaryFolder()
  target = await backedUpFolder()
  await putConnection(target.path, 'c1')
  const reviews = openReviews(connectionLayout(target.path, 'c1').reviewsFile)
  await reviews.mark([reviewedRow(1)], 'ok', 1)
  await reviews.addPhoto(reviewedRow(1), PHOTO, 1)
  await reviews.close()
  await putFile(target.path, 'views.json', { saved: [], lists: [] })
  const file = join(folder.path, 'valid.cdbackup')
  await target.files.write(file)
  const opened = await target.files.open(file)
  const unpacked = join(target.path, 'backups', (await readdir(join(target.path, 'backups')))[0] ?? '')
  manifest = JSON.parse(await readFile(join(unpacked, 'backup.json'), 'utf8')) as ManifestJson
  for (const { path } of manifest.files) content.set(path, await readFile(join(unpacked, path)))
  await target.files.close(opened.openId)
})
afterAll(async () => {
  await target[Symbol.asyncDispose]()
  await folder.remove()
})

const manifestPart = (changes: object = {}): ZipPart => ({
  name: 'backup.json',
  bytes: Buffer.from(JSON.stringify({ ...manifest, ...changes })),
  compressed: false,
})

const parts = (contents: ReadonlyMap<string, Uint8Array> = content): readonly ZipPart[] =>
  [...contents].map(([name, bytes]) => ({ name, bytes, compressed: false }))

/** Returns a file whose manifest is right about changed content. */
function withContent(changed: Readonly<Record<string, Uint8Array | null>>): Uint8Array {
  const contents = new Map([...content, ...Object.entries(changed)])
  const present = [...contents].flatMap(([path, bytes]) => (bytes === null ? [] : [[path, bytes] as const]))
  const files = present.map(([path, bytes]) => ({ path, sha256: sha256Of(bytes), bytes: bytes.byteLength }))
  return makeZip([manifestPart({ files }), ...parts(new Map(present))])
}

const withPart = (part: Partial<ZipPart>, options: ZipOptions = {}): Uint8Array =>
  makeZip(
    [
      manifestPart(),
      ...parts(),
      { name: 'more.txt', bytes: Buffer.from('more'), compressed: false, ...part },
    ],
    options,
  )

const withFiles = (change: (file: FileEntry) => object): Uint8Array =>
  makeZip([manifestPart({ files: manifest.files.map(change) }), ...parts()])

/** Returns the reviews after other statements. */
async function changedReviews(sql: string): Promise<Uint8Array> {
  const file = join(folder.path, `${sha256Of(Buffer.from(sql))}.db`)
  await writeFile(file, content.get('connections/c1/reviews.db') ?? new Uint8Array())
  const database = new Database(file)
  database.exec(sql)
  database.close()
  return readFile(file)
}

const REVIEWS = 'connections/c1/reviews.db'
const DAMAGED_REVIEWS = /its marks and notes are damaged/u
const photoPath = `connections/c1/photos/${sha256Of(PHOTO).slice(0, 2)}/${sha256Of(PHOTO)}`

/** The name, the file and the expected message of each case. */
const CASES: readonly (readonly [
  name: string,
  bytes: () => Uint8Array | Promise<Uint8Array>,
  expectedMessage: RegExp,
])[] = [
  ['nothing at all', () => new Uint8Array(), /is incomplete or damaged/u],
  ['a text', () => text('Dear colleague'), /is incomplete or damaged/u],
  [
    'half of a backup',
    () => makeZip([manifestPart(), ...parts()]).slice(0, 2_000),
    /is incomplete or damaged/u,
  ],
  ['a zip with nothing', () => makeZip([]), /it contains no backup/u],
  [
    'a manifest that is no JSON',
    () => makeZip([{ ...manifestPart(), bytes: text('{') }]),
    /it contains no backup/u,
  ],
  ['another format', () => makeZip([manifestPart({ format: 'other' })]), /it contains no backup/u],
  ['a newer format', () => makeZip([manifestPart({ version: 2, files: 'other' })]), /from a newer version/u],
  ['a manifest of wrong types', () => makeZip([manifestPart({ files: {} })]), /it contains no backup/u],
  [
    'a deep manifest',
    () => makeZip([{ ...manifestPart(), bytes: text('['.repeat(99)) }]),
    /nested too deeply/u,
  ],
  [
    'a path outside',
    () => withFiles(() => ({ path: '../evil', sha256: '0'.repeat(64), bytes: 1 })),
    /it contains no backup/u,
  ],
  [
    'a file that is never backed up',
    () => withFiles((file) => ({ ...file, path: 'connections/c1/client-certificate' })),
    /it contains no backup/u,
  ],
  ['an entry with a parent folder', () => withPart({ name: '../evil.txt' }), /unsafe path/u],
  ['an absolute entry', () => withPart({ name: '/etc/cron.d/evil' }), /unsafe path/u],
  ['a symbolic link', () => withPart({ mode: 0o120777 }), /contains a link/u],
  ['another file', () => withPart({}), /files that are not part of a backup/u],
  ['an encrypted entry', () => withPart({ flags: 1, compressed: true }), /is encrypted/u],
  ['a compressed entry', () => withPart({ compressed: true }), /compression isn’t supported/u],
  [
    'a zip bomb',
    () => withPart({ bytes: Buffer.alloc(50_000_000), compressed: true }),
    /compression isn’t supported/u,
  ],
  ['too many files', () => withPart({}, { zip64Count: 2n ** 40n }), /more than 300,000 files/u],
  [
    'a missing entry',
    () => makeZip([manifestPart(), ...parts().slice(1), { name: 'x', bytes: text('x'), compressed: false }]),
    /a part is missing/u,
  ],
  [
    'a file that is listed twice',
    () => makeZip([manifestPart({ files: [...manifest.files, ...manifest.files] }), ...parts()]),
    /the same file twice/u,
  ],
  [
    'a wrong size',
    () => withFiles((file) => ({ ...file, bytes: file.bytes + 1 })),
    /a part differs from what was backed up/u,
  ],
  [
    'sizes beyond the file',
    () => withFiles((file) => ({ ...file, bytes: 2 ** 40 })),
    /too large for a backup/u,
  ],
  [
    'a wrong hash',
    () => withFiles((file) => ({ ...file, sha256: 'a'.repeat(64) })),
    /a part differs from what was backed up/u,
  ],
  [
    'other counts',
    () => makeZip([manifestPart({ contents: { ...manifest.contents, views: 3 } }), ...parts()]),
    /a part differs from what was backed up/u,
  ],
  [
    'views of wrong types',
    () => withContent({ 'views.json': text('{"saved":3}') }),
    /views\.json isn’t valid/u,
  ],
  ['settings that are no JSON', () => withContent({ 'views.json': text('saved') }), /it isn’t JSON/u],
  [
    'an unprotected address',
    () =>
      withContent({
        'connections/c1/connection.json': text(
          JSON.stringify({ name: 'c', kind: 'service', baseUrl: 'http://print.example', createdAt: 1 }),
        ),
      }),
    /connection\.json isn’t valid/u,
  ],
  [
    'a private key as an authority',
    () =>
      withContent({
        'connections/c1/ca.pem': text('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'),
      }),
    /ca\.pem isn’t valid/u,
  ],
  [
    'reviews without their connection',
    () => withContent({ 'connections/c1/connection.json': null }),
    /a connection is missing/u,
  ],
  [
    'a page as a photo',
    () => withContent({ [photoPath]: text('<script>alert(1)</script>') }),
    /isn’t a picture/u,
  ],
  [
    'another photo with the name',
    () => withContent({ [photoPath]: png(2) }),
    /a part differs from what was backed up/u,
  ],
  ['a text as reviews', () => withContent({ [REVIEWS]: text('marks') }), DAMAGED_REVIEWS],
  [
    'reviews with a trigger',
    async () =>
      withContent({
        [REVIEWS]: await changedReviews(
          'CREATE TRIGGER evil AFTER INSERT ON steps BEGIN DELETE FROM reviews; END',
        ),
      }),
    DAMAGED_REVIEWS,
  ],
  [
    'reviews with a view',
    async () =>
      withContent({
        [REVIEWS]: await changedReviews('DROP TABLE step_notes; CREATE VIEW step_notes AS SELECT 1'),
      }),
    DAMAGED_REVIEWS,
  ],
  [
    'a photo with a path as its hash',
    async () =>
      withContent({
        [REVIEWS]: await changedReviews(
          "INSERT INTO photos VALUES ('../../preferences.json', 'png', 1, 1, 1)",
        ),
      }),
    DAMAGED_REVIEWS,
  ],
  [
    'reviews of wrong types',
    async () => withContent({ [REVIEWS]: await changedReviews("UPDATE reviews SET item = '[]'") }),
    DAMAGED_REVIEWS,
  ],
  [
    'reviews of a newer version',
    async () => withContent({ [REVIEWS]: await changedReviews('PRAGMA user_version = 99') }),
    /from a newer version/u,
  ],
]

describe('a backup file from an unknown source', () => {
  it('is accepted as it was written', async () => {
    const file = join(folder.path, 'same.cdbackup')
    await writeFile(file, makeZip([manifestPart(), ...parts()]))
    expect(await target.files.open(file)).toMatchObject({ contents: manifest.contents })
    await target.files.close()
  })

  it.each(CASES)('is refused if it is %s, and nothing changes', async (_name, bytes, expectedMessage) => {
    const before = await stateOf(target.path)
    const file = join(folder.path, 'hostile.cdbackup')
    await writeFile(file, await bytes())
    const error = await target.files.open(file).then(
      () => null,
      (thrown: unknown) => thrown as Error,
    )
    expect(error?.message).toMatch(expectedMessage)
    expect(error?.message).toContain('Nothing changed')
    expect(await readdir(join(target.path, 'backups'))).toEqual([])
    expect(await target.restart()).toBeNull()
    expect(await stateOf(target.path)).toEqual(before)
  })

  it('is refused if it is a folder', async () => {
    await expect(target.files.open(folder.path)).rejects.toMatchObject({ code: 'backupFileUnusable' })
  })
})
