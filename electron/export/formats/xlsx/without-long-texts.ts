import { fieldValueKind } from '../../../contract/fields.ts'
import { decodeString } from '../../../contract/json-text.ts'
import type { AlterationCount } from '../format.ts'
import { exceededLimit } from '../../values/sheet-limits.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { TableWriter } from '../../types.ts'

/** Replaces texts that are too long for a cell with empty cells. */
export class WithoutLongTexts implements TableWriter {
  readonly #writer: TableWriter
  readonly #columns: readonly TableColumn[]
  readonly #altered: AlterationCount

  constructor(writer: TableWriter, columns: readonly TableColumn[], altered: AlterationCount) {
    this.#altered = altered
    this.#writer = writer
    this.#columns = columns
  }

  begin(): void {
    this.#writer.begin()
  }

  writeRows(rows: readonly (readonly CellValue[])[]): void | Promise<void> {
    return this.#writer.writeRows(
      rows.map((row) => row.map((value, index) => this.#omitIfTooLong(value, index))),
    )
  }

  #omitIfTooLong(value: CellValue, index: number): CellValue {
    if (!isTooLong(value, this.#columns[index])) return value
    this.#altered.leftOut += 1
    return null
  }

  end(): void | Promise<void> {
    return this.#writer.end()
  }
}

function isTooLong(value: CellValue, column: TableColumn | undefined): boolean {
  if (typeof value !== 'string') return false
  // A field is JSON text, in which line breaks are escaped.
  const isText = column?.kind === 'any' && fieldValueKind(value) === 'text'
  return exceededLimit(isText ? decodeString(value) : value) !== null
}
