import { join } from 'node:path'
import { messages } from '../../../electron/contract/messages.ts'
import { answerOpenDialog, answerSaveDialog, expect } from '../fixtures.ts'
import { CAMPAIGN } from './campaign-stops.ts'
import type { Walker } from './walker.ts'

/** Commands of the application menu that open a dialog. */
const DIALOG_COMMANDS = [
  'activity',
  'addCampaign',
  'automaticDownloads',
  'shortcuts',
  'saveDiagnostics',
  'reportProblem',
  'checkForUpdates',
  'about',
] as const

/** Visits the dialogs that are open over any view. */
export async function visitDialogs(walker: Walker): Promise<void> {
  const { app, page, folder } = walker
  await walker.choose(CAMPAIGN)
  for (const command of DIALOG_COMMANDS) await walker.visitFloating(command, () => walker.command(command))
  await walker.command('palette')
  await walker.visit('palette')
  await walker.floating.getByRole('combobox').fill('e')
  await expect(walker.floating.getByRole('option').first()).toBeVisible()
  await walker.visit('palette-found')
  await walker.close()

  const menu = page.locator('.connection button').first()
  await walker.visitFloating('connection-menu', () => menu.click())
  await walker.visitFloating('forget-connection', async () => {
    await menu.click()
    await walker.menuItem(messages.connections.forget).click()
  })
  const openMenu = () => walker.entry(CAMPAIGN).click({ button: 'right' })
  await walker.visitFloating('campaign-menu', openMenu)
  await walker.visitFloating('remove-campaign', async () => {
    await openMenu()
    await walker.menuItem(messages.campaigns.menu.remove).click()
  })

  const backup = join(folder, 'all.cdbackup')
  await answerSaveDialog(app, backup)
  await walker.command('backUp')
  await expect(walker.floatingButton(messages.backups.writeAction)).toBeEnabled()
  await walker.visit('back-up')
  await walker.floatingButton(messages.backups.writeAction).click()
  await expect(walker.floatingButton(messages.backups.showWritten)).toBeVisible()
  await walker.visit('backed-up')
  await walker.close()
  await answerOpenDialog(app, backup)
  await walker.visitFloating('restore-backup', async () => {
    await walker.command('restoreBackup')
    await expect(walker.floatingButton(messages.backups.restoreAction)).toBeVisible()
  })
}

/** Visits each section of the settings, and what is found in them. */
export async function visitSettings(walker: Walker): Promise<void> {
  await walker.command('settings')
  const settings = walker.page.getByRole('dialog', { name: messages.settings.title })
  for (const [id, name] of Object.entries(messages.settings.sections)) {
    await settings.getByRole('tab', { name, exact: true }).click()
    await walker.visit(`settings-${id}`)
  }
  await settings.getByRole('searchbox').fill('e')
  await walker.visit('settings-found')
  await settings.getByRole('searchbox').fill('nothing has this name')
  await walker.visit('settings-nothing-found')
  await walker.close()
}
