import {
  ITEM_COLUMNS,
  type CellStyle,
  type ColumnKey,
  type ItemColumn,
} from '../../electron/contract/columns.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'

export interface GridColumn extends Omit<ItemColumn['grid'], 'style'> {
  readonly key: ColumnKey
  /** `field` is a field of the body, which may hold anything. */
  readonly style: CellStyle | 'field'
}

const FIELD: Omit<GridColumn, 'key'> = { style: 'field', width: 150, stretchTo: 240 }

/** How a column is drawn and how wide it is at first. */
export function columnOf(key: ColumnKey): GridColumn {
  return { key, ...(isFieldKey(key) ? FIELD : ITEM_COLUMNS[key].grid) }
}
