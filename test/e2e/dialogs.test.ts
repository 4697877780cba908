import type { Locator, Page } from 'playwright/test'
import { startTestService } from '../support/service/start.ts'
import { expectAccessible } from './accessibility.ts'
import { chooseFromAppMenu } from './app-menu.ts'
import { expect, test } from './fixtures.ts'
import { connect, downloadCampaign, findCampaigns, forgetConnections, runCommand } from './steps.ts'

const KEY = 'k-51dd-dialogs'
const MAX_CONTROLS = 8

/** Opens a dialog from the menu of the connection. */
async function chooseFromConnectionMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Counts the controls of a dialog; radio buttons of a group are one. */
function controlCount(dialog: Locator): Promise<number> {
  return dialog.evaluate((element) => {
    const controls = [...element.querySelectorAll<HTMLElement>('button, input, select, textarea, a')]
    const names = controls
      .filter((control) => control.checkVisibility())
      .map((control, index) =>
        control instanceof HTMLInputElement && control.type === 'radio' ? control.name : String(index),
      )
    return new Set(names).size
  })
}

test('a dialog that its owner keeps open at Escape stays visible', async ({ start }) => {
  const { app, page } = await start()
  await chooseFromAppMenu(app, 'About')
  const dialog = page.getByRole('dialog', { name: 'About Campaign Desk' })
  // As an owner does whose work must end first.
  await dialog.evaluate((element) => {
    const keepOpen = (event: Event): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    element.addEventListener('cancel', keepOpen, { capture: true })
  })
  for (let count = 0; count < 5; count += 1) {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
  }
})

test('each dialog has few controls and one main action, and Escape returns to where it was opened', async ({
  start,
}) => {
  const service = await startTestService({ items: 60, campaigns: 2, key: KEY })
  try {
    const { app, page } = await start()
    await connect(page, service.url, KEY)
    await findCampaigns(page)
    const [campaign] = service.plan.campaigns
    if (campaign === undefined) throw new Error('There are no campaigns')
    await downloadCampaign(page, campaign.name)

    const fromConnection = (item: string) => () => chooseFromConnectionMenu(page, item)
    const dialogs: readonly (readonly [name: string | RegExp, open: () => Promise<void>])[] = [
      ['About Campaign Desk', () => chooseFromAppMenu(app, 'About')],
      ['Updates are not set up', () => runCommand(page, 'check for updates')],
      ['Keyboard shortcuts', () => runCommand(page, 'keyboard shortcuts')],
      ['Add a campaign', () => runCommand(page, 'add campaign')],
      ['Paste a list', () => runCommand(page, 'paste a list')],
      ['Save this view', () => runCommand(page, 'save this view')],
      ['Export review', () => runCommand(page, 'export review')],
      ['Automatic downloads', fromConnection('Automatic downloads…')],
      ['Rename connection', fromConnection('Rename…')],
      ['Edit base address', fromConnection('Edit base address…')],
      ['Replace API key', fromConnection('Replace key…')],
      ['Certificate authority', fromConnection('Certificate authority…')],
      ['Client certificate', fromConnection('Client certificate…')],
      [/^Forget /u, fromConnection('Forget…')],
    ]
    for (const [name, open] of dialogs) {
      await test.step(String(name), async () => {
        await page.getByRole('grid', { name: 'Items' }).focus()
        await open()
        const dialog = page.getByRole('dialog', { name })
        await expect(dialog).toBeVisible()
        await expect(dialog.locator(':focus')).toHaveCount(1)
        expect.soft(await controlCount(dialog), String(name)).toBeLessThanOrEqual(MAX_CONTROLS)
        expect.soft(await dialog.locator('button:is(.primary, .danger)').count()).toBeLessThanOrEqual(1)
        // Enter must not destroy data.
        await expect(dialog.locator('button.danger:focus')).toHaveCount(0)
        await expectAccessible(page, String(name))
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(page.locator(':focus:not(body)')).toHaveCount(1)
      })
    }
    await forgetConnections(page)
  } finally {
    await service.close()
  }
})
