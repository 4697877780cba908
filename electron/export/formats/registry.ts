import type { ExportFormat } from '../../contract/export-formats.ts'
import { csvFormat } from './csv/format.ts'
import type { FormatModule } from './format.ts'
import { htmlFormat } from './html/format.ts'
import { jsonFormat, jsonLinesFormat } from './json/format.ts'
import { markdownFormat } from './md/format.ts'
import { workbookFormat } from './xlsx/format.ts'

/** The writer and the preview of each format. */
export const FORMAT_MODULES: Readonly<Record<ExportFormat, FormatModule>> = {
  xlsx: workbookFormat,
  csv: csvFormat,
  html: htmlFormat,
  md: markdownFormat,
  json: jsonFormat,
  jsonl: jsonLinesFormat,
}
