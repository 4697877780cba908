import type { FormatModule } from '../format.ts'
import { WorkbookPreview } from './preview.ts'
import { WorkbookWriter } from './workbook.ts'

export const workbookFormat: FormatModule = {
  openWriter: ({ document, ...table }, write, altered) =>
    new WorkbookWriter({ ...document, ...table, createdAt: new Date() }, write, altered),
  openPreview: ({ recordFinding, leavesOutLongTexts, timeZone }) =>
    new WorkbookPreview(recordFinding, leavesOutLongTexts, timeZone),
  // Only exports of items have this option.
  remediesOf: (kind, request) =>
    'rows' in request && (kind === 'longText' || kind === 'lineBreaks')
      ? [request.options.extras.longTexts === 'leaveOut' ? 'cut' : 'leaveOut']
      : [],
}
