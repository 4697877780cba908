import { COMMAND_NAME } from '../strings/command-line-help.ts'
import type { Completion } from '../options.ts'
import { completedCommands, shellQuote, type CompletedCommand, type CompletedOption } from './options.ts'

/** Returns the completion script for zsh. */
export function zshScript(): string {
  const commands = completedCommands()
  return `#compdef ${COMMAND_NAME}
# Completion for ${COMMAND_NAME} in zsh. To load it, add this line to ~/.zshrc, after compinit:
#   source <(${COMMAND_NAME} completion zsh)

# Offers the campaigns, connections or profiles of the data folder, with their descriptions.
_campaign_desk_values() {
  local line
  local -a folder described
  local index=\${_campaign_desk_line[(i)--data]}
  if (( index < \${#_campaign_desk_line} )); then
    folder=(--data "\${\${(Q)_campaign_desk_line[index + 1]}/#\\~\\//$HOME/}")
  fi
  for line in "\${(@f)$("\${(Q)_campaign_desk_line[1]}" completion --values $1 $folder 2>/dev/null)}"; do
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -t values $1 described
}

_campaign_desk() {
  local -a commands _campaign_desk_line
  # _arguments sees the words after the command only.
  _campaign_desk_line=("\${words[@]}")
  if (( CURRENT == 2 )); then
    commands=(
${commands.map(({ name, description }) => `      ${shellQuote(`${name}:${description}`)}`).join('\n')}
    )
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

# Called by the completion system where the file is on fpath; registered where it is sourced.
if [[ \${funcstack[1]} == _${COMMAND_NAME} ]]; then
  _campaign_desk "$@"
else
  compdef _campaign_desk ${COMMAND_NAME}
fi
`
}

function commandCase({ name, options, words }: CompletedCommand): string {
  const specs = [
    ...options.flatMap(optionSpecs),
    ...(words.length === 0 ? [] : [`1:${name}:(${words.join(' ')})`]),
  ]
  return [
    `    ${name})`,
    '      _arguments \\',
    ...specs.map((spec, index) => `        ${shellQuote(spec)}${index === specs.length - 1 ? '' : ' \\'}`),
    '      ;;',
  ].join('\n')
}

function optionSpecs(option: CompletedOption): readonly string[] {
  const { name, short, kind, description } = option
  const text = `[${description.replaceAll(/[[\]:\\]/gu, String.raw`\$&`)}]`
  if (kind === 'switch')
    return [`--${name}`, ...(short === null ? [] : [`-${short}`])].map((each) => each + text)
  return [`${kind === 'list' ? '*' : ''}--${name}=${text}:${name}:${valueAction(option)}`]
}

/** An action that begins with a blank receives no arguments of _arguments. */
function valueAction({ completion }: CompletedOption): string {
  const actions: Readonly<Record<Exclude<Completion, readonly string[]>, string>> = {
    file: '_files',
    folder: '_files -/',
    campaign: ' _campaign_desk_values campaigns',
    connection: ' _campaign_desk_values connections',
    profile: ' _campaign_desk_values profiles',
  }
  if (completion === null) return ' '
  return typeof completion === 'string' ? actions[completion] : `(${completion.join(' ')})`
}
