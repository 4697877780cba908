import { promisify } from 'node:util'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { openPromise, type Entry, type ZipFile } from 'yauzl'

/** The order that the schema wants for what stands in a sheet (ECMA-376 part 1, CT_Worksheet), as far as it is used. */
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
/** ST_CellType, without formulas and errors: there are none. */
const CELL_TYPES = new Set(['b', 'd', 'inlineStr', 'n', 's'])
const MOST_ROWS = 1_048_576

/** What a workbook holds, where nothing in it is against the rules. */
export interface StrictWorkbook {
  /** Rows of each sheet in their order, headings included. */
  readonly sheets: readonly number[]
}

type Attributes = SaxesTagPlain['attributes']
type OnTag = (name: string, attributes: Attributes, parents: readonly string[]) => void

/** What is not as the rules have it. */
function broken(part: string, what: string): never {
  throw new Error(`${part}: ${what}`)
}

/** Goes through the tags of a part, which must be XML to the letter. */
async function parse(zip: ZipFile, entry: Entry, onTag: OnTag): Promise<void> {
  const parser = new SaxesParser()
  const parents: string[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    onTag(name, attributes, parents)
    parents.push(name)
  })
  parser.on('closetag', () => {
    parents.pop()
  })
  // Fails where there is more or less of it than is said.
  const stream = await promisify(zip.openReadStream.bind(zip))(entry)
  stream.setEncoding('utf8')
  for await (const piece of stream) parser.write(piece as string)
  parser.close()
}

/** The number of a column from its letters. */
function columnOf(letters: string): number {
  return Buffer.from(letters).reduce((number, letter) => number * 26 + letter - 64, 0)
}

interface Counts {
  readonly styles: number
  readonly texts: number
}

/** The tags of a sheet are looked at one by one, whatever their number; gives the number of its rows. */
async function readSheet(zip: ZipFile, entry: Entry, { styles, texts }: Counts): Promise<number> {
  const part = entry.fileName
  let [place, row, rows, column] = [-1, 0, 0, 0]
  await parse(zip, entry, (name, attributes, parents) => {
    const parent = parents.at(-1)
    if (parent === undefined && name !== 'worksheet') broken(part, `is a ${name}`)
    if (parent === 'worksheet') {
      const next = SHEET_ORDER.indexOf(name)
      if (next <= place) broken(part, `${name} stands where it must not`)
      place = next
    }
    if (name === 'row') {
      const number = Number(attributes['r'] ?? row + 1)
      if (parent !== 'sheetData' || number <= row || number > MOST_ROWS) broken(part, `row ${String(number)}`)
      row = number
      rows += 1
      column = 0
    }
    if (name !== 'c') return
    const { r = '', t = 'n', s = '0' } = attributes
    const [, letters = '', number = ''] = /^([A-Z]{1,3})(\d+)$/u.exec(r) ?? []
    const at = r === '' ? column + 1 : columnOf(letters)
    if (parent !== 'row' || at <= column || (r !== '' && Number(number) !== row)) broken(part, `cell ${r}`)
    if (!CELL_TYPES.has(t) || Number(s) >= styles || (t === 's' && texts === 0)) broken(part, `cell ${r}`)
    column = at
  })
  return rows
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) broken(entry.fileName, 'is there twice')
    entries.set(entry.fileName, entry)
  }
  return entries
}

/**
 * Reads a workbook by the rules, without knowing who wrote it: an archive whose sizes are right, in which
 * every part is XML to the letter and has a type, every relationship leads to a part, and sheets, rows and cells stand in
 * the order and with the numbers that the schema wants. Throws what is first found to be otherwise.
 */
export async function readStrictly(file: string): Promise<StrictWorkbook> {
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true })
  try {
    const entries = await entriesOf(zip)
    const entry = (name: string): Entry => entries.get(name) ?? broken(name, 'is missing')
    const types = new Set<string>()
    await parse(zip, entry('[Content_Types].xml'), (name, { PartName = '', Extension = '' }) => {
      if (name === 'Override') types.add(PartName.slice(1))
      if (name === 'Default') types.add(`.${Extension}`)
    })
    for (const name of entries.keys()) {
      if (name === '[Content_Types].xml') continue
      if (!types.has(name) && !types.has(`.${name.split('.').at(-1) ?? ''}`)) broken(name, 'has no type')
    }
    const targets = new Map<string, string>()
    await parse(zip, entry('xl/_rels/workbook.xml.rels'), (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, entry(`xl/${Target}`).fileName)
    })
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
      if (name === 'sheet') parts.push(targets.get(attributes['r:id'] ?? '') ?? broken(name, 'leads nowhere'))
    })
    const sheets: number[] = []
    for (const part of parts) sheets.push(await readSheet(zip, entry(part), { styles, texts }))
    return { sheets }
  } finally {
    zip.close()
  }
}
