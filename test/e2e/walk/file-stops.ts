import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '../../../electron/contract/messages.ts'
import { answerOpenDialog, answerSaveDialog, expect } from '../fixtures.ts'
import { reviewProgress, waitForFile } from '../steps.ts'
import type { Walker } from './walker.ts'

/** Visits the review of items, and the report and files of it. */
export async function visitReviews(walker: Walker): Promise<void> {
  const { app, page, folder } = walker
  await walker.command('toggleMarks')
  await expect(reviewProgress(page)).toBeVisible()
  await walker.focusList()
  await walker.press('1', '2', '3', '2', 'F2')
  const note = page.getByRole('textbox', { name: messages.review.note })
  await expect(note).toBeFocused()
  await page.keyboard.insertText('Torn at the edge')
  await walker.visit('items-marked')
  await walker.press('Escape')
  await walker.command('toggleDetails')
  await walker.focusList()
  await walker.command('reviewItems')
  await walker.visit('review')
  const screen = await page.context().newCDPSession(page)
  await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await expect(walker.floating).toBeVisible()
  await walker.visit('review-touch')
  await screen.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await expect(walker.floating).toBeHidden()
  await walker.visitFloating('camera', () => walker.press('p'))
  await walker.press('Escape')
  await walker.visitFloating('review-report', () => openPrintDialog(walker, 'report'))

  const file = join(folder, 'review.cdreview')
  await answerSaveDialog(app, file)
  await walker.command('writeReview')
  await walker.textbox(messages.reviewFiles.author).fill('Ana')
  await walker.visit('review-export')
  await walker.press('Enter')
  await waitForFile(file)
  await walker.visit('review-exported')
  await page.locator('.toast').getByRole('button').last().click()
  await answerOpenDialog(app, file)
  await walker.focusList()
  await walker.press('2', '1')
  await walker.command('readReview')
  await expect(walker.floating).toBeVisible()
  await walker.visit('review-import')
  await walker.floating.locator('button.primary').click()
  await expect(page.getByRole('listbox', { name: messages.reviewFiles.differences })).toBeVisible()
  await walker.visit('review-merge')
  await walker.close()
  const invalidFile = join(folder, 'invalid.cdreview')
  writeFileSync(invalidFile, 'Dear colleague')
  await answerOpenDialog(app, invalidFile)
  await walker.command('readReview')
  await expect(page.getByRole('alert')).toBeVisible()
  await walker.visit('review-invalid')
  await walker.close()
}

/** Visits the dialogs that print and export the list. */
export async function visitExports(walker: Walker): Promise<void> {
  await walker.visitFloating('print-list', () => openPrintDialog(walker, 'printList'))
  await walker.command('export')
  const { page } = walker
  const dialog = walker.floating
  const { exportDialog } = messages
  await expect(dialog.getByRole('table')).toBeVisible()
  await walker.visit('export')
  await dialog.getByRole('button', { name: exportDialog.options, expanded: false }).click()
  await walker.visit('export-options')
  await dialog.getByRole('radio', { name: exportDialog.formats.csv }).check({ force: true })
  await walker.visit('export-csv')
  await walker.floatingButton(exportDialog.edit).click()
  await walker.visit('export-columns')
  await walker.floatingButton(exportDialog.done).click()
  await walker.floatingButton(exportDialog.rename).click()
  await walker.visit('export-name')
  await walker.floatingButton(exportDialog.done).click()
  await dialog.getByRole('button', { name: exportDialog.moreFormats }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await walker.visit('export-formats')
  const markdown = page.getByText(messages.items.export.formats.md, { exact: true })
  await page.getByRole('menuitemradio').filter({ has: markdown }).click()
  await walker.visit('export-markdown')
  // The next dialog starts with the chosen format.
  await dialog.getByRole('radio', { name: exportDialog.formats.csv }).check({ force: true })
  await walker.close()
}

/** Opens a dialog that prints, and waits for its first page. */
async function openPrintDialog(walker: Walker, command: string): Promise<void> {
  await walker.command(command)
  await expect(walker.floating.frameLocator('iframe').locator('.sheet').first()).toBeVisible()
}
