import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What can be told of a PDF as Chromium writes it, without a library: its objects are not packed. */
export interface PdfOutline {
  readonly pages: number
  /** Of each page, in points. */
  readonly sizes: readonly (readonly [width: number, height: number])[]
  /** Pictures in it, and how each is packed. */
  readonly pictures: readonly string[]
  readonly isTagged: boolean
  /** Whether it has anything that runs or leads somewhere. */
  readonly isActive: boolean
}

export function readPdf(file: string): PdfOutline {
  const text = readFileSync(file, 'latin1')
  if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF')) throw new Error('That is no whole PDF.')
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu)]
  return {
    pages: [...text.matchAll(/\/Type \/Page\b(?!s)/gu)].length,
    sizes: sizes.map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))] as const),
    pictures: [...text.matchAll(/\/Subtype \/Image[^]*?\/Filter \/(\w+)/gu)].map(
      ([, filter]) => filter ?? '',
    ),
    isTagged: text.includes('/MarkInfo'),
    isActive: /\/(JavaScript|JS|Launch|URI|EmbeddedFile)\b/u.test(text),
  }
}

/** The words on the pages; null where this computer has no poppler to read them with. */
export function wordsOfPdf(file: string): string | null {
  const { stdout, error } = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  return error === undefined ? stdout : null
}
