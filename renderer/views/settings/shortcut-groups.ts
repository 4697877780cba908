import {
  commandEntry,
  SHORTCUT_IDS,
  type PlainCommandId,
  type ShortcutGroup,
} from '../../../electron/contract/commands.ts'

/** Groups of commands with shortcuts, in their order; `more`: not in the list of keyboard shortcuts. */
const GROUPS = ['general', 'moving', 'list', 'reviewing', 'more'] as const
type CommandGroup = (typeof GROUPS)[number]

/**
 * Returns the group of a command and its order in it; a command shares those of the one whose line has it.
 */
function positionOf(id: PlainCommandId): { readonly group: ShortcutGroup | 'more'; readonly order: number } {
  const { shortcuts } = commandEntry(id)
  if (shortcuts === undefined) return { group: 'more', order: 0 }
  if ('group' in shortcuts) return shortcuts
  const leader = SHORTCUT_IDS.find((each) => each === shortcuts.with)
  return leader === undefined ? { group: 'more', order: 0 } : positionOf(leader)
}

/** Returns all commands that can have a shortcut, group by group. */
export function shortcutGroups(): readonly {
  readonly group: CommandGroup
  readonly ids: readonly PlainCommandId[]
}[] {
  const positions = SHORTCUT_IDS.map((id) => ({ id, ...positionOf(id) }))
  return GROUPS.map((group) => ({
    group,
    ids: positions
      .filter((each) => each.group === group)
      .sort((one, other) => one.order - other.order)
      .map(({ id }) => id),
  }))
}
