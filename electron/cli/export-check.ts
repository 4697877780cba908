import { supportsOption } from '../contract/export-formats.ts'
import { CLI_MESSAGES } from './strings/command-line.ts'
import { startPreflight } from '../export/preflight/start-preflight.ts'
import type { ExportContent } from '../export/types.ts'
import type { ExportCommand } from './commands.ts'
import { untilInterrupted, type Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { localeOfEnvironment } from '../app/locale.ts'

/**
 * `export --check`: runs the preflight of an export and prints its result as JSON (keys:
 * `docs/export-check.md`), indented for people, on one line with `--json`.
 */
export async function checkExport(
  content: ExportContent,
  { preset }: ExportCommand,
  context: Context,
): Promise<ExitCode> {
  const { console, io, env } = context
  // A finished preflight has checked every row, and only a window makes thumbnails and shows the file.
  const {
    checkedRows: _,
    missingThumbnails: __,
    rowsWithFindings: ___,
    fileLines: ____,
    ...found
  } = await untilInterrupted(context, () =>
    startPreflight(
      { content, preset, locale: localeOfEnvironment(env) },
      {
        workerUrl: io.preflightWorkerUrl,
        onPreview: ({ checkedRows, rows }) => console.progress(CLI_MESSAGES.checkingRows(checkedRows, rows)),
      },
    ),
  )
  const { format } = content.options
  const report = {
    type: 'exportCheck',
    format,
    preset: supportsOption(format, 'preset') ? preset : null,
    ...found,
  }
  console.json(report)
  console.print(...JSON.stringify(report, null, 2).split('\n'))
  return EXIT.done
}
