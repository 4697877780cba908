import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Properties of a PDF written by Chromium, whose objects are not compressed. */
export interface PdfOutline {
  readonly pages: number
  /** The size of each page in points. */
  readonly sizes: readonly (readonly [width: number, height: number])[]
  /** The filter of each picture. */
  readonly pictures: readonly string[]
  readonly isTagged: boolean
  /** Whether it contains scripts, links or files. */
  readonly isActive: boolean
}

/** Reads the properties of a PDF. Throws if it is incomplete. */
export function readPdf(file: string): PdfOutline {
  const text = readFileSync(file, 'latin1')
  if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF'))
    throw new Error('The PDF is incomplete.')
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

/** Returns the text of the pages; null if poppler is not installed. */
export function pdfText(file: string): string | null {
  const { stdout, error } = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  return error === undefined ? stdout : null
}
