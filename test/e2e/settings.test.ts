import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { menuLine } from './app-menu.ts'
import { expect, test, waitUntilReady } from './fixtures.ts'
import { press } from './keys.ts'

const settings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' })

/** The pages of windows; hidden pages draw pictures. */
const windowsOf = (app: ElectronApplication): readonly Page[] =>
  app.windows().filter((page) => page.url().startsWith('campaign-desk://app/'))

/** The accelerator of a line of the application menu; null if it has none. */
const menuAccelerator = async (app: ElectronApplication, label: string): Promise<string | null> =>
  (await menuLine(app, label))?.accelerator ?? null

/** Records keys for a command in the open settings. */
async function record(page: Page, command: string, keys: string): Promise<void> {
  await settings(page)
    .getByRole('button', { name: new RegExp(`^${command}: .* Change shortcut$`, 'u') })
    .click()
  await page.keyboard.press(keys)
}

test('a recorded shortcut works in the menu, the palette and the window, also after a restart', async ({
  start,
  startWithSample,
  dataFolder,
}) => {
  const { app, page } = await startWithSample()
  expect(await menuAccelerator(app, 'Export…')).toBe('CmdOrCtrl+E')
  await press(page, 'ControlOrMeta+,')
  await expect(settings(page).getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText('export')
  await expectAccessible(page, 'settings found')
  await record(page, 'Export', 'ControlOrMeta+Shift+x')
  await expect.poll(() => menuAccelerator(app, 'Export…')).toBe('CmdOrCtrl+Shift+X')

  await test.step('a conflict is resolved on request', async () => {
    await settings(page).getByRole('searchbox').fill('')
    await settings(page).getByRole('tab', { name: 'Shortcuts' }).click()
    await record(page, 'Home', 'ControlOrMeta+j')
    await expect(settings(page).getByRole('button', { name: 'Use here instead' })).toBeFocused()
    await expectAccessible(page, 'a conflict')
    await press(page, 'Enter')
    await expect.poll(() => menuAccelerator(app, 'Home')).toBe('CmdOrCtrl+J')
    expect(await menuAccelerator(app, 'Downloads and Exports')).toBeNull()
  })

  await test.step('the new keys work, and the old ones do not', async () => {
    await page.keyboard.press('ControlOrMeta+w')
    await expect(settings(page)).toBeHidden()
    expect(windowsOf(app)).toHaveLength(1)
    await page.keyboard.press('ControlOrMeta+e')
    await page.keyboard.press('ControlOrMeta+Shift+x')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog', { name: 'Export items' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.insertText('export')
    const option = page.getByRole('option', { name: 'Export', exact: true })
    await expect(option).toHaveAttribute('aria-keyshortcuts', 'Control+Shift+X')
    await expect(option).toHaveText(/CtrlShiftX$/u)
    await page.keyboard.press('Escape')
  })

  const closed = app.waitForEvent('close')
  await app.evaluate(({ app: electron }) => electron.quit())
  await closed
  const file = join(dataFolder, 'preferences.json')
  const preferences = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
  expect(preferences['shortcuts']).toEqual({ export: 'Mod+Shift+X', home: 'Mod+J' })
  // As if a later version, and then a person, had changed the file.
  const shortcuts = { ...(preferences['shortcuts'] as object), newCommand: 'F8', search: 'Meta+F' }
  writeFileSync(file, JSON.stringify({ ...preferences, shortcuts }))

  const { app: again, page: reopened } = await start()
  expect(await menuAccelerator(again, 'Export…')).toBe('CmdOrCtrl+Shift+X')
  expect(await menuAccelerator(again, 'Search Items')).toBe('CmdOrCtrl+F')
  await reopened.keyboard.press('ControlOrMeta+Shift+x')
  await expect(reopened.getByRole('dialog', { name: 'Export items' })).toBeVisible()
  const log = readFileSync(join(dataFolder, 'logs', 'campaign-desk.log'), 'utf8')
  expect(log).toContain('2 invalid shortcuts were ignored: "newCommand", "search"')
})

test('the settings of two windows stay in step', async ({ startWithSample }) => {
  const { app, page } = await startWithSample()
  await page.keyboard.press('ControlOrMeta+Shift+N')
  await expect.poll(() => windowsOf(app).length).toBe(2)
  const other = windowsOf(app).find((each) => each !== page)
  if (other === undefined) throw new Error('No window was opened.')
  await waitUntilReady(other)
  for (const each of [page, other]) {
    await each.keyboard.press('ControlOrMeta+,')
    await expect(settings(each)).toBeVisible()
    // It is open already.
    await each.keyboard.press('ControlOrMeta+,')
    await expect(settings(each)).toHaveCount(1)
    await settings(each).getByRole('tab', { name: 'Shortcuts' }).click()
  }
  await record(other, 'Home', 'F8')
  await expect(settings(page).getByRole('button', { name: 'Home: F8. Change shortcut' })).toBeVisible()
  await settings(page).getByRole('button', { name: 'Reset “Home” to the default: Ctrl+Shift+H' }).click()
  await expect(settings(other).getByRole('button', { name: /^Home: Ctrl\+Shift\+H/u })).toBeVisible()
})

test('every section is accessible, in both themes', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  await press(page, 'ControlOrMeta+,')
  for (const tab of await settings(page).getByRole('tab').all()) {
    await tab.click()
    await expectAccessible(page, (await tab.textContent()) ?? '')
  }
})

test('another language applies to windows, menus, messages of main and the next start at once', async ({
  start,
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await page.keyboard.press('ControlOrMeta+Shift+N')
  await expect.poll(() => windowsOf(app).length).toBe(2)
  const other = windowsOf(app).find((each) => each !== page)
  if (other === undefined) throw new Error('No window was opened.')
  await waitUntilReady(other)

  await page.keyboard.press('ControlOrMeta+,')
  await settings(page).getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  const language = page
    .getByRole('dialog', { name: 'Einstellungen' })
    .getByRole('combobox', { name: 'Sprache' })
  await expect(language).toBeFocused()
  for (const each of [page, other]) {
    await expect(each.locator('html')).toHaveAttribute('lang', 'de')
    await expect(each.getByRole('button', { name: 'Exportieren' })).toBeVisible()
  }
  expect(await menuLine(app, 'Bearbeiten')).toBeDefined()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Artikel' })).toBeVisible()
  await expectAccessible(page, 'the list in German')

  const closed = app.waitForEvent('close')
  await app.evaluate(({ app: electronApp }) => electronApp.quit())
  await closed
  const again = await start()
  await expect(again.page.locator('html')).toHaveAttribute('lang', 'de')
  await again.page.keyboard.press('ControlOrMeta+,')
  await again.page
    .getByRole('dialog', { name: 'Einstellungen' })
    .getByRole('combobox', { name: 'Sprache' })
    .selectOption('Français')
  await expect(again.page.getByRole('dialog', { name: 'Paramètres' })).toBeVisible()
  await again.page
    .getByRole('dialog', { name: 'Paramètres' })
    .getByRole('combobox', { name: 'Langue' })
    .selectOption('Système')
  await expect(settings(again.page)).toBeVisible()
})
