import type { Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { layoutFaults } from './layout-faults.ts'
import { cells, gridRowCount, resize, reviewProgress } from './steps.ts'

const reviewList = (page: Page) => page.getByRole('listbox', { name: 'Items to review' })
const review = (page: Page) => page.getByRole('region', { name: 'Review of single items' })
const touchReview = (page: Page) => page.getByRole('dialog', { name: 'Review of single items' })

test('50 items are reviewed with 50 keys, and the list is as it was', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_280, 800)
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.focus()

  await test.step('opens at the active item', async () => {
    await press(page, 'ArrowDown')
    await press(page, 'ControlOrMeta+Shift+Enter')
    await expect(reviewList(page)).toBeFocused()
    await expect(review(page).getByText('2 of 260', { exact: true })).toBeVisible()
    await expect(reviewProgress(page)).toHaveText('0 of 260 reviewed')
    await expectAccessible(page, 'the review of single items')
  })

  await test.step('marks with one key for each item', async () => {
    for (let item = 0; item < 50; item += 1) await page.keyboard.press(String((item % 3) + 1))
    await expect(reviewProgress(page)).toHaveText('50 of 260 reviewed')
    await expect(review(page).getByText('52 of 260', { exact: true })).toBeVisible()
    // What is shown is on disk, too.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const state = await window.api.call('app.state')
          const connectionId = state.ok ? (state.value.connections[0]?.id ?? '') : ''
          const opened = await window.api.call('connections.open', { connectionId })
          const campaignId = opened.ok
            ? (opened.value.campaigns.find(({ name }) => name?.startsWith('Kids Week'))?.id ?? '')
            : ''
          const counts = await window.api.call('reviews.counts', { connectionId, campaignId })
          return counts.ok ? counts.value.marks : null
        }),
      )
      .toEqual({ ok: 17, problem: 17, question: 16 })
  })

  await test.step('undoes the last mark from the toast', async () => {
    const toast = page.getByRole('group', { name: /marked as problem$/u })
    await toast.getByRole('button', { name: /^Undo/u }).click()
    await expect(reviewProgress(page)).toHaveText('49 of 260 reviewed')
    await expect(toast).toBeHidden()
    await expect(review(page).getByText('51 of 260', { exact: true })).toBeVisible()
    await reviewList(page).focus()
    await press(page, '2')
    await expect(reviewProgress(page)).toHaveText('50 of 260 reviewed')
  })

  await test.step('finds the next item without a mark', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(review(page).getByText('2 of 260', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(review(page).getByText('52 of 260', { exact: true })).toBeVisible()
  })

  await test.step('takes a note by key', async () => {
    await press(page, 'n')
    const note = page.getByRole('textbox', { name: 'Note' })
    await expect(note).toBeFocused()
    // The keys of the review are letters and digits.
    await page.keyboard.type('Npp 123')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await press(page, 'Escape')
    await expect(reviewList(page)).toBeFocused()
    await expect(reviewProgress(page)).toHaveText('50 of 260 reviewed')
  })

  await test.step('fits into small and large windows', async () => {
    for (const [width, height] of [
      [640, 480],
      [800, 600],
      [1_024, 640],
      [1_280, 800],
      [1_920, 1_080],
    ] as const) {
      await resize(app, width, height)
      await expect.poll(() => layoutFaults(page), `${String(width)} pixels`).toEqual([])
    }
    await resize(app, 1_280, 800)
  })

  await test.step('opens the artwork viewer, and returns', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('dialog', { name: 'Artwork viewer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reviewList(page)).toBeFocused()
  })

  await test.step('returns to the same row of the same list', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(review(page).getByText('53 of 260', { exact: true })).toBeVisible()
    const posNumber = await review(page).getByRole('definition').first().textContent()
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
    const active = grid.locator('[role=row][aria-rowindex="54"]')
    await expect(active).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Item details' })).toContainText('53 of 260')
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await expect.poll(() => cells(page, 52)).toContain(posNumber?.trim())
  })
})

test('items are reviewed with one thumb on a touch screen', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await resize(app, 1_024, 768)
  const screen = await page.context().newCDPSession(page)
  await page.getByRole('grid', { name: 'Items' }).focus()

  await test.step('the touch layout appears with the touch screen', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await expect(reviewList(page)).toBeFocused()
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    await expect(touchReview(page)).toBeVisible()
    await expect(reviewProgress(page)).toHaveText('0 of 260 reviewed')
    await expectAccessible(page, 'the touch layout of the review')
  })

  const dialog = touchReview(page)
  /** Moves a finger over these points, from its touch to its release. */
  const touch = async ([first = 0, ...path]: readonly number[], y: number): Promise<void> => {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly number[]) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((x) => ({ x, y, id: 1 })) })
    // At once: a touch that waits for a busy page would become a long press.
    await Promise.all([
      send('touchStart', [first]),
      ...path.map((x) => send('touchMove', [x])),
      send('touchEnd', []),
    ])
  }
  const tap = async (name: string): Promise<void> => {
    const box = await dialog.getByRole('button', { name, exact: true }).boundingBox()
    if (box === null) throw new Error(`${name} is not in view.`)
    await touch([box.x + box.width / 2], box.y + box.height / 2)
  }

  await test.step('its controls are large enough for a thumb', async () => {
    for (const name of ['OK', 'Problem', 'Question'])
      expect((await dialog.getByRole('button', { name, exact: true }).boundingBox())?.height).toBe(92)
    for (const name of ['Items', 'Next unreviewed', 'Previous item', 'Next item', 'Camera']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox()
      expect(box?.height, name).toBeGreaterThanOrEqual(40)
      expect(box?.width, name).toBeGreaterThanOrEqual(40)
    }
  })

  await test.step('nothing is cut in an upright window', async () => {
    await resize(app, 800, 760)
    const next = dialog.getByRole('button', { name: /^Not reviewed/u })
    await expect(next.first()).toContainText('KW26-0090')
    await expect
      .poll(async () => (await next.first().getByText('KW26-0090').boundingBox())?.width)
      .toBeGreaterThan(60)
    const excess = dialog
      .locator('dd .truncate, dd .status')
      .evaluateAll((values) => values.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect(Math.max(...(await excess))).toBeLessThanOrEqual(0)
    await resize(app, 1_024, 768)
  })

  await test.step('marks by taps', async () => {
    await tap('Problem')
    await expect(dialog.getByText('2 of 260', { exact: true })).toBeVisible()
    await expect(reviewProgress(page)).toHaveText('1 of 260 reviewed')
  })

  await test.step('the marks move to the other side, and stay there', async () => {
    const left = async (): Promise<number> =>
      (await dialog.getByRole('button', { name: 'OK', exact: true }).boundingBox())?.x ?? -1
    expect(await left()).toBeGreaterThan(512)
    await tap('Move marks to the left')
    await expect.poll(left).toBeLessThan(244)
    await tap('Items')
    await expect(page.getByRole('grid', { name: 'Items' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await expect.poll(left).toBeLessThan(244)
  })

  // After the taps: the browser ignores one that follows a swipe at once.
  await test.step('moves by a swipe over the picture', async () => {
    await touch([500, 350, 250], 300)
    await expect(dialog.getByText('3 of 260', { exact: true })).toBeVisible()
  })

  await test.step('the desktop layout returns with the mouse', async () => {
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await expect(touchReview(page)).toBeHidden()
    await expect(reviewList(page)).toBeFocused()
  })
})

test('photos are taken with the camera, or chosen without one', async ({ startWithSample }) => {
  const { page } = await startWithSample({ args: ['--use-fake-device-for-media-stream'] })
  await page.getByRole('grid', { name: 'Items' }).focus()
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(reviewList(page)).toBeFocused()
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: /^Photo/u })
  const camera = page.getByRole('dialog', { name: 'Take a photo' })

  await test.step('takes a photo by keyboard', async () => {
    await page.keyboard.press('p')
    const take = camera.getByRole('button', { name: 'Take photo' })
    await expect(take).toBeFocused()
    await expectAccessible(page, 'the camera')
    await page.keyboard.press('Enter')
    await expect(camera).toBeHidden()
    await expect(photos).toHaveCount(1)
    await expect(reviewList(page)).toBeFocused()
    const size = photos.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(() => size).toBeGreaterThan(100)
  })

  await test.step('chooses files instead', async () => {
    await page.keyboard.press('p')
    const chooser = page.waitForEvent('filechooser')
    await camera.getByRole('button', { name: 'Choose files…' }).click()
    await chooser
    await expect(camera).toBeHidden()
  })
})

test('without a camera, photos are chosen from files', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  await page.getByRole('grid', { name: 'Items' }).focus()
  const cameras = await page.evaluate(async () =>
    (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput'),
  )
  test.skip(cameras.length > 0, 'this computer has a camera')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(reviewList(page)).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('p')
  await chooser
  await expect(page.getByRole('dialog')).toBeHidden()
})
