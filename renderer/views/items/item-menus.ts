import type { ItemColumnKey } from '../../../electron/contract/columns.ts'
import type { ValueLabel } from '../../../electron/contract/connection.ts'
import type { ColumnLayout } from '../../../electron/contract/preferences.ts'
import { FACET_KEYS, type FacetKey, type FacetValue } from '../../../electron/contract/query.ts'
import { strings } from '../../../electron/contract/strings/items.ts'
import { api } from '../../api.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { CellText } from '../../grid/cell-text.ts'
import { moveBy, setFrozen, setShown } from '../../grid/column-layout.ts'
import type { ItemsState } from '../../state/items.svelte.ts'
import type { ShortcutAction } from '../../state/shortcuts.ts'
import { facetValueName } from './facet-names.ts'

export interface RowMenuInput {
  readonly items: ItemsState
  /** Column of the cell; null for the check box. */
  readonly column: ItemColumnKey | null
  readonly labels: readonly ValueLabel[]
  readonly text: CellText
  readonly number: (value: number) => string
  readonly keys: (action: ShortcutAction) => string
  readonly open: () => void
  readonly copy: () => void
  readonly exportRows: () => void
  readonly nameStatus: (value: number) => void
}

function facetOf(column: ItemColumnKey | null): FacetKey | null {
  return FACET_KEYS.find((key) => key === column) ?? null
}

function cellItems(input: RowMenuInput): readonly MenuItem[] {
  const { items, column, labels, text } = input
  const row = items.activeRow
  if (row === null || column === null) return []
  const shown = text.of(row, column)
  const facet = facetOf(column)
  const value: FacetValue = row[column]
  const lines: MenuItem[] = []
  if (shown !== '') {
    lines.push({
      kind: 'action',
      label: strings.menu.copyCell,
      shortcut: input.keys('copyCell'),
      note: shown.length > 32 ? `${shown.slice(0, 32)}…` : shown,
      run: () => void api.call('app.copyText', { text: shown }),
    })
  }
  if (facet !== null) {
    lines.push({
      kind: 'action',
      icon: 'filter',
      label: strings.menu.only(strings.filter.fields[facet], facetValueName(facet, value, labels)),
      run: () => void items.setFilter(facet, [value]),
    })
  }
  return lines
}

/** What can be done with a row, and with the cell that was pressed. */
export function rowMenu(input: RowMenuInput): readonly MenuItem[] {
  const { items, number, keys } = input
  const many = items.selectedCount
  const status = items.activeRow?.status ?? null
  return [
    { kind: 'action', label: strings.menu.details, icon: 'pane-right', shortcut: 'Enter', run: input.open },
    { kind: 'separator' },
    {
      kind: 'action',
      label: many > 1 ? strings.menu.copyRows(many, number(many)) : strings.menu.copyRow,
      icon: 'copy',
      shortcut: keys('copy'),
      run: input.copy,
    },
    ...cellItems(input),
    ...(status === null
      ? []
      : ([
          {
            kind: 'action',
            label: strings.menu.nameStatus(String(status)),
            icon: 'tag',
            run: () => {
              input.nameStatus(status)
            },
          },
        ] as const)),
    ...(many > 1
      ? ([
          { kind: 'separator' },
          {
            kind: 'action',
            label: strings.menu.exportRows(many, number(many)),
            icon: 'export',
            shortcut: keys('export'),
            run: input.exportRows,
          },
          {
            kind: 'action',
            label: strings.menu.invert,
            shortcut: keys('invert'),
            run: () => {
              items.invertSelection()
            },
          },
          {
            kind: 'action',
            label: strings.menu.unselect,
            shortcut: 'Esc',
            run: () => {
              items.clearSelection()
            },
          },
        ] as const)
      : []),
  ]
}

export interface ColumnMenuInput {
  readonly items: ItemsState
  readonly key: ItemColumnKey
  readonly layout: ColumnLayout
  readonly shown: readonly ItemColumnKey[]
  readonly setLayout: (layout: ColumnLayout) => void
  readonly fit: (key: ItemColumnKey) => void
}

/** What can be done with a column. */
export function columnMenu(input: ColumnMenuInput): readonly MenuItem[] {
  const { items, key, layout, shown, setLayout } = input
  const sorted = items.query.sort.find((entry) => entry.key === key)?.direction
  const at = shown.indexOf(key)
  const sort = (direction: 1 | -1 | null) => () =>
    void items.setSort(direction === null ? [] : [{ key, direction }])
  return [
    {
      kind: 'action',
      label: strings.columns.sortAscending,
      checked: sorted === 1,
      run: sort(1),
    },
    {
      kind: 'action',
      label: strings.columns.sortDescending,
      checked: sorted === -1,
      run: sort(-1),
    },
    {
      kind: 'action',
      label: strings.columns.sortNone,
      checked: items.query.sort.length === 0,
      run: sort(null),
    },
    { kind: 'separator' },
    {
      kind: 'action',
      label: strings.columns.fit,
      run: () => {
        input.fit(key)
      },
    },
    ...((layout.frozen ?? 0) === at + 1
      ? []
      : ([
          {
            kind: 'action',
            label: strings.columns.freeze,
            run: () => {
              setLayout(setFrozen(layout, at + 1))
            },
          },
        ] as const)),
    ...((layout.frozen ?? 0) === 0
      ? []
      : ([
          {
            kind: 'action',
            label: strings.columns.unfreeze,
            run: () => {
              setLayout(setFrozen(layout, 0))
            },
          },
        ] as const)),
    {
      kind: 'action',
      label: strings.columns.moveLeft,
      icon: 'arrow-left',
      disabled: at <= 0,
      run: () => {
        setLayout(moveBy(layout, shown, key, -1))
      },
    },
    {
      kind: 'action',
      label: strings.columns.moveRight,
      icon: 'arrow-right',
      disabled: at === shown.length - 1,
      run: () => {
        setLayout(moveBy(layout, shown, key, 1))
      },
    },
    { kind: 'separator' },
    {
      kind: 'action',
      label: strings.columns.hide,
      icon: 'eye-off',
      disabled: shown.length === 1,
      run: () => {
        setLayout(setShown(layout, key, false))
      },
    },
  ]
}
