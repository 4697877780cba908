import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { startTestService, type TestService } from '../support/service/start.ts'
import { checkered, gif, jpeg, svg, type Bytes } from '../support/pictures.ts'
import { readStrictly } from '../support/strict-workbook.ts'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import {
  connect,
  downloadCampaign,
  exportToast,
  findCampaigns,
  openReadiness,
  pressEnter,
  saveAs,
} from './steps.ts'

const KEY = 'k-export-pictures-distinctive-77b2'

/** Returns the index of the service’s file at a path. */
const fileIndex = (path: string, files: number): number =>
  Buffer.from(path).reduce((sum, byte) => sum + byte, 0) % files

/** A service whose pictures are these files, with this content type. */
async function serviceWith(
  items: number,
  files: readonly Bytes[],
  contentType: string,
): Promise<TestService> {
  const service = await startTestService({ key: KEY, items, campaigns: 1 })
  service.script(
    files.map((body, index) => ({
      when: ({ path }: { readonly path: string }) =>
        path.startsWith('/files/') && fileIndex(path, files.length) === index,
      behavior: { kind: 'bytes' as const, body, contentType },
    })),
  )
  return service
}

/** Downloads the campaign with all pictures, opens an export with pictures, and returns the dialog. */
async function openExportWithPictures(page: Page, { url, plan }: TestService): Promise<Locator> {
  await connect(page, url, KEY)
  await findCampaigns(page)
  await downloadCampaign(page, plan.campaigns[0]?.name ?? '')
  await expect(await openReadiness(page)).toContainText(/(\d+) of \1 pictures/u)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Items' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  await dialog.getByRole('button', { name: /^Options/u }).click()
  await dialog.getByRole('checkbox', { name: 'Pictures' }).press('Space')
  return dialog
}

/** How many rows have a picture, as the dialog states it. */
const pictureCount = (dialog: Locator): Locator =>
  dialog.getByText(/^In the first column\. Nothing is downloaded\./u)

/**
 * Returns how many items have a small picture of their first artwork.
 * @param isPicture whether the service’s file at an index is a picture.
 */
function countPictures(service: TestService, files: number, isPicture: (file: number) => boolean): number {
  const ids = service.items.idsOf(service.plan.campaigns[0]?.id ?? null)
  return ids.filter((id) => {
    const [artwork] = service.items.find(id)?.itemId?.artworks ?? []
    const address = artwork?.fileId?.thumbnailUrl ?? artwork?.fileId?.url ?? null
    return address !== null && isPicture(fileIndex(new URL(address).pathname, files))
  }).length
}

test('a workbook contains the fetched pictures, each in its row', async ({ start, folder }) => {
  const service = await serviceWith(60, [checkered(320, 240), gif(40, 60), jpeg(80, 20)], 'image/png')
  const { app, page } = await start()
  const dialog = await openExportWithPictures(page, service)
  const availablePictures = countPictures(service, 3, () => true)
  expect(availablePictures).toBeGreaterThan(10)
  // Small pictures are created one at a time.
  await expect(pictureCount(dialog)).toContainText(
    new RegExp(`Rows with a picture: ${String(availablePictures)} of \\d+`, 'u'),
  )
  await expect(dialog.getByRole('columnheader', { name: 'Picture', exact: true })).toBeVisible()
  await expectAccessible(page, 'the choice of pictures')
  const file = join(folder, 'with-pictures.xlsx')
  await answerSaveDialog(app, file)
  await saveAs(dialog)
  await expect(exportToast(page)).toBeVisible()
  const { pictures, sheets } = await readStrictly(file)
  expect(sheets).toEqual([(service.plan.campaigns[0]?.itemCount ?? 0) + 1])
  expect(pictures).toHaveLength(availablePictures)
  expect(new Set(pictures.map(({ part }) => part)).size).toBe(3)
  expect(pictures.every(({ column }) => column === 0)).toBe(true)
  await service.close()
})

test('small pictures of drawings are created on request, and written to the workbook', async ({
  start,
  folder,
}) => {
  const filled = svg('viewBox="0 0 40 20"', '<rect width="40" height="20" fill="#c02020"/>')
  // It looks like a picture but cannot be decoded.
  const broken = svg('viewBox="0 0 40 20"', '<rect width="40" height="20"')
  // More than the list shows at once, because it creates the small pictures of its rows.
  const others = Array.from({ length: 57 }, (_, index) =>
    svg('viewBox="0 0 40 20"', `<rect width="40" height="20" fill="rgb(${String(index)}, 20, 20)"/>`),
  )
  const files = [filled, svg(), broken, ...others]
  const service = await serviceWith(120, files, 'image/svg+xml')
  const { app, page } = await start()
  const dialog = await openExportWithPictures(page, service)
  const count = pictureCount(dialog)
  // Visible ones have small pictures already.
  await pressEnter(dialog.getByRole('button', { name: 'Create thumbnails' }))
  const availablePictures = countPictures(service, files.length, (file) => file !== 2)
  await expect(count).toContainText(new RegExp(`\\b${String(availablePictures)} of \\d+\\.`, 'u'))
  await expect(dialog.getByRole('button', { name: 'Create thumbnails' })).toBeHidden()
  await expectAccessible(page, 'created small pictures')
  const file = join(folder, 'drawings.xlsx')
  await answerSaveDialog(app, file)
  await saveAs(dialog)
  await expect(exportToast(page)).toBeVisible()
  const { pictures } = await readStrictly(file)
  expect(pictures).toHaveLength(availablePictures)
  expect(new Set(pictures.map(({ part }) => part.split('.').at(-1)))).toEqual(new Set(['jpeg', 'png']))
  await service.close()
})
