import { commandLabel } from '../../../electron/contract/commands.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { ShownGroup } from '../../state/change-groups.ts'
import type { ChangesState } from '../../state/changes.svelte.ts'

/** Returns the menu items that collapse and expand all groups. */
export function foldItems({ folds, result }: ChangesState): readonly MenuItem[] {
  const groups = result?.groups ?? []
  return [
    {
      label: commandLabel('collapseGroups'),
      disabled: groups.every(({ value }) => folds.closed.has(value)),
      run: () => folds.closeAll(groups),
    },
    {
      label: commandLabel('expandGroups'),
      disabled: !groups.some(({ value }) => folds.closed.has(value)),
      run: () => folds.openAll(),
    },
  ]
}

/** Returns the context menu of a group. */
export function groupMenu(changes: ChangesState, { value }: ShownGroup): readonly MenuItem[] {
  const isClosed = changes.folds.closed.has(value)
  return [
    {
      label: isClosed ? messages.items.group.expand : messages.items.group.collapse,
      icon: isClosed ? 'chevron-down' : 'chevron-right',
      run: () => changes.folds.set(value, !isClosed),
    },
    ...foldItems(changes),
  ]
}
