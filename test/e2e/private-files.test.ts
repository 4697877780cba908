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
  const leftover = join(dataFolder, 'temporary', 'review-of-a-crashed-run')
  mkdirSync(leftover, { recursive: true, mode: 0o700 })
  writeFileSync(join(leftover, 'photo'), 'left behind')
  const umask = process.umask(0)
  try {
    const { app, page } = await start()
    await expect.poll(() => existsSync(leftover)).toBe(false)
    await openSample(page, 'Kids Week')
    await page.getByRole('tab', { name: 'Artwork' }).click()
    await expect.poll(() => readdirSync(dataFolder, { recursive: true }).join()).toContain('pictures.db')
    await page.getByRole('tab', { name: 'Items' }).click()
    await page.keyboard.press('ControlOrMeta+Shift+m')
    await page.getByRole('grid', { name: 'Items' }).getByRole('row').nth(1).click()
    await page.keyboard.press('1')
    await expect.poll(() => readdirSync(dataFolder, { recursive: true }).join()).toContain('reviews.db')
    expect(accessibleFiles(dataFolder)).toEqual([])
    await app.close()
    expect(accessibleFiles(dataFolder)).toEqual([])
  } finally {
    process.umask(umask)
  }
})
