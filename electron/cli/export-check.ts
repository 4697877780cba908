import { AppError } from '../contract/app-error.ts'
import { supportsOption } from '../contract/export-formats.ts'
import { CLI_MESSAGES } from '../contract/strings/command-line.ts'
import { startPreflight } from '../export/preflight/start-preflight.ts'
import type { ExportContent } from '../export/types.ts'
import type { ExportCommand } from './commands.ts'
import type { Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { localeOf } from './locale.ts'

/**
 * `export --check`: looks at what would be written, writes nothing, and prints what was found as JSON (its keys are in
 * `docs/export-check.md`): indented for people, on one line with `--json`.
 */
export async function checkExport(
  what: ExportContent,
  { preset }: ExportCommand,
  { console, io, env }: Context,
): Promise<ExitCode> {
  if (io.interrupted.aborted) throw new AppError('cancelled')
  const running = startPreflight(
    { what, preset, locale: localeOf(env) },
    {
      workerUrl: io.preflightWorkerUrl,
      onPreview: ({ checkedRows, rows }) => {
        console.progress(CLI_MESSAGES.lookingAt(checkedRows, rows))
      },
    },
  )
  const cancel = (): void => {
    running.cancel()
  }
  io.interrupted.addEventListener('abort', cancel)
  try {
    // That everything was looked at is what the end means; small pictures are only made in a window.
    const { checkedRows: _, toMake: __, ...found } = await running.done
    const { format } = what.options
    const report = {
      type: 'exportCheck',
      format,
      preset: supportsOption(format, 'preset') ? preset : null,
      ...found,
    }
    console.json(report)
    console.print(...JSON.stringify(report, null, 2).split('\n'))
  } finally {
    io.interrupted.removeEventListener('abort', cancel)
  }
  return EXIT.done
}
