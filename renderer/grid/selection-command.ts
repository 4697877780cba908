import type { ItemsState } from '../state/items.svelte.ts'

/** Runs a command on the selection, the same in the grid and in the contact sheet. */
export function runSelectionCommand(
  items: ItemsState,
  kind: 'mark' | 'selectAll' | 'invert' | 'escape',
): void {
  switch (kind) {
    case 'mark':
      if (items.active !== null) items.select(items.active, 'mark')
      break
    case 'selectAll':
      items.selectAll()
      break
    case 'invert':
      items.invertSelection()
      break
    case 'escape':
      items.clearSelection()
  }
}
