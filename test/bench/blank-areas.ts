import type { CDPSession, ElectronApplication } from 'playwright'

/** A part of the page in CSS pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Wide enough to keep letters dark. */
const PICTURE_WIDTH = 640

/**
 * Runs `work` and returns the longest time in milliseconds in which a part of the box was blank where rows
 * belong, in the pictures of the compositor: it continues to scroll while the page is busy, and then shows
 * areas that the page has not drawn. Taking the pictures takes time too.
 * @param minHeight the height in CSS pixels from which an area is blank, above the gap between two rows
 */
export async function longestBlankTime(
  { app, cdp }: { readonly app: ElectronApplication; readonly cdp: CDPSession },
  box: Box,
  minHeight: number,
  work: () => Promise<void>,
): Promise<number> {
  const pictures: { readonly data: string; readonly at: number; readonly width: number }[] = []
  const onFrame = ({ data, metadata, sessionId }: ScreencastFrame): void => {
    pictures.push({ data, at: (metadata.timestamp ?? 0) * 1000, width: metadata.deviceWidth })
    void cdp.send('Page.screencastFrameAck', { sessionId })
  }
  cdp.on('Page.screencastFrame', onFrame)
  await cdp.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 50,
    maxWidth: PICTURE_WIDTH,
    maxHeight: PICTURE_WIDTH,
  })
  await work()
  await cdp.send('Page.stopScreencast')
  cdp.off('Page.screencastFrame', onFrame)
  const blankPictures = await app.evaluate(
    ({ nativeImage }, input) =>
      input.pictures.map(({ data, width }) => {
        const image = nativeImage.createFromBuffer(Buffer.from(data, 'base64'))
        const size = image.getSize()
        const scale = size.width / width
        const pixels = image.toBitmap()
        const { x: boxLeft, y: boxTop } = input.box
        const [left, right] = [boxLeft, boxLeft + input.box.width].map((x) => Math.round(x * scale))
        const [top, bottom] = [boxTop, boxTop + input.box.height].map((y) => Math.round(y * scale))
        let empty = 0
        for (let y = top ?? 0; y < (bottom ?? 0); y += 1) {
          let isDark = false
          // The second of four bytes is green.
          for (let x = left ?? 0; x < (right ?? 0) && !isDark; x += 1)
            isDark = (pixels[(y * size.width + x) * 4 + 1] ?? 255) < 200
          empty = isDark ? 0 : empty + 1
          if (empty > input.minHeight * scale) return true
        }
        return false
      }),
    { pictures, box, minHeight },
  )
  let longest = 0
  let since: number | null = null
  for (const [index, picture] of pictures.entries()) {
    if (since !== null) longest = Math.max(longest, picture.at - since)
    since = blankPictures[index] === true ? (since ?? picture.at) : null
  }
  return longest
}

interface ScreencastFrame {
  readonly data: string
  readonly sessionId: number
  readonly metadata: { readonly timestamp?: number; readonly deviceWidth: number }
}
