import { describe, expect, it } from 'vitest'
import { defaultDataFolder } from '../../electron/app/data-folder.ts'

describe('defaultDataFolder', () => {
  it.each([
    ['linux', {}, '/home/ann', '/home/ann/.config/Campaign Desk'],
    ['linux', { XDG_CONFIG_HOME: '/data/settings' }, '/home/ann', '/data/settings/Campaign Desk'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/ann', '/home/ann/.config/Campaign Desk'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ann', '/home/ann/.config/Campaign Desk'],
    ['darwin', {}, '/Users/ann', '/Users/ann/Library/Application Support/Campaign Desk'],
    [
      'win32',
      { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming' },
      'C:\\Users\\ann',
      'C:\\Users\\ann\\AppData\\Roaming\\Campaign Desk',
    ],
    ['win32', {}, 'C:\\Users\\ann', 'C:\\Users\\ann\\AppData\\Roaming\\Campaign Desk'],
  ] as const)('returns the platform’s folder on %s with %j', (platform, env, home, folder) =>
    expect(defaultDataFolder({ platform, env, home })).toBe(folder),
  )

  it('reads the platform and environment of this process by default', () =>
    expect(defaultDataFolder()).toMatch(/Campaign Desk$/u))
})
