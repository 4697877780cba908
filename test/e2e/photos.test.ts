import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { inspect } from '../../electron/content/inspect.ts'
import { grayJpeg } from '../fixtures/hostile/pictures.ts'
import { MAX_FRAME_MS, watchFrames, watchMemory } from '../support/app-measurements.ts'
import { MAKER, withExif } from '../support/exif.ts'
import { png, text } from '../support/pictures.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { pressEnter, rowCheckBox } from './steps.ts'

const MAX_MEMORY = 750 * 1024 * 1024

test('photos are attached from disk, the clipboard and by dropping, without location metadata', async ({
  start,
  startWithSample,
  folder,
  dataFolder,
}) => {
  const { app, page } = await startWithSample()
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.focus()
  await press(page, 'ControlOrMeta+Shift+m')
  const photoGroup = page.getByRole('group', { name: 'Photos' })
  const camera = withExif(await drawJpeg(page, 3_000, 2_000))
  const file = join(folder, 'from the camera.jpg')
  writeFileSync(file, camera)

  await test.step('a file is rotated, scaled, and stored without metadata', async () => {
    const fileChooser = page.waitForEvent('filechooser')
    await pressEnter(photoGroup.getByRole('button', { name: 'Add photos' }))
    await (await fileChooser).setFiles(file)
    await expect(photos(page)).toHaveCount(1)
    const [stored = new Uint8Array()] = storedPhotos(dataFolder)
    expect(inspect(camera)).toMatchObject({ kind: 'jpeg', size: { width: 3_000, height: 2_000 } })
    expect(inspect(stored)).toEqual({ kind: 'jpeg', size: { width: 1_365, height: 2_048 } })
    for (const trace of ['Exif', MAKER]) expect(Buffer.from(stored).includes(trace)).toBe(false)
    // The stored photo is the one shown.
    await expect.poll(() => displayedWidths(page)).toEqual([1_365])
  })

  await test.step('the original is stored only on request', async () => {
    const keepOriginal = photoGroup.getByRole('checkbox', { name: /^Keep metadata/u })
    await expect(keepOriginal).not.toBeChecked()
    await keepOriginal.press('Space')
    await expect(photoGroup.getByText('Recipients see where')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(photos(page)).toHaveCount(2)
    expect(storedPhotos(dataFolder).some((bytes) => Buffer.from(bytes).equals(camera))).toBe(true)
    await keepOriginal.press('Space')
    await expectAccessible(page, 'an item with photos')
  })

  await test.step('from the clipboard, over the list and in a note', async () => {
    await copyPicture(app, png(10, 20, 30))
    await grid.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(photos(page)).toHaveCount(3)
    // A small picture is stored unchanged, so that its edges stay sharp.
    expect(storedPhotos(dataFolder).map((bytes) => kindOf(bytes))).toContain('png')
    // The same picture is not attached twice.
    await press(page, 'F2')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.locator('[aria-live]').filter({ hasText: '1 photo attached.' })).toBeAttached()
    await expect(photos(page)).toHaveCount(3)
    await press(page, 'Escape')
  })

  await test.step('by dropping; files that are not pictures are rejected with the reason', async () => {
    await drop(page, [
      { name: 'notes.jpg', bytes: text('These are no pixels.') },
      { name: 'red.png', bytes: png(255, 0, 0) },
      { name: 'bomb.png', bytes: png(1, 1, 1, 90_000, 90_000) },
      { name: 'phone.HEIC', bytes: text('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
    ])
    await expect(photos(page)).toHaveCount(4)
    const rejections = photoGroup.getByRole('alert')
    await expect(rejections).toContainText(
      '“notes.jpg” wasn’t attached: it isn’t a JPEG, PNG or WebP picture',
    )
    await expect(rejections).toContainText('“bomb.png” wasn’t attached: it has more than 100 megapixels')
    await expect(rejections).toContainText('“phone.HEIC” wasn’t attached: HEIC isn’t supported')
    await expect(rejections).toBeInViewport()
    await expectAccessible(page, 'rejected photos')
    await rejections.getByRole('button', { name: 'Dismiss' }).click()
  })

  await test.step('viewed, removed and restored by keyboard', async () => {
    await photos(page).first().press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Photo viewer' })
    await expect(viewer.getByRole('heading')).toHaveText('Photo 1 of 4')
    await press(page, 'PageDown')
    await expect(viewer.getByRole('heading')).toHaveText('Photo 2 of 4')
    await expectAccessible(page, 'the photo viewer')
    await press(page, 'Delete')
    await expect(viewer.getByRole('heading')).toHaveText('Photo 2 of 3')
    await press(page, 'Escape')
    await expect(viewer).toBeHidden()
    await expect(photos(page).nth(1)).toBeFocused()
    await press(page, 'Delete')
    await expect(photos(page)).toHaveCount(2)
    await pressEnter(photoGroup.getByRole('button', { name: 'Undo' }))
    await expect(photos(page)).toHaveCount(3)
    await grid.focus()
    await press(page, 'ControlOrMeta+z')
    await expect(photos(page)).toHaveCount(4)
    await expect(rowCheckBox(page, 0)).toHaveAccessibleName(/4 photos/u)
  })

  await app.close()
  const again = await start()
  await test.step('remain after a restart and a new download', async () => {
    // The download changes the order of the items.
    const row = again.page.getByRole('grid', { name: 'Items' }).getByRole('gridcell', { name: /4 photos/u })
    await expect(row).toBeVisible()
    await again.page.keyboard.press('ControlOrMeta+Shift+r')
    await expect.poll(() => downloadStates(again.page)).toEqual(['done'])
    await row.click()
    await expect.poll(async () => (await displayedWidths(again.page)).length).toBe(4)
  })
})

test(
  'photos with too many pixels for the window are drawn in another process',
  { tag: '@packaged' },
  async ({ startWithSample, folder, dataFolder }, info) => {
    const { app, page } = await startWithSample()
    const grid = page.getByRole('grid', { name: 'Items' })
    await grid.focus()
    await press(page, 'ControlOrMeta+Shift+m')
    const large = join(folder, 'large.jpg')
    writeFileSync(large, grayJpeg(10_000, 10_000))
    const longestFrame = await watchFrames(app, page)
    const peakMemory = watchMemory(app)
    const input = page.locator('input[type=file]')
    const realAvif = join(import.meta.dirname, '..', 'fixtures', 'hostile', 'real.avif')
    await input.setInputFiles([large, realAvif])
    await expect(photos(page)).toHaveCount(2)
    const stored = storedPhotos(dataFolder).map((bytes) => inspect(bytes))
    expect(stored).toContainEqual(expect.objectContaining({ size: { width: 2_048, height: 2_048 } }))
    await page.getByRole('checkbox', { name: /^Keep metadata/u }).press('Space')
    await input.setInputFiles(large)
    await expect(photos(page)).toHaveCount(3)
    // The shown size of the unchanged file.
    await expect
      .poll(async () => (await displayedWidths(page)).toSorted((a, b) => a - b).slice(1))
      .toEqual([2_048, 2_048])
    const [frame, memory] = [await longestFrame(), await peakMemory()]
    info.annotations.push({
      type: 'measured',
      description: `frame ${String(frame.elapsed)} ms, of which ${String(frame.used)} ms used, memory ${String(memory)}`,
    })
    expect(frame.used).toBeLessThan(MAX_FRAME_MS)
    expect(memory ?? 0).toBeLessThan(MAX_MEMORY)
  },
)

const photos = (page: Page) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: /^Photo/u })

/** Widths of the shown photos in their own pixels. */
const displayedWidths = (page: Page): Promise<readonly number[]> =>
  page
    .getByRole('list', { name: 'Photos' })
    .locator('img')
    .evaluateAll((images) =>
      images.flatMap((image) =>
        image instanceof HTMLImageElement && image.complete ? [image.naturalWidth] : [],
      ),
    )

function kindOf(bytes: Uint8Array): string {
  const found = inspect(bytes)
  return 'kind' in found ? found.kind : found.problem
}

function storedPhotos(dataFolder: string): readonly Uint8Array[] {
  const root = join(dataFolder, 'connections')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /[/\\]photos[/\\][0-9a-f]{2}[/\\][0-9a-f]{64}$/u.test(path))
    .map((path) => join(root, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => new Uint8Array(readFileSync(path)))
}

/** A picture encoded as by a camera. */
async function drawJpeg(page: Page, width: number, height: number): Promise<Uint8Array> {
  const bytes = await page.evaluate(
    async ([canvasWidth, canvasHeight]) => {
      const canvas = new OffscreenCanvas(canvasWidth, canvasHeight)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      for (let stripe = 0; stripe < 40; stripe += 1) {
        context.fillStyle = `hsl(${String(stripe * 9)} 60% 50%)`
        context.fillRect((stripe * canvasWidth) / 40, 0, canvasWidth / 40, canvasHeight)
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height] as const,
  )
  return new Uint8Array(bytes)
}

/** Puts a picture on the clipboard, with this Electron’s or an earlier one’s API. */
async function copyPicture(app: ElectronApplication, bytes: Uint8Array): Promise<void> {
  await app.evaluate(async (electron, base64) => {
    const picture = Buffer.from(base64, 'base64')
    const olderApi = electron.clipboard as { readonly writeImage?: (image: Electron.NativeImage) => void }
    if (olderApi.writeImage !== undefined) olderApi.writeImage(electron.nativeImage.createFromBuffer(picture))
    else {
      const blob = new Blob([picture], { type: 'image/png' })
      await electron.clipboard.write([new electron.ClipboardItem({ 'image/png': blob })])
    }
  }, Buffer.from(bytes).toString('base64'))
}

/** The states of this run’s downloads. */
const downloadStates = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const jobs = await window.api.call('downloads.list')
    return jobs.ok ? jobs.value.map(({ state }) => state) : []
  })

/** Drops files onto the item’s details. */
async function drop(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  const serializable = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }))
  await page.getByRole('complementary', { name: 'Item details' }).evaluate((target, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, bytes } of dropped) dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }
  }, serializable)
}
