import type {
  ExportPreview,
  FindingExample,
  PreflightFinding,
} from '../../../../electron/contract/export-preview.ts'
import { messages } from '../../../../electron/contract/messages.ts'

/** A stop on the way through the findings: a cell, or a finding that is not about single cells. */
export interface FindingStep {
  readonly finding: PreflightFinding
  readonly example: FindingExample | null
}

/** A cell of the preview: index of its row in the file, 0 for the header row, and of its column. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** Returns the steps through the findings, in their order. */
export function findingSteps(findings: readonly PreflightFinding[]): readonly FindingStep[] {
  return findings.flatMap((finding): readonly FindingStep[] =>
    finding.examples.length === 0
      ? [{ finding, example: null }]
      : finding.examples.map((example) => ({ finding, example })),
  )
}

/**
 * Returns the item, the column and the row of a cell.
 * @param headerRows number of rows above the first row of data that have a row number
 */
export function locationOf(
  { row, posNumber, itemName, column, text }: FindingExample,
  headerRows: number,
): string {
  const rowText =
    row === 0 ? messages.exportPreview.headingRow : messages.exportPreview.row({ row: row + headerRows })
  const itemText = posNumber === text ? itemName : (posNumber ?? itemName)
  return [itemText, column, rowText].filter((part) => part !== null).join(' · ')
}

/** Returns the cell of a step, or null if the preview does not show it. */
export function cellOf({ columns }: ExportPreview, step: FindingStep | undefined): CellPosition | null {
  const example = step?.example ?? null
  if (example === null) return null
  const column = columns.indexOf(example.column)
  return column < 0 ? null : { row: example.row, column }
}
