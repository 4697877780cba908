import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../../electron/content/files.ts'
import type { SmallPictures } from '../../electron/artwork/read-pictures.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import type { ExportPreview } from '../../electron/contract/export-preview.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { startPreflight } from '../../electron/export/preflight/start-preflight.ts'
import { RowPictures } from '../../electron/export/rows/row-pictures.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { ItemsToExport } from '../../electron/export/types.ts'
import { fitToBox } from '../../electron/export/formats/xlsx/drawing.ts'
import { WorkbookWriter } from '../../electron/export/formats/xlsx/workbook.ts'
import { storePictures } from '../support/stored-pictures.ts'
import { libreOffice, convertToHtml, readWithLibreOffice } from '../support/libre-office.ts'
import { hasValidator, openXmlErrors } from '../support/open-xml.ts'
import { checkered, gif, jpeg, png, svg, webp, type Bytes } from '../support/pictures.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type TemporaryStore } from '../support/store.ts'
import { EXPORT_WORKER_URL, PREFLIGHT_WORKER_URL } from '../support/entries.ts'
import { partsOf, readStrictly, type StrictWorkbook } from '../support/strict-workbook.ts'

const addressOf = (name: string): string => `https://pictures.example/${name}`

/** The thumbnail names of each item; null if it has no artwork. */
type Artworks = readonly (readonly string[] | null)[]

let cache: TemporaryStore
let folder: string
beforeEach(async () => {
  cache = await temporaryStore()
  folder = join(cache.file, '..')
})
afterEach(() => cache[Symbol.asyncDispose]())

async function fill(artworks: Artworks): Promise<void> {
  const items = artworks.map((names, number) =>
    buildItem(number, {
      itemId: buildInner(number, {
        artworks: (names ?? []).map((name, index) => ({
          _id: `a-${String(number)}-${String(index)}`,
          ...(name.startsWith('nameless') ? {} : { name: `Artwork <${name}> & "${String(index)}"` }),
          fileId: { thumbnailUrl: addressOf(name), url: addressOf(`file of ${name}`) },
        })),
      }),
    }),
  )
  await fillCampaign(cache.store, 'campaign-1', items)
}

function exportContent(picturesFile: string, options: Partial<ExportOptions> = {}): ItemsToExport {
  const columns = options.columns ?? ['posNumber', 'itemName', 'qty']
  return {
    databaseFile: cache.file,
    rows: { query: { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: 1 }] } },
    options: {
      format: 'xlsx',
      style: MACHINE_STYLE,
      header: 'labels',
      statuses: 'numbers',
      rowsBeyond: 'oneFile',
      ...options,
      extras: { ...NO_EXTRAS, pictures: true, ...options.extras },
      columns,
    },
    reviewsFile: '',
    picturesFile,
    statusLabels: [],
    document: { sheetName: 'Items', title: 'Items', description: '' },
  }
}

/** Exports a workbook, and reads it with the strict parser. */
async function exportWorkbook(content: ItemsToExport): Promise<StrictWorkbook & { readonly file: string }> {
  const file = join(folder, 'written.xlsx')
  const end = await startExport({ ...content, file }, { thread: EXPORT_WORKER_URL }).done
  expect(end.verifiedRows).toBe(end.rows)
  return { ...(await readStrictly(file)), file }
}

const runPreflight = (content: ItemsToExport): Promise<ExportPreview> =>
  startPreflight({ content, preset: 'excel', locale: 'en-GB' }, { workerUrl: PREFLIGHT_WORKER_URL }).done

const mediaPaths = async (file: string): Promise<readonly string[]> =>
  [...(await partsOf(file)).keys()].filter((name) => name.startsWith('xl/media/'))

const byAddress = (entries: Readonly<Record<string, Bytes>>): ReadonlyMap<string, Bytes> =>
  new Map(Object.entries(entries).map(([name, bytes]) => [addressOf(name), bytes]))

describe('a workbook with pictures', () => {
  it('contains each picture once, in its row’s cell, with proportions and alternative text', async () => {
    await fill([['wide'], ['tall'], ['wide'], null, ['missing'], ['nameless dot'], ['twin of wide']])
    const file = await storePictures(
      folder,
      byAddress({
        wide: checkered(400, 100),
        tall: jpeg(100, 400),
        'nameless dot': gif(3, 3),
        'twin of wide': checkered(400, 100),
      }),
    )
    const { pictures, sheets, file: book } = await exportWorkbook(exportContent(file))
    expect(sheets).toEqual([8])
    expect(pictures.map(({ row, column, part, altText }) => [row, column, part, altText])).toEqual([
      [1, 0, 'xl/media/image1.png', 'Artwork <wide> & "0"'],
      [2, 0, 'xl/media/image2.jpeg', 'Artwork <tall> & "0"'],
      [3, 0, 'xl/media/image1.png', 'Artwork <wide> & "0"'],
      [6, 0, 'xl/media/image3.gif', 'Item 5'],
      [7, 0, 'xl/media/image1.png', 'Artwork <twin of wide> & "0"'],
    ])
    const [wide, tall, , dot] = pictures
    expect([wide?.width, wide?.height]).toEqual([108, 27])
    expect([Math.round((tall?.width ?? 0) * 10), tall?.height]).toEqual([165, 66])
    expect([dot?.width, dot?.height]).toEqual([3, 3])
    const parts = await partsOf(book)
    expect(await mediaPaths(book)).toHaveLength(3)
    expect(parts.get('xl/media/image1.png')).toEqual(Buffer.from(checkered(400, 100)))
    const rows = [
      ...(parts
        .get('xl/worksheets/sheet1.xml')
        ?.toString()
        .matchAll(/<row [^>]*>/gu) ?? []),
    ]
    expect(rows.map(([tag]) => tag.includes('ht="54" customHeight="1"'))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      true,
      true,
    ])
  })

  it('contains pictures next to links, additional sheets, review columns and artwork rows', async () => {
    await fill([['front', 'back'], null])
    const file = await storePictures(folder, byAddress({ front: png(1), back: png(2) }))
    const extras = { artworks: 'rows', links: true, totalsSheet: true, campaignSheet: true } as const
    const { pictures, sheets } = await exportWorkbook(
      exportContent(file, {
        extras: { ...NO_EXTRAS, pictures: true, ...extras },
        columns: ['reviewMark', 'qty'],
      }),
    )
    expect(sheets.slice(0, 1)).toEqual([4])
    expect(sheets).toHaveLength(3)
    expect(pictures.map(({ sheet, row, part }) => [sheet, row, part])).toEqual([
      [0, 1, 'xl/media/image1.png'],
      [0, 2, 'xl/media/image2.png'],
    ])
  })

  it('contains in each part only the pictures of its rows', async () => {
    await fill([['a'], ['b'], null, ['a'], ['c'], ['c'], ['b']])
    const file = await storePictures(folder, byAddress({ a: png(1), b: png(2), c: png(3) }))
    const content = exportContent(file, {
      rowsBeyond: 'files',
      extras: { ...NO_EXTRAS, pictures: true, totalsSheet: true },
    })
    const end = await startExport(
      { ...content, sheetRows: 4, file: join(folder, 'several.xlsx') },
      { thread: EXPORT_WORKER_URL },
    ).done
    expect(end).toMatchObject({ rows: 7, verifiedRows: 7, parts: { files: 3 } })
    const names = (await readdir(folder)).filter((name) => name.startsWith('several')).sort()
    const files = await Promise.all(
      names.map(async (name) => {
        const { sheets, pictures } = await readStrictly(join(folder, name))
        const parts = await partsOf(join(folder, name))
        const shown = pictures.map(({ row, part }) => [row, parts.get(part)?.equals(png(1))] as const)
        const media = [...parts.keys()].filter((part) => part.startsWith('xl/media/')).length
        return { rows: sheets[0], shown, media, totals: sheets.length > 1 ? parts : null }
      }),
    )
    expect(files).toMatchObject([
      {
        rows: 4,
        shown: [
          [1, true],
          [2, false],
        ],
        media: 2,
        totals: null,
      },
      {
        rows: 4,
        shown: [
          [1, true],
          [2, false],
          [3, false],
        ],
        media: 2,
        totals: null,
      },
      { rows: 2, shown: [[1, false]], media: 1 },
    ])
    const sums = files[2]?.totals?.get('xl/worksheets/sheet2.xml')?.toString() ?? ''
    // All 7 items, and the sum of their quantities 0 to 6.
    expect(sums).toContain('<v>7</v></c><c r="D2"><v>21</v>')
  })

  it('uses the rendition of a large picture, or of the file', async () => {
    await fill([['large'], ['large drawing']])
    const file = await storePictures(
      folder,
      byAddress({ large: checkered(2_500, 1_500), 'file of large drawing': webp(3_000, 3_000) }),
      byAddress({ large: jpeg(512, 307), 'file of large drawing': png(7, 0, 0, 512, 512) }),
    )
    const { file: book } = await exportWorkbook(exportContent(file))
    const parts = await partsOf(book)
    expect(parts.get('xl/media/image1.jpeg')).toEqual(Buffer.from(jpeg(512, 307)))
    expect(parts.get('xl/media/image2.png')).toEqual(Buffer.from(png(7, 0, 0, 512, 512)))
  })

  it('leaves cells without usable picture empty, as the preview reports', async () => {
    await fill([['a'], ['b'], ['c'], ['d'], ['e'], ['f'], null])
    const file = await storePictures(
      folder,
      byAddress({ a: png(1), b: webp(), c: svg(), d: checkered(2_500, 1_500), e: jpeg(4, 4) }),
      byAddress({ d: webp(512, 307) }),
    )
    const content = exportContent(file)
    const result = await runPreflight(content)
    expect(result).toMatchObject({
      rows: 7,
      checkedRows: 7,
      pictures: 2,
      columns: ['Picture', 'POS number', 'Item', 'Quantity'],
      findings: [{ kind: 'pictureKinds', count: 3, remedies: ['makePictures'], examples: [] }],
    })
    // The third cannot be improved: a rendition was attempted.
    expect(new Set(result.missingThumbnails)).toEqual(new Set([webp(), svg()].map(hashOf)))
    expect(result.firstRows.map(([cell]) => cell?.kind)).toEqual([
      'picture',
      ...Array<string>(3).fill('empty'),
      'picture',
      'empty',
      'empty',
    ])
    const { pictures, file: book } = await exportWorkbook(content)
    expect(pictures.map(({ row }) => row)).toEqual([1, 5])
    expect(result.bytes).toBe((await stat(book)).size)
    expect(result.bytesAreExact).toBe(true)
  })

  it('omits pictures that are truncated, missing or changed on disk', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `small ${String(index)}`)
    const large = ['large 1', 'large 2', 'large 3']
    await fill([...names, ...large].map((name) => [name]))
    const noise = (seed: number): Bytes => {
      const bytes = jpeg(300, 200)
      const scan = Buffer.alloc(200_000, seed)
      return new Uint8Array(Buffer.concat([bytes.subarray(0, -2), scan, bytes.subarray(-2)]))
    }
    const file = await storePictures(
      folder,
      byAddress({
        ...Object.fromEntries(names.map((name, index) => [name, png(index)])),
        ...Object.fromEntries(large.map((name, index) => [name, noise(index + 1)])),
      }),
    )
    expect((await exportWorkbook(exportContent(file))).pictures).toHaveLength(43)
    const files = (await readdir(join(folder, 'pictures'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const [album = ''] = files.filter((name) => name.includes('albums'))
    const [first = '', second = ''] = files.filter((name) => !name.includes('albums'))
    const bytes = await readFile(album)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    await writeFile(album, bytes)
    await truncate(first, 1_000)
    await rm(second)
    const after = await exportWorkbook(exportContent(file))
    expect(after.pictures).toHaveLength(40)
    expect(await runPreflight(exportContent(file))).toMatchObject({
      pictures: 40,
      findings: [{ kind: 'pictureKinds', count: 3, remedies: [] }],
      missingThumbnails: [],
    })
  })

  it.each([
    ['that is missing', async () => Promise.resolve()],
    ['that is damaged', (file: string) => writeFile(file, 'SQLite format 3\0 and nothing of the kind')],
    ['that is empty', (file: string) => writeFile(file, '')],
  ])('has no pictures with a cache %s', async (_, prepare) => {
    await fill([['a']])
    const file = join(folder, 'pictures.db')
    await prepare(file)
    const { pictures, sheets } = await exportWorkbook(exportContent(file))
    expect([pictures, sheets]).toEqual([[], [2]])
    expect(await runPreflight(exportContent(file))).toMatchObject({ pictures: 0, findings: [] })
  })

  it.skipIf(!hasValidator)(
    'is valid in the Open XML SDK validator, with and without pictures',
    async () => {
      await fill([['<a>'], null, ['b'], ['c'], ['<a>']])
      const file = await storePictures(
        folder,
        byAddress({ '<a>': checkered(400, 100), b: jpeg(30, 60), c: gif(9, 9) }),
      )
      const { file: book } = await exportWorkbook(
        exportContent(file, { extras: { ...NO_EXTRAS, pictures: true, links: true, totalsSheet: true } }),
      )
      expect(await openXmlErrors(book)).toEqual([])
      const { file: bare, pictures } = await exportWorkbook(exportContent(''))
      expect(pictures).toEqual([])
      expect(await openXmlErrors(bare)).toEqual([])
    },
    120_000,
  )

  it('is not possible in a format without pictures, which ignores the option', async () => {
    await fill([['a']])
    const file = await storePictures(folder, byAddress({ a: png(1) }))
    const target = join(folder, 'written.csv')
    await startExport(
      { ...exportContent(file, { format: 'csv', header: 'none' }), file: target },
      { thread: EXPORT_WORKER_URL },
    ).done
    expect(await readFile(target, 'utf8')).toBe('POS-0,Item 0,0\r\n')
    expect(await runPreflight(exportContent(file, { format: 'csv' }))).toMatchObject({ pictures: null })
  })

  it('has a warning in the preview for pictures below LibreOffice’s limit', async () => {
    await fill(Array.from({ length: 3_140 }, () => ['a']))
    const file = await storePictures(folder, byAddress({ a: png(1) }))
    const { findings } = await runPreflight(exportContent(file))
    // 15 points of the header and 54 of each row: the first row beyond 2^31 units is the 3,133rd.
    expect(findings).toMatchObject([{ kind: 'picturesTooLow', count: 8 }])
  })

  it.skipIf(libreOffice === undefined)(
    'opens in LibreOffice with its pictures',
    async () => {
      await fill([['a'], null, ['b'], ['a']])
      const file = await storePictures(folder, byAddress({ a: checkered(400, 100), b: checkered(30, 60) }))
      const { file: book } = await exportWorkbook(exportContent(file))
      const rows = await readWithLibreOffice(await readFile(book))
      expect(rows.map(([picture, pos]) => [picture, pos])).toEqual([
        ['Picture', 'POS number'],
        ['', 'POS-0'],
        ['', 'POS-1'],
        ['', 'POS-2'],
        ['', 'POS-3'],
      ])
      const page = await convertToHtml(folder, 'written.xlsx')
      expect(page.match(/<img /gu)).toHaveLength(3)
    },
    120_000,
  )
})

describe('the pictures of rows', () => {
  it('continue in additional sheets, each with its own drawing', async () => {
    const all: SmallPictures = {
      find: (address) => ({
        name: address,
        read: () => ({ kind: 'png', bytes: png(1), width: 4, height: 4 }),
        needsRendition: () => false,
      }),
      close: () => undefined,
    }
    const artwork = { id: null, name: 'A', thumbnailUrl: addressOf('a'), fileUrl: null }
    const pictures = new RowPictures(all, () => Array.from({ length: 5 }, () => artwork))
    const chunks: Uint8Array[] = []
    const book = new WorkbookWriter(
      {
        columns: [
          { key: 'picture', heading: 'Picture', kind: 'picture', nameOf: null },
          { key: 'qty', heading: 'Quantity', kind: 'number', nameOf: null },
        ],
        rowCount: 5,
        hasHeader: true,
        sheetName: 'Items',
        sheetRows: 3,
        title: '',
        description: '',
        createdAt: new Date(0),
        pictures: pictures.pictureRange(0, 5),
      },
      (chunk) => chunks.push(chunk),
    )
    book.begin()
    for (let row = 0; row < 5; row += 1) await book.writeRows([[pictures.cellOf(artwork, () => 'A'), row]])
    await book.end()
    const file = join(folder, 'sheets.xlsx')
    await writeFile(file, Buffer.concat(chunks))
    const read = await readStrictly(file)
    expect(read.sheets).toEqual([3, 3, 2])
    expect(read.pictures.map(({ sheet, row, part }) => [sheet, row, part])).toEqual([
      [0, 1, 'xl/media/image1.png'],
      [0, 2, 'xl/media/image1.png'],
      [1, 1, 'xl/media/image1.png'],
      [1, 2, 'xl/media/image1.png'],
      [2, 1, 'xl/media/image1.png'],
    ])
  })

  it('fit into their box with their proportions, for any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (width, height) => {
          const box = fitToBox({ width, height })
          expect(Object.values(box).every((value) => Number.isInteger(value) && value >= 0)).toBe(true)
          expect(box.width).toBeLessThanOrEqual(Math.min(108, width) * 9_525)
          expect(box.height).toBeLessThanOrEqual(Math.min(66, height) * 9_525)
          expect(box.left + box.width).toBeLessThanOrEqual(113 * 9_525)
          expect(box.top + box.height).toBeLessThanOrEqual(69 * 9_525)
          // Within half a unit; a pixel has 9,525.
          expect(Math.abs(box.width * height - box.height * width)).toBeLessThanOrEqual(
            Math.max(width, height) * (box.width === 1 || box.height === 1 ? 10_000 : 1),
          )
        },
      ),
    )
  })
})
