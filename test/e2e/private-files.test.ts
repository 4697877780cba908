import { lstatSync, mkdirSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { openSample } from './steps.ts'

/** Returns files and folders below a folder that other users may access, with their permissions. */
function accessibleFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    // A temporary file may have been deleted.
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false })
    if (stats === undefined || stats.isSymbolicLink() || stats.isSocket()) return []
    // Electron’s crash handler writes an id into a private folder.
    if ((stats.mode & 0o077) === 0 || path.endsWith(join('Crashpad', 'client_id'))) return []
    return [`${(stats.mode & 0o777).toString(8)} ${path}`]
  })
}

test('stored files are private with any umask, and files of a crashed run are deleted', async ({
  start,
  dataFolder,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no such permissions.')
  const leftovers = [
    join(dataFolder, 'temporary', 'review-of-a-crashed-run'),
    join(dataFolder, 'backups', '2026-05-04T08-00-00-000Z-1a2b3c4d.unfinished'),
    join(dataFolder, 'connections', '.removed-during-a-crash'),
  ]
  for (const leftover of leftovers) {
    mkdirSync(leftover, { recursive: true, mode: 0o700 })
    writeFileSync(join(leftover, 'file'), 'left behind')
  }
  const umask = process.umask(0)
  try {
    const { app, page } = await start()
    await expect.poll(() => leftovers.filter((leftover) => existsSync(leftover))).toEqual([])
    await openSample(page, 'Kids Week')
    await page.getByRole('tab', { name: 'Artwork' }).click()
    await expect.poll(() => readdirSync(dataFolder, { recursive: true }).join()).toContain('pictures.db')
    await page.getByRole('tab', { name: 'Items' }).click()
    await page.keyboard.press('ControlOrMeta+Shift+m')
    await page.getByRole('grid', { name: 'Items' }).getByRole('row').nth(1).click()
    await page.keyboard.press('1')
    await expect.poll(() => readdirSync(dataFolder, { recursive: true }).join()).toContain('reviews.db')
    expect(await page.evaluate(() => window.api.call('backups.create'))).toMatchObject({ ok: true })
    expect(readdirSync(join(dataFolder, 'backups'), { recursive: true }).join()).toContain('reviews.db')
    expect(accessibleFiles(dataFolder)).toEqual([])
    await app.close()
    expect(accessibleFiles(dataFolder)).toEqual([])
  } finally {
    process.umask(umask)
  }
})
