import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { answerOpenDialog, answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  attachScreenshots,
  downloadCampaign,
  findCampaigns,
  gridRowCount,
  openSample,
  reviewProgress,
  runCommand,
  writeNote,
} from './steps.ts'

/** The application ends, and this test starts the next one. */
async function withoutRestart(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: electronApp }) => {
    electronApp.relaunch = () => undefined
  })
}

test('a backup file is restored on the first screen of another computer', async ({ start, folder }, info) => {
  const file = join(folder, 'Campaign Desk 2026-05-04.cdbackup')
  const first = { args: [`--user-data-dir=${join(folder, 'a')}`] }
  const second = { args: [`--user-data-dir=${join(folder, 'b')}`] }

  await test.step('the reviews of the first computer are backed up', async () => {
    const { app, page } = await start(first)
    await openSample(page, 'Kids Week')
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await page.getByRole('grid', { name: 'Items' }).focus()
    await press(page, 'ControlOrMeta+Shift+m')
    await press(page, '2')
    await press(page, '1')
    await expect(reviewProgress(page)).toHaveText('2 of 260 reviewed')
    await press(page, 'ControlOrMeta+Home')
    await writeNote(page, 'Torn at the edge')
    await answerSaveDialog(app, file)
    await runCommand(page, 'Back up')
    const dialog = page.getByRole('dialog', { name: 'Back up to a file' })
    await expectAccessible(page, 'writing a backup file')
    await dialog.getByRole('button', { name: 'Choose file…' }).click()
    await expect(dialog).toContainText('Backed up to Campaign Desk 2026-05-04.cdbackup')
    await expect(dialog).toContainText('1 connection, 2 marks and 1 note')
    await attachScreenshots(page, info, 'backed-up')
    await app.close()
    expect(existsSync(file)).toBe(true)
  })

  await test.step('a file that is not a backup is refused on the first screen of the second', async () => {
    const { app, page } = await start(second)
    const other = join(folder, 'other.cdbackup')
    await writeFile(other, 'Dear colleague')
    await answerOpenDialog(app, other)
    await page.getByRole('button', { name: 'Restore a backup' }).click()
    const dialog = page.getByRole('dialog', { name: 'Backup not restored' })
    await expect(dialog).toContainText('it is incomplete or damaged')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()

    await answerOpenDialog(app, file)
    await page.getByRole('button', { name: 'Restore a backup' }).click()
    const preview = page.getByRole('dialog', { name: 'Restore from a backup' })
    await expect(preview.getByRole('checkbox', { name: 'Sample data' })).toBeChecked()
    await expect(preview).toContainText('In the backup: 2 marks and 1 note')
    await expect(preview).toContainText('New on this computer')
    await expectAccessible(page, 'preview of a restore')
    await attachScreenshots(page, info, 'preview')
    await withoutRestart(app)
    const ended = app.waitForEvent('close')
    await preview.getByRole('button', { name: 'Restore and restart' }).click()
    await ended
  })

  await test.step('after a download, the reviews are there', async () => {
    const { app, page } = await start(second)
    await findCampaigns(page)
    await downloadCampaign(page, 'Kids Week')
    await expect.poll(() => gridRowCount(page)).toBe(260)
    await expect(reviewProgress(page)).toHaveText('2 of 260 reviewed')
    await app.close()
    const left = await readdir(join(folder, 'b'))
    expect(left.filter((name) => name.startsWith('restore'))).toEqual([])
  })
})
