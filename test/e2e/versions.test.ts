import type { Locator } from 'playwright/test'
import { makePdf } from '../support/make-pdf.ts'
import { checkered, svg } from '../support/pictures.ts'
import { startTestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  artworkViewer,
  attachScreenshots,
  connect,
  downloadCampaign,
  findCampaigns,
  resize,
} from './steps.ts'

const KEY = 'k-versions-distinctive-5b1e'

test('a changed picture is compared with its earlier version, by slider, side by side and as a difference', async ({
  start,
}, info) => {
  const service = await startTestService({ key: KEY, items: 6, campaigns: 1 })
  const [campaign] = service.plan.campaigns
  const [id = ''] = service.items.idsOf(campaign?.id ?? '')
  const setArtwork = (name: string): void => {
    const item = service.items.find(id)
    const fileId = { thumbnailUrl: `${service.origin}/files/${name}` }
    service.items.update(id, {
      itemId: {
        ...item?.itemId,
        _id: 'i-1',
        name: 'Changed poster',
        artworks: [{ _id: 'a-1', name: 'poster', fileId }],
      },
    })
  }
  const sendPicture = (name: string, body: Uint8Array) =>
    ({
      when: ({ path }: { path: string }) => path === `/files/${name}`,
      behavior: { kind: 'bytes', body },
    }) as const
  const drawing = svg(
    'width="600" height="400" viewBox="0 0 600 400"',
    '<rect width="600" height="400" fill="#28785a"/><circle cx="300" cy="200" r="150" fill="#f0c040"/>',
  )
  service.script([sendPicture('first', checkered(600, 400)), sendPicture('second', drawing)])
  setArtwork('first')
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign?.name ?? '')
  await page.getByRole('tab', { name: 'Artwork' }).click()
  const cell = page.locator('.sheet .cell', { hasText: 'Changed poster' })
  await expect(cell.locator('img.visible')).toBeVisible()
  setArtwork('second')
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(page.getByText('1 changed').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await cell.dblclick()
  const mode = (name: string): Locator => artworkViewer(page).getByRole('button', { name, exact: true })
  await expect(mode('Slider')).toBeEnabled()

  await page.keyboard.press('c')
  const before = artworkViewer(page).getByRole('img', { name: /Before, until/u })
  const now = artworkViewer(page).getByRole('img', { name: /, Now$/u })
  for (const version of [before, now]) {
    await expect(version).toBeVisible()
    // The size of either may change that of both.
    await version.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      await new Promise(requestAnimationFrame)
    })
  }
  await expectAccessible(page, 'both versions')
  // Both are zoomed together.
  const width = async (): Promise<number> => (await before.boundingBox())?.width ?? 0
  const fittedWidth = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(fittedWidth)
  await page.keyboard.press('f')
  await expect.poll(width).toBeCloseTo(fittedWidth, 0)
  const slider = artworkViewer(page).getByRole('slider', { name: /^Share of .*Before, until/u })
  await slider.focus()
  await press(page, 'ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '51')
  // The line is dragged, and does not move the picture.
  const knob = await slider.boundingBox()
  const stage = await artworkViewer(page).locator('.stage').boundingBox()
  if (knob === null || stage === null) throw new Error('The stage is not visible')
  const pictureBox = await before.boundingBox()
  await page.mouse.move(knob.x + knob.width / 2, stage.y + stage.height / 4)
  await page.mouse.down()
  await page.mouse.move(stage.x + stage.width * 0.25, stage.y + stage.height / 4, { steps: 4 })
  await page.mouse.up()
  await expect(slider).toHaveAttribute('aria-valuenow', '25')
  expect(await before.boundingBox()).toEqual(pictureBox)
  await attachScreenshots(page, info, 'slider')

  for (const name of ['Side by side', 'Difference']) {
    await mode(name).click()
    await expect(mode(name)).toHaveAttribute('aria-pressed', 'true')
    for (const version of [before, now]) await expect(version).toBeVisible()
    await expectAccessible(page, name)
    await attachScreenshots(page, info, name)
  }
  await page.keyboard.press('c')
  await expect(before).toHaveCount(0)
  await expect(mode('Single')).toHaveAttribute('aria-pressed', 'true')
  await service.close()
})

test('two versions of a PDF are compared page by page, also if one has fewer pages', async ({
  start,
}, info) => {
  const service = await startTestService({ key: KEY, items: 6, campaigns: 1 })
  const [campaign] = service.plan.campaigns
  const [id = ''] = service.items.idsOf(campaign?.id ?? '')
  const setArtwork = (name: string): void => {
    const item = service.items.find(id)
    const artworks = [{ _id: 'a-1', name: 'leaflet', fileId: { url: `${service.origin}/files/${name}` } }]
    service.items.update(id, { itemId: { ...item?.itemId, _id: 'i-1', name: 'Changed leaflet', artworks } })
  }
  service.script(
    [
      { name: 'first', pages: 2 },
      { name: 'second', pages: 3 },
    ].map(({ name, pages }) => ({
      when: ({ path }) => path === `/files/${name}`,
      behavior: { kind: 'bytes', body: makePdf({ pages }) },
    })),
  )
  setArtwork('first')
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign?.name ?? '')
  await page.getByRole('tab', { name: 'Artwork' }).click()
  const cell = page.locator('.sheet .cell', { hasText: 'Changed leaflet' })
  await expect(cell.locator('img.visible')).toBeVisible()
  setArtwork('second')
  await page.getByRole('button', { name: 'Download', exact: true }).first().click()
  await expect(page.getByText('1 changed').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await cell.dblclick()
  await expect(artworkViewer(page).getByText('Page 1 of 3')).toBeVisible()

  await expect(artworkViewer(page).getByRole('button', { name: 'Side by side' })).toBeEnabled()
  await page.keyboard.press('b')
  const picture = (name: RegExp): Locator => artworkViewer(page).getByRole('img', { name })
  await expect(picture(/Before, until .*, Page 1 of 2$/u)).toBeVisible()
  await expect(picture(/Now, Page 1 of 3$/u)).toBeVisible()
  await expect(artworkViewer(page).locator('canvas.sharp.visible')).toHaveCount(2)
  await expectAccessible(page, 'both versions of a PDF')
  await attachScreenshots(page, info, 'pages-beside')
  await page.keyboard.press('ControlOrMeta+PageDown')
  await expect(picture(/Before, until .*, Page 2 of 2$/u)).toBeVisible()
  await expect(picture(/Now, Page 2 of 3$/u)).toBeVisible()
  await page.keyboard.press('s')
  await expect(picture(/Now, Page 2 of 3$/u)).toBeVisible()
  await expect(artworkViewer(page).locator('canvas.sharp.visible')).toHaveCount(2)
  await attachScreenshots(page, info, 'pages-slider')
  await artworkViewer(page).getByRole('button', { name: 'Next page' }).click()
  await expect(artworkViewer(page).getByText('No page 3')).toBeVisible()
  await expect(picture(/Now, Page 3 of 3$/u)).toBeVisible()
  await expectAccessible(page, 'a page that one version lacks')
  await attachScreenshots(page, info, 'missing-page')
  await page.keyboard.press('c')
  await expect(artworkViewer(page).getByRole('img', { name: 'leaflet, Page 3 of 3' })).toBeVisible()
  await service.close()
})
