import type { SortDirection } from '../contract/query.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import type { CommandName } from './commands.ts'
import { UsageError } from './errors.ts'
import { singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'

/** The columns that an option accepts. */
export interface ColumnNames<Key extends string> {
  readonly isKey: (word: string) => word is Key
  /** Returns the sentence for a word that is no column. */
  readonly unknown: (word: string) => string
}

/** Returns the columns of `--columns`, or of another option; null without it. Throws a `UsageError`. */
export function parseColumns<Key extends string>(
  options: GivenOptions,
  { isKey, unknown }: ColumnNames<Key>,
  command: CommandName,
  name = 'columns',
): readonly Key[] | null {
  const list = singleValue(options, name)
  if (list === null) return null
  const columns: Key[] = []
  for (const key of splitList(list)) {
    if (key === '') throw new UsageError(CLI_USAGE.noColumns(`--${name}`), command)
    if (!isKey(key)) throw new UsageError(unknown(key), command)
    if (columns.includes(key)) throw new UsageError(CLI_USAGE.columnTwice(key), command)
    columns.push(key)
  }
  return columns
}

/** Splits a comma-separated list. Commas in quotes belong to the value, and a quote in quotes is doubled. */
function splitList(list: string): readonly string[] {
  const parts = list.match(/(?:^|,)(?:\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]*)/gu) ?? []
  return parts.map((part, index) => {
    const value = part.slice(index === 0 ? 0 : 1).trim()
    return /^".*"$/su.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value
  })
}

/** Returns the keys of `--sort` in order. Throws a `UsageError`. */
export function parseSort<Key extends string>(
  options: GivenOptions,
  { isKey, unknown }: ColumnNames<Key>,
  command: CommandName,
): readonly { readonly key: Key; readonly direction: SortDirection }[] {
  const sort: { key: Key; direction: SortDirection }[] = []
  for (const text of options.get('sort') ?? []) {
    const [, key = '', direction] = /^(.*):(1|-1|asc|desc)$/su.exec(text) ?? []
    if (direction === undefined) throw new UsageError(CLI_USAGE.badSort(text), command)
    if (!isKey(key)) throw new UsageError(unknown(key), command)
    if (sort.some((earlier) => earlier.key === key)) throw new UsageError(CLI_USAGE.columnTwice(key), command)
    sort.push({ key, direction: direction === '1' || direction === 'asc' ? 1 : -1 })
  }
  return sort
}
