import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { attachScreenshots, openSample, resize, waitForList } from './steps.ts'

// Uses a real mouse: events sent to an element would also reach a handle that is clipped.

const HEADER = '[role=columnheader]:not([aria-colindex="1"])'

interface Edges {
  readonly left: number
  readonly right: number
  readonly middle: number
}

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Items' })

const headerOf = (page: Page, name: string): Locator =>
  gridOf(page).getByRole('columnheader', { name, exact: true })

async function edgesOf(page: Page, name: string): Promise<Edges> {
  return await headerOf(page, name).evaluate((header) => {
    const { left, right, top, height } = header.getBoundingClientRect()
    return { left, right, middle: top + height / 2 }
  })
}

async function widthOf(page: Page, name: string): Promise<number> {
  const { left, right } = await edgesOf(page, name)
  return Math.round(right - left)
}

function columnNames(page: Page): Promise<readonly string[]> {
  return gridOf(page).locator(HEADER).locator('.name').allTextContents()
}

/** The mouse cursor over a position. */
function cursorAt(page: Page, x: number, y: number): Promise<string> {
  return page.evaluate(
    ([left, top]) => {
      const element = document.elementFromPoint(left, top)
      return element === null ? '' : getComputedStyle(element).cursor
    },
    [x, y] as const,
  )
}

/** Waits until a column stays where it is: the list may still scroll after the last drag. */
async function waitUntilStill(page: Page, name: string): Promise<void> {
  await headerOf(page, name).evaluate(async (header) => {
    const nextRight = (): Promise<number> =>
      new Promise((resolve) => requestAnimationFrame(() => resolve(header.getBoundingClientRect().right)))
    for (let right = NaN, next = await nextRight(); next !== right;) {
      right = next
      next = await nextRight()
    }
  })
}

/** Presses on the right border of a column and moves it, without releasing. */
async function pressBorder(page: Page, name: string, distance: number, inset = 2): Promise<void> {
  await waitUntilStill(page, name)
  const { right, middle } = await edgesOf(page, name)
  await page.mouse.move(right - inset, middle)
  await page.mouse.down()
  await page.mouse.move(right - inset + distance, middle, { steps: 8 })
}

async function dragBorder(page: Page, name: string, distance: number): Promise<void> {
  await pressBorder(page, name, distance)
  await page.mouse.up()
}

async function expectUnsorted(page: Page): Promise<void> {
  await expect(gridOf(page).locator('[aria-sort=ascending], [aria-sort=descending]')).toHaveCount(0)
}

async function openList(page: Page): Promise<void> {
  await openSample(page, 'Kids Week')
  // Columns are fitted to the values of rows that have just loaded, which moves borders.
  await expect(gridOf(page).locator('.row [aria-colindex="2"]').first()).toHaveText(/\d/u)
  await waitForList(page)
}

test('the border of a column can be dragged, fitted and restored by mouse', async ({ start }, info) => {
  const { app, page } = await start()
  await resize(app, 1600, 800)
  await openList(page)
  const columns = await columnNames(page)

  await test.step('a drag widens the column, and moves and sorts nothing', async () => {
    const before = await widthOf(page, 'Item')
    const others = await widthOf(page, 'Element')
    await dragBorder(page, 'Item', 70)
    await expect.poll(() => widthOf(page, 'Item')).toBe(before + 70)
    expect(await widthOf(page, 'Element')).toBe(others)
    expect(await columnNames(page)).toEqual(columns)
    await expectUnsorted(page)
  })

  await test.step('the handle extends into the next column, and the cursor shows it', async () => {
    const { right, middle } = await edgesOf(page, 'Element')
    for (const offset of [-4, 0, 3]) expect(await cursorAt(page, right + offset, middle)).toBe('col-resize')
    expect(await cursorAt(page, right - 20, middle)).not.toBe('col-resize')
    const before = await widthOf(page, 'Element')
    await pressBorder(page, 'Element', 30, -2)
    await attachScreenshots(page, info, 'drag')
    await page.mouse.up()
    await expect.poll(() => widthOf(page, 'Element')).toBe(before + 30)
  })

  await test.step('Escape during the drag restores the width', async () => {
    const before = await widthOf(page, 'Quantity')
    await pressBorder(page, 'Quantity', 90)
    await expect.poll(() => widthOf(page, 'Quantity')).toBe(before + 90)
    await page.keyboard.press('Escape')
    await expect.poll(() => widthOf(page, 'Quantity')).toBe(before)
    await page.mouse.move(0, 0)
    await page.mouse.up()
    expect(await widthOf(page, 'Quantity')).toBe(before)
    await expectUnsorted(page)
  })

  await test.step('a double-click fits the column to what it shows', async () => {
    await dragBorder(page, 'POS number', 200)
    const widened = await widthOf(page, 'POS number')
    const { right, middle } = await edgesOf(page, 'POS number')
    await page.mouse.dblclick(right - 1, middle)
    await expect.poll(() => widthOf(page, 'POS number')).toBeLessThan(widened - 100)
    const isAnyCut = (): Promise<boolean> =>
      gridOf(page)
        .locator('.row [aria-colindex="2"]')
        .evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth))
    await expect.poll(isAnyCut).toBe(false)
    expect(await columnNames(page)).toEqual(columns)
    await expectUnsorted(page)
  })

  await test.step('a click on a border does nothing', async () => {
    const before = await widthOf(page, 'Item')
    const { right, middle } = await edgesOf(page, 'Item')
    await page.mouse.click(right - 1, middle)
    expect(await widthOf(page, 'Item')).toBe(before)
    await expectUnsorted(page)
  })

  await test.step('a header can still be moved, and Escape cancels that', async () => {
    const drag = async (): Promise<void> => {
      const from = await edgesOf(page, 'Quantity')
      const to = await edgesOf(page, 'Item')
      await page.mouse.move(from.left + 30, from.middle)
      await page.mouse.down()
      await page.mouse.move(to.left + 10, from.middle, { steps: 8 })
    }
    await drag()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await columnNames(page)).toEqual(columns)
    await expectUnsorted(page)
    await drag()
    await page.mouse.up()
    await expect.poll(async () => (await columnNames(page)).indexOf('Quantity')).toBe(1)
    await expectUnsorted(page)
  })
})

test('a drag of a border is undone exactly, and leaves the free space to the items', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1600, 800)
  await openList(page)
  const names = ['POS number', 'Item', 'Element', 'Quantity', 'Status', 'Updated', 'Artwork']
  const widths = async (): Promise<readonly number[]> => {
    const all: number[] = []
    for (const name of names) all.push(await widthOf(page, name))
    return all
  }
  const before = await widths()
  const undo = (): Promise<void> => page.keyboard.press('ControlOrMeta+z')

  await dragBorder(page, 'Element', 80)
  await expect.poll(() => widthOf(page, 'Element')).toBe((before[2] ?? 0) + 80)
  const afterOne = await widths()
  await dragBorder(page, 'Status', 61)
  await expect.poll(() => widthOf(page, 'Status')).toBe((before[4] ?? 0) + 61)
  await undo()
  await expect.poll(widths).toEqual(afterOne)
  await undo()
  await expect.poll(widths).toEqual(before)

  await dragBorder(page, 'Element', 80)
  // Beside the details, the grid is narrower.
  await page.keyboard.press('ControlOrMeta+i')
  await expect.poll(() => widthOf(page, 'Item')).toBeLessThan(afterOne[1] ?? 0)
  await page.keyboard.press('ControlOrMeta+i')
  await expect.poll(() => widthOf(page, 'Item')).toBe(afterOne[1])

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => widthOf(page, 'Element')).toBeLessThan((before[2] ?? 0) + 80)
  const afterReset = await widths()
  await dragBorder(page, 'Element', 50)
  await expect.poll(widths).not.toEqual(afterReset)
  await undo()
  await expect.poll(widths).toEqual(afterReset)
})

test('borders can be dragged when the grid is scrolled, frozen and zoomed', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await openList(page)
  const grid = gridOf(page)

  await test.step('the last column, with the list scrolled to its end', async () => {
    await grid.evaluate((element) => {
      element.scrollLeft = element.scrollWidth
    })
    const before = await widthOf(page, 'Workflow')
    const { right } = await edgesOf(page, 'Workflow')
    await pressBorder(page, 'Workflow', -40)
    await expect.poll(() => widthOf(page, 'Workflow')).toBe(before - 40)
    // The border stays at the pointer.
    await expect.poll(async () => (await edgesOf(page, 'Workflow')).right).toBeCloseTo(right - 40, 0)
    await page.mouse.up()
    await dragBorder(page, 'Workflow', 25)
    await expect.poll(() => widthOf(page, 'Workflow')).toBe(before - 15)
  })

  await test.step('a column in the middle of a scrolled list', async () => {
    const before = await widthOf(page, 'Artwork')
    await dragBorder(page, 'Artwork', -33)
    await expect.poll(() => widthOf(page, 'Artwork')).toBe(before - 33)
  })

  await test.step('a frozen column, over those that are scrolled under it', async () => {
    await grid.evaluate((element) => {
      element.scrollLeft = 0
    })
    await expect(headerOf(page, 'POS number')).toHaveCSS('position', 'sticky')
    for (const scrollLeft of [0, 37, 150]) {
      await grid.evaluate((element, left) => {
        element.scrollLeft = left
      }, scrollLeft)
      const before = await widthOf(page, 'POS number')
      await dragBorder(page, 'POS number', 12)
      await expect.poll(() => widthOf(page, 'POS number')).toBe(before + 12)
    }
  })

  await test.step('at a zoom of 150 %', async () => {
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1.5),
    )
    await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(900)
    await grid.evaluate((element) => {
      element.scrollLeft = 0
    })
    const before = await widthOf(page, 'POS number')
    await dragBorder(page, 'POS number', -20)
    await expect.poll(() => widthOf(page, 'POS number')).toBe(before - 20)
    const itemWidth = await widthOf(page, 'Item')
    await grid.evaluate((element) => {
      element.scrollLeft = 60
    })
    await dragBorder(page, 'Item', 31)
    await expect.poll(() => widthOf(page, 'Item')).toBe(itemWidth + 31)
    await expectUnsorted(page)
  })
})
