import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { attachScreenshots, cells, gridRowCount, resize } from './steps.ts'

/** Content of a drag: files from disk, or a text. */
type Dragged = { readonly files: readonly string[] } | { readonly text: string }

test('a list is dropped onto the search box as text or as a file', async ({
  startWithSample,
  folder,
}, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  const box = page.getByRole('searchbox', { name: 'Search items…' })
  const grid = page.getByRole('grid', { name: 'Items' })
  const invitation = page.getByText('Drop to search for each line')
  const chip = page.getByRole('button', { name: /^List: 2 of 3 found/u })
  const listed = [(await cells(page, 5))[1] ?? '', 'NO-SUCH-NUMBER', (await cells(page, 2))[1] ?? '']
  const file = join(folder, 'list.csv')
  writeFileSync(file, `\ufeff${listed.join('\r\n')}\r\n`)

  await test.step('text from another program', async () => {
    const text = listed.join('\r\n')
    await drag(page, box, { text }, ['dragEnter', 'dragOver'])
    await expect(invitation).toBeVisible()
    await expectAccessible(page, 'a drag over the search box')
    await attachScreenshots(page, info, 'drag')
    await drag(page, grid, { text }, ['dragOver'])
    await expect(invitation).toBeHidden()
    await drag(page, box, { text }, ['dragEnter', 'dragOver', 'drop'])
    await expect(chip).toBeVisible()
    await expect(invitation).toBeHidden()
    await expect.poll(async () => (await cells(page, 0))[1]).toBe(listed[0])
    await expect.poll(async () => (await cells(page, 1))[1]).toBe(listed[2])
    await page.getByRole('button', { name: 'Remove list: 2 of 3 found' }).click()
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('a file, which is opened nowhere else', async () => {
    const address = page.url()
    await drag(page, grid, { files: [file] }, ['dragEnter', 'dragOver', 'drop'])
    await drag(page, box, { files: [file] }, ['dragEnter', 'dragOver', 'drop'])
    await expect(chip).toBeVisible()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Remove list: 2 of 3 found' }).click()
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('a file that is not text, and a folder', async () => {
    const workbook = join(folder, 'list.xlsx')
    writeFileSync(workbook, 'PK\u0003\u0004\0\0')
    await drag(page, box, { files: [workbook] }, ['dragEnter', 'dragOver', 'drop'])
    await expect(page.getByText('“list.xlsx” isn’t a text file')).toBeVisible()
    await expectAccessible(page, 'a refused file')
    await attachScreenshots(page, info, 'refused')
    await drag(page, box, { files: [folder] }, ['dragEnter', 'dragOver', 'drop'])
    await expect(page.getByText('couldn’t be read. Check that you can open it.')).toBeVisible()
    await expect(page.getByText('“list.xlsx” isn’t a text file')).toBeHidden()
    await expect.poll(() => gridRowCount(page)).toBe(260)
  })

  await test.step('text of the field moves within it', async () => {
    await box.fill('poster wobbler')
    const { x, y, height } = await box.boundingBox().then((bounds) => bounds ?? { x: 0, y: 0, height: 0 })
    const middle = y + height / 2
    await page.mouse.dblclick(x + 16, middle)
    await page.mouse.move(x + 16, middle)
    await page.mouse.down()
    await page.mouse.move(x + 60, middle, { steps: 3 })
    await page.mouse.move(x + 160, middle, { steps: 5 })
    await expect(invitation).toBeHidden()
    await page.mouse.up()
    await expect(box).toHaveValue(/^ ?wobbler ?poster ?$/u)
  })
  await app.close()
})

/** Drags from another program over an element. */
async function drag(
  page: Page,
  target: ReturnType<Page['getByRole']>,
  dragged: Dragged,
  types: readonly ('dragEnter' | 'dragOver' | 'drop')[],
): Promise<void> {
  const bounds = await target.boundingBox()
  if (bounds === null) throw new Error('The target of the drag is not visible.')
  const data =
    'files' in dragged
      ? { items: [], files: [...dragged.files], dragOperationsMask: 1 }
      : { items: [{ mimeType: 'text/plain', data: dragged.text }], dragOperationsMask: 1 }
  const devtools = await page.context().newCDPSession(page)
  const position = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
  for (const type of types) await devtools.send('Input.dispatchDragEvent', { type, ...position, data })
  await devtools.detach()
}
