import type { GridPlace } from '../state/items-kept.ts'
import type { GroupLines } from './group-lines.ts'

/** Lines at the top of the view that the head of a group covers, once it is scrolled past. */
export const COVERED = 1

/**
 * A place among rows as one among lines.
 * @param before the lines that are on the screen; null: there are none.
 */
export function placeAmongLines(lines: GroupLines, place: GridPlace, before: GroupLines | null): GridPlace {
  switch (place.kind) {
    case 'top':
      return place
    case 'reveal':
      return { kind: 'reveal', position: lines.lineOf(place.position) }
    case 'at':
      return { kind: 'at', position: Math.max(0, lines.lineOf(place.position) - COVERED) }
    case 'shift': {
      const was = before ?? lines
      return {
        kind: 'shift',
        from: was.lineOf(place.from),
        to: lineOfSameGroup(lines, was, place.from) ?? lines.lineOf(place.to),
      }
    }
  }
}

/** Of a row in a closed group the line of the same group's head, wherever that row is now; null for other rows. */
function lineOfSameGroup(lines: GroupLines, before: GroupLines, position: number): number | null {
  const group = before.groupOf(position)
  if (!before.isClosed(group)) return null
  const value = before.groups[group]?.value
  const index = lines.groups.findIndex((each) => each.value === value)
  return index < 0 ? null : lines.headOf(index)
}

/** After groups of the same result were opened or closed: what is in the first line in view stays there. */
export function placeAfterFolding(lines: GroupLines, before: GroupLines, first: number): GridPlace {
  if (before.count === 0) return { kind: 'top' }
  const found = before.at(first)
  if (found.kind === 'head') return { kind: 'shift', from: first, to: lines.headOf(found.group) }
  if (lines.isClosed(found.group)) return { kind: 'at', position: lines.headOf(found.group) }
  return { kind: 'shift', from: first, to: lines.lineOf(found.position) }
}
