import type { CellContent } from './cell-content.ts'
import type { GridColumn, PlacedColumn } from './column-layout.ts'

/** A text that is measured to fit the width of its column. */
export interface MeasuredText {
  readonly text: string
  /** Width of what is drawn beside the text, in CSS pixels. */
  readonly extra: number
}

/** The columns of a grid, and what its cells show. */
export interface GridTable<Row, Key extends string> {
  /** Name of the grid for assistive technology. */
  readonly label: string
  /** Returns the name of a row's check box for assistive technology. */
  readonly checkLabelOf: (row: Row | null) => string
  /** Returns how a column is drawn, with its default width. */
  readonly columnOf: (key: Key) => GridColumn<Key>
  readonly labelOf: (key: Key) => string
  /** Returns what the cell of a column shows of a row; nothing without a row. */
  readonly contentOf: (row: Row | null, column: PlacedColumn<Key>) => CellContent
  /** Returns the text that must fit in a cell. */
  readonly measuredOf: (row: Row, key: Key) => MeasuredText
}

/** A change of a row that the person has not seen. */
interface RowChange<Key extends string> {
  readonly kind: 'added' | 'changed'
  /** Changed columns; empty if the row was added. */
  readonly columns: readonly Key[]
}

/** What is marked in the rows of a grid, reactively. */
export interface GridMarks<Row, Key extends string> {
  /** Returns the unseen change of a row. */
  readonly changeOf: (row: Row) => RowChange<Key> | undefined
  /** Returns the index of a row's color in `colorTexts`; null without a color. */
  readonly colorOf: (row: Row) => number | null
  /** Describes the colors to assistive technology. */
  readonly colorTexts: readonly string[]
}

/** What others can do with a grid. */
export interface GridActions<Key extends string> {
  /** Fits a column, or with null each one, to its content. */
  readonly fit: (only: Key | null) => void
  /** Freezes the columns up to that of the active cell; with false none. */
  readonly freeze: (isOn: boolean) => void
  /** Scrolls a column into view, if it is visible. */
  readonly reveal: (key: Key) => void
  /** Copies the text of the active cell. */
  readonly copyActiveCell: () => void
  /** Moves the focus to the grid. */
  readonly focus: () => void
  /** Moves to a row as the arrow keys do. */
  readonly go: (index: number) => void
}
