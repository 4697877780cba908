import { CLI_USAGE } from './strings/command-line.ts'
import { COMMAND_NAMES, type Command, type CommandName } from './commands.ts'
import { parseOptions } from './options.ts'
import { parseCommand } from './registry.ts'
import { UsageError } from './errors.ts'

/** Parses a command line without the name of the program. Throws a `UsageError`. */
export function parseCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args
  switch (first) {
    case undefined:
      throw new UsageError(CLI_USAGE.noCommand, null)
    case 'help':
    case '--help':
    case '-h':
      return parseHelp(rest)
    case '--version':
    case '-v':
      if (rest[0] !== undefined) throw new UsageError(CLI_USAGE.unexpectedArgument(rest[0]), null)
      return { name: 'version' }
  }
  if (first.startsWith('-')) {
    const command = rest.find(isCommandName)
    throw new UsageError(
      command === undefined ? CLI_USAGE.noCommand : CLI_USAGE.optionBeforeCommand(first, command),
      null,
    )
  }
  if (!isCommandName(first)) throw new UsageError(CLI_USAGE.unknownCommand(first, COMMAND_NAMES), null)
  const options = parseOptions(first, rest)
  return options.has('help') ? { name: 'help', topic: first } : parseCommand(first, options)
}

function isCommandName(name: string): name is CommandName {
  return (COMMAND_NAMES as readonly string[]).includes(name)
}

function parseHelp([topic, extraArgument]: readonly string[]): Command {
  if (topic === undefined || ['help', '--help', '-h'].includes(topic)) return { name: 'help', topic: null }
  if (!isCommandName(topic)) throw new UsageError(CLI_USAGE.unknownCommand(topic, COMMAND_NAMES), null)
  if (extraArgument !== undefined) throw new UsageError(CLI_USAGE.unexpectedArgument(extraArgument), null)
  return { name: 'help', topic }
}
