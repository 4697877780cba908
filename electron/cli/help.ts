import {
  CLI_HELP,
  CLI_OVERVIEW,
  COMMAND_NAME,
  type CommandHelp,
  type OptionHelp,
} from './strings/command-line-help.ts'
import { COMMAND_NAMES, type CommandName } from './commands.ts'
import { OPTIONS, type OptionSpec } from './options.ts'

/** Width of the help, which every terminal has. */
const WIDTH = 80
const DESCRIPTION_COLUMN = 24

/** The help of each command. The type requires a description for each option. */
const HELP: { readonly [Name in CommandName]: CommandHelp<keyof (typeof OPTIONS)[Name] & string> } = CLI_HELP

/** Returns the description of an option, which shells show next to it. */
export function describeOption(command: CommandName, option: string): string {
  const options: Readonly<Record<string, OptionHelp | undefined>> = HELP[command].options
  const text = options[option]?.text ?? ''
  return /^.*?[.](?=\s|$)/u.exec(text)?.[0].slice(0, -1) ?? text
}

/** Returns the line that describes a command in lists of commands. */
export function describeCommand(command: CommandName | 'help'): string {
  return command === 'help' ? CLI_OVERVIEW.helpSummary : HELP[command].summary
}

/** Returns the help of a command in lines of at most 80 columns; for null the overview. */
export function helpLines(topic: CommandName | null): readonly string[] {
  return topic === null ? overviewLines() : commandLines(topic)
}

function overviewLines(): readonly string[] {
  const { options } = HELP.status
  return [
    ...wrap(CLI_OVERVIEW.about, 0),
    '',
    `${CLI_OVERVIEW.usageTitle} ${COMMAND_NAME} ${CLI_OVERVIEW.usage}`,
    '',
    `${CLI_OVERVIEW.commands}:`,
    ...[...COMMAND_NAMES, 'help' as const].flatMap((name) => entry(name, describeCommand(name), 15)),
    '',
    `${CLI_OVERVIEW.options}:`,
    ...Object.entries(options).flatMap(([name, help]) => entry(optionTitle('status', name, help), help.text)),
    ...entry('--version, -v', CLI_OVERVIEW.version),
    ...CLI_OVERVIEW.notes.flatMap((note) => ['', ...wrap(note, 0)]),
  ]
}

function commandLines(command: CommandName): readonly string[] {
  const { about, usage, options, notes }: CommandHelp = HELP[command]
  const lead = `${CLI_OVERVIEW.usageTitle} `
  return [
    ...wrap(about, 0),
    '',
    ...usage.map((line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${COMMAND_NAME} ${line}`),
    ...Object.entries(options).flatMap(([name, help]) => [
      ...(help.heading === undefined ? [] : ['', `${help.heading}:`]),
      ...entry(optionTitle(command, name, help), help.text),
    ]),
    ...notes.flatMap((note) => ['', ...wrap(note, 0)]),
  ]
}

function optionTitle(command: CommandName, name: string, { value }: OptionHelp): string {
  const specs: Readonly<Record<string, OptionSpec | undefined>> = OPTIONS[command]
  const short = specs[name]?.short
  return `--${name}${short === undefined ? '' : `, -${short}`}${value === undefined ? '' : ` ${value}`}`
}

/** Returns a title with its description next to it, or below if the title is too long. */
function entry(title: string, description: string, column = DESCRIPTION_COLUMN): readonly string[] {
  const lead = `  ${title}`
  const [first = '', ...others] = wrap(description, column)
  if (lead.length + 2 > column) return [lead, first, ...others]
  return [lead.padEnd(column) + first.slice(column), ...others]
}

/** Splits a text at spaces into indented lines of at most 80 columns. */
function wrap(text: string, indent: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each)
}
