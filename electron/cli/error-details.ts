import { AppError } from '../contract/app-error.ts'

const MAX_CAUSES = 5

/** Returns an error and its causes for `--verbose`, a line each, the error first. */
export function causesOf(error: unknown): readonly string[] {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error && lines.length < MAX_CAUSES; cause = cause.cause)
    lines.push(lineOf(cause))
  return lines
}

function lineOf(error: Error): string {
  if (!(error instanceof AppError)) return `  ${error.name}: ${error.message}`
  return `  ${error.code}${error.detail === undefined ? '' : `: ${error.detail}`}`
}
