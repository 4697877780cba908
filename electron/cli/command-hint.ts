import { describeChoices } from './describe-choices.ts'
import { COMMAND_NAME } from './strings/command-line-help.ts'
import { CLI_MISSING } from './strings/command-line.ts'
import type { Connection } from '../contract/connection.ts'
import type { Context } from './context.ts'

type HintContext = Pick<Context, 'requestedFolder'>

/** Returns a command to copy that works in the same shell: its values are quoted, and it names the folder. */
export function commandHint(words: readonly string[], { requestedFolder }: HintContext): string {
  const folder = requestedFolder === null ? [] : ['--data', requestedFolder]
  return [COMMAND_NAME, ...[...words, ...folder].map(quoteWord)].join(' ')
}

/**
 * Returns a command that downloads campaigns into the data folder. It names the only connection; if there are
 * others or none, a placeholder, which is explained.
 * @param campaign words that select campaigns
 */
export function downloadHint(
  connections: readonly Connection[],
  campaign: readonly string[],
  context: HintContext,
): string {
  const [only, another] = connections
  if (only !== undefined && another === undefined)
    return commandHint(['sync', '--connection', only.id, ...campaign], context)
  return only === undefined
    ? CLI_MISSING.withAddress(commandHint(['sync', '--base-url', 'URL', ...campaign], context))
    : CLI_MISSING.withConnection(
        commandHint(['sync', '--connection', 'ID', ...campaign], context),
        describeChoices(connections),
      )
}

/** Quotes a word for the shell of the system, if it needs that. */
function quoteWord(word: string): string {
  const isPlain = process.platform === 'win32' ? /^[\w+,./:=@\\~-]+$/u : /^[\w+,./:=@-]+$/u
  if (isPlain.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
