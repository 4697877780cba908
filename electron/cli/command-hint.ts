import { COMMAND_NAME } from './strings/command-line-help.ts'
import type { Context } from './context.ts'

/** Returns a command to copy that works in the same shell: its values are quoted, and it names the folder. */
export function commandHint(
  words: readonly string[],
  { requestedFolder }: Pick<Context, 'requestedFolder'>,
): string {
  const folder = requestedFolder === null ? [] : ['--data', requestedFolder]
  return [COMMAND_NAME, ...[...words, ...folder].map(quoteWord)].join(' ')
}

/** Quotes a word for the shell of the system, if it needs that. */
function quoteWord(word: string): string {
  const isPlain = process.platform === 'win32' ? /^[\w+,./:=@\\~-]+$/u : /^[\w+,./:=@-]+$/u
  if (isPlain.test(word)) return word
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
