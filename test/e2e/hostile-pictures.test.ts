import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { COSTLY, flatSvg, HARMLESS, UNESTIMATED } from '../fixtures/hostile/generate.ts'
import {
  animatedGif,
  blackPng,
  flatWebp,
  grayJpeg,
  imagesPdf,
  manyLinesPdf,
  nestedFormsPdf,
  nestedGroupsPdf,
} from '../fixtures/hostile/pictures.ts'
import { MAX_FRAME_MS, watchFrames, watchMemory } from '../support/app-measurements.ts'
import { avif, checkered, text, twoFrames, type Bytes } from '../support/pictures.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import {
  artworkViewer,
  attachScreenshots,
  connect,
  downloadCampaign,
  findCampaigns,
  resize,
} from './steps.ts'

const KEY = 'k-hostile-pictures-distinctive-3d0a'
const MAX_MEMORY = 750 * 1024 * 1024

const TOO_COMPLEX: Readonly<Record<string, Bytes>> = Object.fromEntries(
  Object.entries({ ...COSTLY, ...UNESTIMATED, 'flat.svg': flatSvg(900_000) }).map(([name, content]) => [
    name,
    text(content),
  ]),
)
const DISPLAYED: Readonly<Record<string, Bytes>> = {
  ...Object.fromEntries(
    Object.entries({ ...HARMLESS, 'plain.svg': flatSvg(40_000) }).map(([name, content]) => [
      name,
      text(content),
    ]),
  ),
  'real.avif.svg': new Uint8Array(
    readFileSync(join(import.meta.dirname, '..', 'fixtures', 'hostile', 'real.avif')),
  ),
}
/** Files that no part of the application decodes. */
const NOT_CACHED: Readonly<Record<string, Bytes>> = {
  'large.avif.svg': avif(20_000, 20_000, { stated: { width: 8, height: 8 } }),
  'large.jpeg.svg': twoFrames([20_000, 20_000], [8, 8]),
}

/** Gives each of the first items of the campaign one of these files. */
function giveFiles(service: TestService, campaignId: string, files: Readonly<Record<string, Bytes>>): void {
  for (const [index, id] of service.items.idsOf(campaignId).entries()) {
    const item = service.items.find(id)
    const name = Object.keys(files)[index]
    if (item === undefined || name === undefined) continue
    const url = `${service.origin}/files/${name}`
    service.items.update(id, {
      itemId: {
        ...item.itemId,
        _id: `i-${String(index)}`,
        name,
        artworks: [{ _id: `a-${String(index)}`, name, fileId: { url } }],
      },
    })
  }
  service.script(
    Object.entries(files).map(([name, body]) => ({
      when: ({ path }: { readonly path: string }) => path === `/files/${name}`,
      behavior: { kind: 'bytes' as const, body, contentType: 'image/png' },
    })),
  )
}

const cell = (page: Page, name: string): Locator => page.locator('.sheet .cell', { hasText: name }).first()

async function openHostilePictures(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('.svg')
  await expect(cell(page, 'plain.svg')).toBeVisible()
}

test('hostile pictures leave the window responsive and its memory small, and are reported, also after a restart', async ({
  start,
}, info) => {
  const service = await startTestService({ key: KEY, items: 20, campaigns: 1 })
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')
  const tracking = text(
    (HARMLESS['external.svg'] ?? '').replaceAll('https://tracker.example.com', `${service.origin}/tracked`),
  )
  const displayed = { ...DISPLAYED, 'tracking.svg': tracking }
  giveFiles(service, campaign.id, { ...NOT_CACHED, ...TOO_COMPLEX, ...displayed })
  const first = await start()
  await resize(first.app, 1280, 800)
  await connect(first.page, service.url, KEY)
  await findCampaigns(first.page)
  await downloadCampaign(first.page, campaign.name)
  const longestFrame = await watchFrames(first.app, first.page)
  const peakMemory = watchMemory(first.app)
  await openHostilePictures(first.page)
  for (const name of Object.keys(displayed))
    await expect(cell(first.page, name).locator('img.visible')).toBeVisible()
  for (const name of Object.keys(TOO_COMPLEX))
    await expect(cell(first.page, name)).toContainText('Too complex to display')
  for (const name of Object.keys(NOT_CACHED)) await expect(cell(first.page, name)).toContainText('No picture')
  await cell(first.page, 'nested-use.svg').dblclick()
  const viewer = artworkViewer(first.page)
  await expect(viewer.getByText('Too complex to display')).toBeVisible()
  await attachScreenshots(first.page, info, 'viewer')
  await first.page.keyboard.press('Escape')
  await first.page.getByRole('tab', { name: 'Items' }).click()
  const frame = await longestFrame()
  const memory = await peakMemory()
  info.annotations.push({
    type: 'measured',
    description: `frame ${String(frame.elapsed)} ms, of which ${String(frame.used)} ms used, memory ${String(memory)}`,
  })
  expect(frame.used).toBeLessThan(MAX_FRAME_MS)
  expect(memory ?? 0).toBeLessThan(MAX_MEMORY)
  await first.page.getByRole('tab', { name: 'Artwork' }).click()
  await expectAccessible(first.page, 'sheet')
  await attachScreenshots(first.page, info, 'sheet')
  expect(service.requests.filter(({ path }) => path.startsWith('/tracked'))).toEqual([])
  await first.app.close()
  await service.close()

  const again = await start()
  await resize(again.app, 1280, 800)
  await openHostilePictures(again.page)
  for (const name of Object.keys(TOO_COMPLEX))
    await expect(cell(again.page, name)).toContainText('Too complex to display')
  await expect(cell(again.page, 'plain.svg').locator('img.visible')).toBeVisible()
})

/** Small files that are large when decoded, or slow to draw. */
const heavyFiles = (): Readonly<Record<string, Bytes>> => ({
  'heavy.png': blackPng(10_000, 10_000),
  'heavy-progressive.jpeg': grayJpeg(10_000, 10_000, true),
  'heavy.gif': animatedGif(10_000, 10_000, 20),
  'heavy.webp': flatWebp(10_000, 10_000, 500),
  'heavy-forms.pdf': nestedFormsPdf(8),
  'heavy-lines.pdf': manyLinesPdf(5_000_000),
  'heavy-images.pdf': imagesPdf(9_000, 9_000, 6),
})

/** Files that are shown with fewer pixels or frames. */
const reducedFiles = (): Readonly<Record<string, Bytes>> => ({
  'reduced.jpeg': grayJpeg(10_000, 10_000),
  'reduced.png': blackPng(6_000, 5_000),
  'reduced.webp': flatWebp(1_000, 1_000, 2_000),
})

/** Opens one of the files in the viewer. */
async function openViewer(page: Page, name: string): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(name)
  await expect(page.locator('.sheet .cell')).toHaveCount(1)
  await cell(page, name).dblclick()
  return artworkViewer(page)
}

/** The button beside the reason for which a picture is not shown. */
const savingButton = (viewer: Locator): Locator =>
  viewer.locator('.stage').getByRole('button', { name: 'Save a copy' })

const pixelCount = (viewer: Locator): Promise<number> =>
  viewer
    .locator('img.visible')
    .evaluate((image: HTMLImageElement) => image.naturalWidth * image.naturalHeight)

test('large pictures and costly PDFs leave the window responsive and its memory small, and can be saved', async ({
  start,
  folder,
}, info) => {
  const service = await startTestService({ key: KEY, items: 20, campaigns: 1 })
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')
  const [heavy, reduced] = [heavyFiles(), reducedFiles()]
  // Its first page can be displayed at a small size.
  const groups = { 'groups.pdf': nestedGroupsPdf(200) }
  giveFiles(service, campaign.id, { ...heavy, ...reduced, ...groups, 'shown.png': checkered(5_000, 4_000) })
  const first = await start()
  await resize(first.app, 1280, 800)
  await connect(first.page, service.url, KEY)
  await findCampaigns(first.page)
  await downloadCampaign(first.page, campaign.name)
  const longestFrame = await watchFrames(first.app, first.page)
  const peakMemory = watchMemory(first.app)
  await first.page.getByRole('tab', { name: 'Artwork' }).click()
  for (const name of Object.keys(reduced)) {
    const viewer = await openViewer(first.page, name)
    await expect(viewer.getByText('Reduced preview')).toBeVisible()
    await expect.poll(() => pixelCount(viewer)).toBeLessThanOrEqual(16_000_000)
    await attachScreenshots(first.page, info, name)
    await first.page.keyboard.press('Escape')
  }
  const unreducedViewer = await openViewer(first.page, 'shown.png')
  await expect.poll(() => pixelCount(unreducedViewer)).toBe(20_000_000)
  await expect(unreducedViewer.getByText('Reduced preview')).toBeHidden()
  await first.page.keyboard.press('Escape')
  for (const name of [...Object.keys(heavy), ...Object.keys(groups)]) {
    const viewer = await openViewer(first.page, name)
    await expect(viewer.getByText('Too complex to display')).toBeVisible()
    await expect(savingButton(viewer)).toBeVisible()
    await first.page.keyboard.press('Escape')
  }
  const frame = await longestFrame()
  const memory = await peakMemory()
  info.annotations.push({
    type: 'measured',
    description: `frame ${String(frame.elapsed)} ms, of which ${String(frame.used)} ms used, memory ${String(memory)}`,
  })
  expect(frame.used).toBeLessThan(MAX_FRAME_MS)
  expect(memory ?? 0).toBeLessThan(MAX_MEMORY)

  const viewer = await openViewer(first.page, 'heavy.webp')
  await expectAccessible(first.page, 'too complex')
  await attachScreenshots(first.page, info, 'too-complex')
  const copy = join(folder, 'copy.webp')
  await answerSaveDialog(first.app, copy)
  await savingButton(viewer).click()
  await expect(viewer.getByText('Copy saved')).toBeVisible()
  expect(new Uint8Array(readFileSync(copy))).toEqual(heavy['heavy.webp'])
  await first.app.close()
  await service.close()

  const again = await start()
  await resize(again.app, 1280, 800)
  await again.page.getByRole('tab', { name: 'Artwork' }).click()
  for (const name of Object.keys(heavy)) {
    await again.page.keyboard.press('ControlOrMeta+f')
    await again.page.keyboard.press('ControlOrMeta+a')
    await again.page.keyboard.type(name)
    await expect(cell(again.page, name)).toContainText('Too complex to display')
  }
})
