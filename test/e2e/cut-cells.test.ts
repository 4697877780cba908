import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { attachScreenshots, openSample, resize, waitForList } from './steps.ts'

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'Items' })

/** Scrolls the list to a horizontal position, and waits until it is drawn. */
async function scrollSideways(page: Page, scrollLeft: number): Promise<void> {
  await gridOf(page).evaluate(async (grid, left) => {
    grid.scrollLeft = left
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, scrollLeft)
}

/** Returns the texts that an edge of the view clipping without an ellipsis. */
async function cutTexts(page: Page): Promise<readonly string[]> {
  return await gridOf(page).evaluate((grid) => {
    const view = grid.getBoundingClientRect()
    const viewEnd = view.left + grid.clientWidth
    const faults: string[] = []
    for (const row of grid.querySelectorAll('.header, .row:not(.pending)')) {
      const cells = [...row.querySelectorAll<HTMLElement>('.cell')]
      const frozenCells = cells.filter((cell) => getComputedStyle(cell).position === 'sticky')
      const viewStart = Math.max(...frozenCells.map((cell) => cell.getBoundingClientRect().right))
      for (const cell of cells.filter((each) => !frozenCells.includes(each))) {
        const text = cell.textContent.trim()
        const box = cell.getBoundingClientRect()
        const style = getComputedStyle(cell)
        const start = box.left + Number.parseFloat(style.paddingLeft)
        const end = box.right - Number.parseFloat(style.paddingRight)
        const isHidden = box.right <= viewStart + 1 || box.left >= viewEnd - 1
        const isBlank = [cell, ...cell.children].some((part) => getComputedStyle(part).opacity === '0')
        // Yes and no are drawn without text.
        if (text === '' || isHidden || isBlank || cell.classList.contains('mark')) continue
        if (start < viewStart - 1 || end > viewEnd + 1) faults.push(`${text}: its text is beyond the edge`)
        // The element with the text clipping it with an ellipsis, and has room for one.
        const parts = [cell, ...cell.querySelectorAll<HTMLElement>('span')]
        const clippingPart = parts.findLast((part) => getComputedStyle(part).textOverflow === 'ellipsis')
        if (clippingPart === undefined) faults.push(`${text}: no ellipsis`)
        else if (end - start < 20)
          faults.push(`${text}: ${String(end - start)} pixels are too few for an ellipsis`)
      }
    }
    return faults
  })
}

/** Unfreezes the first column, which is frozen by default. */
async function unfreeze(page: Page): Promise<void> {
  await gridOf(page).getByRole('columnheader', { name: 'POS number' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Unfreeze columns' }).click()
}

/** The maximum horizontal scroll position. */
function scrollRange(page: Page): Promise<number> {
  return gridOf(page).evaluate((grid) => grid.scrollWidth - grid.clientWidth)
}

async function expectNothingCut(page: Page, step: number): Promise<void> {
  const range = await scrollRange(page)
  expect(range).toBeGreaterThan(100)
  for (let left = 0; left < range + step; left += step) {
    await scrollSideways(page, Math.min(left, range))
    await expect.poll(() => cutTexts(page), `scrolled by ${String(left)}`).toEqual([])
  }
}

/** How much of a cell the left, right, top and bottom edges of the view hide, in CSS pixels. */
async function hiddenParts(cell: Locator): Promise<readonly number[]> {
  return await cell.evaluate((element) => {
    const grid = element.closest('.grid')
    const check = element.closest('.row')?.querySelector('.check')
    const header = grid?.querySelector(
      `.header [aria-colindex="${element.getAttribute('aria-colindex') ?? ''}"]`,
    )
    if (grid === null || !check || !header) throw new Error('The cell is in no grid.')
    const view = grid.getBoundingClientRect()
    const column = header.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    return [
      check.getBoundingClientRect().right - column.left,
      column.right - view.left - grid.clientWidth,
      column.bottom - box.top,
      box.bottom - view.top - grid.clientHeight,
    ].map((part) => Math.max(0, Math.round(part)))
  })
}

const cellAt = (page: Page, row: number, column: number): Locator =>
  gridOf(page).locator(`.row[aria-rowindex="${String(row)}"] [aria-colindex="${String(column)}"]`)

test('no number and no identifier is cut at an edge without an ellipsis', async ({
  startWithSample,
}, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 700)
  await waitForList(page)
  await expect(cellAt(page, 2, 2)).toBeVisible()
  await unfreeze(page)
  await expectNothingCut(page, 13)
  // Texts that were cut are drawn as if they had never been.
  const screenshot = async (): Promise<string> =>
    (await gridOf(page).screenshot({ animations: 'disabled' })).toString('base64')
  await scrollSideways(page, 0)
  await expect
    .poll(async () => {
      const drawn = await screenshot()
      await gridOf(page)
        .locator('.rows')
        .evaluate((rows: HTMLElement) => {
          rows.style.display = 'none'
          rows.getBoundingClientRect()
          rows.style.display = ''
        })
      return drawn === (await screenshot())
    })
    .toBe(true)

  await page.keyboard.press('ControlOrMeta+Shift+m')
  await expectNothingCut(page, 17)
  await scrollSideways(page, 150)
  await attachScreenshots(page, info, 'cut')

  await scrollSideways(page, 0)
  await gridOf(page).getByRole('columnheader', { name: 'POS number' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Freeze up to this column' }).click()
  await expectNothingCut(page, 19)
  await resize(app, 1024, 640)
  await expectNothingCut(page, 29)
})

test('names stay visible beside their pictures while the list scrolls sideways', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 700)
  await waitForList(page)
  const grid = page.getByRole('grid')
  const names = grid.locator('.row:not(.pending) .cell.name')
  await expect(names.first()).toHaveText(/./u)
  /** Names of which too little is painted inside their rows, although the column has space for more. */
  const hiddenNames = (): Promise<readonly string[]> =>
    names.evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const box = cell.getBoundingClientRect()
        const picture = cell.querySelector('.thumbnail')?.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(cell.querySelector('.text') ?? cell)
        const isVisible = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            Math.min(right, box.right) - Math.max(left, box.left) > 20 &&
            (top + bottom) / 2 > box.top &&
            (top + bottom) / 2 < box.bottom,
        )
        const space = box.width - (picture?.width ?? 0) - 16
        return isVisible || space < 60 ? [] : [cell.textContent]
      }),
    )
  const expectNames = async (direction: 1 | -1): Promise<void> => {
    await grid.hover()
    for (const distance of [1, 59, 60, -200]) {
      const scrollLeft = (): Promise<number> => grid.evaluate((each) => each.scrollLeft)
      const before = await scrollLeft()
      await page.mouse.wheel(distance * direction, 0)
      await expect.poll(scrollLeft).not.toBe(before)
      await expect.poll(hiddenNames, `after ${String(distance)} pixels`).toEqual([])
    }
  }
  await expectNames(1)
  await unfreeze(page)
  await expectNames(1)

  // Mirrored, texts have an element with a box.
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('English, mirrored')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(names.first()).toHaveText(/./u)
  await expectNames(-1)
})

test('a narrow column shows what differs in names, and a cut name in full on hover', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await resize(app, 1024, 640)
  await waitForList(page)
  const names = gridOf(page).locator('.row .cell.name')
  await expect(names.first()).toHaveText(/./u)
  /** Names whose beginning is cut although more of the repeated element is shown than its ellipsis. */
  const badlyCut = (): Promise<readonly string[]> =>
    names.evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const beginning = cell.querySelector('.name-start')
          const element = cell.querySelector('.name-middle')
          const isCut = beginning !== null && beginning.scrollWidth > beginning.clientWidth
          return isCut && element !== null && element.clientWidth > 14
        })
        .map((cell) => cell.textContent),
    )
  await expect.poll(badlyCut).toEqual([])
  await expect(names.locator('.name-shared').first()).toHaveCSS('font-size', '0px')
  const cut = names.filter({ has: page.locator('.name-shared') }).first()
  const fullName = (await cut.textContent())?.trim() ?? ''
  await cut.hover()
  await expect(cut).toHaveAttribute('title', fullName)
})

test('no value is cut at an edge of the first rows of an export', async ({ startWithSample }, info) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 700)
  await waitForList(page)
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const rows = page
    .getByRole('dialog', { name: 'Export items' })
    .getByRole('region', { name: /^First rows/u })
  await expect(rows.getByRole('cell').first()).toBeVisible()
  const scroll = (left: number): Promise<number> =>
    rows.evaluate((region, to) => {
      region.scrollLeft = to
      return region.scrollLeft
    }, left)
  const partialTexts = (): Promise<readonly string[]> =>
    rows.evaluate((region) => {
      const viewEnd = region.getBoundingClientRect().left + region.clientWidth
      return [...region.querySelectorAll('tr')].flatMap((row) => {
        const viewStart = row.cells[0]?.getBoundingClientRect().right ?? 0
        return [...row.querySelectorAll<HTMLElement>('div.text')].flatMap((text) => {
          const box = text.getBoundingClientRect()
          const isHidden = box.right <= viewStart || box.left >= viewEnd
          const isWhole = box.left >= viewStart && box.right <= viewEnd
          const hasEllipsis = getComputedStyle(text).textOverflow === 'ellipsis' && box.width >= 20
          if (isHidden || (isWhole && hasEllipsis) || getComputedStyle(text).opacity === '0') return []
          return text.scrollWidth <= text.clientWidth && isWhole ? [] : [text.textContent]
        })
      })
    })
  const range = await scroll(100_000)
  expect(range).toBeGreaterThan(100)
  const columnWidths = (): Promise<readonly number[]> =>
    rows.evaluate((region) =>
      [...region.querySelectorAll('thead th')].map((cell) => cell.getBoundingClientRect().width),
    )
  const widths = await columnWidths()
  for (let left = 0; left < range + 37; left += 37) {
    await scroll(left)
    await expect.poll(partialTexts, `scrolled by ${String(left)}`).toEqual([])
  }
  expect(await columnWidths()).toEqual(widths)
  await scroll(60)
  await expect.poll(partialTexts).toEqual([])
  await attachScreenshots(page, info, 'cut first rows')
})

test('a partly visible cell scrolls into view when it is clicked or reached by keys', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 700)
  const posNumber = cellAt(page, 4, 2)
  await expect(posNumber).toBeVisible()
  await unfreeze(page)
  await scrollSideways(page, 70)
  await expect.poll(async () => (await hiddenParts(posNumber))[0]).toBe(70)

  const box = await posNumber.boundingBox()
  if (box === null) throw new Error('The cell is not in view.')
  await page.mouse.click(box.x + box.width - 8, box.y + box.height / 2)
  await expect.poll(() => hiddenParts(posNumber)).toEqual([0, 0, 0, 0])
  await expect(posNumber).toHaveClass(/\bactive-cell\b/u)

  // At the other edge, in a row whose lower part is hidden too.
  const corner = await gridOf(page).evaluate((grid) => {
    const view = grid.getBoundingClientRect()
    const [right, bottom] = [view.left + grid.clientWidth, view.top + grid.clientHeight]
    grid.scrollTop = 9
    return { x: right - 6, y: bottom - 5 }
  })
  await expect
    .poll(() =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.getAttribute('aria-colindex') ?? '',
        corner,
      ),
    )
    .not.toBe('')
  const [row, column] = await page.evaluate(({ x, y }) => {
    const cell = document.elementFromPoint(x, y)?.closest('[role=gridcell]')
    return [
      cell?.closest('[role=row]')?.getAttribute('aria-rowindex'),
      cell?.getAttribute('aria-colindex'),
    ].map(Number)
  }, corner)
  const cornerCell = cellAt(page, row ?? 0, column ?? 0)
  expect((await hiddenParts(cornerCell)).filter((hidden) => hidden > 0).length).toBeGreaterThan(0)
  await page.mouse.click(corner.x, corner.y)
  await expect.poll(() => hiddenParts(cornerCell)).toEqual([0, 0, 0, 0])
  await expect(cornerCell).toHaveClass(/\bactive-cell\b/u)

  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
    await press(page, key)
    await expect.poll(() => hiddenParts(gridOf(page).locator('.cell.active-cell'))).toEqual([0, 0, 0, 0])
  }
})

test('status names are shown in full at the default window width', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  const pill = gridOf(page).getByText('In production', { exact: true }).first()
  await expect(pill).toBeVisible()
  await expect.poll(() => pill.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
  const cell = gridOf(page)
    .locator('.row .cell', { has: page.getByText('In production') })
    .first()
  await expect.poll(() => hiddenParts(cell)).toEqual([0, 0, 0, 0])
})

test('POS numbers are shown in full at the default window width, and in the details', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, 1280, 800)
  await openSample(page, 'Black Week 2026')
  const numbers = gridOf(page).locator('.row:not(.pending) .cell.code.frozen')
  await expect(numbers.first()).toHaveText(/\d{16}/u)
  const cutNumbers = (): Promise<readonly string[]> =>
    numbers.evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const parts = [cell, ...cell.querySelectorAll('.text > span')]
        return parts.some((part) => part.scrollWidth > part.clientWidth) ? [cell.textContent] : []
      }),
    )
  await expect.poll(cutNumbers).toEqual([])

  const inDetails = page.locator('#pane-details dd', { hasText: /^\s*\d{16}/u }).first()
  await expect(inDetails).toBeVisible()
  const lineCount = (): Promise<number> =>
    inDetails.locator('.value').evaluate((value) => value.getClientRects().length)
  await expect.poll(lineCount).toBe(1)
})

test('the header of a sorted column is shown in full at the default width', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1600, 800)
  for (const name of ['POS number', 'Quantity', 'Status', 'Locked', 'Updated']) {
    const header = gridOf(page).getByRole('columnheader', { name, exact: true })
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    const hiddenWidth = (): Promise<number> =>
      header.locator('.truncate').evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(hiddenWidth, name).toBe(0)
  }
})

test('names from right to left begin inside their narrow box', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  const name = page.getByRole('option', { name: /رمضان كريم/u }).locator('.truncate')
  await expect(name).toBeVisible()
  const shown = await name.evaluate((element) => {
    element.style.width = '48px'
    const range = document.createRange()
    range.setStart(element.firstChild ?? element, 0)
    range.setEnd(element.firstChild ?? element, 1)
    const [box, character] = [element.getBoundingClientRect(), range.getBoundingClientRect()]
    return { isCut: element.scrollWidth > element.clientWidth, distance: box.right - character.right }
  })
  expect(shown.isCut).toBe(true)
  // The first letter is at the right edge.
  expect(Math.abs(shown.distance)).toBeLessThan(3)
})
