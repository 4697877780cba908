import { conditionsOf } from '../../contract/filter-tree.ts'
import type { FieldKey } from '../../contract/fields.ts'
import type { ConditionGroup, ConditionOn, FilterMatch } from '../../contract/filters.ts'
import { CLI_USAGE } from '../strings/command-line.ts'
import type { CommandName } from '../commands.ts'
import { UsageError } from '../errors.ts'
import type { GivenOptions } from '../options.ts'
import { combine, parseWhere } from './parse-where.ts'
import { WhereError } from './scanner.ts'
import { itemWhereColumns, type WhereColumns } from './where-columns.ts'

/** The conditions of `--where`, and with `--any` that one of them is enough. */
export interface WhereOptions {
  readonly texts: readonly string[]
  readonly match: FilterMatch
}

/**
 * Parses the options as far as possible without the names of statuses. Throws a `UsageError`.
 * @param columns without names of statuses
 */
export function parseWhereOptions<Column extends string>(
  options: GivenOptions,
  columns: WhereColumns<Column>,
  command: CommandName,
): WhereOptions {
  const where: WhereOptions = { texts: options.get('where') ?? [], match: options.has('any') ? 'any' : 'all' }
  if (options.has('any') && where.texts.length === 0)
    throw new UsageError(CLI_USAGE.missingOption('--where'), command)
  filtersOf(where, columns, command)
  return where
}

/** Returns the filters. Throws a `UsageError` with the position of an error. */
export function filtersOf<Column extends string>(
  { texts, match }: WhereOptions,
  columns: WhereColumns<Column>,
  command: CommandName,
): ConditionGroup<ConditionOn<Column | FieldKey>> {
  const nodes = texts.map((text) => {
    try {
      return parseWhere(text, columns)
    } catch (error) {
      if (!(error instanceof WhereError)) throw error
      throw new UsageError(CLI_USAGE.badWhere(text, error.offset, error.message), command)
    }
  })
  return combine(nodes, match)
}

/** Returns whether a condition is about marks, which the cache does not contain. */
export function readsMarks(where: WhereOptions, command: CommandName): boolean {
  return conditionsOf(filtersOf(where, itemWhereColumns(null), command)).some(
    ({ column }) => column === 'review',
  )
}
