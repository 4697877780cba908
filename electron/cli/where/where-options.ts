import type { ValueLabel } from '../../contract/connection.ts'
import { conditionsOf } from '../../contract/filter-tree.ts'
import type { FilterGroup, FilterMatch } from '../../contract/filters.ts'
import { CLI_USAGE } from '../../contract/strings/command-line.ts'
import type { CommandName } from '../commands.ts'
import { UsageError } from '../errors.ts'
import type { GivenOptions } from '../options.ts'
import { combine, parseWhere } from './parse-where.ts'
import { WhereError } from './scanner.ts'

/** The conditions of `--where`, and with `--any` that one of them is enough. */
export interface WhereOptions {
  readonly texts: readonly string[]
  readonly match: FilterMatch
}

/** Parses the options as far as possible without the names of statuses. Throws a `UsageError`. */
export function parseWhereOptions(options: GivenOptions, command: CommandName): WhereOptions {
  const where: WhereOptions = { texts: options.get('where') ?? [], match: options.has('any') ? 'any' : 'all' }
  if (options.has('any') && where.texts.length === 0)
    throw new UsageError(CLI_USAGE.missingOption('--where'), command)
  filtersOf(where, null, command)
  return where
}

/**
 * Returns the filters. Throws a `UsageError` with the position of an error.
 * @param labels names of statuses; null if they are not known yet, and any name is accepted
 */
export function filtersOf(
  { texts, match }: WhereOptions,
  labels: readonly ValueLabel[] | null,
  command: CommandName,
): FilterGroup {
  const nodes = texts.map((text) => {
    try {
      return parseWhere(text, labels)
    } catch (error) {
      if (!(error instanceof WhereError)) throw error
      throw new UsageError(CLI_USAGE.badWhere(text, error.offset, error.message), command)
    }
  })
  return combine(nodes, match)
}

/** Returns whether a condition is about marks, which the cache does not contain. */
export function readsMarks(where: WhereOptions, command: CommandName): boolean {
  return conditionsOf(filtersOf(where, null, command)).some(({ column }) => column === 'review')
}
