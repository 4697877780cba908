import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import { activeLanguage } from '../../../contract/messages.ts'
import type { AlterationCount } from '../format.ts'
import { ByteBuffer } from '../../values/byte-buffer.ts'
import { cellText, linkOf } from '../../values/cell-text.ts'
import { guardFormula, runsAsFormula } from '../../values/formula-guard.ts'
import { documentText, htmlText, htmlTextInLines } from '../../values/html-text.ts'
import { isShownAsNumber, type CellValue, type TableColumn } from '../../rows/table.ts'
import type { DocumentProperties, TableWriter } from '../../types.ts'

interface HtmlFormat {
  readonly columns: readonly TableColumn[]
  readonly hasHeader: boolean
  readonly timeZone?: TimeZoneChoice | undefined
  readonly document: Pick<DocumentProperties, 'title' | 'description'>
}

/** Each cell has the direction of its text. The number format keeps Excel from changing texts. */
const STYLE_SHEET = [
  'body{margin:24px;font:14px/1.45 system-ui,sans-serif;color:#1b1f24;background:#fff}',
  'h1{margin:0 0 4px;font-size:20px}',
  'p{margin:0 0 16px;color:#57606a}',
  'table{border-collapse:collapse}',
  'th,td{padding:4px 10px;border:1px solid #d0d7de;text-align:start;vertical-align:top;unicode-bidi:plaintext}',
  'th{position:sticky;top:0;background:#edf0f4;white-space:nowrap}',
  'h1,th,td{mso-number-format:"\\@"}',
  'td{white-space:pre-wrap}',
  'td.n{mso-number-format:General;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}',
  'br{mso-data-placement:same-cell}',
  '@media print{body{margin:0}th{position:static}thead{display:table-header-group}tr{break-inside:avoid}}',
].join('')

/** LibreOffice reads number formats only from `sdnum`. */
const TEXT_FORMAT = 'sdnum="1033;0;@"'
const HEADER_CELL = `<th scope="col" ${TEXT_FORMAT}>`
const TEXT_CELL = `<td ${TEXT_FORMAT}>`
const NUMBER_CELL = '<td class="n">'

/** Nothing in a page runs or is fetched, whatever its cells contain. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** Formats rows as a table for the clipboard, with inline styles, and guarded against formulas. */
export class HtmlTable {
  readonly #columns: readonly TableColumn[]
  readonly #parts: string[] = []

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns
    const headings = columns.map(({ heading }) => `<th ${PASTED_HEADER}>${pastedText(heading)}</th>`)
    this.#parts.push(`<table style="border-collapse:collapse"><tr>${headings.join('')}</tr>`)
  }

  addRows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows) {
      const cells = this.#columns.map((column, index) => pastedCell(row[index] ?? null, column))
      this.#parts.push(`<tr>${cells.join('')}</tr>`)
    }
  }

  /** Returns the HTML of all rows. */
  html(): string {
    return `<meta charset="utf-8">${this.#parts.join('')}</table>`
  }
}

const BORDER = 'border:1px solid #d0d7de;padding:2px 8px'
const PASTED_TEXT_STYLE = `${BORDER};mso-number-format:'\\@'`
const PASTED_HEADER = `scope="col" style="${PASTED_TEXT_STYLE};text-align:start;background:#edf0f4" ${TEXT_FORMAT}`
const PASTED_TEXT = `style="${PASTED_TEXT_STYLE}" ${TEXT_FORMAT}`
const PASTED_NUMBER = `style="${BORDER};text-align:right"`
/** Keeps Excel from starting a new row at each line end. */
const PASTED_LINE_END = '<br style="mso-data-placement:same-cell">'

function pastedCell(value: CellValue, column: TableColumn): string {
  const text = cellText(value, column)
  if (isShownAsNumber(value, column)) return `<td ${PASTED_NUMBER}>${htmlText(text)}</td>`
  return `<td ${PASTED_TEXT}>${pastedText(text)}</td>`
}

function pastedText(text: string): string {
  return htmlTextInLines(guardFormula(text), PASTED_LINE_END)
}

/** Writes a self-contained page with one table (HTML Living Standard). */
export class HtmlWriter implements TableWriter {
  readonly #format: HtmlFormat
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #altered: AlterationCount | null
  readonly #bytes = new ByteBuffer()

  /** @param altered counts the cells that differ from the data. */
  constructor(
    format: HtmlFormat,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
    altered: AlterationCount | null = null,
  ) {
    this.#altered = altered
    this.#format = format
    this.#write = write
  }

  begin(): void {
    const { columns, hasHeader, document } = this.#format
    const title = htmlText(document.title)
    const description = document.description === '' ? '' : `<p>${htmlText(document.description)}</p>\n`
    this.#bytes.utf8(
      `<!doctype html>\n<html lang="${activeLanguage()}">\n<head>\n<meta charset="utf-8">\n` +
        `<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">\n` +
        '<meta name="viewport" content="width=device-width">\n' +
        `<title>${title}</title>\n<style>${STYLE_SHEET}</style>\n</head>\n<body>\n` +
        `<h1>${titleHtml(document.title)}</h1>\n${description}<table>\n`,
    )
    if (hasHeader) {
      const cells = columns.map(({ heading }) => `${HEADER_CELL}${htmlTextInLines(heading)}</th>`)
      this.#bytes.utf8(`<thead>\n<tr>${cells.join('')}</tr>\n</thead>\n`)
    }
    this.#bytes.ascii('<tbody>\n')
    this.#flush()
  }

  writeRows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows) this.#row(row)
    this.#flush()
  }

  end(): void {
    this.#bytes.ascii('</tbody>\n</table>\n</body>\n</html>\n')
    this.#flush()
  }

  #row(row: readonly CellValue[]): void {
    const bytes = this.#bytes
    bytes.ascii('<tr>')
    for (const [index, column] of this.#format.columns.entries()) {
      const value = row[index] ?? null
      const isNumber = isShownAsNumber(value, column)
      const text = cellText(value, column, this.#format.timeZone)
      if (this.#altered !== null && documentText(text) !== text) this.#altered.replaced += 1
      bytes.ascii(isNumber ? NUMBER_CELL : TEXT_CELL)
      bytes.utf8(cellHtml(text, value, column))
      bytes.ascii('</td>')
    }
    bytes.ascii('</tr>\n')
  }

  #flush(): void {
    const chunk = this.#bytes.toBytes()
    this.#bytes.clear()
    this.#write(chunk)
  }
}

/** LibreOffice ignores number formats outside tables, and runs formulas there; not after a word joiner. */
function titleHtml(text: string): string {
  return (runsAsFormula(text) ? '&#8288;' : '') + htmlText(text)
}

function cellHtml(shown: string, value: CellValue, column: TableColumn): string {
  const text = htmlTextInLines(shown)
  const link = column.kind === 'link' && typeof value === 'string' ? linkOf(value) : null
  return link === null ? text : `<a href="${htmlText(link)}" rel="noreferrer">${text}</a>`
}
