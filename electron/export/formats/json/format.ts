import type { FormatModule } from '../format.ts'
import { JsonPreview } from './preview.ts'
import { JsonWriter } from './writer.ts'

const createFormat = (inLines: boolean): FormatModule => ({
  openWriter: ({ columns, hasRecords }, write) =>
    new JsonWriter(hasRecords ? 'records' : columns, inLines, write),
  openPreview: () => new JsonPreview(),
})

export const jsonFormat = createFormat(false)
export const jsonLinesFormat = createFormat(true)
