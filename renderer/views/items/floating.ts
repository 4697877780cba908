import type { ColumnKey } from '../../../electron/contract/columns.ts'
import type { MenuPlace } from '../../components/menu.ts'
import type { FilterField } from './filter-names.ts'

/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What floats over the list: a panel at the element that opened it, or a menu where it was asked for. */
export type Floating =
  | { readonly kind: 'filter'; readonly field: FilterField; readonly at: MenuPlace }
  | { readonly kind: 'columns'; readonly at: Element }
  | { readonly kind: 'captions'; readonly at: Element }
  /** Menu of a row; the column is null for the check box. */
  | { readonly kind: 'row'; readonly column: ColumnKey | null; readonly at: Point }
  | { readonly kind: 'column'; readonly column: ColumnKey; readonly at: Point }
