import type { Locator, Page } from 'playwright/test'
import { checkered, pdf as brokenPdf, type Bytes } from '../support/pictures.ts'
import { makePdf } from '../support/make-pdf.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import {
  artworkViewer,
  attachScreenshots,
  connect,
  downloadCampaign,
  findCampaigns,
  resize,
} from './steps.ts'

const KEY = 'k-pdf-distinctive-77aa'

/** Gives the first items of a campaign one of these files each, without small pictures. */
function giveFiles(service: TestService, campaignId: string, files: readonly Bytes[]): void {
  for (const [index, id] of service.items.idsOf(campaignId).entries()) {
    const item = service.items.find(id)
    if (item === undefined) continue
    const name = `file-${String(index)}`
    const artworks =
      index < files.length
        ? [{ _id: `a-${String(index)}`, name, fileId: { url: `${service.origin}/files/${name}` } }]
        : []
    service.items.update(id, {
      itemId: { ...item.itemId, _id: `i-${String(index)}`, name: `Item ${String(index)}`, artworks },
    })
  }
  service.script(
    files.map((body, index) => ({
      when: ({ path }) => path === `/files/file-${String(index)}`,
      behavior: { kind: 'bytes', body, contentType: 'application/octet-stream' },
    })),
  )
}

const openViewer = async (page: Page, name: string): Promise<void> => {
  await page.locator('.sheet .cell', { hasText: name }).first().dblclick()
  await expect(artworkViewer(page)).toBeVisible()
}

test(
  'files without small pictures get one, PDFs are shown page by page, and unreadable files with the reason',
  { tag: '@packaged' },
  async ({ start }, info) => {
    const service = await startTestService({ key: KEY, items: 20, campaigns: 1 })
    const [campaign] = service.plan.campaigns
    if (campaign === undefined) throw new Error('The test service has no campaigns')
    giveFiles(service, campaign.id, [
      checkered(3_000, 2_000),
      makePdf({ pages: 12 }),
      makePdf({ encrypted: true }),
      brokenPdf(),
    ])
    const { app, page } = await start()
    await resize(app, 1280, 800)
    await connect(page, service.url, KEY)
    await findCampaigns(page)
    await downloadCampaign(page, campaign.name)
    await page.getByRole('tab', { name: 'Artwork' }).click()
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('file-')
    await expect(page.locator('.sheet .cell')).toHaveCount(4)
    const picture = (name: string): Locator =>
      page.locator('.sheet .cell', { hasText: name }).locator('img.visible')
    for (const name of ['Item 0', 'Item 1']) {
      await expect(picture(name)).toBeVisible()
      await expect
        .poll(() =>
          picture(name).evaluate((image: HTMLImageElement) =>
            Math.max(image.naturalWidth, image.naturalHeight),
          ),
        )
        .toBe(512)
    }
    await attachScreenshots(page, info, 'created')

    await openViewer(page, 'Item 1')
    await expect(artworkViewer(page).getByText('Page 1 of 12')).toBeVisible()
    const drawn = artworkViewer(page).getByRole('img', { name: 'file-1, Page 1 of 12' })
    await expect(drawn).toBeVisible()
    await expect(artworkViewer(page).locator('canvas.sharp.visible')).toBeVisible()
    await expectAccessible(page, 'a PDF')
    await attachScreenshots(page, info, 'pdf')
    await page.keyboard.press('ControlOrMeta+PageDown')
    await expect(artworkViewer(page).getByText('Page 2 of 12')).toBeVisible()
    await artworkViewer(page).getByRole('button', { name: 'Next page' }).click()
    await expect(artworkViewer(page).getByRole('img', { name: 'file-1, Page 3 of 12' })).toBeVisible()
    // The strip has small pictures of the pages, and goes to any of them.
    const strip = artworkViewer(page).getByRole('listbox', { name: 'Pages' })
    await expect(strip.locator('canvas.drawn').first()).toBeVisible()
    await strip.getByRole('option', { name: 'Page 5 of 12' }).click()
    await expect(artworkViewer(page).getByRole('img', { name: 'file-1, Page 5 of 12' })).toBeVisible()
    await expect(strip.getByRole('option', { selected: true })).toHaveAccessibleName('Page 5 of 12')
    await strip.focus()
    await page.keyboard.press('End')
    await expect(artworkViewer(page).getByRole('img', { name: 'file-1, Page 12 of 12' })).toBeVisible()
    await expectAccessible(page, 'the strip of pages')
    await page.keyboard.press('Home')
    await expect(artworkViewer(page).getByRole('img', { name: 'file-1, Page 1 of 12' })).toBeVisible()
    // When enlarged, the visible part is drawn at the resolution of the screen.
    await page.keyboard.press('ControlOrMeta+1')
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('+')
    await expect(artworkViewer(page).locator('canvas.sharp.visible')).toBeVisible()
    const missingPixels = (): Promise<number> =>
      artworkViewer(page)
        .locator('canvas.sharp')
        .evaluate((canvas: HTMLCanvasElement) =>
          Math.abs(canvas.width - canvas.getBoundingClientRect().width * devicePixelRatio),
        )
    await expect.poll(missingPixels).toBeLessThan(2)
    await attachScreenshots(page, info, 'pdf-zoomed')
    await page.keyboard.press('r')
    await expect(artworkViewer(page).locator('canvas.sharp.visible')).toBeVisible()
    await attachScreenshots(page, info, 'pdf-turned')
    await page.keyboard.press('Escape')

    await openViewer(page, 'Item 2')
    await expect(artworkViewer(page).getByText('This PDF is password-protected')).toBeVisible()
    await attachScreenshots(page, info, 'encrypted')
    await page.keyboard.press('Escape')
    await openViewer(page, 'Item 3')
    await expect(artworkViewer(page).getByText('This PDF is damaged')).toBeVisible()
    await page.keyboard.press('Escape')
    await service.close()
  },
)

test('a scan with fax compression is drawn', { tag: '@packaged' }, async ({ start }) => {
  const service = await startTestService({ key: KEY, items: 20, campaigns: 1 })
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The test service has no campaigns')
  giveFiles(service, campaign.id, [makePdf({ fax: true })])
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await connect(page, service.url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, campaign.name)
  await page.getByRole('tab', { name: 'Artwork' }).click()
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('file-')
  const picture = page.locator('.sheet .cell', { hasText: 'Item 0' }).locator('img.visible')
  await expect(picture).toBeVisible()
  // In the middle, a third from the top, the scan is black.
  const red = (): Promise<number | undefined> =>
    picture.evaluate((image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(1, 1)
      const context = canvas.getContext('2d')
      const { naturalWidth: width, naturalHeight: height } = image
      context?.drawImage(image, width / 2, height / 3, 1, 1, 0, 0, 1, 1)
      return context?.getImageData(0, 0, 1, 1).data[0]
    })
  await expect.poll(red).toBeLessThan(64)
  await service.close()
})
