import type { FormatModule } from '../format.ts'
import { TextPreview } from '../text-preview.ts'
import { MarkdownWriter, replaceUnsupported } from './writer.ts'

export const markdownFormat: FormatModule = {
  openWriter: (table, write, altered) => new MarkdownWriter(table, write, altered),
  openPreview: (options) => new TextPreview(options, replaceUnsupported),
}
