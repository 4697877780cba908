import { AppError } from '../contract/app-error.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import { extractCampaignId } from '../download/campaign-id.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import type { ConnectionChoice, CommandName, WorkCommand } from './commands.ts'
import { singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'
import { UsageError } from './errors.ts'

/** Parses the options that all commands have. */
export function parseCommonOptions(
  options: GivenOptions,
): Pick<WorkCommand, 'dataFolder' | 'json' | 'verbose'> {
  return {
    dataFolder: singleValue(options, 'data'),
    json: options.has('json'),
    verbose: options.has('verbose'),
  }
}

/** Returns the selected connection. Throws a `UsageError` for an invalid address. */
export function parseConnectionChoice(options: GivenOptions, command: CommandName): ConnectionChoice {
  return { connection: singleValue(options, 'connection'), baseUrl: parseBaseUrl(options, command) }
}

function parseBaseUrl(options: GivenOptions, command: CommandName): string | null {
  const address = singleValue(options, 'base-url')
  if (address === null) return null
  try {
    return normalizeBaseUrl(address)
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(CLI_USAGE.badAddress(error.message), command)
    throw error
  }
}

/**
 * Returns the ids of `--campaign`, or of another option, each once. Throws a `UsageError` for text without an
 * id or with a list of ids.
 */
export function parseCampaigns(
  options: GivenOptions,
  command: CommandName,
  name = 'campaign',
): readonly string[] {
  const ids = (options.get(name) ?? []).map((text) => {
    try {
      return extractCampaignId(text)
    } catch (error) {
      if (error instanceof AppError) throw new UsageError(CLI_USAGE.notACampaign(`--${name}`, text), command)
      throw error
    }
  })
  return [...new Set(ids)]
}

/**
 * Returns the number of `--limit`; null without it. Throws a `UsageError` unless it is a positive integer.
 */
export function parseLimit(options: GivenOptions, command: CommandName): number | null {
  const text = singleValue(options, 'limit')
  if (text === null) return null
  if (!/^[1-9]\d{0,9}$/u.test(text)) throw new UsageError(CLI_USAGE.badLimit(text), command)
  return Number(text)
}

/** Throws a `UsageError` unless exactly one of two options is given. */
export function requireExactlyOne(
  options: GivenOptions,
  command: CommandName,
  first: string,
  second: string,
): void {
  const both = [`--${first}`, `--${second}`] as const
  if (options.has(first) && options.has(second)) throw new UsageError(CLI_USAGE.notBoth(...both), command)
  if (!options.has(first) && !options.has(second)) throw new UsageError(CLI_USAGE.needsOne(...both), command)
}
