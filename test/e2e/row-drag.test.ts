import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as sheetjs from '@e965/xlsx'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { cells, openSample, waitForList } from './steps.ts'

/** A file that was given to the system. */
interface DraggedFile {
  readonly file: string
  readonly hasIcon: boolean
  /** Its bytes in Base64 when the drag started. */
  readonly content: string
}

/** Records the files that are given to the system, whose drags cannot be completed on a virtual display. */
async function recordDrags(app: ElectronApplication): Promise<() => Promise<readonly DraggedFile[]>> {
  await app.evaluate(({ BrowserWindow }) => {
    const dragged: DraggedFile[] = []
    Object.assign(globalThis, { draggedFiles: dragged })
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('There is no window.')
    window.webContents.startDrag = ({ file, icon }) => {
      const { readFileSync: read } = process.getBuiltinModule('node:fs')
      dragged.push({
        file,
        hasIcon: typeof icon !== 'string' && !icon.isEmpty(),
        content: read(file).toString('base64'),
      })
    }
  })
  return () => app.evaluate(() => (globalThis as unknown as { draggedFiles: DraggedFile[] }).draggedFiles)
}

const nameCell = (page: Page, index: number): Locator =>
  page
    .getByRole('grid', { name: 'Items' })
    .locator(`[role=row][aria-rowindex="${String(index + 2)}"] [aria-colindex="2"]`)

/** Presses a row, and moves the pointer without releasing the button. */
async function startDrag(page: Page, index: number): Promise<void> {
  const box = await nameCell(page, index).boundingBox()
  if (box === null) throw new Error('The row is not visible.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 20, y + 4, { steps: 4 })
}

/** Reads the rows of a file, without the header row. */
function rowsOf({ content }: DraggedFile): readonly (readonly string[])[] {
  const { Sheets, SheetNames } = sheetjs.read(Buffer.from(content, 'base64'), { type: 'buffer', raw: true })
  const sheet = Sheets[SheetNames[0] ?? '']
  if (sheet === undefined) throw new Error('There is no sheet.')
  return sheetjs.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' }).slice(1)
}

test('selected rows are dragged out as a file, which is removed when the application ends', async ({
  start,
  dataFolder,
}) => {
  const leftover = join(dataFolder, 'temporary', 'drag-of-a-crashed-run')
  mkdirSync(leftover, { recursive: true, mode: 0o700 })
  writeFileSync(join(leftover, 'items.csv'), 'left behind')
  const { app, page } = await start()
  await expect.poll(() => existsSync(leftover)).toBe(false)
  await openSample(page, 'Kids Week')
  await waitForList(page)
  const drags = await recordDrags(app)
  const selected = page.getByRole('grid', { name: 'Items' }).locator('.row[aria-selected="true"]')

  await test.step('a drag from an unselected row selects rows', async () => {
    await startDrag(page, 1)
    const box = await nameCell(page, 3).boundingBox()
    if (box === null) throw new Error('The row is not visible.')
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect(selected).toHaveCount(3)
    expect(await drags()).toEqual([])
  })

  await test.step('a drag from a selected row exports exactly the selected rows as a workbook', async () => {
    await nameCell(page, 6).click({ modifiers: ['ControlOrMeta'] })
    await expect(selected).toHaveCount(4)
    await startDrag(page, 2)
    await expect.poll(async () => (await drags()).length).toBe(1)
    await page.mouse.up()
    const [dragged] = await drags()
    if (dragged === undefined) throw new Error('Nothing was dragged.')
    expect(dragged.hasIcon).toBe(true)
    expect(basename(dragged.file)).toMatch(/^Kids Week items \d{4}-\d\d-\d\d\.xlsx$/u)
    expect(dirname(dirname(dragged.file))).toBe(join(dataFolder, 'temporary'))
    if (process.platform !== 'win32') expect(lstatSync(dirname(dragged.file)).mode & 0o077).toBe(0)
    const shown = await Promise.all([1, 2, 3, 6].map((index) => cells(page, index)))
    expect(rowsOf(dragged).map(([first, second]) => [first, second])).toEqual(
      shown.map((row) => row.slice(1, 3).map((cell) => cell.trim())),
    )
    await expect(selected).toHaveCount(4)
  })

  await test.step('with Alt as CSV', async () => {
    await page.keyboard.down('Alt')
    await startDrag(page, 6)
    await page.keyboard.up('Alt')
    await expect.poll(async () => (await drags()).length).toBe(2)
    await page.mouse.up()
    const dragged = (await drags())[1]
    expect(dragged?.file).toMatch(/\.csv$/u)
    expect(dragged === undefined ? [] : rowsOf(dragged)).toHaveLength(4)
  })

  await test.step('a click on a selected row selects it alone', async () => {
    await nameCell(page, 2).click()
    await expect(selected).toHaveCount(1)
    expect(await drags()).toHaveLength(2)
  })

  const files = (await drags()).map(({ file }) => file)
  expect(files.every((file) => existsSync(file))).toBe(true)
  await app.close()
  expect(files.filter((file) => existsSync(file))).toEqual([])
  expect(readdirSync(dataFolder)).not.toContain('temporary')
})
