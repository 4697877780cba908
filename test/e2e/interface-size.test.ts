import type { ElectronApplication, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'
import { openSample, waitForList } from './steps.ts'

const zoomOf = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) =>
    Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0) * 100),
  )

/** Makes the interface larger until it has a size. */
async function chooseSize(page: Page, size: string, steps: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog')
  const stepper = settings.getByRole('group', { name: 'Interface size' }).last()
  for (let step = 0; step < steps; step += 1) await stepper.getByRole('button', { name: 'Larger' }).click()
  await expect(stepper).toContainText(size)
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
}

test('the interface has the chosen size, in every window and after a restart', async ({ start }) => {
  const { app, page } = await start()
  expect(await zoomOf(app)).toBe(100)
  await page.keyboard.press('ControlOrMeta+=')
  await expect.poll(() => zoomOf(app)).toBe(110)
  await page.keyboard.press('ControlOrMeta+-')
  await page.keyboard.press('ControlOrMeta+-')
  await expect.poll(() => zoomOf(app)).toBe(90)
  await page.keyboard.press('ControlOrMeta+0')
  await expect.poll(() => zoomOf(app)).toBe(100)
  await openSample(page, 'Kids Week')
  await waitForList(page)
  await chooseSize(page, '125%', 2)
  await expect.poll(() => zoomOf(app)).toBe(125)
  const closed = app.waitForEvent('close')
  await app.evaluate(({ app: electron }) => electron.quit())
  await closed
  const { app: again } = await start()
  expect(await zoomOf(again)).toBe(125)
})

test('everything fits into the smallest window at 150 %', async ({ start }) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  await waitForList(page)
  await chooseSize(page, '150%', 3)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1, 1))
  await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(700)
  for (const tab of ['Items', 'Artwork', 'Overview', 'Changes', 'Checks']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect.poll(() => layoutFaults(page), tab).toEqual([])
  }
})
