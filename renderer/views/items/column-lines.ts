import { commandLabel } from '../../../electron/contract/commands.ts'
import type { SortDirection } from '../../../electron/contract/query.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { isMirrored } from '../../components/direction.ts'
import type { MenuItem } from '../../components/menu.ts'
import { moveBy, setFrozen, setVisible, type ColumnSet, type GridLayout } from '../../grid/column-layout.ts'
import { withSort } from '../../state/items-query.ts'

interface SortOf<Key> {
  readonly key: Key
  readonly direction: SortDirection
}

/** Returns the lines of a column's menu that sort by it alone, or after the present sort keys. */
export function sortLines<Key extends string, SortKey extends string>(
  sort: readonly SortOf<Key | SortKey>[],
  key: Key,
  setSort: (sort: readonly SortOf<Key | SortKey>[]) => Promise<void>,
): readonly MenuItem[] {
  const direction = sort.find((entry) => entry.key === key)?.direction
  const isOnlyKey = sort.length === 1 && direction !== undefined
  const line = (label: string, checked: boolean, next: readonly SortOf<Key | SortKey>[]): MenuItem => ({
    label,
    checked,
    run: () => void setSort(next),
  })
  const lines = [
    line(messages.items.columns.sortAscending, isOnlyKey && direction === 1, [{ key, direction: 1 }]),
    line(messages.items.columns.sortDescending, isOnlyKey && direction === -1, [{ key, direction: -1 }]),
  ]
  if (sort.length > 0 && !isOnlyKey) {
    lines.push(
      line(messages.items.columns.thenAscending, direction === 1, withSort<Key | SortKey>(sort, key, 1)),
      line(messages.items.columns.thenDescending, direction === -1, withSort<Key | SortKey>(sort, key, -1)),
    )
  }
  if (sort.length > 1 && direction !== undefined) {
    lines.push(line(messages.items.columns.sortWithout, false, withSort<Key | SortKey>(sort, key, null)))
  }
  return lines
}

/** A column with the layout that its menu changes. */
interface LaidOutColumn<Key extends string> {
  readonly key: Key
  readonly columns: ColumnSet<Key>
  readonly layout: GridLayout<Key>
  readonly visibleColumns: readonly Key[]
  readonly setLayout: (layout: GridLayout<Key>) => void
  readonly fit: (key: Key) => void
  /** The line that fits all columns. */
  readonly fitAll: MenuItem
}

/** Returns the lines of a column's menu that fit, freeze, move and hide it. */
export function layoutLines<Key extends string>({
  key,
  columns,
  layout,
  visibleColumns,
  setLayout,
  fit,
  fitAll,
}: LaidOutColumn<Key>): readonly MenuItem[] {
  const index = visibleColumns.indexOf(key)
  const frozen = layout.frozen ?? 0
  return [
    { label: messages.items.columns.fit, run: () => fit(key) },
    fitAll,
    ...(frozen === index + 1
      ? []
      : ([
          { label: messages.items.columns.freeze, run: () => setLayout(setFrozen(layout, index + 1)) },
        ] as const)),
    ...(frozen === 0
      ? []
      : ([{ label: commandLabel('unfreezeColumns'), run: () => setLayout(setFrozen(layout, 0)) }] as const)),
    {
      label: isMirrored() ? messages.items.columns.moveRight : messages.items.columns.moveLeft,
      icon: 'arrow-left',
      disabled: index <= 0,
      run: () => setLayout(moveBy(layout, visibleColumns, key, -1)),
    },
    {
      label: isMirrored() ? messages.items.columns.moveLeft : messages.items.columns.moveRight,
      icon: 'arrow-right',
      disabled: index === visibleColumns.length - 1,
      run: () => setLayout(moveBy(layout, visibleColumns, key, 1)),
    },
    { kind: 'separator' },
    {
      label: messages.items.columns.hide,
      icon: 'eye-off',
      disabled: visibleColumns.length === 1,
      run: () => setLayout(setVisible(columns, layout, key, false)),
    },
  ]
}
