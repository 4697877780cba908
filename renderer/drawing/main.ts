// The page that draws pictures in a process of its own, which main calls and may end at any time. Nobody sees it.
import { isTooComplex, type PictureKind } from '../../electron/content/inspect.ts'
import { PictureThread } from '../pictures/picture-thread.ts'
import { rasterizeSvg } from './rasterize-svg.ts'

interface DrawingInput {
  readonly kind: PictureKind
  /** The longer edge of what is drawn, in pixels. */
  readonly edge: number
  readonly maxBytes: number
}

const thread = new PictureThread()

/** Draws the file at this page's own address, as JPEG or PNG. Null where the file is damaged or encrypted. */
async function draw({ kind, ...size }: DrawingInput): Promise<Uint8Array<ArrayBuffer> | 'tooComplex' | null> {
  const response = await fetch('/file')
  const bytes = new Uint8Array(await response.arrayBuffer())
  // Caches of earlier versions hold drawings that nobody has judged.
  if (isTooComplex(kind, bytes)) return 'tooComplex'
  try {
    if (kind !== 'svg') return await thread.do('thumbnail', { kind, bytes, ...size }, [bytes.buffer])
    const picture = await rasterizeSvg(bytes, size.edge)
    return await thread.do('encode', { picture, ...size }, [picture])
  } catch {
    return null
  }
}

Object.assign(globalThis, { draw })
