import type { CsvStyle } from '../../../contract/csv-style.ts'
import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { PreviewCell } from '../../../contract/export-preview.ts'
import { textAfterEncoding } from './encoding.ts'
import { exceededLimit, MAX_DIGITS } from '../../values/sheet-limits.ts'
import { keepsTexts, type TargetProgram } from '../../preflight/reading/target-program.ts'
import { readDateTime } from '../../preflight/reading/dates.ts'
import { plainNumber } from '../../preflight/reading/numbers.ts'
import { readingOf } from '../../preflight/reading/reading.ts'
import { CsvValues, type CsvCells } from './values.ts'
import { guardFormula, runsAsFormula } from '../../values/formula-guard.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { CellPreview, RecordCheckResult } from '../format.ts'

/** Formats the cells of a CSV file, and records what the program that opens it will change. */
export class CsvPreview implements CellPreview {
  readonly #style: CsvStyle
  readonly #program: TargetProgram
  readonly #keepsTexts: boolean
  readonly #recordFinding: RecordCheckResult
  readonly #values: CsvValues
  #text = ''
  #kind: PreviewCell['kind'] = 'empty'

  constructor(
    style: CsvStyle,
    program: TargetProgram,
    recordFinding: RecordCheckResult,
    timeZone: TimeZoneChoice = 'local',
  ) {
    this.#style = style
    this.#program = program
    this.#keepsTexts = keepsTexts(program, style)
    this.#recordFinding = recordFinding
    const cells: CsvCells = {
      text: (text) => this.formatHeading(text),
      timestamp: (text) => {
        this.#text = text
        this.#kind = 'moment'
      },
      literal: (literal) => this.#literal(literal),
    }
    this.#values = new CsvValues(style, cells, timeZone)
  }

  get text(): string {
    return this.#text
  }

  get kind(): PreviewCell['kind'] {
    return this.#kind
  }

  formatValue(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.#values.write(value, column)
  }

  formatHeading(text: string): void {
    this.#text = text
    this.#kind = text === '' ? 'empty' : 'text'
    const encodedText = textAfterEncoding(text, this.#style.encoding)
    if (encodedText !== null) this.#recordFinding('encoding', text, encodedText)
    if (this.#program.name !== 'other') {
      const limit = exceededLimit(text)
      if (limit !== null) this.#recordFinding(limit, text, null)
    }
    if (mayBeFormula(text) && this.#isFormula(text)) return
    const reading = this.#keepsTexts ? null : readingOf(text, this.#program)
    if (reading !== null) this.#recordFinding(reading.kind, text, reading.becomes)
  }

  #isFormula(text: string): boolean {
    const guarded = guardFormula(text)
    if (this.#style.guard && guarded !== text) {
      this.#text = guarded
      this.#recordFinding('guarded', text, guarded)
      return true
    }
    const isFormula = !this.#keepsTexts && runsAsFormula(text)
    if (isFormula) this.#recordFinding('formula', text, null)
    return isFormula
  }

  /** Records a number that a spreadsheet reads as another value. Flags are always read as flags. */
  #literal(literal: string): void {
    this.#text = literal
    const first = literal.charCodeAt(0)
    const isNumber = first < 0x3a
    this.#kind = isNumber ? 'number' : 'flag'
    if (!isNumber || (literal.length < MAX_DIGITS && !/[.,eE]/u.test(literal))) return
    const digits = literal
      .replace(/[eE].*$/u, '')
      .replaceAll(/\D/gu, '')
      .replace(/^0+/u, '')
    if (this.#program.regions.length > 0 && digits.length > MAX_DIGITS)
      this.#recordFinding('longNumber', literal, null)
    for (const region of this.#program.regions) {
      const moment = readDateTime(literal, region)
      if (moment !== null) this.#recordFinding(moment.kind, literal, moment.becomes)
      else if (/[eE]/u.test(literal) || plainNumber(literal, region) !== null) continue
      else this.#recordFinding('number', literal, null)
      return
    }
  }
}

/** Returns false for a text that starts with a letter or a digit: it is never a formula. */
function mayBeFormula(text: string): boolean {
  const code = text.charCodeAt(0)
  return !((code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a))
}
