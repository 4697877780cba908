import { escapeControls } from '../contract/escape-text.ts'
import { terminalWidth } from './terminal-width.ts'

/**
 * Returns lines with aligned columns.
 * @param rightAligned indexes of columns with numbers
 */
export function alignColumns(
  rows: readonly (readonly string[])[],
  rightAligned: readonly number[] = [],
): readonly string[] {
  // Escaping changes the width.
  const cells = rows.map((row) => row.map(escapeControls))
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((width, row) => Math.max(width, terminalWidth(row[column] ?? '')), 0),
  )
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - terminalWidth(cell))
        return rightAligned.includes(column) ? padding + cell : cell + padding
      })
      .join('  ')
      .trimEnd(),
  )
}
