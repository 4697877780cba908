import type { ActiveLine } from './active-line.svelte.ts'
import type { GroupHead } from './grouped-rows.ts'

/** What keys do at the head of a group, as in a tree. Gives whether it was one of them. */
export function pressedAtHead(
  event: KeyboardEvent,
  head: GroupHead,
  line: number,
  active: ActiveLine,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  switch (event.key) {
    case 'ArrowRight':
      if (head.closed) active.fold(head, false)
      else active.goToLine(line + 1, false)
      return true
    case 'ArrowLeft':
      // Who holds the key to get to the head does not mean to close the group.
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
      return true
    default:
      return event.key === 'F10' && event.shiftKey
  }
}
