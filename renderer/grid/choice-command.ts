import type { ItemsState } from '../state/items.svelte.ts'

/** Carries out a command about the choice of items, which means the same among rows and among pictures. */
export function carryOutChoice(items: ItemsState, kind: 'mark' | 'selectAll' | 'invert' | 'escape'): void {
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
