import { DOCUMENT_KINDS } from '../../../artwork/read-pictures.ts'
import { columnLetters } from './columns.ts'
import { drawingPath } from './drawing.ts'
import type { WorkbookOptions } from './types.ts'
import { xmlText } from './xml-text.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** An entry for a sheet in the workbook. */
export interface SheetEntry {
  readonly name: string
  /** Rows with the header; null if there is no filter. */
  readonly filteredRows: number | null
  readonly hasHeader: boolean
  readonly columns: number
}

export const SHARED_STRINGS_PATH = 'xl/sharedStrings.xml'
export const STYLES_PATH = 'xl/styles.xml'
export const sheetRelationshipsPath = (index: number): string =>
  `xl/worksheets/_rels/sheet${String(index + 1)}.xml.rels`
export const sheetPath = (index: number): string => `xl/worksheets/sheet${String(index + 1)}.xml`

/**
 * Returns `[Content_Types].xml`.
 * @param drawings number of sheets with pictures, which come first
 */
export function contentTypes(sheets: number, drawings: number): string {
  const overrides = [
    ['xl/workbook.xml', `${SPREADSHEET_TYPE}.sheet.main+xml`],
    ...Array.from({ length: sheets }, (_, index) => [sheetPath(index), `${SPREADSHEET_TYPE}.worksheet+xml`]),
    ...Array.from({ length: drawings }, (_, index) => [
      drawingPath(index),
      'application/vnd.openxmlformats-officedocument.drawing+xml',
    ]),
    [STYLES_PATH, `${SPREADSHEET_TYPE}.styles+xml`],
    [SHARED_STRINGS_PATH, `${SPREADSHEET_TYPE}.sharedStrings+xml`],
    ['docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ['docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml'],
  ].map(([path = '', type = '']) => `<Override PartName="/${path}" ContentType="${type}"/>`)
  const kinds = drawings === 0 ? [] : DOCUMENT_KINDS
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    kinds.map((kind) => `<Default Extension="${kind}" ContentType="image/${kind}"/>`).join('') +
    `${overrides.join('')}</Types>`
  )
}

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${String(id)}" Type="${type}" Target="${target}"/>`

/** `_rels/.rels`. */
export const PACKAGE_RELATIONSHIPS =
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
  relationship(1, `${RELATIONSHIPS}/officeDocument`, 'xl/workbook.xml') +
  relationship(2, `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml') +
  relationship(3, `${RELATIONSHIPS}/extended-properties`, 'docProps/app.xml') +
  '</Relationships>'

/** Returns `xl/workbook.xml`. */
export function workbookXml(sheets: readonly SheetEntry[]): string {
  const list = sheets.map(
    ({ name }, index) =>
      `<sheet name="${xmlText(name)}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`,
  )
  const names = sheets.flatMap(({ name, filteredRows, hasHeader, columns }, index) => {
    const sheet = xmlText(`'${name.replaceAll("'", "''")}'`)
    const id = `localSheetId="${String(index)}"`
    const range = `$A$1:$${columnLetters(columns - 1)}$${String(filteredRows)}`
    return [
      // Without this name, Excel loses the filter when it saves the file.
      ...(filteredRows === null
        ? []
        : [`<definedName name="_xlnm._FilterDatabase" ${id} hidden="1">${sheet}!${range}</definedName>`]),
      // Without a print area, a long text in the last column takes more pages.
      `<definedName name="_xlnm.Print_Area" ${id}>${sheet}!$A:$${columnLetters(columns - 1)}</definedName>`,
      // Repeats the headings on every printed page.
      ...(hasHeader ? [`<definedName name="_xlnm.Print_Titles" ${id}>${sheet}!$1:$1</definedName>`] : []),
    ]
  })
  return (
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews>' +
    `<sheets>${list.join('')}</sheets>` +
    `<definedNames>${names.join('')}</definedNames>` +
    '</workbook>'
  )
}

/** Returns `xl/_rels/workbook.xml.rels`. */
export function workbookRelationships(sheets: number): string {
  const list = Array.from({ length: sheets }, (_, index) =>
    relationship(index + 1, `${RELATIONSHIPS}/worksheet`, sheetPath(index).slice('xl/'.length)),
  )
  return (
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}` +
    relationship(sheets + 1, `${RELATIONSHIPS}/styles`, 'styles.xml') +
    relationship(sheets + 2, `${RELATIONSHIPS}/sharedStrings`, 'sharedStrings.xml') +
    '</Relationships>'
  )
}

/** Returns `docProps/core.xml`: title, description and date. */
export function coreProperties({
  title,
  description,
  createdAt,
}: Pick<WorkbookOptions, 'title' | 'description' | 'createdAt'>): string {
  const time = createdAt.toISOString().replace(/\.\d+Z$/u, 'Z')
  return (
    `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties"` +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${xmlText(title)}</dc:title><dc:creator>Campaign Desk</dc:creator>` +
    `<dc:description>${xmlText(description)}</dc:description>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified>` +
    '</cp:coreProperties>'
  )
}

/** `docProps/app.xml`. */
export const APPLICATION_PROPERTIES =
  `${DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
  '<Application>Campaign Desk</Application></Properties>'
