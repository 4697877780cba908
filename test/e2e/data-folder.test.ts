import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOpenDialog, expect, test } from './fixtures.ts'
import { gridRowCount } from './steps.ts'

const SAMPLE_ITEMS = 260

/**
 * Writes a module that answers message boxes with a button, records their messages, and chooses a folder.
 * These dialogs open before a test can reach the application.
 */
function answeringModule(folder: string, button: string, chosen: readonly string[]): string {
  const file = join(folder, 'answers.cjs')
  writeFileSync(
    file,
    `const chosen = ${JSON.stringify(chosen)}
const { appendFileSync } = require('node:fs')
const timer = setInterval(() => {
  if (process.type !== 'browser') return
  const { dialog } = require('electron')
  clearInterval(timer)
  dialog.showMessageBox = async (...parameters) => {
    const { message, buttons: offered } = parameters.at(-1)
    appendFileSync(${JSON.stringify(join(folder, 'messages.txt'))}, message + '\\n')
    return { response: offered.indexOf(${JSON.stringify(button)}) }
  }
  dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen.shift()] })
}, 1)
`,
  )
  return file
}

test('the data folder is moved with all data, and found again after it was moved by the person', async ({
  startWithSample,
  start,
  folder,
  dataFolder,
}) => {
  const { app, page } = await startWithSample()
  const moved = join(folder, 'drive')
  mkdirSync(moved)
  await app.evaluate(({ app: electron, dialog }, target) => {
    electron.relaunch = () => undefined
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [target] })
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
  }, moved)
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'About' }).click()
  const closed = app.waitForEvent('close')
  await settings.getByRole('button', { name: 'Move…' }).click()
  await closed

  const second = await start()
  await expect.poll(() => gridRowCount(second.page)).toBe(SAMPLE_ITEMS)
  expect(readdirSync(moved)).toContain('connections')
  expect(existsSync(join(dataFolder, 'connections'))).toBe(false)
  await second.page.keyboard.press('ControlOrMeta+,')
  const again = second.page.getByRole('dialog', { name: 'Settings' })
  await again.getByRole('tab', { name: 'About' }).click()
  await expect(again).toContainText(moved)

  // A folder with the data in it is refused, and nothing happens.
  await answerOpenDialog(second.app, join(moved, 'connections'))
  await again.getByRole('button', { name: 'Move…' }).click()
  await expect(again).toContainText('Your data can’t be moved there')
  await second.app.close()

  const elsewhere = join(folder, 'elsewhere')
  renameSync(moved, elsewhere)
  const third = await start({ module: answeringModule(folder, 'Choose Folder…', [folder, elsewhere]) })
  await expect.poll(() => gridRowCount(third.page)).toBe(SAMPLE_ITEMS)
  expect(readFileSync(join(folder, 'messages.txt'), 'utf8')).toBe(
    'Your data folder can’t be found\n'.repeat(2),
  )
})
