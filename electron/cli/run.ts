import { stat } from 'node:fs/promises'
import { AppError, toFault } from '../contract/app-error.ts'
import { CLI_HELP, CLI_MESSAGES, CLI_USAGE } from '../contract/strings/command-line.ts'
import { writeFailure } from '../export/write-failure.ts'
import { changes } from './changes.ts'
import type {
  ChangesCommand,
  Command,
  DoctorCommand,
  ExportCommand,
  ReviewCommand,
  StatusCommand,
  SyncCommand,
} from './commands.ts'
import { Console } from './console.ts'
import { createContext, type Context } from './context.ts'
import { EXIT, exitCodeOf, type ExitCode } from './exit-codes.ts'
import { doctor } from './doctor.ts'
import { exportItems } from './export.ts'
import type { CliIo, Environment } from './io.ts'
import { readCommand } from './read-command.ts'
import { review } from './review.ts'
import { status } from './status.ts'
import { sync } from './sync.ts'
import { UsageError } from './usage-error.ts'

type WorkCommand =
  SyncCommand | ExportCommand | StatusCommand | ChangesCommand | ReviewCommand | DoctorCommand

/**
 * The command line: carries out what the words (without the program's own name) ask for and gives the exit
 * code. Never rejects; whatever goes wrong is a sentence on standard error.
 */
export async function runCli(words: readonly string[], env: Environment, io: CliIo): Promise<ExitCode> {
  const console = new Console(io.stdout, io.stderr, words.includes('--json'))
  const exitCode = await carryOut(words, env, io, console)
  try {
    await console.settle()
    return exitCode
  } catch (error) {
    console.message(CLI_MESSAGES.outputNotWritten(toFault(writeFailure(error)).message))
    await console.settle()
    return exitCode === EXIT.done ? EXIT.notWritten : exitCode
  }
}

async function carryOut(
  words: readonly string[],
  env: Environment,
  io: CliIo,
  console: Console,
): Promise<ExitCode> {
  let context: Context | null = null
  let command: Command | null = null
  try {
    command = readCommand(words)
    if (command.name === 'help') {
      console.print(CLI_HELP[command.topic ?? 'overview'].trimEnd())
      return EXIT.done
    }
    if (command.name === 'version') {
      console.print(await io.version())
      return EXIT.done
    }
    context = createContext(io, env, console, command.dataFolder)
    return await work(command, context)
  } catch (error) {
    return await report(error, { command, context, console, io })
  } finally {
    await context?.logger.flush()
  }
}

function work(command: WorkCommand, context: Context): Promise<ExitCode> {
  switch (command.name) {
    case 'sync':
      return sync(command, context)
    case 'export':
      return exportItems(command, context)
    case 'status':
      return status(command, context)
    case 'changes':
      return changes(command, context)
    case 'review':
      return review(command, context)
    case 'doctor':
      return doctor(command, context)
  }
}

interface Circumstances {
  readonly command: Command | null
  readonly context: Context | null
  readonly console: Console
  readonly io: CliIo
}

async function report(error: unknown, { command, context, console, io }: Circumstances): Promise<ExitCode> {
  const say = (exitCode: ExitCode, code: string, message: string): ExitCode => {
    console.message(message)
    console.json({ type: 'error', code, message, exitCode })
    return exitCode
  }
  if (error instanceof UsageError) {
    say(EXIT.usage, 'usage', error.message)
    if (error.topic !== 'none') console.message(CLI_USAGE.seeHelp(error.topic ?? ''))
    return EXIT.usage
  }
  if (io.interrupted.aborted) return say(interruptedCode(command), 'cancelled', CLI_MESSAGES.interrupted)
  const known = writeFailure(error)
  if (known instanceof AppError && known.code !== 'internal')
    return say(exitCodeOf(known.code, false), known.code, known.message)
  return say(EXIT.unexpected, 'internal', await logged(error, context))
}

/** What a script learns: the download, or the file, is not there. */
function interruptedCode(command: Command | null): ExitCode {
  if (command?.name === 'sync') return EXIT.incomplete
  return command?.name === 'export' || command?.name === 'review' ? EXIT.notWritten : EXIT.unexpected
}

/** Writes an unexpected error to the log, where there is a data folder to have one. */
async function logged(error: unknown, context: Context | null): Promise<string> {
  const folder = context === null ? null : await stat(context.dataFolder).catch(() => null)
  if (context !== null && folder?.isDirectory() === true)
    return CLI_MESSAGES.unexpected(context.logger.unexpected(error, 'command line'), context.logger.file)
  return CLI_MESSAGES.unexpectedUnlogged(error instanceof Error ? error.name : typeof error)
}
