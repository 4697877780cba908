import type { Bytes } from './pictures.ts'

export interface PdfOptions {
  readonly pages?: number
  /** Whether it requires a password. */
  readonly encrypted?: boolean
  /** Whether the field is a scan with fax compression (CCITT G4), black when decoded. */
  readonly fax?: boolean
}

const COLORS = ['0.85 0.35 0.25', '0.25 0.55 0.45', '0.3 0.4 0.75'] as const

/** 16 × 16 pixels: each 1 is a row that equals the white row above it, and the colors are inverted. */
const FAX = `q 475 0 0 250 60 400 cm
BI /W 16 /H 16 /BPC 1 /CS /G /D [1 0] /F [/AHx /CCF] /DP [null << /K -1 /Columns 16 /Rows 16 >>]
ID FFFF001001> EI Q`

/**
 * Returns a valid PDF with A4 pages, each with a frame, a colored field, fine lines, and as many dots as its
 * number.
 */
export function makePdf({ pages = 1, encrypted = false, fax = false }: PdfOptions = {}): Bytes {
  const objects: string[] = []
  const kids = Array.from({ length: pages }, (_, index) => `${String(3 + index * 2)} 0 R`).join(' ')
  objects.push(
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${String(pages)} >>`,
  )
  for (let index = 0; index < pages; index += 1) {
    const lines = Array.from(
      { length: 60 },
      (_, lineIndex) => `60 ${String(100 + lineIndex * 4)} m 535 ${String(100 + lineIndex * 4)} l S`,
    )
    const dots = Array.from(
      { length: index + 1 },
      (_, dotIndex) => `${String(80 + dotIndex * 50)} 700 36 36 re f`,
    )
    const content = [
      '4 w 40 40 515 762 re S',
      fax ? FAX : `${COLORS[index % COLORS.length] ?? ''} rg 60 400 475 250 re f`,
      '0.5 w',
      ...lines,
      '0 0 0 rg',
      ...dots,
    ].join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${String(4 + index * 2)} 0 R >>`,
      `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
    )
  }
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${String(index + 1)} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const passwordHash = `<${'ab'.repeat(32)}>`
  const encryption = encrypted
    ? ` /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${passwordHash} /U ${passwordHash} /P -4 >>`
    : ''
  const size = String(objects.length + 1)
  body += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R${encryption} >>\n`
  body += `startxref\n${String(body.indexOf('xref\n0'))}\n%%EOF\n`
  return new Uint8Array(Buffer.from(body, 'latin1'))
}
