import type { Completion } from '../options.ts'
import { COMMAND_NAME } from '../strings/command-line-help.ts'
import { completedCommands, shellQuote, type CompletedCommand, type CompletedOption } from './options.ts'

/** Returns the completion script for bash (4 or later). */
export function bashScript(): string {
  const commands = completedCommands()
  return `# Completion for ${COMMAND_NAME} in bash. To load it, add this line to ~/.bashrc:
#   source <(${COMMAND_NAME} completion bash)

# Offers the lines of standard input. They are never expanded, unlike words of compgen.
_campaign_desk_lines() {
  local value typed
  typed=\${cur//\\\\/}
  typed=\${typed#[\\"\\']}
  while IFS= read -r value; do
    case $value in
      "$typed"*) COMPREPLY+=("$(printf '%q' "$value")") ;;
    esac
  done
}

# Offers the campaigns, connections or profiles of the data folder.
_campaign_desk_values() {
  local index
  local -a folder
  folder=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    if [[ \${COMP_WORDS[index]} == --data ]]; then
      folder=(--data "\${COMP_WORDS[index + 1]/#\\~\\//$HOME/}")
    fi
  done
  _campaign_desk_lines < <("\${COMP_WORDS[0]}" completion --values "$1" \${folder[@]+"\${folder[@]}"} 2>/dev/null | cut -f 1)
}

_campaign_desk() {
  local cur previous command
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  previous=\${COMP_WORDS[COMP_CWORD - 1]}
  command=\${COMP_WORDS[1]}
  # The line editor splits --option=value into three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    _campaign_desk_lines < <(printf '%s\\n' ${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')})
    return
  fi
  case $command:$previous in
${commands.flatMap(valueCases).join('\n')}
  esac
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}

complete -F _campaign_desk ${COMMAND_NAME}
`
}

function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return options
    .filter(({ kind }) => kind !== 'switch')
    .map((option) => `    ${name}:--${option.name}) ${valueAction(option)}; return ;;`)
}

function valueAction({ completion }: CompletedOption): string {
  const actions: Readonly<Record<Exclude<Completion, readonly string[]>, string>> = {
    file: 'compopt -o default 2>/dev/null',
    folder: 'compopt -o dirnames 2>/dev/null',
    campaign: '_campaign_desk_values campaigns',
    connection: '_campaign_desk_values connections',
    profile: '_campaign_desk_values profiles',
  }
  if (completion === null) return ':'
  return typeof completion === 'string' ? actions[completion] : offerWords(completion)
}

function commandCase({ name, options, words }: CompletedCommand): string {
  const suggestions = [
    ...words,
    ...options.flatMap((option) => [
      `--${option.name}`,
      ...(option.short === null ? [] : [`-${option.short}`]),
    ]),
  ]
  return `    ${name}) ${offerWords(suggestions)} ;;`
}

/** Returns a command that offers these words. */
function offerWords(words: readonly string[]): string {
  return `_campaign_desk_lines < <(printf '%s\\n' ${words.map(shellQuote).join(' ')})`
}
