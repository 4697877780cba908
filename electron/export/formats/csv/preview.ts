import type { CsvStyle } from '../../../contract/csv-style.ts'
import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { PreviewCell } from '../../../contract/export-preview.ts'
import { textAfterEncoding } from './encoding.ts'
import { exceededLimit } from '../../values/sheet-limits.ts'
import { keepsTexts, type TargetProgram } from '../../preflight/reading/target-program.ts'
import { readDateTime } from '../../preflight/reading/dates.ts'
import { plainNumber } from '../../preflight/reading/numbers.ts'
import { readingOf } from '../../preflight/reading/reading.ts'
import { CsvValues, type CsvCells } from './values.ts'
import { guardFormula, runsAsFormula } from '../../values/formula-guard.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { CellPreview, NoteFinding } from '../format.ts'

/** Significant digits of a number in spreadsheets. */
const MAX_KEPT_DIGITS = 15

/** Shows the cells of a CSV file, and notes what the program that reads it will change. */
export class CsvPreview implements CellPreview {
  readonly #style: CsvStyle
  readonly #program: TargetProgram
  readonly #keepsTexts: boolean
  readonly #note: NoteFinding
  readonly #values: CsvValues
  #text = ''
  #kind: PreviewCell['kind'] = 'empty'

  constructor(
    style: CsvStyle,
    program: TargetProgram,
    note: NoteFinding,
    timeZone: TimeZoneChoice = 'local',
  ) {
    this.#style = style
    this.#program = program
    this.#keepsTexts = keepsTexts(program, style)
    this.#note = note
    const cells: CsvCells = {
      text: (text) => {
        this.heading(text)
      },
      moment: (text) => {
        this.#text = text
        this.#kind = 'moment'
      },
      word: (word) => {
        this.#word(word)
      },
    }
    this.#values = new CsvValues(style, cells, timeZone)
  }

  get text(): string {
    return this.#text
  }

  get kind(): PreviewCell['kind'] {
    return this.#kind
  }

  value(value: Exclude<CellValue, null>, column: TableColumn): void {
    this.#values.write(value, column)
  }

  heading(text: string): void {
    this.#text = text
    this.#kind = text === '' ? 'empty' : 'text'
    const encodedText = textAfterEncoding(text, this.#style.encoding)
    if (encodedText !== null) this.#note('encoding', text, encodedText)
    if (this.#program.name !== 'other') {
      const limit = exceededLimit(text)
      if (limit !== null) this.#note(limit, text, null)
    }
    if (mayRun(text) && this.#isFormula(text)) return
    const reading = this.#keepsTexts ? null : readingOf(text, this.#program)
    if (reading !== null) this.#note(reading.kind, text, reading.becomes)
  }

  #isFormula(text: string): boolean {
    const guarded = guardFormula(text)
    if (this.#style.guard && guarded !== text) {
      this.#text = guarded
      this.#note('guarded', text, guarded)
      return true
    }
    const isFormula = !this.#keepsTexts && runsAsFormula(text)
    if (isFormula) this.#note('formula', text, null)
    return isFormula
  }

  /** Notes a number that a spreadsheet reads as another value. Flags are always read as flags. */
  #word(word: string): void {
    this.#text = word
    const first = word.charCodeAt(0)
    const isNumber = first < 0x3a
    this.#kind = isNumber ? 'number' : 'flag'
    if (!isNumber || (word.length < MAX_KEPT_DIGITS && !/[.,eE]/u.test(word))) return
    const digits = word
      .replace(/[eE].*$/u, '')
      .replaceAll(/\D/gu, '')
      .replace(/^0+/u, '')
    if (this.#program.regions.length > 0 && digits.length > MAX_KEPT_DIGITS)
      this.#note('longNumber', word, null)
    for (const region of this.#program.regions) {
      const moment = readDateTime(word, region)
      if (moment !== null) this.#note(moment.kind, word, moment.becomes)
      else if (/[eE]/u.test(word) || plainNumber(word, region) !== null) continue
      else this.#note('number', word, null)
      return
    }
  }
}

/** Returns false for a text that starts with a letter or a digit: it is never a formula. */
function mayRun(text: string): boolean {
  const code = text.charCodeAt(0)
  return !((code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a))
}
