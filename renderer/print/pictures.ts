/** Pixels of the longer side: 240 to the inch at the size in which they are printed in a report. */
const MAX_SIDE = 320
/** What artwork needs to look as it is; more would only make the file larger. */
const QUALITY = 0.85
/**
 * One for all pictures, each of which is drawn and taken off at once: the memory of one for each is let go of
 * late.
 */
const canvas = document.createElement('canvas')

/**
 * The picture at an address, as small as it is printed: a thousand large ones would not fit into memory, nor
 * their file into a mail. Null where there is none that can be drawn.
 * @param longest pixels of the longer side.
 */
export async function shrunk(address: string, longest: number = MAX_SIDE): Promise<HTMLImageElement | null> {
  try {
    const whole = await loaded(address)
    // A drawing without a size of its own is drawn as large as it can be seen.
    const width = whole.naturalWidth || longest
    const height = whole.naturalHeight || longest
    const scale = Math.min(1, longest / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return null
    // What can be seen through lies on paper.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(whole, 0, 0, canvas.width, canvas.height)
    whole.src = ''
    const url = URL.createObjectURL(asJpeg())
    try {
      return await loaded(url)
    } finally {
      URL.revokeObjectURL(url)
    }
  } catch {
    return null
  }
}

/**
 * At once: `toBlob()` waits for a moment in which the page is idle, and one that is not seen gets none for a
 * second.
 */
function asJpeg(): Blob {
  const address = canvas.toDataURL('image/jpeg', QUALITY)
  const packed = atob(address.slice(address.indexOf(',') + 1))
  return new Blob([Uint8Array.from(packed, (sign) => sign.charCodeAt(0))], { type: 'image/jpeg' })
}

/** Not `decode()`: it waits until the page is seen. */
async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.alt = ''
  await new Promise<void>((resolve, reject) => {
    image.onload = () => {
      resolve()
    }
    image.onerror = () => {
      reject(new Error('That is no picture.'))
    }
    image.src = address
  })
  return image
}
