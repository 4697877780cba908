import { CLI_MESSAGES } from '../contract/strings/command-line.ts'
import { WRITE_FAILURE_REASONS, writeFailureOther } from '../contract/strings/export.ts'
import { isClosedStream } from './console.ts'

/** A file that goes to standard output could not be written; its cause is the system's error. */
export class OutputError extends Error {
  constructor(cause: unknown) {
    super('standard output could not be written', { cause })
    this.name = 'OutputError'
  }
}

/** Returns the sentence about standard output that could not be written. */
export function outputProblem(error: unknown): string {
  if (isClosedStream(error)) return CLI_MESSAGES.outputClosed
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return CLI_MESSAGES.outputNotWritten(WRITE_FAILURE_REASONS[code] ?? writeFailureOther(code))
}
