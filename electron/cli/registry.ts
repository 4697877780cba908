import { campaigns } from './campaigns.ts'
import { changes } from './changes.ts'
import type { CommandName, WorkCommand } from './commands.ts'
import type { Context } from './context.ts'
import { compare, parseCompare } from './compare.ts'
import { completion, parseCompletion } from './completion/completion.ts'
import { listAllConnections, parseConnections } from './connections.ts'
import { doctor } from './doctor.ts'
import type { ExitCode } from './exit-codes.ts'
import { exportItems } from './export.ts'
import { forget, parseForget } from './forget.ts'
import type { GivenOptions } from './options.ts'
import { parseCampaignsCommand } from './parse-campaigns.ts'
import {
  parseChanges,
  parseDoctor,
  parseExport,
  parseReview,
  parseStatus,
  parseSync,
} from './parse-command.ts'
import { review } from './review.ts'
import { parseStats, stats } from './stats.ts'
import { status } from './status.ts'
import { sync } from './sync.ts'
import { parseTimeline, timeline } from './timeline.ts'

type CommandOf<Name extends CommandName> = Extract<WorkCommand, { readonly name: Name }>

interface CommandEntry<Command> {
  /** Parses the options. Throws a `UsageError`. */
  readonly parse: (options: GivenOptions) => Command
  readonly run: (command: Command, context: Context) => Promise<ExitCode>
}

/**
 * The commands. A new command has its entry here, its options in `options.ts` and its help in
 * `strings/command-line-help.ts`; help, dispatch and completion scripts derive from them.
 */
const COMMANDS: { readonly [Name in CommandName]: CommandEntry<CommandOf<Name>> } = {
  sync: { parse: parseSync, run: sync },
  export: { parse: (options) => parseExport(options), run: exportItems },
  changes: { parse: parseChanges, run: changes },
  compare: { parse: parseCompare, run: compare },
  review: { parse: parseReview, run: review },
  status: { parse: parseStatus, run: status },
  campaigns: { parse: parseCampaignsCommand, run: campaigns },
  stats: { parse: parseStats, run: stats },
  timeline: { parse: parseTimeline, run: timeline },
  connections: { parse: parseConnections, run: listAllConnections },
  forget: { parse: parseForget, run: forget },
  doctor: { parse: parseDoctor, run: doctor },
  completion: { parse: parseCompletion, run: completion },
}

/** Parses the options of a command. Throws a `UsageError`. */
export function parseCommand(name: CommandName, options: GivenOptions): WorkCommand {
  return COMMANDS[name].parse(options)
}

/** Runs a command and returns its exit code. */
export function runCommand<Name extends CommandName>(
  command: CommandOf<Name>,
  context: Context,
): Promise<ExitCode> {
  const name: Name = command.name
  return COMMANDS[name].run(command, context)
}
