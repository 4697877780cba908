import type { FormatModule } from '../format.ts'
import { TextPreview } from '../text-preview.ts'
import { MarkdownWriter } from './writer.ts'

export const markdownFormat: FormatModule = {
  openWriter: (table, write, altered) => new MarkdownWriter(table, write, altered),
  openPreview: ({ timeZone }) => new TextPreview(timeZone),
}
