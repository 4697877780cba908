import type { CsvStyle } from '../contract/csv-style.ts'
import { FORMAT_DESCRIPTORS, supportsOption, type ExportFormat } from '../contract/export-formats.ts'
import { CLI_MESSAGES, CLI_USAGE } from './strings/command-line.ts'
import { requireAllowedPath } from '../app/managed/export-folders.ts'
import { partPaths } from '../export/files/parts.ts'
import { startExport } from '../export/start-export.ts'
import type { ExportProgress, ExportRequest } from '../export/types.ts'
import type { CommandName } from './commands.ts'
import { untilInterrupted, type Context } from './context.ts'
import { OutputError, UsageError } from './errors.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

interface Output {
  /** Null: standard output. */
  readonly file: string | null
  readonly format: ExportFormat
  readonly style: Partial<CsvStyle>
}

/** Throws a `UsageError` for a workbook, or text that is not UTF-8, on a terminal. */
export function rejectBinaryToTerminal(
  { file, format, style }: Output,
  { console }: Pick<Context, 'console'>,
  command: CommandName,
): void {
  if (file !== null || !console.writesToTerminal) return
  const isUtf8 = !supportsOption(format, 'encoding') || (style.encoding ?? 'utf8').startsWith('utf8')
  const isText = FORMAT_DESCRIPTORS[format].isText && isUtf8
  if (!isText) throw new UsageError(CLI_USAGE.binaryToTerminal, command)
}

/** Writes a file, or to standard output, and reports the result. Throws an `OutputError`. */
export async function writeExport(request: ExportRequest, context: Context): Promise<ExitCode> {
  const { console, io } = context
  if (request.file !== null) await requireAllowedPath(request.file, await io.managed())
  let outputError: unknown = null
  try {
    const result = await untilInterrupted(context, () =>
      startExport(request, {
        thread: io.exportWorkerUrl,
        onProgress: ({ rows, totalRows, verifiedRows }) => {
          console.progress(
            verifiedRows === null
              ? CLI_MESSAGES.writing(rows, totalRows)
              : CLI_MESSAGES.verifying(verifiedRows, totalRows),
          )
        },
        writeOutput: async (bytes) => {
          try {
            await console.writeBytes(bytes)
          } catch (error) {
            outputError = error
            throw error
          }
        },
      }),
    )
    reportExport(request.file, result, context)
  } catch (error) {
    throw outputError === null ? error : new OutputError(outputError)
  }
  return EXIT.done
}

function reportExport(
  file: string | null,
  { rows, bytes, verifiedRows, parts, altered }: ExportProgress,
  { console }: Pick<Context, 'console'>,
): void {
  if (file === null) {
    if (altered !== undefined) console.message(CLI_MESSAGES.altered(altered))
    return
  }
  const files = partPaths(file, parts?.files ?? 1)
  console.message(CLI_MESSAGES.written(rows, files, verifiedRows !== null, altered))
  console.json({
    type: 'export',
    file: files[0],
    files,
    rows,
    bytes,
    readBack: verifiedRows !== null,
    altered,
  })
}
