import { stat } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import { CLI_DETAILS, CLI_MESSAGES, CLI_USAGE } from './strings/command-line.ts'
import { writeFailure } from '../export/files/write-failure.ts'
import type { Command } from './commands.ts'
import { Console, isPlainTerminal } from './console.ts'
import { createContext, type Context } from './context.ts'
import { causesOf, faultText, OutputError, outputErrorMessage, UsageError } from './errors.ts'
import { EXIT, exitCodeOf, interruptedExitCode, worseOf, type ExitCode } from './exit-codes.ts'
import { helpLines } from './help.ts'
import type { CliIo, Environment } from './io.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { runCommand } from './registry.ts'

/**
 * Runs the command line and returns the exit code. Never rejects: every error is a sentence on standard
 * error.
 * @param args the arguments after the name of the program
 */
export async function runCli(args: readonly string[], env: Environment, io: CliIo): Promise<ExitCode> {
  const console = new Console(io.stdout, io.stderr, {
    json: args.includes('--json'),
    quiet: args.includes('--quiet'),
    verbose: args.includes('--verbose'),
    plain: isPlainTerminal(env),
  })
  const exitCode = await execute(args, env, io, console)
  try {
    await console.settle()
    return interruptedExitCode(io.interrupted) ?? exitCode
  } catch (error) {
    console.warning(outputErrorMessage(error))
    await console.settle()
    return interruptedExitCode(io.interrupted) ?? worseOf(exitCode, EXIT.notWritten)
  }
}

async function execute(
  args: readonly string[],
  env: Environment,
  io: CliIo,
  console: Console,
): Promise<ExitCode> {
  let context: Context | null = null
  let command: Command | null = null
  try {
    command = parseCommandLine(args)
    if (command.name === 'help') {
      console.printText(helpLines(command.topic))
      return EXIT.done
    }
    if (command.name === 'version') {
      console.printText([await io.version()])
      return EXIT.done
    }
    context = createContext(io, env, console, command)
    console.detail(CLI_DETAILS.dataFolder(context.dataFolder))
    return await runCommand(command, context)
  } catch (error) {
    return await report(error, { command, context, console, io })
  } finally {
    await context?.logger.flush()
  }
}

interface ReportOptions {
  readonly command: Command | null
  readonly context: Context | null
  readonly console: Console
  readonly io: CliIo
}

async function report(error: unknown, { command, context, console, io }: ReportOptions): Promise<ExitCode> {
  const write = (exitCode: ExitCode, code: string, message: string): ExitCode => {
    console.warning(message)
    console.json({ type: 'error', code, message, exitCode })
    return exitCode
  }
  if (error instanceof UsageError) {
    write(EXIT.usage, 'usage', error.message)
    if (error.topic !== 'none') console.warning(CLI_USAGE.seeHelp(error.topic ?? ''))
    return EXIT.usage
  }
  const interrupted = interruptedExitCode(io.interrupted)
  if (interrupted !== null) return write(interrupted, 'cancelled', interruptedMessage(command))
  const redact = (text: string): string => context?.logger.redact(text) ?? text
  for (const line of causesOf(error)) console.detail(redact(line))
  if (error instanceof OutputError)
    return write(EXIT.notWritten, 'outputNotWritten', outputErrorMessage(error.cause))
  const appError = writeFailure(error)
  if (appError instanceof AppError && appError.code !== 'internal')
    return write(exitCodeOf(appError.code, false), appError.code, redact(faultText(appError.toFault())))
  return write(EXIT.unexpected, 'internal', await logUnexpected(error, context))
}

function interruptedMessage(command: Command | null): string {
  if (command?.name === 'sync') return CLI_MESSAGES.syncInterrupted
  if (command?.name === 'export' && command.check) return CLI_MESSAGES.interrupted
  if (command?.name === 'export' && command.file === null) return CLI_MESSAGES.outputInterrupted
  return command?.name === 'export' || command?.name === 'review'
    ? CLI_MESSAGES.exportInterrupted
    : CLI_MESSAGES.interrupted
}

/** Writes an unexpected error to the log, if there is a data folder. */
async function logUnexpected(error: unknown, context: Context | null): Promise<string> {
  const folder = context === null ? null : await stat(context.dataFolder).catch(() => null)
  if (context !== null && folder?.isDirectory() === true)
    return CLI_MESSAGES.unexpected(context.logger.unexpected(error, 'command line'), context.logger.file)
  return CLI_MESSAGES.unexpectedUnlogged(error instanceof Error ? error.name : typeof error)
}
