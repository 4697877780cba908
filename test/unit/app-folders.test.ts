import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFolders, migrateFolders, platformFolders } from '../../electron/app/app-folders.ts'
import { temporaryFolder } from '../support/store.ts'

describe('platformFolders', () => {
  it.each([
    [
      'linux',
      {},
      '/home/ann',
      {
        standardData: '/home/ann/.local/share/Campaign Desk',
        state: '/home/ann/.local/state/Campaign Desk',
        logs: '/home/ann/.local/state/Campaign Desk/logs',
        temporary: '/home/ann/.cache/Campaign Desk',
      },
    ],
    [
      'linux',
      { XDG_DATA_HOME: '/data', XDG_STATE_HOME: '/state', XDG_CACHE_HOME: 'relative' },
      '/home/ann',
      {
        standardData: '/data/Campaign Desk',
        state: '/state/Campaign Desk',
        logs: '/state/Campaign Desk/logs',
        temporary: '/home/ann/.cache/Campaign Desk',
      },
    ],
    [
      'darwin',
      {},
      '/Users/ann',
      {
        standardData: '/Users/ann/Library/Application Support/Campaign Desk',
        state: '/Users/ann/Library/Application Support/Campaign Desk',
        logs: '/Users/ann/Library/Logs/Campaign Desk',
        temporary: '/Users/ann/Library/Caches/Campaign Desk',
      },
    ],
    [
      'win32',
      { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' },
      'C:\\Users\\ann',
      {
        standardData: 'D:\\Local\\Campaign Desk\\Data',
        state: 'D:\\Local\\Campaign Desk',
        logs: 'D:\\Local\\Campaign Desk\\Logs',
        temporary: 'D:\\Local\\Campaign Desk\\Temporary',
      },
    ],
    [
      'win32',
      {},
      'C:\\Users\\ann',
      {
        standardData: 'C:\\Users\\ann\\AppData\\Local\\Campaign Desk\\Data',
        state: 'C:\\Users\\ann\\AppData\\Local\\Campaign Desk',
        logs: 'C:\\Users\\ann\\AppData\\Local\\Campaign Desk\\Logs',
        temporary: 'C:\\Users\\ann\\AppData\\Local\\Campaign Desk\\Temporary',
      },
    ],
  ] as const)('returns the folders of %s with %j', (platform, env, home, folders) =>
    expect(platformFolders({ platform, env, home })).toEqual(folders),
  )
})

describe.skipIf(process.platform === 'win32')('folders of an earlier version', () => {
  let home: string
  let remove: () => Promise<void>
  beforeEach(async () => {
    ;({ path: home, remove } = await temporaryFolder())
  })
  afterEach(() => remove())

  const linux = (): Parameters<typeof migrateFolders>[0] => ({ platform: 'linux', env: {}, home })
  const earlier = (): string => join(home, '.config', 'Campaign Desk')
  const data = (): string => join(home, '.local', 'share', 'Campaign Desk')
  const state = (): string => join(home, '.local', 'state', 'Campaign Desk')

  async function fillEarlier(): Promise<void> {
    for (const folder of ['connections/c', 'logs', 'chromium', 'temporary'])
      await mkdir(join(earlier(), folder), { recursive: true })
    await writeFile(join(earlier(), 'connections/c/reviews.db'), 'marks')
    await writeFile(join(earlier(), 'logs/campaign-desk.log'), 'log')
    await writeFile(join(earlier(), 'chromium/Custom Dictionary.txt'), 'Regalstopper')
    await writeFile(join(earlier(), 'temporary/preview'), '')
  }

  it('are found by the command line where they are', async () => {
    await fillEarlier()
    expect(findFolders(linux())).toMatchObject({ data: earlier(), logs: join(earlier(), 'logs') })
    expect(await readdir(earlier())).toContain('connections')
  })

  it('are moved to where the platform wants them, once', async () => {
    await fillEarlier()
    const folders = migrateFolders(linux())
    expect(folders).toEqual({ ...platformFolders(linux()), data: data() })
    expect(await readFile(join(data(), 'connections/c/reviews.db'), 'utf8')).toBe('marks')
    expect(await readdir(data())).toEqual(['connections'])
    expect(await readFile(join(state(), 'logs/campaign-desk.log'), 'utf8')).toBe('log')
    expect(await readdir(join(state(), 'chromium'))).toEqual(['Custom Dictionary.txt'])
    expect(await readdir(join(home, '.config'))).toEqual([])
    expect(migrateFolders(linux())).toEqual(folders)
    expect(findFolders(linux())).toEqual(folders)
  })

  it('do not replace newer data', async () => {
    await fillEarlier()
    await mkdir(data(), { recursive: true })
    await writeFile(join(data(), 'preferences.json'), '{}')
    expect(migrateFolders(linux()).data).toBe(data())
    expect(await readdir(data())).toEqual(['preferences.json'])
    expect(await readdir(earlier())).toContain('connections')
  })

  it('stay in use where they are while an earlier version runs', async () => {
    await fillEarlier()
    await symlink(`host-${process.pid}`, join(earlier(), 'SingletonLock'))
    expect(migrateFolders(linux())).toMatchObject({ data: earlier(), state: earlier() })
    expect(await readdir(earlier())).toContain('connections')
  })

  it('stay in use where they are if they cannot be moved', async () => {
    await fillEarlier()
    await mkdir(join(home, '.local'))
    await writeFile(join(home, '.local/share'), 'a file where a folder should be')
    expect(migrateFolders(linux()).data).toBe(earlier())
    expect(await readdir(earlier())).toContain('connections')
  })
})
