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
import { extensionOf } from '../contract/file-name.ts'
import { CLI_USAGE } from '../contract/strings/command-line.ts'
import type { ExportCommand } from './commands.ts'
import type { GivenOptions } from './options.ts'
import { oneOf, single } from './option-values.ts'
import { UsageError } from './errors.ts'

/**
 * Returns the format of an export: by its option, else by the extension of the file name, else `otherwise`.
 * Throws a `UsageError` for an extension that selects no format.
 */
export function readFormat(options: GivenOptions, otherwise: ExportFormat): ExportFormat {
  const out = single(options, 'out') ?? ''
  const named = formatOfName(out)
  const format = oneOf(options, 'format', EXPORT_FORMATS, named ?? otherwise)
  const extension = extensionOf(out)
  if (named === null && extension !== null && !options.has('format') && isNewFile(out))
    throw new UsageError(CLI_USAGE.unknownEnding(extension, EXPORT_FORMATS), 'export')
  return format
}

/** Whether a path is that of a file: a folder, a pipe or a device may have any name. */
function isNewFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
}

/** Returns the delimiter that the extension of the file name selects. */
export function delimiterOfOut(options: GivenOptions): Partial<Pick<CsvStyle, 'delimiter'>> {
  const delimiter = delimiterOfName(single(options, 'out') ?? '')
  return delimiter === null ? {} : { delimiter }
}

/**
 * Throws a `UsageError` for the first given option that changes nothing in the file. What a profile chooses
 * is never refused.
 */
export function requireApplicable(options: GivenOptions, { format, extras }: ExportCommand): void {
  for (const name of options.keys()) {
    const formats = formatsWithOption(name)
    if (formats !== null && !formats.includes(format))
      throw new UsageError(CLI_USAGE.otherFormat(`--${name}`, formats, format), 'export')
  }
  const ofColumns = COLUMN_OPTIONS.find((name) => options.has(name))
  if (ofColumns !== undefined && writesRecords({ format, extras }))
    throw new UsageError(CLI_USAGE.withRecords(`--${ofColumns}`), 'export')
  if (options.has('time-zone') && single(options, 'dates') === 'sent')
    throw new UsageError(CLI_USAGE.sentDates, 'export')
  if (options.has('name-template') && single(options, 'out') === '-')
    throw new UsageError(CLI_USAGE.nameOfFolder, 'export')
}
