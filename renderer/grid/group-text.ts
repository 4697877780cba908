import type { ItemGroup } from '../../electron/contract/query.ts'

/** The words of a group's head, in the person's own notation. */
export interface GroupText {
  readonly name: (group: ItemGroup) => string
  /** How many rows it has, and what they add up to. */
  readonly sum: (group: ItemGroup) => string
}
