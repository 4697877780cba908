import { COMMAND_NAMES, type CommandName } from '../commands.ts'
import { describeCommand, describeOption } from '../help.ts'
import { OPTIONS, POSITIONALS, type Completion, type OptionKind, type OptionSpec } from '../options.ts'

/** An option in a completion script. */
export interface CompletedOption {
  /** Without dashes. */
  readonly name: string
  readonly short: string | null
  readonly kind: OptionKind
  readonly completion: Completion | null
  readonly description: string
}

/** A command in a completion script. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  readonly options: readonly CompletedOption[]
  /** Arguments that can follow the command. */
  readonly words: readonly string[]
}

/** Returns all commands, from the tables of the command line. */
export function completedCommands(): readonly CompletedCommand[] {
  return [
    ...COMMAND_NAMES.map((name) => ({
      name,
      description: describeCommand(name),
      options: optionsOf(name),
      words: POSITIONALS[name] ?? [],
    })),
    { name: 'help', description: describeCommand('help'), options: [], words: COMMAND_NAMES },
  ]
}

function optionsOf(command: CommandName): readonly CompletedOption[] {
  return Object.entries<OptionSpec>(OPTIONS[command]).map(([name, { kind, short, completion }]) => ({
    name,
    short: short ?? null,
    kind,
    completion: completion ?? null,
    description: describeOption(command, name),
  }))
}

/** Quotes a text for a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
