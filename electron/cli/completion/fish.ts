import { COMMAND_NAME } from '../strings/command-line-help.ts'
import type { Completion } from '../options.ts'
import { completedCommands, type CompletedCommand, type CompletedOption } from './options.ts'

/** Returns the completion script for fish. */
export function fishScript(): string {
  const commands = completedCommands()
  return `# Completion for ${COMMAND_NAME} in fish. To install it:
#   ${COMMAND_NAME} completion fish > ~/.config/fish/completions/${COMMAND_NAME}.fish

# Lists the campaigns, connections or profiles of the data folder, with their descriptions.
function __campaign_desk_values
    set -l words (commandline -opc)
    set -l folder
    if set -l index (contains -i -- --data $words)
        set folder --data (string replace -r '^~/' $HOME/ -- $words[(math $index + 1)])
    end
    command $words[1] completion --values $argv[1] $folder 2>/dev/null
end

complete -c ${COMMAND_NAME} -f
complete -c ${COMMAND_NAME} -n __fish_use_subcommand -l help -s h
complete -c ${COMMAND_NAME} -n __fish_use_subcommand -l version -s v
${commands.flatMap(commandLines).join('\n')}
`
}

function commandLines(command: CompletedCommand): readonly string[] {
  const { name, description, options, words } = command
  const condition = `-n '__fish_seen_subcommand_from ${name}; and test (commandline -opc)[2] = ${name}'`
  return [
    `complete -c ${COMMAND_NAME} -n __fish_use_subcommand -a ${name} -d ${quote(description)}`,
    ...(words.length === 0 ? [] : [`complete -c ${COMMAND_NAME} ${condition} -a ${quote(words.join(' '))}`]),
    ...options.map((option) => `complete -c ${COMMAND_NAME} ${condition} ${optionFlags(option)}`),
  ]
}

function optionFlags(option: CompletedOption): string {
  const { name, short, description } = option
  return [
    `-l ${name}`,
    ...(short === null ? [] : [`-s ${short}`]),
    ...valueFlags(option),
    `-d ${quote(description)}`,
  ].join(' ')
}

function valueFlags({ kind, completion }: CompletedOption): readonly string[] {
  const flags: Readonly<Record<Exclude<Completion, readonly string[]>, string>> = {
    file: '-r -F',
    folder: "-x -a '(__fish_complete_directories)'",
    campaign: "-x -a '(__campaign_desk_values campaigns)'",
    connection: "-x -a '(__campaign_desk_values connections)'",
    profile: "-x -a '(__campaign_desk_values profiles)'",
  }
  if (kind === 'switch') return []
  if (completion === null) return ['-x']
  return [typeof completion === 'string' ? flags[completion] : `-x -a ${quote(completion.join(' '))}`]
}

/** In fish, a backslash escapes a quotation mark and itself. */
function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`
}
