import { fieldValueKind } from '../../../contract/fields.ts'
import { isNumberText } from '../../../contract/json-text.ts'
import { ByteBuffer } from '../../values/byte-buffer.ts'
import { plainDecimal } from '../../values/cell-text.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { TableWriter } from '../../types.ts'

/**
 * Writes items as JSON (RFC 8259), or an object in each line (JSON Lines), with the chosen columns by key.
 * Undocumented fields are written as received; empty values are null, and lone surrogates are escaped. With
 * `records`, the value of a row is the JSON text of its object.
 */
export class JsonWriter implements TableWriter {
  readonly #columns: readonly TableColumn[] | 'records'
  readonly #inLines: boolean
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #bytes = new ByteBuffer()
  /** `"key":` for each column. */
  readonly #names: readonly string[]
  #isFirst = true

  constructor(
    columns: readonly TableColumn[] | 'records',
    inLines: boolean,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
  ) {
    this.#columns = columns
    this.#inLines = inLines
    this.#write = write
    this.#names = columns === 'records' ? [] : columns.map(({ key }) => `${JSON.stringify(key)}:`)
  }

  begin(): void {
    if (!this.#inLines) this.#bytes.ascii('[')
  }

  writeRows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows) this.#object(row)
    this.#flush()
  }

  end(): void {
    if (!this.#inLines) this.#bytes.ascii(this.#isFirst ? ']\n' : '\n]\n')
    this.#flush()
  }

  #object(row: readonly CellValue[]): void {
    const bytes = this.#bytes
    if (!this.#inLines) bytes.ascii(this.#isFirst ? '\n' : ',\n')
    this.#isFirst = false
    if (this.#columns === 'records') bytes.utf8(String(row[0]))
    else this.#members(row, this.#columns)
    if (this.#inLines) bytes.ascii('\n')
  }

  #members(row: readonly CellValue[], columns: readonly TableColumn[]): void {
    const bytes = this.#bytes
    bytes.ascii('{')
    for (const [index, name] of this.#names.entries()) {
      if (index > 0) bytes.ascii(',')
      bytes.utf8(name)
      bytes.utf8(formatJsonValue(row[index] ?? null, columns[index]))
    }
    bytes.ascii('}')
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const chunk = this.#bytes.toBytes()
    this.#bytes.clear()
    this.#write(chunk)
  }
}

/** Formats a value as JSON. */
export function formatJsonValue(value: CellValue, column: TableColumn | undefined): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (column?.kind === 'boolean' && (value === 0 || value === 1)) return String(value === 1)
    const name = column?.nameOf?.(value)
    return name === undefined ? plainDecimal(value) : JSON.stringify(name)
  }
  if (column?.kind === 'number' && isNumberText(value)) return value
  // The service may have sent a lone surrogate, which is then escaped.
  if (column?.kind === 'any')
    return fieldValueKind(value) === 'text' ? JSON.stringify(JSON.parse(value)) : value
  return JSON.stringify(value)
}
