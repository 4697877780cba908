import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { startTestService } from '../support/service/start.ts'
import { chequered, gif, jpeg, svg, type Bytes } from '../support/pictures.ts'
import { readStrictly } from '../support/strict-workbook.ts'
import { expectInOrder } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { connect, downloadCampaign, exportedFile } from './steps.ts'

const KEY = 'k-export-pictures-distinctive-77b2'

type Service = Awaited<ReturnType<typeof startTestService>>

/** The index of the file that the service has at a path. */
const fileOf = (path: string, files: number): number =>
  Buffer.from(path).reduce((sum, byte) => sum + byte, 0) % files

/** A service of which each picture is one of these files, whatever it says that they are. */
async function serviceWith(items: number, files: readonly Bytes[], contentType: string): Promise<Service> {
  const service = await startTestService({ key: KEY, items, campaigns: 1 })
  service.script(
    files.map((body, kind) => ({
      when: ({ path }: { readonly path: string }) =>
        path.startsWith('/files/') && fileOf(path, files.length) === kind,
      behave: { kind: 'bytes' as const, body, contentType },
    })),
  )
  return service
}

/** Downloads its campaign with all pictures, and asks for an export with pictures; gives the dialog. */
async function askForPictures(page: Page, { url, plan }: Service): Promise<Locator> {
  await connect(page, url, KEY)
  await page.getByRole('button', { name: 'Find campaigns' }).first().click()
  await downloadCampaign(page, plan.campaigns[0]?.name ?? '')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Ready for the field' })).toContainText(
    /(\d+) of \1 pictures/u,
  )
  await page.getByRole('tab', { name: 'Items' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  await dialog.getByRole('checkbox', { name: 'Picture of the artwork in a first column' }).press('Space')
  return dialog
}

/** What the dialog says of the rows that have a picture. */
const saidIn = (dialog: Locator): Locator =>
  dialog.getByText(/^The small pictures that are on this computer/u)

/**
 * Returns how many items have an artwork whose file can be a small picture; a row has that of the first
 * artwork with one.
 * @param isPicture whether the file at an index of the service's files is one.
 */
function countPictures(service: Service, files: number, isPicture: (file: number) => boolean): number {
  const ids = service.items.idsOf(service.plan.campaigns[0]?.id ?? null)
  return ids.filter((id) => {
    const addresses = (service.items.find(id)?.itemId?.artworks ?? []).map(
      ({ fileId }) => fileId?.thumbnailUrl ?? fileId?.url,
    )
    const address = addresses.find((each) => each !== undefined && each !== null)
    return address !== undefined && isPicture(fileOf(new URL(address).pathname, files))
  }).length
}

test('a workbook holds the pictures that were fetched, each in its row', async ({ start, folder }) => {
  const service = await serviceWith(60, [chequered(320, 240), gif(40, 60), jpeg(80, 20)], 'image/png')
  const { app, page } = await start()
  const dialog = await askForPictures(page, service)
  const here = countPictures(service, 3, () => true)
  expect(here).toBeGreaterThan(10)
  // Small pictures are made one after the other.
  await expect(saidIn(dialog)).toContainText(
    new RegExp(`\\b${String(here)} of \\d+ rows have a picture`, 'u'),
  )
  await expect(dialog.getByRole('columnheader', { name: 'Picture', exact: true })).toBeVisible()
  await expectInOrder(page, 'the choice of pictures')
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen
    }, theme)
    await expectInOrder(page, theme)
  }
  const file = join(folder, 'with-pictures.xlsx')
  await answerSaveDialog(app, file)
  await dialog.getByRole('button', { name: /^Export/u }).click()
  await exportedFile(file)
  await expect(dialog.getByText(/ is ready$/u)).toBeVisible()
  const { pictures, sheets } = await readStrictly(file)
  expect(sheets).toEqual([(service.plan.campaigns[0]?.itemCount ?? 0) + 1])
  expect(pictures).toHaveLength(here)
  expect(new Set(pictures.map(({ part }) => part)).size).toBe(3)
  expect(pictures.every(({ column }) => column === 0)).toBe(true)
  await service.close()
})

test('of drawings small pictures are made when asked for, and a workbook holds them', async ({
  start,
  folder,
}) => {
  const filled = svg('viewBox="0 0 40 20"', '<rect width="40" height="20" fill="#c02020"/>')
  // One that claims to be a picture and cannot be decoded.
  const broken = svg('viewBox="0 0 40 20"', '<rect width="40" height="20"')
  const service = await serviceWith(40, [filled, svg(), broken], 'image/svg+xml')
  const { app, page } = await start()
  const dialog = await askForPictures(page, service)
  const said = saidIn(dialog)
  // Those that were in sight have theirs already.
  await dialog.getByRole('button', { name: 'Make small pictures' }).press('Enter')
  const here = countPictures(service, 3, (file) => file !== 2)
  await expect(said).toContainText(new RegExp(`\\b${String(here)} of \\d+ rows`, 'u'))
  await expect(dialog.getByRole('button', { name: 'Make small pictures' })).toBeHidden()
  await expectInOrder(page, 'pictures that were made')
  const file = join(folder, 'drawings.xlsx')
  await answerSaveDialog(app, file)
  await dialog.getByRole('button', { name: /^Export/u }).click()
  await exportedFile(file)
  const { pictures } = await readStrictly(file)
  expect(pictures).toHaveLength(here)
  expect(new Set(pictures.map(({ part }) => part.split('.').at(-1)))).toEqual(new Set(['jpeg', 'png']))
  await service.close()
})
