import type { ItemGroup } from '../../electron/contract/query.ts'
import type { ActiveLine } from './active-line.svelte.ts'
import type { GroupHeader } from './grouped-rows.ts'
import { inlineKey } from '../components/direction.ts'

/**
 * Handles keys at a group header, as in a tree. Returns whether it did.
 * @param openMenu opens the context menu of the group
 */
export function handleGroupHeaderKey(
  event: KeyboardEvent,
  head: GroupHeader,
  line: number,
  active: ActiveLine,
  openMenu: (group: ItemGroup) => void,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  switch (inlineKey(event)) {
    case 'ArrowRight':
      if (head.closed) active.fold(head, false)
      else active.goToLine(line + 1, false)
      return true
    case 'ArrowLeft':
      // A key that is held to reach the header does not collapse the group.
      if (!event.repeat) active.fold(head, true)
      return true
    case 'Enter':
    case 'F2':
      if (!event.repeat) active.fold(head, !head.closed)
      return true
    case ' ':
      active.markGroup(head)
      return true
    case 'ContextMenu':
      openMenu(head.group)
      return true
    case 'F10':
      if (event.shiftKey) openMenu(head.group)
      return event.shiftKey
    default:
      return false
  }
}
