/** The person's shortcuts by command; null: the command has none. Other commands have their default keys. */
export type CustomShortcuts = Readonly<Record<string, string | null>>

export const NO_CUSTOM_SHORTCUTS: CustomShortcuts = {}

let source = (): CustomShortcuts => NO_CUSTOM_SHORTCUTS

/**
 * Sets where the registry of commands reads the person's shortcuts. They are read again for each use, so that
 * a change applies everywhere at once.
 */
export function setShortcutSource(read: () => CustomShortcuts): void {
  source = read
}

/** Returns the person's shortcuts. */
export function customShortcuts(): CustomShortcuts {
  return source()
}

/** Returns whether two notations mean the same keys. */
export function areSameKeys(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/**
 * Returns the keys of each command. Keys that the person has given to a command are taken from the one with
 * these default keys. If several commands have the same custom keys, the first one keeps them.
 */
export function resolveShortcuts<Id extends string>(
  defaults: ReadonlyMap<Id, readonly string[]>,
  custom: CustomShortcuts,
): ReadonlyMap<Id, readonly string[]> {
  const taken = new Set<string>()
  const own = new Map<Id, readonly string[]>()
  for (const id of defaults.keys()) {
    const keys = custom[id]
    if (keys === undefined) continue
    const isFree = keys !== null && !taken.has(keys.toLowerCase())
    own.set(id, isFree ? [keys] : [])
    if (keys !== null) taken.add(keys.toLowerCase())
  }
  return new Map(
    [...defaults].map(([id, keys]) => [
      id,
      own.get(id) ?? keys.filter((each) => !taken.has(each.toLowerCase())),
    ]),
  )
}
