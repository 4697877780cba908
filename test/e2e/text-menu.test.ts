import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Locator } from 'playwright'
import { environment, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { gridRowCount, openSample, reviewProgress, waitForList } from './steps.ts'

/** The words "good", "hello", "is", "poster", "wobbler" and "world" as a dictionary of Chromium. */
const DICTIONARY =
  'QkRpYwIAAAAgAAAAVwAAABHBszYPLSwjl3+AvU4R4MYyAAAAOAAAADkAAAA6AAAACgpBRiAwAAAAAFRSWSBlc2lhbnJ0b2xjZHVnbXBoYnlmdmt3egAA5WcAaAZpDXARdxlAAG9vZABAAGVsbG8AQABzAEAAb3N0ZXIA4W8A4mIAcgdAAGJsZXIAQABsZAA='

interface MenuItem {
  readonly label: string
  readonly enabled: boolean
}

/** Records the menus that open instead of showing them: the system draws them outside the page. */
async function recordMenus(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function (this: unknown) {
      Object.assign(globalThis, { openedMenu: this })
    }
  })
}

/** Opens the context menu of a text and returns its items. */
async function menuOf(app: ElectronApplication, locator: Locator): Promise<readonly MenuItem[]> {
  await app.evaluate(() => Object.assign(globalThis, { openedMenu: null }))
  await locator.click({ button: 'right' })
  const read = (): Promise<readonly MenuItem[] | null> =>
    app.evaluate(() => {
      const menu = Reflect.get(globalThis, 'openedMenu') as { items: (MenuItem & { type: string })[] } | null
      return (
        menu?.items
          .filter(({ type }) => type !== 'separator')
          .map(({ label, enabled }) => ({ label: label.replaceAll('&', ''), enabled })) ?? null
      )
    })
  await expect.poll(read).not.toBeNull()
  return (await read()) ?? []
}

/** Chooses an item of the last opened menu. */
async function chooseFromMenu(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate(({ BrowserWindow }, chosenLabel) => {
    const menu = Reflect.get(globalThis, 'openedMenu') as {
      items: { label: string; click: (...parameters: unknown[]) => void }[]
    }
    const [window] = BrowserWindow.getAllWindows()
    menu.items
      .find((item) => item.label.replaceAll('&', '') === chosenLabel)
      ?.click(undefined, window, window?.webContents)
  }, label)
}

const enabledLabels = (items: readonly MenuItem[]): readonly string[] =>
  items.filter((item) => item.enabled).map(({ label }) => label)

/** Addresses in Chromium’s network log, which is complete when the application has ended. */
function requestedAddresses(netLog: string): readonly string[] {
  return readFileSync(netLog, 'utf8').match(/https?:\/\/[^"]*/gu) ?? []
}

test.beforeEach(() => {
  test.skip(process.platform !== 'linux', 'It expects the words and the dictionaries of Linux.')
})

test('text fields have a context menu to cut, copy and paste; texts have one to copy, and lists their own', async ({
  startWithSample,
}) => {
  const { app, page } = await startWithSample()
  await recordMenus(app)

  const search = page.getByRole('searchbox', { name: 'Search items…' })
  await search.click()
  expect(enabledLabels(await menuOf(app, search))).not.toContain('Cut')
  await search.fill('wrold')
  await search.selectText()
  expect(await menuOf(app, search)).toEqual(
    ['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Select All'].map((label) => ({
      label,
      enabled: expect.any(Boolean),
    })),
  )
  await chooseFromMenu(app, 'Cut')
  await expect(search).toHaveValue('')
  await menuOf(app, search)
  await chooseFromMenu(app, 'Paste')
  await expect(search).toHaveValue('wrold')
  await menuOf(app, search)
  await chooseFromMenu(app, 'Undo')
  await expect(search).toHaveValue('')

  // When a list opens, it shows the details of another item, which clears a selection.
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await waitForList(page)
  const title = page.getByRole('complementary').getByRole('heading', { level: 2 }).first()
  await title.selectText()
  expect(await menuOf(app, title)).toEqual([{ label: 'Copy', enabled: true }])

  await app.evaluate(() => Object.assign(globalThis, { openedMenu: null }))
  await page.getByRole('gridcell').nth(3).click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await app.evaluate(() => Reflect.get(globalThis, 'openedMenu') as unknown)).toBeNull()
})

test('only notes are checked, with an installed dictionary, and nothing is downloaded', async ({
  start,
  folder,
}) => {
  const dictionaries = join(folder, 'share', 'hunspell-bdic')
  mkdirSync(dictionaries, { recursive: true })
  writeFileSync(join(dictionaries, 'en_GB.bdic'), Buffer.from(DICTIONARY, 'base64'))
  const netLog = join(folder, 'network.json')
  const { app, page } = await start({
    args: [`--log-net-log=${netLog}`],
    env: {
      XDG_DATA_DIRS: `${join(folder, 'share')}:${environment()['XDG_DATA_DIRS'] ?? '/usr/local/share:/usr/share'}`,
    },
  })
  for (const name of ['Base address', 'API key'])
    await expect(page.getByRole('textbox', { name })).toHaveJSProperty('spellcheck', false)
  await openSample(page, 'Kids Week')
  await recordMenus(app)
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Shift+m')
  await expect(reviewProgress(page)).toHaveText('0 of 260 reviewed')
  await press(page, 'F2')
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await page.keyboard.type('wrold')
  const otherFields = page.locator('input:not([type=checkbox]):not([type=radio]):not([type=file])')
  for (const field of await otherFields.all()) await expect(field).toHaveJSProperty('spellcheck', false)

  const noteMenu = async (): Promise<readonly string[]> => enabledLabels(await menuOf(app, note))
  // The dictionary is read in the background.
  await expect.poll(noteMenu).toContain('world')
  await chooseFromMenu(app, 'world')
  await expect(note).toHaveValue('world')

  await page.keyboard.press('Control+a')
  await page.keyboard.type('posterr')
  await expect.poll(noteMenu).toContain('Add to Dictionary')
  await chooseFromMenu(app, 'Add to Dictionary')
  await expect.poll(noteMenu).not.toContain('Add to Dictionary')

  await app.close()
  expect(requestedAddresses(netLog)).toEqual([])
})

test(
  'without a dictionary, notes are not checked, and none is downloaded',
  { tag: '@packaged' },
  async ({ start, folder }) => {
    const netLog = join(folder, 'network.json')
    const { app } = await start({
      args: [`--log-net-log=${netLog}`],
      env: { XDG_DATA_HOME: folder, XDG_DATA_DIRS: folder },
    })
    expect(await app.evaluate(({ session }) => session.defaultSession.getSpellCheckerLanguages())).toEqual([])
    await app.close()
    expect(requestedAddresses(netLog)).toEqual([])
  },
)
