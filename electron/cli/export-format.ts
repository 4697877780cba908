import { statSync } from 'node:fs'
import type { CsvStyle } from '../contract/csv-style.ts'
import {
  delimiterOfName,
  EXPORT_FORMATS,
  formatOfName,
  formatsWithOption,
  type ExportFormat,
} from '../contract/export-formats.ts'
import { COLUMN_OPTIONS, writesRecords } from '../contract/export-options.ts'
import { extensionOf, unknownTokens } from '../contract/file-name.ts'
import { CLI_USAGE } from './strings/command-line.ts'
import type { CommandName, ExportCommand } from './commands.ts'
import type { GivenOptions } from './options.ts'
import { enumValue, singleValue } from './option-values.ts'
import { UsageError } from './errors.ts'

/**
 * Returns the format of an export: by its option, else by the extension of the file name, else the default.
 * Throws a `UsageError` for an extension that selects no format.
 */
export function parseFormat(
  options: GivenOptions,
  defaultFormat: ExportFormat,
  command: CommandName = 'export',
): ExportFormat {
  const out = singleValue(options, 'out') ?? ''
  const formatOfFile = formatOfName(out)
  const format = enumValue(options, 'format', EXPORT_FORMATS, formatOfFile ?? defaultFormat, command)
  const extension = extensionOf(out)
  if (formatOfFile === null && extension !== null && !options.has('format') && mayBeFile(out))
    throw new UsageError(CLI_USAGE.unknownExtension(extension, EXPORT_FORMATS), command)
  return format
}

/** Returns whether a path is or can become a file. A folder, a pipe or a device may have any name. */
function mayBeFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
}

/** Returns the delimiter that the extension of the file name selects. */
export function delimiterOfFileName(options: GivenOptions): Partial<Pick<CsvStyle, 'delimiter'>> {
  const delimiter = delimiterOfName(singleValue(options, 'out') ?? '')
  return delimiter === null ? {} : { delimiter }
}

/**
 * Throws a `UsageError` for the first given option that changes nothing in the file. Options of a
 * profile are never rejected.
 */
export function requireApplicable(options: GivenOptions, { format, extras }: ExportCommand): void {
  for (const name of options.keys()) {
    const formats = formatsWithOption(name)
    if (formats !== null && !formats.includes(format))
      throw new UsageError(CLI_USAGE.otherFormat(`--${name}`, formats, format), 'export')
  }
  const columnOption = COLUMN_OPTIONS.find((name) => options.has(name))
  if (columnOption !== undefined && writesRecords({ format, extras }))
    throw new UsageError(CLI_USAGE.withRecords(`--${columnOption}`), 'export')
  if (options.has('time-zone') && singleValue(options, 'dates') === 'sent')
    throw new UsageError(CLI_USAGE.sentDates, 'export')
  if (options.has('name-template') && [null, '-'].includes(singleValue(options, 'out')))
    throw new UsageError(CLI_USAGE.nameOfFolder, 'export')
  const unknown = unknownTokens(singleValue(options, 'name-template') ?? '')
  if (unknown.length > 0) throw new UsageError(CLI_USAGE.unknownTokens(unknown), 'export')
  if (options.has('artwork-separator') && extras.artworks === 'rows')
    throw new UsageError(CLI_USAGE.notBoth('--artworks rows', '--artwork-separator'), 'export')
}
