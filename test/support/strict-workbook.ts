import { posix } from 'node:path'
import { promisify } from 'node:util'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { openPromise, type Entry, type ZipFile } from 'yauzl'

/**
 * The order of the elements of a sheet in the schema (ECMA-376 part 1, CT_Worksheet), as far as they are
 * used.
 */
const SHEET_ORDER = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'autoFilter',
  'mergeCells',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'ignoredErrors',
  'drawing',
  'tableParts',
]
/** ST_CellType, without the types of formulas and errors. */
const CELL_TYPES = new Set(['b', 'd', 'inlineStr', 'n', 's'])
const MAX_ROWS = 1_048_576

/** The contents of a valid workbook. */
export interface StrictWorkbook {
  /** Number of rows of each sheet in order, including the header row. */
  readonly sheets: readonly number[]
  /** The pictures of all sheets in their order. */
  readonly pictures: readonly StrictPicture[]
}

/** A picture on a sheet, anchored within one cell. */
export interface StrictPicture {
  /** Index in the workbook’s list of sheets; row and column also start at 0. */
  readonly sheet: number
  readonly row: number
  readonly column: number
  /** The file of the picture. */
  readonly part: string
  readonly altText: string
  /** Pixels of 1/96 inch. */
  readonly width: number
  readonly height: number
}

type Attributes = SaxesTagPlain['attributes']
type OnTag = (name: string, attributes: Attributes, parents: readonly string[]) => void

interface OptionalCallbacks {
  readonly onText?: (text: string, parents: readonly string[]) => void
  readonly onEnd?: (name: string) => void
}

/** Throws the violation of a part. */
function fail(part: string, what: string): never {
  throw new Error(`${part}: ${what}`)
}

/** Parses the tags of a part, which must be well-formed XML. */
async function parse(
  zip: ZipFile,
  entry: Entry,
  onTag: OnTag,
  callbacks: OptionalCallbacks = {},
): Promise<void> {
  const parser = new SaxesParser()
  const parents: string[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    onTag(name, attributes, parents)
    parents.push(name)
  })
  parser.on('text', (text) => callbacks.onText?.(text, parents))
  parser.on('closetag', ({ name }) => {
    parents.pop()
    callbacks.onEnd?.(name)
  })
  // The stream fails if the size differs from that in the header.
  const stream = await promisify(zip.openReadStream.bind(zip))(entry)
  stream.setEncoding('utf8')
  for await (const chunk of stream) parser.write(chunk as string)
  parser.close()
}

/** Returns the number of a column, from 1, by its letters. */
function columnOf(letters: string): number {
  return Buffer.from(letters).reduce((number, letter) => number * 26 + letter - 64, 0)
}

interface Counts {
  readonly styles: number
  readonly texts: number
}

interface ReadSheet {
  readonly rows: number
  /** The relationship of its drawing. */
  readonly drawing: string | null
}

/** Checks every tag of a sheet, and returns the number of rows and the drawing. */
async function readSheet(zip: ZipFile, entry: Entry, { styles, texts }: Counts): Promise<ReadSheet> {
  const part = entry.fileName
  let [elementIndex, row, rows, column] = [-1, 0, 0, 0]
  let drawing: string | null = null
  await parse(zip, entry, (name, attributes, parents) => {
    const parent = parents.at(-1)
    if (parent === undefined && name !== 'worksheet') fail(part, `is a ${name}`)
    if (parent === 'worksheet') {
      const nextIndex = SHEET_ORDER.indexOf(name)
      if (nextIndex <= elementIndex) fail(part, `${name} is in the wrong position`)
      elementIndex = nextIndex
    }
    if (name === 'row') {
      const number = Number(attributes['r'] ?? row + 1)
      if (parent !== 'sheetData' || number <= row || number > MAX_ROWS) fail(part, `row ${String(number)}`)
      row = number
      rows += 1
      column = 0
    }
    if (name === 'drawing') drawing = attributes['r:id'] ?? ''
    if (name !== 'c') return
    const { r = '', t = 'n', s = '0' } = attributes
    const [, letters = '', number = ''] = /^([A-Z]{1,3})(\d+)$/u.exec(r) ?? []
    const cellColumn = r === '' ? column + 1 : columnOf(letters)
    if (parent !== 'row' || cellColumn <= column || (r !== '' && Number(number) !== row))
      fail(part, `cell ${r}`)
    if (!CELL_TYPES.has(t) || Number(s) >= styles || (t === 's' && texts === 0)) fail(part, `cell ${r}`)
    column = cellColumn
  })
  return { rows, drawing }
}

type Entries = ReadonlyMap<string, Entry>

/** Returns the targets of a part by relationship. Those inside the archive must exist. */
async function targetsOf(zip: ZipFile, entries: Entries, part: string): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  const entry = entries.get(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`))
  if (entry === undefined) return targets
  await parse(zip, entry, (name, { Id = '', Target = '', TargetMode }) => {
    if (name !== 'Relationship') return
    if (targets.has(Id)) fail(entry.fileName, `${Id} is duplicate`)
    const target = TargetMode === 'External' ? Target : posix.join(posix.dirname(part), Target)
    if (TargetMode !== 'External' && !entries.has(target)) fail(entry.fileName, `${Target} is missing`)
    targets.set(Id, target)
  })
  return targets
}

/** Elements of an anchor in order (ECMA-376, 20.5.2.33). */
const ANCHOR = ['xdr:from', 'xdr:to', 'xdr:pic', 'xdr:clientData']
/** English Metric Units in a pixel of 1/96 inch. */
const UNITS_PER_PIXEL = 9_525

async function readDrawing(
  zip: ZipFile,
  entries: Entries,
  part: string,
  sheet: number,
): Promise<readonly StrictPicture[]> {
  const targets = await targetsOf(zip, entries, part)
  const pictures: StrictPicture[] = []
  const ids = new Set<string>()
  let anchorChildren: string[] = []
  let cornerNumbers: number[] = []
  let [target, altText] = ['', '']
  const cornerNumber = (index: number): number =>
    cornerNumbers[index] ?? fail(part, 'an anchor without its corners')
  const endAnchor = (): void => {
    if (anchorChildren.join() !== ANCHOR.join()) fail(part, `an anchor of ${anchorChildren.join()}`)
    if (cornerNumber(0) !== cornerNumber(4) || cornerNumber(2) !== cornerNumber(6))
      fail(part, 'a picture in several cells')
    pictures.push({
      sheet,
      row: cornerNumber(2),
      column: cornerNumber(0),
      part: target,
      altText,
      width: (cornerNumber(5) - cornerNumber(1)) / UNITS_PER_PIXEL,
      height: (cornerNumber(7) - cornerNumber(3)) / UNITS_PER_PIXEL,
    })
  }
  await parse(
    zip,
    entries.get(part) ?? fail(part, 'is missing'),
    (name, attributes, parents) => {
      if (parents.length === 0 && name !== 'xdr:wsDr') fail(part, `is a ${name}`)
      if (parents.at(-1) === 'xdr:twoCellAnchor') anchorChildren.push(name)
      if (name === 'xdr:twoCellAnchor') [anchorChildren, cornerNumbers] = [[], []]
      if (name === 'a:blip') target = targets.get(attributes['r:embed'] ?? '') ?? fail(part, 'has no target')
      if (name !== 'xdr:cNvPr') return
      const { id = '', descr = '' } = attributes
      if (ids.has(id)) fail(part, `${id} is duplicate`)
      ids.add(id)
      altText = descr
    },
    {
      onText: (value, parents) => {
        if (/^xdr:(?:col|row)(?:Off)?$/u.test(parents.at(-1) ?? '')) cornerNumbers.push(Number(value))
      },
      onEnd: (name) => {
        if (name === 'xdr:twoCellAnchor') endAnchor()
      },
    },
  )
  return pictures
}

async function entriesOf(zip: ZipFile): Promise<Entries> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) fail(entry.fileName, 'is duplicate')
    entries.set(entry.fileName, entry)
  }
  return entries
}

/**
 * Reads a workbook strictly: sizes in the archive are correct, every part is well-formed XML with a type,
 * every relationship has a target, and sheets, rows and cells have the order and numbers of the schema.
 * Throws the first violation.
 */
export async function readStrictly(file: string): Promise<StrictWorkbook> {
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true })
  try {
    const entries = await entriesOf(zip)
    const entry = (name: string): Entry => entries.get(name) ?? fail(name, 'is missing')
    const types = new Set<string>()
    await parse(zip, entry('[Content_Types].xml'), (name, { PartName = '', Extension = '' }) => {
      if (name === 'Override') types.add(PartName.slice(1))
      if (name === 'Default') types.add(`.${Extension}`)
    })
    for (const name of entries.keys()) {
      if (name === '[Content_Types].xml') continue
      if (!types.has(name) && !types.has(`.${name.split('.').at(-1) ?? ''}`)) fail(name, 'has no type')
    }
    const targets = await targetsOf(zip, entries, 'xl/workbook.xml')
    let [styles, texts] = [0, 0]
    await parse(zip, entry('xl/styles.xml'), (name, _attributes, parents) => {
      if (name === 'xf' && parents.at(-1) === 'cellXfs') styles += 1
    })
    const shared = entries.get('xl/sharedStrings.xml')
    if (shared !== undefined)
      await parse(zip, shared, (name) => {
        if (name === 'si') texts += 1
      })
    const parts: string[] = []
    await parse(zip, entry('xl/workbook.xml'), (name, attributes) => {
      if (name === 'sheet') parts.push(targets.get(attributes['r:id'] ?? '') ?? fail(name, 'has no target'))
    })
    const sheets: number[] = []
    const pictures: StrictPicture[] = []
    for (const [index, part] of parts.entries()) {
      const { rows, drawing } = await readSheet(zip, entry(part), { styles, texts })
      sheets.push(rows)
      const sheetTargets = await targetsOf(zip, entries, part)
      if (drawing === null) continue
      const path = sheetTargets.get(drawing) ?? fail(part, 'its drawing has no target')
      pictures.push(...(await readDrawing(zip, entries, path, index)))
    }
    return { sheets, pictures }
  } finally {
    zip.close()
  }
}

/** Returns the decompressed parts of an archive by name. */
export async function partsOf(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true })
  try {
    const parts = new Map<string, Buffer>()
    for (const [name, entry] of await entriesOf(zip)) {
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      parts.set(name, Buffer.concat(chunks))
    }
    return parts
  } finally {
    zip.close()
  }
}
