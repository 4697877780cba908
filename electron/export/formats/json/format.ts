import type { FormatModule } from '../format.ts'
import { JsonPreview } from './preview.ts'
import { JsonWriter } from './writer.ts'

const format = (inLines: boolean): FormatModule => ({
  openWriter: ({ columns, hasRecords }, write) =>
    new JsonWriter(hasRecords ? 'records' : columns, inLines, write),
  openPreview: () => new JsonPreview(),
})

export const jsonFormat = format(false)
export const jsonLinesFormat = format(true)
