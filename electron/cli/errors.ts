import type { CommandName } from './commands.ts'
import { CLI_HINTS, CLI_MESSAGES, CLI_PROXY_HINT, CLI_WAIT_HINT } from './strings/command-line.ts'
import { writeFailureReason } from '../export/files/write-failure.ts'
import { isClosedStream } from './console.ts'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { Logger } from '../app/types.ts'

/** Invalid usage: exit code 2, a sentence and a reference to the help. */
export class UsageError extends Error {
  /** Command whose help is referenced; null for the overview; `none` for no reference. */
  readonly topic: CommandName | 'none' | null

  constructor(sentence: string, topic: CommandName | 'none' | null) {
    super(sentence)
    this.name = 'UsageError'
    this.topic = topic
  }
}

/** A file could not be written to standard output; the cause is the system's error. */
export class OutputError extends Error {
  constructor(cause: unknown) {
    super('standard output could not be written', { cause })
    this.name = 'OutputError'
  }
}

/** Returns the message for an error of standard output. */
export function outputErrorMessage(error: unknown): string {
  if (isClosedStream(error)) return CLI_MESSAGES.outputClosed
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return CLI_MESSAGES.outputNotWritten(writeFailureReason(code))
}

const MAX_CAUSES = 5

/** Returns the messages of an error and its causes for `--verbose`, the error first. */
export function causesOf(error: unknown): readonly string[] {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error && lines.length < MAX_CAUSES; cause = cause.cause)
    lines.push(causeLine(cause))
  return lines
}

function causeLine(error: Error): string {
  if (!(error instanceof AppError)) return `  ${error.name}: ${error.message}`
  return `  ${error.code}${error.detail === undefined ? '' : `: ${error.detail}`}`
}

/** Returns a fault without secrets in its texts: a service may send the key back. */
export function redactFault(fault: Fault, logger: Pick<Logger, 'redact'>): Fault {
  const { message, detail } = fault
  return {
    ...fault,
    message: logger.redact(message),
    ...(detail === undefined ? {} : { detail: logger.redact(detail) }),
  }
}

/** Returns the message of a fault, with the option or variable of the command line that helps. */
export function faultText({
  code,
  message,
  proxySignIn,
  requestedWait,
}: Pick<Fault, 'code' | 'message' | 'proxySignIn' | 'requestedWait'>): string {
  const hint =
    proxySignIn !== undefined ? CLI_PROXY_HINT : requestedWait !== undefined ? CLI_WAIT_HINT : CLI_HINTS[code]
  return hint === undefined ? message : `${message} ${hint}`
}
