import type { CommandName } from './commands.ts'

/** Wrong usage: exit code 2, one sentence and a pointer to the help. */
export class UsageError extends Error {
  /** The command whose help is pointed to; null for the overview, and no pointer for `none`. */
  readonly topic: CommandName | 'none' | null

  constructor(sentence: string, topic: CommandName | 'none' | null) {
    super(sentence)
    this.name = 'UsageError'
    this.topic = topic
  }
}
