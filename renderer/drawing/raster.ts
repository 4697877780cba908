export interface Size {
  readonly width: number
  readonly height: number
}

/** The maximum size of a drawing. */
export interface DrawnSize {
  /** The longer edge, in pixels. */
  readonly edge: number
  readonly maxPixels: number
  /** Larger results are scaled down. */
  readonly maxBytes: number
}

/**
 * Returns the largest size with the same proportions that does not exceed the edge and the number of pixels.
 */
export function fitSize(
  { edge, maxPixels }: Pick<DrawnSize, 'edge' | 'maxPixels'>,
  { width, height }: Size,
): Size {
  const byPixels = Math.sqrt(maxPixels / (width * height))
  const scale = Math.min(1, edge / Math.max(width, height), byPixels)
  const rounding = scale === byPixels ? Math.floor : Math.round
  return { width: Math.max(1, rounding(width * scale)), height: Math.max(1, rounding(height * scale)) }
}

export function canvasOf(
  width: number,
  height: number,
): { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  // Otherwise the GPU process would draw it, which all windows share and which has no limits.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas.')
  return { canvas, context }
}

/** Draws a picture in a size. */
export function scaled(picture: CanvasImageSource, { width, height }: Size): HTMLCanvasElement {
  const { canvas, context } = canvasOf(width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

/**
 * Encodes a canvas without `toBlob()` or `convertToBlob()`: both wait until the page is idle, which happens
 * once per second in a hidden page.
 */
function encoded(canvas: HTMLCanvasElement, type: string, quality?: number): Uint8Array<ArrayBuffer> {
  const address = canvas.toDataURL(type, quality)
  const characters = atob(address.slice(address.indexOf(',') + 1))
  const bytes = new Uint8Array(characters.length)
  for (let offset = 0; offset < bytes.length; offset += 1) bytes[offset] = characters.charCodeAt(offset)
  return bytes
}

function asJpeg(canvas: HTMLCanvasElement): Uint8Array<ArrayBuffer> {
  return encoded(canvas, 'image/jpeg', 0.85)
}

/** Rows that are read at once, so that a large picture is not in memory twice. */
const STRIP = 256

/** Returns whether a drawing has transparent pixels. */
function hasTransparency(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas
  const context = canvas.getContext('2d')
  for (let top = 0; top < height; top += STRIP) {
    const { data } = context?.getImageData(0, top, width, Math.min(STRIP, height - top)) ?? { data: [] }
    for (let offset = 3; offset < data.length; offset += 4) if (data[offset] !== 0xff) return true
  }
  return false
}

/** Encodes a drawing as JPEG, or as PNG if it has transparent pixels, and empties the canvas. */
export function encode(
  canvas: HTMLCanvasElement,
  maxBytes: number,
  mayBeTransparent: boolean,
): Uint8Array<ArrayBuffer> {
  try {
    if (!mayBeTransparent || !hasTransparency(canvas)) return asJpeg(canvas)
    const blob = encoded(canvas, 'image/png')
    const longest = Math.max(canvas.width, canvas.height)
    if (blob.byteLength <= maxBytes || longest < 2) return blob
    // Content that hardly repeats needs about the size of its pixels: half the width needs a quarter.
    const smaller = scaled(canvas, fitSize({ edge: longest / 2, maxPixels: Infinity }, canvas))
    return encode(smaller, maxBytes, true)
  } finally {
    empty(canvas)
  }
}

/** Releases the memory of a canvas before garbage collection would. */
function empty(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}

/** Draws a PNG, JPEG, GIF, WebP or AVIF; the first frame of an animation. */
export async function drawRaster(
  kind: string,
  bytes: Uint8Array<ArrayBuffer>,
  size: DrawnSize,
): Promise<HTMLCanvasElement> {
  const file = new Blob([bytes])
  if (kind === 'jpeg') return withImage(file, (image) => drawJpeg(image, size))
  const bitmap = await createImageBitmap(file)
  try {
    return scaled(bitmap, fitSize(size, bitmap))
  } finally {
    bitmap.close()
  }
}

/**
 * Draws a JPEG in two steps: the decoder can skip pixels down to an eighth in each direction. For a smaller
 * size it would decode all of them.
 */
function drawJpeg(image: HTMLImageElement, size: DrawnSize): HTMLCanvasElement {
  const natural = { width: image.naturalWidth, height: image.naturalHeight }
  const targetSize = fitSize(size, natural)
  const eighth = { width: Math.floor(natural.width / 8), height: Math.floor(natural.height / 8) }
  if (targetSize.width >= eighth.width) return scaled(image, targetSize)
  const canvas = scaled(image, eighth)
  try {
    return scaled(canvas, targetSize)
  } finally {
    empty(canvas)
  }
}

/** Decodes a file as an image element, which runs no scripts and loads nothing. Rejects if it is damaged. */
async function withImage<Result>(file: Blob, use: (image: HTMLImageElement) => Result): Promise<Result> {
  const address = URL.createObjectURL(file)
  try {
    return use(await loadImage(address))
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  // `decode()` would wait until the page is visible.
  await new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = () => reject(new Error('The picture is damaged.'))
    image.src = address
  })
  return image
}

/** Larger SVGs are loaded as blobs, which take less memory but more time: another process serves them. */
const MAX_INLINE_BYTES = 96 * 1024

/** Draws an SVG with a longer edge of `edge` pixels. Rejects if it is damaged. */
export async function rasterizeSvg(bytes: Uint8Array<ArrayBuffer>, edge: number): Promise<HTMLCanvasElement> {
  const draw = (image: HTMLImageElement): HTMLCanvasElement => {
    // Vectors have no pixels, so a small drawing is scaled up.
    const scale = edge / Math.max(image.naturalWidth, image.naturalHeight, 1)
    const size = { width: image.naturalWidth * scale, height: image.naturalHeight * scale }
    return scaled(image, fitSize({ edge, maxPixels: Infinity }, size))
  }
  if (bytes.byteLength > MAX_INLINE_BYTES)
    return withImage(new Blob([bytes], { type: 'image/svg+xml' }), draw)
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return draw(await loadImage(`data:image/svg+xml;base64,${btoa(characters)}`))
}
