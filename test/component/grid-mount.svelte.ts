import { flushSync, mount, unmount } from 'svelte'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import type { ItemGroup } from '../../electron/contract/query.ts'
import type { TextSource } from '../../electron/contract/schemas.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import { createCellText } from '../../renderer/grid/cell-text.ts'
import { visibleColumns } from '../../renderer/state/list-columns.ts'
import type { DragRows } from '../../renderer/grid/grid-pointer.ts'
import ItemGrid from '../../renderer/views/items/ItemGrid.svelte'
import type { ShownResult } from '../../renderer/lists/row-source.ts'
import type { ItemsState } from '../../renderer/state/items.svelte.ts'
import { CONNECTION } from './fake-items-main.ts'

/** Callbacks of the grid. */
export interface GridCallbacks {
  readonly onlayout: (layout: ColumnLayout) => void
  readonly onopen: () => void
  readonly oncopy: () => void
  readonly oncopycell: (text: string, source: TextSource) => void
  readonly ondragrows: DragRows
  readonly onsearch: () => void
  readonly onrowmenu: (column: ItemColumnKey | null) => void
  readonly oncolumnmenu: (column: ItemColumnKey) => void
  readonly ongroupmenu: (group: ItemGroup) => void
}

const ORDER: readonly ItemColumnKey[] = [
  'itemName',
  'posNumber',
  'elementName',
  'status',
  'qty',
  'isLocked',
  'hasArtwork',
  'hasAllocations',
  'artworkNames',
  'workflowTemplateName',
  'updatedAt',
]

/** Mounts the grid over an open result with a layout that follows it; returns a function that unmounts it. */
export function mountGrid(items: ItemsState, result: ShownResult, on: GridCallbacks): () => void {
  let layout = $state.raw<ColumnLayout>({ order: ORDER, widths: {} })
  const component = mount(ItemGrid, {
    target: document.body,
    props: {
      items,
      get result() {
        return items.result ?? result
      },
      get visibleColumns() {
        return visibleColumns(layout, items.campaignId === null)
      },
      get layout() {
        return layout
      },
      rowHeight: 34,
      pictures: false,
      labels: CONNECTION.labels.itemStatus,
      text: createCellText('en-GB'),
      groupText: {
        name: ({ value }: ItemGroup) => String(value ?? 'empty'),
        sum: ({ count, qtySum }: ItemGroup) => `${String(count)} items · quantity ${String(qtySum)}`,
      },
      ...on,
      onlayout: (next: ColumnLayout) => {
        layout = next
        on.onlayout(next)
      },
    },
  })
  flushSync()
  return () => void unmount(component)
}
