import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import { LABEL_COLORS, type LabelColor } from '../../electron/contract/connection.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { conditionsOf } from '../../electron/contract/filter-tree.ts'
import type { FilterGroup } from '../../electron/contract/filters.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { MAX_COLORED_ROWS, type RowColorRule } from '../../electron/contract/row-colors.ts'
import { api } from '../api.ts'

/** A list with the rules that color its rows. */
interface ColoredList {
  readonly connectionId: string
  /** Null for all campaigns. */
  readonly campaignIds: readonly string[] | null
  readonly rules: readonly RowColorRule[]
  /** Identifies the stored data that filters depend on. */
  readonly version: (filters: FilterGroup) => string
}

/** The list whose rows are colored, and the version of its data. */
interface ColoredRows extends Pick<ColoredList, 'connectionId' | 'campaignIds' | 'rules'> {
  readonly version: string
}

const NO_FAULTS: ReadonlyMap<RowColorRule, Fault> = new Map()

/** The rules of the rows in view. Rows are shown first, and colored when their rules are known. */
export class RowColoring {
  readonly #list: () => ColoredList
  /** By key of the row, the oldest first; null: no rule matches. */
  readonly #rules = new SvelteMap<number, RowColorRule | null>()
  /** The item ids of known and requested rows. */
  readonly #ids = new Map<number, string>()
  readonly #requestedKeys = new Set<number>()
  #colored: ColoredRows | null = null
  #isStale = false
  #isLoading = false

  /** The rules with conditions; without any, nothing is requested. */
  readonly active = $derived.by(() =>
    this.#list().rules.filter(({ filters }) => conditionsOf(filters).length > 0),
  )

  /** Why rules cannot be used. */
  faults = $state.raw(NO_FAULTS)

  /** @param list returns the list, reactively */
  constructor(list: () => ColoredList) {
    this.#list = list
  }

  /** Follows the list, its rules and its data. To be called in an effect, before rows are rendered. */
  follow(): void {
    const { connectionId, campaignIds, version } = this.#list()
    const rules = this.active
    const filters = { match: 'any', conditions: rules.map((rule) => rule.filters) } as const
    const colored = { connectionId, campaignIds, rules, version: rules.length === 0 ? '' : version(filters) }
    untrack(() => this.#replace(colored))
  }

  /** Returns the rule that colors a row, reactively; null without one, and until it is known. */
  get(key: number): RowColorRule | null {
    return this.#rules.get(key) ?? null
  }

  /** Returns whether the rule of a row is known, reactively. */
  has(key: number): boolean {
    return this.#rules.has(key)
  }

  /** Requests the rule of a row, together with all others requested in the same tick. */
  request({ key, campaignItemId }: ItemRow): void {
    this.#ids.set(key, campaignItemId)
    this.#requestedKeys.add(key)
    this.#loadSoon()
  }

  #replace(colored: ColoredRows): void {
    const before = this.#colored
    if (before !== null && isSame(before, colored)) return
    this.#colored = colored
    if (before?.connectionId !== colored.connectionId || colored.rules.length === 0) {
      this.#clear()
      return
    }
    this.#isStale = true
    this.#loadSoon()
  }

  #clear(): void {
    this.#rules.clear()
    this.#ids.clear()
    this.#requestedKeys.clear()
    this.faults = NO_FAULTS
  }

  #loadSoon(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    // Includes the other requests of this tick.
    void Promise.resolve().then(() => this.#loadRequested())
  }

  async #loadRequested(): Promise<void> {
    while (this.#colored !== null && (this.#requestedKeys.size > 0 || this.#isStale)) {
      const colored = this.#colored
      const keys = [...new Set([...(this.#isStale ? this.#rules.keys() : []), ...this.#requestedKeys])]
      this.#isStale = false
      this.#requestedKeys.clear()
      await this.#load(colored, keys.slice(-MAX_COLORED_ROWS))
    }
    // Reset in the same tick as the last check, so that later requests restart the loop.
    this.#isLoading = false
  }

  async #load(colored: ColoredRows, keys: readonly number[]): Promise<void> {
    const { connectionId, campaignIds, rules } = colored
    const rows = keys.flatMap((key) => {
      const campaignItemId = this.#ids.get(key)
      return campaignItemId === undefined ? [] : [{ key, campaignItemId }]
    })
    if (rows.length === 0 || rules.length === 0) return
    try {
      const input = { connectionId, campaignIds, rows, rules: rules.map(({ filters }) => filters) }
      const { matches, faults } = await api.call('items.ruleMatches', input)
      if (colored !== this.#colored) {
        this.#requestAgain(colored, keys)
        return
      }
      for (const [position, { key }] of rows.entries()) {
        const rule = matches[position] ?? null
        this.#rules.set(key, rule === null ? null : (rules[rule] ?? null))
      }
      this.faults = new Map(
        faults.flatMap(({ rule, fault }) => {
          const faulty = rules[rule]
          return faulty === undefined ? [] : [[faulty, fault] as const]
        }),
      )
      this.#forgetOldest()
    } catch {
      // What cannot be read is reported by the list itself. Its rows stay without colors.
    }
  }

  /** The rules or the data changed meanwhile. */
  #requestAgain({ connectionId }: ColoredRows, keys: readonly number[]): void {
    if (connectionId !== this.#colored?.connectionId) return
    for (const key of keys) this.#requestedKeys.add(key)
  }

  #forgetOldest(): void {
    for (const key of this.#rules.keys()) {
      if (this.#rules.size <= MAX_COLORED_ROWS) return
      this.#rules.delete(key)
      this.#ids.delete(key)
    }
  }
}

function isSame(one: ColoredRows, other: ColoredRows): boolean {
  return (
    one.connectionId === other.connectionId &&
    one.version === other.version &&
    one.campaignIds?.join() === other.campaignIds?.join() &&
    one.rules.length === other.rules.length &&
    one.rules.every((rule, index) => rule === other.rules[index])
  )
}

/** Returns the first color that no rule has; strong ones first. */
export function unusedColor(rules: readonly RowColorRule[]): LabelColor {
  const used = new Set(rules.map(({ color }) => color))
  return LABEL_COLORS.toReversed().find((color) => !used.has(color)) ?? 'neutral'
}
