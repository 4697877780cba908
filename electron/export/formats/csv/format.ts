import { TYPED_FORMAT } from '../../../contract/export-formats.ts'
import type { FormatModule } from '../format.ts'
import { quoteFirstId } from './quote-id.ts'
import { CsvPreview } from './preview.ts'
import { CsvWriter } from './writer.ts'

export const csvFormat: FormatModule = {
  openWriter: (table, write, altered) =>
    new CsvWriter(table, quoteFirstId(table.style.delimiter, write), altered),
  openPreview: ({ style, program, recordFinding, timeZone }) =>
    new CsvPreview(style, program, recordFinding, timeZone),
  remediesOf: (kind, { options }) => {
    if (kind === 'encoding') return options.style.encoding === 'windows1252' ? ['utf8', TYPED_FORMAT] : []
    return kind === 'formula' ? [TYPED_FORMAT, 'guard'] : [TYPED_FORMAT]
  },
}
