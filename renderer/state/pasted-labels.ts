import {
  LABEL_COLORS,
  MAX_LABEL_LENGTH,
  type LabelColor,
  type ValueLabel,
} from '../../electron/contract/connection.ts'
import { messages } from '../../electron/contract/messages.ts'

/** A line of a pasted list of names. */
export interface PastedLabel {
  /** Null: the line has no number, so that its position decides. */
  readonly value: number | null
  readonly name: string
  /** Null: the color stays. */
  readonly color: LabelColor | null
}

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u
/**
 * A number before its name: “3 In review”, “3: In review”, “3. In review”, or in two cells of a spreadsheet.
 */
const NUMBERED = /^\s*(-?\d{1,15})(?:[^\S\t]*[\t,;:=][^\S\t]*|[.)]\s+|\s+[-–—]\s+|[^\S\t]+)(.*)$/su

/**
 * Parses a list of names from a spreadsheet, a mail or the clipboard, one in each line. If all lines begin
 * with a number, apart from a line of headings, the names belong to these numbers; a third cell can have the
 * name of a color. Returns null for a text that is not a list.
 */
export function parseLabelList(text: string): readonly PastedLabel[] | null {
  const lines = text.replace(/\s+$/u, '').split(LINE_END)
  if (lines.length < 2 && !lines[0]?.includes('\t')) return null
  return parseNumbered(lines) ?? parseNumbered(lines.slice(1)) ?? parseNames(lines)
}

function parseNumbered(lines: readonly string[]): readonly PastedLabel[] | null {
  const filled = lines.filter((line) => line.trim() !== '')
  const labels = filled.flatMap((line): readonly PastedLabel[] => {
    const [, digits, rest] = NUMBERED.exec(line) ?? []
    if (digits === undefined || rest === undefined) return []
    const [name = '', color = ''] = rest.split('\t')
    return [{ value: Number(digits), name: cleanName(name), color: colorNamed(color) }]
  })
  return labels.length > 0 && labels.length === filled.length ? labels : null
}

function parseNames(lines: readonly string[]): readonly PastedLabel[] {
  return lines.map((line) => {
    const [name = '', color = ''] = line.split('\t')
    return { value: null, name: cleanName(name), color: colorNamed(color) }
  })
}

function cleanName(cell: string): string {
  const text = cell.trim()
  // Spreadsheets put cells with quotes in quotes.
  const unquoted = /^"(?:[^"]|"")*"$/u.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
  return unquoted.slice(0, MAX_LABEL_LENGTH).trim()
}

function colorNamed(cell: string): LabelColor | null {
  const name = cell.trim().toLowerCase()
  return LABEL_COLORS.find((color) => messages.labels.colors[color].toLowerCase() === name) ?? null
}

/** Formats labels as a list that {@link parseLabelList} reads, and as cells of a spreadsheet. */
export function formatLabelList(labels: readonly ValueLabel[]): string {
  return labels
    .map(({ value, name, color }) => [String(value), asCell(name), messages.labels.colors[color]].join('\t'))
    .join('\n')
}

function asCell(name: string): string {
  const line = name.trim().replace(/\s+/gu, ' ')
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line
}
