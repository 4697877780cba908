import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Bridge } from '../../electron/contract/bridge.ts'
import type { Result } from '../../electron/contract/faults.ts'
import { png } from '../support/pictures.ts'
import { expectInOrder } from './accessibility.ts'
import { answerOpenDialog, answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { byPalette, downloadCampaign, exportedFile, gridRowCount } from './steps.ts'

const progress = (page: Page) => page.locator('[data-review-progress]')

async function beginReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await downloadCampaign(page, 'Kids Week')
  await expect.poll(() => gridRowCount(page)).toBe(260)
  await page.getByRole('grid', { name: 'Items' }).focus()
  await press(page, 'ControlOrMeta+Shift+m')
  await expect(progress(page)).toHaveText('0 of 260 reviewed')
}

/** Writes the note of the active row. */
async function note(page: Page, text: string): Promise<void> {
  await press(page, 'F2')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByText('Kept', { exact: true })).toBeVisible()
  await press(page, 'Escape')
}

/** Attaches a picture to the first problem, through the window's own calls. */
async function attach(page: Page, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await page.evaluate(
    async (given) => {
      const { api } = window as unknown as { readonly api: Bridge }
      const valueOf = <Value>(result: Result<Value>): Value => {
        if (result.ok) return result.value
        throw new Error(result.error.message)
      }
      const [connection] = valueOf(await api['app.state']()).connections
      const connectionId = connection?.id ?? ''
      const ids = { unseenOnly: false, group: null, sort: [], list: null, filters: {}, campaignIds: null }
      const query = { ...ids, search: '', searchMode: 'words' as const, marks: ['problem' as const] }
      const { resultId } = valueOf(await api['items.open']({ connectionId, query }))
      const { rows } = valueOf(await api['items.window']({ connectionId, resultId, start: 0, count: 1 }))
      const key = rows[0]?.key ?? -1
      valueOf(
        await api['reviews.addPhoto']({ connectionId, key, bytes: new Uint8Array(given), continues: null }),
      )
    },
    [...bytes],
  )
}

test('a review goes to a colleague as a file, and is merged difference by difference', async ({
  start,
  folder,
}) => {
  const file = join(folder, 'kids.cdreview')
  const atA = { args: [`--user-data-dir=${join(folder, 'a')}`] }
  const atB = { args: [`--user-data-dir=${join(folder, 'b')}`] }

  await test.step('one marks, notes, attaches, and writes', async () => {
    const { app, page } = await start(atA)
    await beginReview(page)
    await press(page, '2')
    await press(page, '2')
    await press(page, '1')
    await expect(progress(page)).toHaveText('3 of 260 reviewed')
    await press(page, 'ControlOrMeta+Home')
    await note(page, '<b>Torn</b> at the edge')
    await attach(page, png(200, 40, 40))
    await answerSaveDialog(app, file)
    await byPalette(page, 'write review')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Your name' })).toBeFocused()
    await page.keyboard.type('Ana')
    await expectInOrder(page, 'writing a review')
    await page.keyboard.press('Enter')
    await exportedFile(file)
    await expect(dialog.getByText('3 items: 3 marks, 1 note and 1 photo')).toBeVisible()
    await page.keyboard.press('Escape')

    // Of a selection, with the name that was given before.
    await page.getByRole('grid', { name: 'Items' }).focus()
    await press(page, 'ControlOrMeta+Home')
    await press(page, 'Shift+ArrowDown')
    await byPalette(page, 'write review')
    await expect(dialog.getByRole('radio', { name: '2 items selected' })).toBeChecked()
    await expect(dialog.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ana')
    await answerSaveDialog(app, join(folder, 'two.cdreview'))
    await dialog.getByRole('button', { name: 'Write…' }).click()
    await expect(dialog.getByText('2 items: 2 marks, 1 note and 1 photo')).toBeVisible()
    await page.keyboard.press('Escape')
    await app.close()
  })

  const { app, page } = await start(atB)
  await test.step('the other has marks of their own, and reads it', async () => {
    await beginReview(page)
    // Another opinion of the first item, and the same of the second.
    await press(page, '1')
    await press(page, '2')
    await press(page, 'ControlOrMeta+Home')
    await note(page, 'Looks fine')
    await answerOpenDialog(app, file)
    await byPalette(page, 'read a review')
    const dialog = page.getByRole('dialog', { name: 'A review by Ana' })
    await expect(dialog.getByText('1 says something else')).toBeVisible()
    await expect(dialog.getByText('1 with something new')).toBeVisible()
    await expect(dialog.getByText('1 says the same')).toBeVisible()
    for (const theme of ['Light', 'Dark'] as const) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name.toLowerCase()
      }, theme)
      await expectInOrder(page, `a review that was read, ${theme}`)
    }
    await dialog.getByRole('button', { name: 'Go through the differences' }).press('Enter')
  })

  await test.step('and chooses by keys', async () => {
    const list = page.getByRole('listbox', { name: 'Differences' })
    await expect(list).toBeFocused()
    await expect(list.getByRole('option')).toHaveCount(2)
    await expect(list.getByRole('option', { selected: true })).toHaveAccessibleName(/take mine/iu)
    // What is written in a note is only ever text.
    await expect(page.getByText('<b>Torn</b> at the edge').first()).toBeVisible()
    await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toHaveJSProperty('complete', true)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expectInOrder(page, `merging, ${theme}`)
    }
    await press(page, 'b')
    await press(page, 'ArrowUp')
    await expect(list.getByRole('option', { selected: true })).toHaveAccessibleName(/take both/iu)
    await expect(page.getByRole('heading', { name: 'Together' })).toBeVisible()
    await page.getByRole('button', { name: 'Merge 2 items' }).click()
    await expect(page.getByRole('dialog', { name: 'Merged into 2 items' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(progress(page)).toHaveText('3 of 260 reviewed')
  })

  await test.step('which is there, read again changes nothing, and is there after a restart', async () => {
    await expectMerged(page)
    await byPalette(page, 'read a review')
    const again = page.getByRole('dialog', { name: 'A review by Ana' })
    await expect(again).toBeVisible()
    await expect(again.getByText('with something new')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await app.close()
    const { app: restarted, page: after } = await start(atB)
    await expect(progress(after)).toHaveText('3 of 260 reviewed')
    await expectMerged(after)
    await answerOpenDialog(restarted, join(folder, 'not.cdreview'))
    await writeFile(join(folder, 'not.cdreview'), 'Dear colleague')
    await byPalette(after, 'read a review')
    await expect(after.getByText(/it is not a review file, or only a part of one/u)).toBeVisible()
    await expectInOrder(after, 'a file that is no review')
    await after.keyboard.press('Escape')
    await expect(progress(after)).toHaveText('3 of 260 reviewed')
    await restarted.close()
  })

  await test.step('the system can ask for it to be opened, and it can be dropped onto the window', async () => {
    const { app: asked, page: opened } = await start({ args: [...atB.args, file] })
    const dialog = opened.getByRole('dialog', { name: 'A review by Ana' })
    await expect(dialog).toBeVisible()
    await opened.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await drop(opened, file)
    await expect(dialog).toBeVisible()
    await opened.keyboard.press('Escape')
    // A file that a page has made up has no path, and opens nothing.
    await opened.evaluate(() => {
      const { api } = window as unknown as { readonly api: Bridge }
      api.openDropped(new File(['x'], 'kids.cdreview'))
    })
    await asked.evaluate(({ app: main }, path) => {
      main.emit('second-instance', {}, ['campaign-desk', path], '/')
    }, file)
    await expect(dialog).toBeVisible()
  })
})

/** Drops a file of the disk as a person does: Chromium gives it its path. */
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
  const written = page.getByRole('textbox', { name: 'Note' })
  await expect(written).toHaveValue(/^Looks fine\n\nAna, .+:\n<b>Torn<\/b> at the edge$/u)
  await press(page, 'Escape')
}
