import type { FormatModule } from '../format.ts'
import { TextPreview } from '../text-preview.ts'
import { documentText } from '../../values/html-text.ts'
import { HtmlWriter } from './writer.ts'

export const htmlFormat: FormatModule = {
  openWriter: (table, write, altered) => new HtmlWriter(table, write, altered),
  openPreview: (options) => new TextPreview(options, documentText),
}
