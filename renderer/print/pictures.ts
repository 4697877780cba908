/** Pixels of the longer edge: 240 per inch in a report, whose pictures are 36.5 mm wide. */
const MAX_SIDE = 345
/** Sufficient for artwork; higher values only enlarge the file. */
const QUALITY = 0.85
/** One canvas for all pictures, because the memory of canvases is released late. */
const canvas = document.createElement('canvas')

/**
 * Returns the picture of an address in its printed size: a thousand large ones would exceed the memory, and
 * their file the limit of an e-mail. Null if there is none or it cannot be drawn.
 * @param maxSide pixels of the longer edge
 */
export async function loadScaledPicture(
  address: string,
  maxSide: number = MAX_SIDE,
): Promise<HTMLImageElement | null> {
  try {
    const image = await loaded(address)
    // A drawing without a size is drawn in the maximum size.
    const width = image.naturalWidth || maxSide
    const height = image.naturalHeight || maxSide
    const scale = Math.min(1, maxSide / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) return null
    // Transparent pixels become white, as paper.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'medium'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.src = ''
    // `toBlob()` waits until the page is idle, which happens once per second in a hidden page, and main would
    // have to serve the blob.
    return await loaded(canvas.toDataURL('image/jpeg', QUALITY))
  } catch {
    return null
  }
}

/** `decode()` would wait until the page is visible. */
async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.alt = ''
  await new Promise<void>((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = () => reject(new Error('That is no picture.'))
    image.src = address
  })
  return image
}
