import type { GridTarget } from '../lists/row-source.ts'
import type { GroupLines } from './group-lines.ts'

/** Number of headers at the top of the view that cover the lines below: that of the first visible group. */
export const COVERED = 1

/**
 * Converts a target among rows to one among lines.
 * @param before the lines on the screen, or null
 */
export function lineTarget(lines: GroupLines, target: GridTarget, before: GroupLines | null): GridTarget {
  switch (target.kind) {
    case 'top':
      return target
    case 'reveal':
    case 'at':
      return { kind: target.kind, index: lines.lineOf(target.index) }
    case 'restore':
      return { ...target, index: lines.lineOf(target.index) }
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
 * Returns the line of the same group's header for a row of a collapsed group, wherever that row is now; null
 * for other rows.
 */
function lineOfSameGroup(lines: GroupLines, before: GroupLines, index: number): number | null {
  const group = before.groupOf(index)
  if (!before.isClosed(group)) return null
  const value = before.groups[group]?.value
  const sameGroup = lines.groups.findIndex((each) => each.value === value)
  return sameGroup < 0 ? null : lines.headerLineOf(sameGroup)
}

/**
 * Returns the target after groups were expanded or collapsed: the content of the first visible line stays.
 */
export function targetAfterFolding(lines: GroupLines, before: GroupLines, first: number): GridTarget {
  if (before.count === 0) return { kind: 'top' }
  const line = before.at(first)
  if (line.kind === 'header') return { kind: 'shift', from: first, to: lines.headerLineOf(line.group) }
  // The header is then at the very top, where it covered the rows.
  if (lines.isClosed(line.group)) return { kind: 'at', index: lines.headerLineOf(line.group) + COVERED }
  return { kind: 'shift', from: first, to: lines.lineOf(line.index) }
}

/**
 * Returns the target after lines have become longer or shorter: the active row stays visible if it was, else
 * the first line does.
 * @param first first visible line before; `last` the last one
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
    if (line >= first && line <= last) return { kind: 'reveal', index: lines.lineOf(active) }
  }
  const line = before.at(first)
  if (line.kind === 'header') return { kind: 'at', index: lines.headerLineOf(line.group) }
  return { kind: 'at', index: lines.lineOf(line.index) }
}
