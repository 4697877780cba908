import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Bridge } from '../../electron/contract/bridge.ts'
import type { Result } from '../../electron/contract/faults.ts'
import { png } from '../support/pictures.ts'
import { expectAccessible } from './accessibility.ts'
import { answerOpenDialog, answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import {
  gridRowCount,
  openSample,
  pressEnter,
  reviewProgress,
  runCommand,
  waitForFile,
  writeNote,
} from './steps.ts'

async function startReview(page: Page): Promise<void> {
  await openSample(page, 'Kids Week')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Shift+m')
  await expect(reviewProgress(page)).toHaveText('0 of 260 reviewed')
}

/** Attaches a picture to the first problem through the bridge. */
async function attachPhoto(page: Page, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await page.evaluate(
    async (content) => {
      const { api } = window as unknown as { readonly api: Bridge }
      const valueOf = <Value>(result: Result<Value>): Value => {
        if (result.ok) return result.value
        throw new Error(result.error.message)
      }
      const [connection] = valueOf(await api.call('app.state')).connections
      const connectionId = connection?.id ?? ''
      const unfiltered = { group: null, sort: [], list: null, campaignIds: null }
      const query = {
        ...unfiltered,
        search: '',
        searchMode: 'words' as const,
        filters: {
          match: 'all' as const,
          conditions: [{ column: 'review' as const, operator: 'is' as const, values: ['problem'] }],
        },
      }
      const { resultId } = valueOf(await api.call('items.open', { connectionId, query }))
      const { rows } = valueOf(await api.call('items.window', { connectionId, resultId, start: 0, count: 1 }))
      const key = rows[0]?.key ?? -1
      valueOf(
        await api.call('reviews.addPhoto', {
          connectionId,
          key,
          bytes: new Uint8Array(content),
          continues: null,
        }),
      )
    },
    [...bytes],
  )
}

test(
  'a review file from another person is merged difference by difference',
  { tag: '@packaged' },
  async ({ start, folder }) => {
    const file = join(folder, 'kids.cdreview')
    const first = { args: [`--user-data-dir=${join(folder, 'a')}`] }
    const second = { args: [`--user-data-dir=${join(folder, 'b')}`] }

    await test.step('the first person marks, notes, attaches and exports', async () => {
      const { app, page } = await start(first)
      await startReview(page)
      await press(page, '2')
      await press(page, '2')
      await press(page, '1')
      await expect(reviewProgress(page)).toHaveText('3 of 260 reviewed')
      await press(page, 'ControlOrMeta+Home')
      await writeNote(page, '<b>Torn</b> at the edge')
      await attachPhoto(page, png(200, 40, 40))
      await answerSaveDialog(app, file)
      await runCommand(page, 'export review')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('textbox', { name: 'Your name' })).toBeFocused()
      await page.keyboard.type('Ana')
      await expectAccessible(page, 'exporting a review')
      await page.keyboard.press('Enter')
      await waitForFile(file)
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('group', { name: 'Exported kids.cdreview' })).toContainText(
        '3 items: 3 marks, 1 note and 1 photo',
      )

      // For a selection, with the name entered before.
      await page.getByRole('grid', { name: 'Items' }).focus()
      await press(page, 'ControlOrMeta+Home')
      await press(page, 'Shift+ArrowDown')
      await runCommand(page, 'export review')
      await expect(dialog.getByRole('radio', { name: '2 items selected' })).toBeChecked()
      await expect(dialog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ana')
      await answerSaveDialog(app, join(folder, 'two.cdreview'))
      await dialog.getByRole('button', { name: 'Export…' }).click()
      await expect(page.getByRole('group', { name: 'Exported two.cdreview' })).toContainText(
        '2 items: 2 marks, 1 note and 1 photo',
      )
      await app.close()
    })

    const { app, page } = await start(second)
    await test.step('the second person has other marks, and opens the file', async () => {
      await startReview(page)
      // A different mark for the first item, and the same for the second.
      await press(page, '1')
      await press(page, '2')
      await press(page, 'ControlOrMeta+Home')
      await writeNote(page, 'Looks fine')
      await answerOpenDialog(app, file)
      await runCommand(page, 'import review')
      const dialog = page.getByRole('dialog', { name: 'Review by Ana' })
      await expect(dialog.getByText('1 different')).toBeVisible()
      await expect(dialog.getByText('1 new')).toBeVisible()
      await expect(dialog.getByText('1 the same')).toBeVisible()
      await expectAccessible(page, 'an opened review file')
      await pressEnter(dialog.getByRole('button', { name: 'Compare' }))
    })

    await test.step('chooses by keyboard', async () => {
      const list = page.getByRole('listbox', { name: 'Differences' })
      await expect(list).toBeFocused()
      await expect(list.getByRole('option')).toHaveCount(2)
      await expect(list.getByRole('option', { selected: true })).toHaveAccessibleName(/use mine/iu)
      // Notes are shown as plain text.
      await expect(page.getByText('<b>Torn</b> at the edge').first()).toBeVisible()
      await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toHaveJSProperty('complete', true)
      await expectAccessible(page, 'merging')
      await press(page, 'b')
      await press(page, 'ArrowUp')
      await expect(list.getByRole('option', { selected: true })).toHaveAccessibleName(/use both/iu)
      await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()
      await page.getByRole('button', { name: 'Merge 2 items' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByRole('group', { name: 'Merged 2 items' })).toContainText('kids.cdreview')
      await expect(reviewProgress(page)).toHaveText('3 of 260 reviewed')
    })

    await test.step('the merge remains after a restart, and repeating it changes nothing', async () => {
      await expectMerged(page)
      await runCommand(page, 'import review')
      const again = page.getByRole('dialog', { name: 'Review by Ana' })
      await expect(again).toBeVisible()
      await expect(again.getByText('new')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await app.close()
      const { app: restarted, page: restartedPage } = await start(second)
      await expect(reviewProgress(restartedPage)).toHaveText('3 of 260 reviewed')
      await expectMerged(restartedPage)
      await answerOpenDialog(restarted, join(folder, 'not.cdreview'))
      await writeFile(join(folder, 'not.cdreview'), 'Dear colleague')
      await runCommand(restartedPage, 'import review')
      await expect(restartedPage.getByText(/it is incomplete or damaged/u)).toBeVisible()
      await expectAccessible(restartedPage, 'an invalid review file')
      await restartedPage.keyboard.press('Escape')
      await expect(reviewProgress(restartedPage)).toHaveText('3 of 260 reviewed')
      await restarted.close()
    })

    await test.step('the file opens from the system and by dropping it onto the window', async () => {
      const { app: reopened, page: opened } = await start({ args: [...second.args, file] })
      const dialog = opened.getByRole('dialog', { name: 'Review by Ana' })
      await expect(dialog).toBeVisible()
      await opened.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await drop(opened, file)
      await expect(dialog).toBeVisible()
      await opened.keyboard.press('Escape')
      // A file created by a page has no path, and opens nothing.
      await opened.evaluate(() => {
        const { api } = window as unknown as { readonly api: Bridge }
        api.openDropped(new File(['x'], 'kids.cdreview'))
      })
      await reopened.evaluate(
        ({ app: main }, path) => main.emit('second-instance', {}, ['campaign-desk', path], '/'),
        file,
      )
      await expect(dialog).toBeVisible()
    })
  },
)

/** Drops a file from disk as a person does: Chromium provides its path. */
async function drop(page: Page, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data })
  }
  await devtools.detach()
}

async function expectMerged(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Home')
  await press(page, 'F2')
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect(note).toHaveValue(/^Looks fine\n\nAna, .+:\n<b>Torn<\/b> at the edge$/u)
  await press(page, 'Escape')
}
