import type { ChangeGroup } from '../../electron/contract/changes.ts'
import type { FacetValue, ItemGroup } from '../../electron/contract/query.ts'

/** A group of the list of changes: the downloads of a day, a kind or a field. */
export interface ShownGroup extends ItemGroup {
  /** The group of the service's answer; for a day that of its latest download. */
  readonly source: ChangeGroup
  /** When its downloads ended, in milliseconds since 1970; empty if it is grouped by field. */
  readonly times: readonly number[]
}

/** Returns the groups of a list as they are shown; the downloads of a day are one group. */
export function shownGroups(groups: readonly ChangeGroup[]): readonly ShownGroup[] {
  const shown: ShownGroup[] = []
  let first = 0
  for (const group of groups) {
    const { count } = group
    const value = valueOf(group)
    const times = group.by === 'download' ? [group.completedAt] : []
    const last = shown.at(-1)
    if (last?.value === value) {
      shown[shown.length - 1] = { ...last, count: last.count + count, times: [...last.times, ...times] }
    } else shown.push({ value, first, count, qtySum: 0, source: group, times })
    first += count
  }
  return shown
}

/** Returns what identifies a group in a list that has changed: its day, kind or path. */
function valueOf(group: ChangeGroup): FacetValue {
  if (group.by === 'download') return new Date(group.completedAt).setHours(0, 0, 0, 0)
  return group.by === 'kind' ? group.kind : `field ${group.path}`
}
