import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { attachScreenshots, chooseFormat, exportButton, exportToast, saveAs } from './steps.ts'

/** Opens the export dialog and chooses a format. */
async function openExport(page: Page, format: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export items' })
  await chooseFormat(dialog, format)
  return dialog
}

/** Records the files that the system is asked to open, and returns this error. */
async function recordOpenedFiles(
  app: ElectronApplication,
  error: string,
): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ shell }, message) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedFiles: opened })
    shell.openPath = (path) => {
      opened.push(path)
      return Promise.resolve(message)
    }
  }, error)
  return () => app.evaluate(() => (globalThis as unknown as { openedFiles: string[] }).openedFiles)
}

test(
  'a file name is suggested and completed with its extension, and the file opens',
  { tag: '@packaged' },
  async ({ startWithSample, folder }) => {
    const { app, page } = await startWithSample()

    await test.step('a name from a template is suggested', async () => {
      await app.evaluate(({ dialog }) => {
        dialog.showSaveDialog = (...parameters: readonly unknown[]) => {
          Object.assign(globalThis, { saveDialogOptions: parameters.at(-1) })
          return Promise.resolve({ canceled: true, filePath: '' })
        }
      })
      const dialog = await openExport(page, 'Excel workbook')
      await dialog.getByRole('button', { name: 'Rename' }).click()
      await expect(dialog.getByText(/^Result: Kids Week items \d{4}-\d\d-\d\d\.xlsx$/u)).toBeVisible()
      await expectAccessible(page, 'the name of a file')
      await saveAs(dialog)
      await expect
        .poll(() =>
          app.evaluate(
            () =>
              (globalThis as unknown as { saveDialogOptions?: { defaultPath?: string } }).saveDialogOptions
                ?.defaultPath,
          ),
        )
        .toMatch(/[/\\]Kids Week items \d{4}-\d\d-\d\d\.xlsx$/u)
      await expect(exportButton(dialog)).toBeEnabled()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('a name without an extension gets one, and the file can be opened', async () => {
      const opened = await recordOpenedFiles(app, '')
      await answerSaveDialog(app, join(folder, 'v1.2'))
      const dialog = await openExport(page, 'Excel workbook')
      await saveAs(dialog)
      await expect(exportToast(page)).toContainText('v1.2.xlsx')
      await exportToast(page).getByRole('button', { name: 'Open', exact: true }).click()
      await expect.poll(opened).toEqual([join(folder, 'v1.2.xlsx')])
      rmSync(join(folder, 'v1.2.xlsx'))
      await exportToast(page).getByRole('button', { name: 'Open', exact: true }).click()
      await expect(exportToast(page).getByRole('alert')).toContainText(
        'v1.2.xlsx was moved, renamed or deleted',
      )
      expect(await opened()).toHaveLength(1)
      await expectAccessible(page, 'a file that is not there')
    })

    await test.step('the extension of another format changes the format', async () => {
      await recordOpenedFiles(app, 'No application knows how to open it.')
      await answerSaveDialog(app, join(folder, 'items.csv'))
      const dialog = await openExport(page, 'Excel workbook')
      await saveAs(dialog)
      await expect(exportToast(page)).toContainText('Exported as CSV to match the extension.')
      expect(readFileSync(join(folder, 'items.csv'), 'utf8')).toContain('POS')
      await exportToast(page).getByRole('button', { name: 'Open', exact: true }).click()
      await expect(exportToast(page).getByRole('alert')).toContainText('No application knows how to open it.')
    })

    await test.step('replacing a file of the completed name is confirmed', async () => {
      writeFileSync(join(folder, 'mine.xlsx'), 'mine')
      await app.evaluate(
        ({ dialog }, [taken, free]) => {
          const names = [taken, free]
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: names.shift() ?? '' })
          dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
        },
        [join(folder, 'mine'), join(folder, 'other')] as const,
      )
      const dialog = await openExport(page, 'Excel workbook')
      await saveAs(dialog)
      await expect(exportToast(page)).toContainText('other.xlsx')
      expect(readFileSync(join(folder, 'mine.xlsx'), 'utf8')).toBe('mine')
      expect(existsSync(join(folder, 'other.xlsx'))).toBe(true)
    })
  },
)

test('a file is written in another language than the interface, as the preview shows', async ({
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  const dialog = await openExport(page, 'CSV')
  const options = dialog.getByRole('button', { name: /^Options/u })
  await options.click()
  await dialog.getByLabel('Language').selectOption('Deutsch')
  await expect(options).toContainText('1 changed')
  await expect(dialog.getByText('POS-Nummer', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Kids Week Artikel [\d-]+\.csv$/u)).toBeVisible()
  await answerSaveDialog(app, join(folder, 'items.csv'))
  await saveAs(dialog)
  await expect(exportToast(page)).toContainText('items.csv')
  const [header] = readFileSync(join(folder, 'items.csv'), 'utf8').split('\r\n')
  expect(header).toMatch(/^\ufeff?POS-Nummer[,;]Artikel[,;]/u)

  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  await options.click()
  await expect(dialog.getByLabel('Language')).toHaveValue('de')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog.getByText('POS number', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Kids Week items [\d-]+\.csv$/u)).toBeVisible()
})

test('a profile is saved and chosen by keyboard, and is available after a restart', async ({
  start,
  startWithSample,
  folder,
}, info) => {
  const { app, page } = await startWithSample()
  const dialog = await openExport(page, 'JSON Lines')
  const profile = dialog.getByRole('button', { name: /^Profile:/u })
  await profile.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'No profile' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Save as profile…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const name = dialog.getByRole('textbox', { name: 'Profile name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('For the script')
  await expectAccessible(page, 'naming a profile')
  await attachScreenshots(page, info, 'naming')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Profile “For the script” saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expectAccessible(page, 'a saved profile')
  await attachScreenshots(page, info, 'saved')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await answerSaveDialog(app, join(folder, 'first.jsonl'))
  await saveAs(dialog)
  await expect(exportToast(page)).toContainText('first.jsonl')
  await expect(exportToast(page)).toContainText('verified')
  await attachScreenshots(page, info, 'done')
  await app.close()

  const again = await start()
  await again.page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const opened = again.page.getByRole('dialog', { name: 'Export items' })
  await expect(opened.getByRole('button', { name: 'Profile: For the script' })).toBeVisible()
  await expect(opened.getByRole('button', { name: 'JSON Lines, more formats' })).toBeVisible()
})

test('a list is exported again to the same file after a restart, and a changed file is replaced only after a question', async ({
  start,
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  const targetFolder = join(folder, 'handed on')
  const file = join(targetFolder, 'items.csv')
  mkdirSync(targetFolder)

  await test.step('without an earlier export, the dialog opens', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+e')
    const dialog = page.getByRole('dialog', { name: 'Export items' })
    await expect(dialog).toBeVisible()
    await answerSaveDialog(app, file)
    await chooseFormat(dialog, 'CSV')
    await saveAs(dialog)
    await expect(exportToast(page)).toContainText('items.csv')
  })
  const first = readFileSync(file)
  await app.close()

  const { app: restarted, page: restartedPage } = await start()
  const notice = restartedPage.getByText('Exported 260 rows to items.csv.')
  await test.step('the file is written again without a question', async () => {
    rmSync(file)
    await restartedPage.keyboard.press('ControlOrMeta+Shift+e')
    await expect(notice).toBeVisible()
    expect(readFileSync(file).equals(first)).toBe(true)
  })

  await test.step('a changed file is not replaced without a question', async () => {
    writeFileSync(file, 'mine now')
    await restartedPage.keyboard.press('ControlOrMeta+Shift+e')
    const dialog = restartedPage.getByRole('dialog', { name: 'Replace the file?' })
    await expect(dialog).toContainText('items.csv')
    await expectAccessible(restartedPage, 'replacing a file')
    await restartedPage.keyboard.press('Escape')
    expect(readFileSync(file, 'utf8')).toBe('mine now')
    await restartedPage.keyboard.press('ControlOrMeta+Shift+e')
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => readFileSync(file).equals(first)).toBe(true)
  })

  await test.step('a missing folder is reported, and another one can be chosen', async () => {
    rmSync(targetFolder, { recursive: true })
    await restartedPage.keyboard.press('ControlOrMeta+Shift+e')
    const dialog = restartedPage.getByRole('dialog', { name: 'Folder not found' })
    await expect(dialog).toContainText('handed on')
    await answerSaveDialog(restarted, join(folder, 'elsewhere.csv'))
    await dialog.getByRole('button', { name: 'Save elsewhere…' }).click()
    await expect.poll(() => existsSync(join(folder, 'elsewhere.csv'))).toBe(true)
    expect(readFileSync(join(folder, 'elsewhere.csv')).equals(first)).toBe(true)
  })

  await test.step('if writing fails, the list of jobs offers another folder', async () => {
    await expect(restartedPage.getByText('Exported 260 rows to elsewhere.csv.')).toBeVisible()
    rmSync(join(folder, 'elsewhere.csv'))
    mkdirSync(join(folder, 'elsewhere.csv'))
    await restartedPage.keyboard.press('ControlOrMeta+Shift+e')
    await restartedPage
      .getByRole('dialog', { name: 'Replace the file?' })
      .getByRole('button', { name: 'Replace' })
      .click()
    await restartedPage.getByText('Export of elsewhere.csv failed.').click()
    const activity = restartedPage.getByRole('dialog', { name: 'Activity' })
    await expect(activity.getByRole('alert')).toContainText('a folder has that name')
    await expectAccessible(restartedPage, 'a failed export')
    await answerSaveDialog(restarted, join(folder, 'third.csv'))
    await activity.getByRole('button', { name: 'Save elsewhere…' }).click()
    await expect(activity.getByText('Exported 260 rows to third.csv.')).toBeVisible()
    expect(readFileSync(join(folder, 'third.csv')).equals(first)).toBe(true)
  })
})

test('a file that could not be written can be saved elsewhere with the same options', async ({
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  const dialog = await openExport(page, 'JSON')
  await answerSaveDialog(app, join(folder, 'missing', 'items.json'))
  await saveAs(dialog)
  await expect(dialog.getByRole('alert')).toContainText('there is no such folder')
  await expectAccessible(page, 'an export that failed')
  await answerSaveDialog(app, join(folder, 'items.json'))
  await dialog.getByRole('button', { name: 'Save elsewhere…' }).click()
  await expect(exportToast(page)).toContainText('items.json')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})
