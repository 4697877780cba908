import { EXPORT_PRESETS, regionOf, styleOfPreset } from '../contract/csv-style.ts'
import { DEFAULT_COMMAND_LINE_FORMAT, formatsWithOption } from '../contract/export-formats.ts'
import { HEADER_STYLES, STATUS_STYLES, type ChangesExportOptions } from '../contract/export-options.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import { localeOfEnvironment } from '../app/locale.ts'
import type { CommandName, TableOutput } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'
import { delimiterOfFileName, parseFormat } from './export-format.ts'
import { defaultHeader, enumValue, parseLanguage, parseTimeZone, singleValue } from './option-values.ts'
import type { GivenOptions } from './options.ts'

/** Options that only a file has. */
const FILE_OPTIONS = ['format', 'preset', 'header', 'lang', 'statuses', 'time-zone'] as const

/** Returns the file of a command; null without `--out`. Throws a `UsageError`. */
export function parseTableOutput(options: GivenOptions, command: CommandName): TableOutput | null {
  const out = singleValue(options, 'out')
  if (out === null) {
    const unused = FILE_OPTIONS.find((name) => options.has(name))
    if (unused !== undefined) throw new UsageError(CLI_USAGE.needsOther(`--${unused}`, '--out'), command)
    return null
  }
  if (out === '-' && options.has('json')) throw new UsageError(CLI_USAGE.outputAlreadyUsed, command)
  const format = parseFormat(options, DEFAULT_COMMAND_LINE_FORMAT, command)
  for (const name of FILE_OPTIONS) {
    const formats = formatsWithOption(name)
    if (options.has(name) && formats !== null && !formats.includes(format))
      throw new UsageError(CLI_USAGE.otherFormat(`--${name}`, formats, format), command)
  }
  const timeZone = parseTimeZone(options, command)
  const language = parseLanguage(options, command)
  return {
    file: out === '-' ? null : out,
    format,
    preset: enumValue(options, 'preset', EXPORT_PRESETS, 'rfc4180', command),
    style: { ...delimiterOfFileName(options), ...(timeZone === null ? {} : { dates: 'local' }) },
    header: enumValue(options, 'header', HEADER_STYLES, defaultHeader(options, format), command),
    ...(language === null ? {} : { language }),
    ...(timeZone === null ? {} : { timeZone }),
    statuses: enumValue(options, 'statuses', STATUS_STYLES, 'numbers', command),
  }
}

/** Returns the options of an export to the file of a command. */
export function tableExportOptions(
  { format, header, language, timeZone, style, preset }: TableOutput,
  { env }: Pick<Context, 'env'>,
): ChangesExportOptions {
  const region = regionOf(localeOfEnvironment(env))
  return {
    format,
    header,
    ...(language === undefined ? {} : { language }),
    timeZone,
    style: { ...styleOfPreset(preset, region), ...style },
    rowsBeyond: 'oneFile',
  }
}
