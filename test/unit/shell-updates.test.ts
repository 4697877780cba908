import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSigned, readReleaseSource } from '../../electron/shell/updates/release-source.ts'
import { updateMethodOf, type Installation } from '../../electron/shell/updates/update-method.ts'
import { isInChannel, newestVersion } from '../../electron/shell/updates/versions.ts'

function installation(changes: Partial<Installation>, files: readonly string[] = []): Installation {
  return {
    platform: 'linux',
    isSetUp: true,
    executable: '/home/someone/campaign-desk/campaign-desk',
    resourcesFolder: '/home/someone/campaign-desk/resources',
    uninstaller: 'Uninstall Campaign Desk.exe',
    environment: {},
    exists: (path) => files.includes(path),
    isWritable: () => true,
    ...changes,
  }
}

const IMAGE = {
  executable: '/tmp/.mount_1/campaign-desk',
  environment: { APPIMAGE: '/home/someone/Campaign Desk.AppImage', APPDIR: '/tmp/.mount_1' },
}
const DEB = {
  executable: '/opt/Campaign Desk/campaign-desk',
  resourcesFolder: '/opt/Campaign Desk/resources',
}
const PACKAGE_TYPE = '/opt/Campaign Desk/resources/package-type'
const WINDOWS = {
  platform: 'win32',
  executable: 'C:\\Users\\someone\\AppData\\Local\\Programs\\campaign-desk\\Campaign Desk.exe',
} as const
const UNINSTALLER = 'C:\\Users\\someone\\AppData\\Local\\Programs\\campaign-desk\\Uninstall Campaign Desk.exe'
const MAC = {
  platform: 'darwin',
  executable: '/Applications/Campaign Desk.app/Contents/MacOS/Campaign Desk',
} as const

describe('how an installation gets a new version', () => {
  it.each([
    ['an AppImage', installation(IMAGE), 'self'],
    [
      'an AppImage in a folder of the administrator',
      installation({ ...IMAGE, isWritable: () => false }),
      'manual',
    ],
    [
      'a package that was started from the AppImage of another program',
      installation({ ...IMAGE, ...DEB }, [PACKAGE_TYPE]),
      'package',
    ],
    ['a deb or rpm package', installation(DEB, [PACKAGE_TYPE]), 'package'],
    ['a Flatpak', installation({ environment: { FLATPAK_ID: 'io.github.campaign_desk' } }), 'package'],
    ['a Flatpak without its variable', installation({}, ['/.flatpak-info']), 'package'],
    [
      'an archive that was packed after a package',
      installation({}, ['/home/someone/campaign-desk/resources/package-type']),
      'manual',
    ],
    ['the installer for Windows', installation(WINDOWS, [UNINSTALLER]), 'self'],
    [
      'the installer for all users of Windows',
      installation({ ...WINDOWS, isWritable: () => false }, [UNINSTALLER]),
      'manual',
    ],
    ['an archive or MSI for Windows', installation(WINDOWS), 'manual'],
    ['a Mac', installation(MAC), 'self'],
    [
      'a Mac before the application was moved',
      installation({
        ...MAC,
        executable: '/private/var/AppTranslocation/1/d/Campaign Desk.app/Contents/MacOS/Campaign Desk',
      }),
      'manual',
    ],
    ['a build without a key', installation({ ...IMAGE, isSetUp: false }), 'notSetUp'],
  ])('%s', (_name, of, method) => {
    expect(updateMethodOf(of)).toBe(method)
  })
})

describe('versions', () => {
  it('are in the channels by their form', () => {
    expect(
      ['1.2.3', '1.2.3-beta.4', '1.2.3-alpha.1', '1.2', 'nightly'].map((each) => isInChannel(each, 'beta')),
    ).toEqual([true, true, false, false, false])
    expect(['1.2.3', '1.2.3-beta.4'].map((each) => isInChannel(each, 'stable'))).toEqual([true, false])
  })

  it('have the newest one by number, not by date', () => {
    const versions = ['1.9.9', '1.10.0-beta.9', '1.10.0-beta.10', 'nightly', '1.2.0']
    expect(newestVersion(versions, 'beta')).toBe('1.10.0-beta.10')
    expect(newestVersion([...versions, '1.10.0'], 'beta')).toBe('1.10.0')
    expect(newestVersion(versions, 'stable')).toBe('1.9.9')
    expect(newestVersion([], 'beta')).toBeNull()
  })
})

describe('the source of releases', () => {
  const keys = generateKeyPairSync('ed25519')
  const pem = (key: typeof keys.publicKey): string => String(key.export({ type: 'spki', format: 'pem' }))
  const address = 'provider: github\nowner: someone\nrepo: desk\nupdaterCacheDirName: desk-updater\n'

  it('is the file that electron-builder writes, and the public key', () => {
    const source = readReleaseSource(address, pem(keys.publicKey))
    expect(source.releases).toBe('https://github.com/someone/desk/releases')
    expect(source.pageOf('1.2.3')).toBe('https://github.com/someone/desk/releases/tag/v1.2.3')
  })

  it('is refused with another provider or another kind of key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    expect(() =>
      readReleaseSource('provider: generic\nurl: https://x.example', pem(keys.publicKey)),
    ).toThrow()
    expect(() => readReleaseSource(address, pem(rsa.publicKey))).toThrow('Ed25519')
    expect(() => readReleaseSource(address, 'no key')).toThrow()
  })

  it('signs the exact text', () => {
    const { key } = readReleaseSource(address, pem(keys.publicKey))
    const signature = sign(null, Buffer.from('version: 1.2.3'), keys.privateKey).toString('base64')
    expect(isSigned('version: 1.2.3', signature, key)).toBe(true)
    expect(isSigned('version: 1.2.3', `${signature}\n`, key)).toBe(true)
    expect(isSigned('version: 1.2.4', signature, key)).toBe(false)
    for (const other of [
      '',
      'AAAA',
      '\u0000',
      sign(null, Buffer.from('version: 1.2.3'), generateKeyPairSync('ed25519').privateKey).toString('base64'),
    ])
      expect(isSigned('version: 1.2.3', other, key)).toBe(false)
  })
})
