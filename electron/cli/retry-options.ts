import { CLI_USAGE } from './strings/command-line.ts'
import { DEFAULT_ATTEMPTS, DEFAULT_MAX_WAIT_MS } from '../service/retry.ts'
import type { RetryWait, ServiceOptions } from '../service/types.ts'
import type { CommandName } from './commands.ts'
import type { Console } from './console.ts'
import type { GivenOptions } from './options.ts'
import { singleValue } from './option-values.ts'
import { UsageError } from './errors.ts'

const MAX_RETRIES = 100
const MAX_WAIT_SECONDS = 86_400
const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600 }
/** Parallel requests that fail together wait together, so one line is enough. */
const SAME_WAIT_MS = 500

/** Number of retries and limit of the waits. */
export type RetryOptions = Required<Pick<ServiceOptions, 'retry'>>['retry']

/** Parses `--retries` and `--max-wait`. Throws a `UsageError`. */
export function parseRetryOptions(options: GivenOptions, command: CommandName): RetryOptions {
  const retries = singleValue(options, 'retries')
  const maxWait = singleValue(options, 'max-wait')
  return {
    attempts: retries === null ? DEFAULT_ATTEMPTS : 1 + parseRetries(retries, command),
    maxDelayMs: maxWait === null ? DEFAULT_MAX_WAIT_MS : parseDuration(maxWait, command) * 1_000,
  }
}

function parseRetries(text: string, command: CommandName): number {
  const retries = /^\d{1,4}$/u.test(text) ? Number(text) : Infinity
  if (retries > MAX_RETRIES) throw new UsageError(CLI_USAGE.badRetries(text, MAX_RETRIES), command)
  return retries
}

function parseDuration(text: string, command: CommandName): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})(s|m|h)?$/u.exec(text) ?? []
  const seconds = amount === '' ? Infinity : Number(amount) * (SECONDS[unit] ?? 1)
  if (seconds > MAX_WAIT_SECONDS) throw new UsageError(CLI_USAGE.badMaxWait(text), command)
  return seconds
}

/** Prints each wait with its length. */
export function createWaitPrinter(console: Console): (wait: RetryWait) => void {
  let lastEnd = -Infinity
  return ({ milliseconds, message }) => {
    const end = performance.now() + milliseconds
    if (end < lastEnd + SAME_WAIT_MS) return
    lastEnd = end
    console.message(message)
  }
}
