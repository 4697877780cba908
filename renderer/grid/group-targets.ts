import type { GridTarget } from '../lists/row-source.ts'
import type { GroupLines } from './group-lines.ts'

/** Heads at the top of the view that cover what is below them: that of the group that the top is in. */
export const COVERED = 1

/**
 * Converts a target among rows to one among lines.
 * @param before the lines that are on the screen; null: there are none.
 */
export function lineTarget(lines: GroupLines, target: GridTarget, before: GroupLines | null): GridTarget {
  switch (target.kind) {
    case 'top':
      return target
    case 'reveal':
    case 'at':
      return { kind: target.kind, position: lines.lineOf(target.position) }
    case 'shift': {
      const was = before ?? lines
      return {
        kind: 'shift',
        from: was.lineOf(target.from),
        to: lineOfSameGroup(lines, was, target.from) ?? lines.lineOf(target.to),
      }
    }
  }
}

/**
 * Of a row in a closed group the line of the same group's head, wherever that row is now; null for other
 * rows.
 */
function lineOfSameGroup(lines: GroupLines, before: GroupLines, position: number): number | null {
  const group = before.groupOf(position)
  if (!before.isClosed(group)) return null
  const value = before.groups[group]?.value
  const index = lines.groups.findIndex((each) => each.value === value)
  return index < 0 ? null : lines.headOf(index)
}

/** After groups of the same result were opened or closed: what is in the first line in view stays there. */
export function targetAfterFolding(lines: GroupLines, before: GroupLines, first: number): GridTarget {
  if (before.count === 0) return { kind: 'top' }
  const found = before.at(first)
  if (found.kind === 'head') return { kind: 'shift', from: first, to: lines.headOf(found.group) }
  // Its head is then at the very top, where it covered the rows.
  if (lines.isClosed(found.group)) return { kind: 'at', position: lines.headOf(found.group) + COVERED }
  return { kind: 'shift', from: first, to: lines.lineOf(found.position) }
}

/**
 * After the lines of the same result have become longer or shorter: the active row stays in sight if it was,
 * else what is at the top does.
 * @param first line in view, and `last` one, of those before.
 */
export function targetAfterFlowing(
  lines: GroupLines,
  before: GroupLines,
  [first, last]: readonly [first: number, last: number],
  active: number | null,
): GridTarget {
  if (before.count === 0 || first === 0) return { kind: 'top' }
  if (active !== null) {
    const line = before.lineOf(active)
    if (line >= first && line <= last) return { kind: 'reveal', position: lines.lineOf(active) }
  }
  const found = before.at(first)
  if (found.kind === 'head') return { kind: 'at', position: lines.headOf(found.group) }
  return { kind: 'at', position: lines.lineOf(found.position) }
}
