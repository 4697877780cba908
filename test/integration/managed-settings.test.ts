import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  loadManagedSettings,
  NO_MANAGED_SETTINGS,
  requireAllowedAddress,
  summarizeManaged,
} from '../../electron/app/managed/managed-settings.ts'
import {
  allowedFolder,
  isAllowedPath,
  requireAllowedPath,
} from '../../electron/app/managed/export-folders.ts'
import {
  jsonSource,
  registrySource,
  systemSources,
  type PolicySource,
} from '../../electron/app/managed/policy-sources.ts'
import { issueChain } from '../support/certificates/make.ts'
import { temporaryFolder } from '../support/store.ts'

const OWNER = process.getuid?.() ?? 0
/** Windows has no such permissions. */
const hasPermissions = process.platform !== 'win32'

let folder: string
let remove: () => Promise<void>

beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
})
afterEach(() => remove())

const load = (...sources: readonly PolicySource[]) => loadManagedSettings(sources, OWNER)

async function loadJson(content: unknown) {
  const file = join(folder, 'managed.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o644 })
  return load(jsonSource(file, OWNER))
}

describe('managed settings in a file', () => {
  it('are all read', async () => {
    const { root } = issueChain()
    const authority = join(folder, 'root.pem')
    await writeFile(authority, root.pem, { mode: 0o644 })
    const settings = await loadJson({
      BaseAddress: 'https://print.example/api/',
      OnlyBaseAddress: true,
      CertificateAuthority: authority,
      Proxy: 'proxy.example:3128',
      Updates: 'notify',
      UpdateChannel: 'beta',
      ExportFolders: ['/srv/exports', '~/Campaigns'],
    })
    expect(summarizeManaged(settings)).toEqual({
      sources: [join(folder, 'managed.json')],
      baseUrl: 'https://print.example/api',
      onlyBaseUrl: true,
      authority: { fileName: 'root.pem', subjects: ['Print Works Root'] },
      proxy: 'http://proxy.example:3128',
      updates: { mode: 'notify', channel: 'beta' },
      exportFolders: ['/srv/exports', join(homedir(), 'Campaigns')],
      problems: [],
    })
    expect(settings.authority?.pem).toBe(root.pem)
  })

  it('are not there without the file', async () => {
    expect(await load(jsonSource(join(folder, 'missing', 'managed.json'), OWNER))).toBe(NO_MANAGED_SETTINGS)
  })

  it('are reported and ignored if they are unknown or invalid, and the others apply', async () => {
    const settings = await loadJson({
      Telemetry: true,
      BaseAddress: 'http://print.example',
      Proxy: 'http://ann:secret@proxy.example:3128',
      Updates: 'sometimes',
      UpdateChannel: 'stable',
      CertificateAuthority: 'relative.pem',
    })
    expect(settings).toMatchObject({
      baseUrl: null,
      proxy: { kind: 'system' },
      updates: { mode: null, channel: 'stable' },
    })
    expect(settings.problems).toEqual([
      '“Telemetry” isn’t a managed setting and was ignored.',
      ...['BaseAddress', 'Proxy', 'Updates', 'CertificateAuthority'].map(
        (name) => `The value of “${name}” isn’t valid and was ignored.`,
      ),
    ])
  })

  it('restrict most if a restriction is invalid', async () => {
    const settings = await loadJson({ OnlyBaseAddress: 'yes', ExportFolders: ['exports'] })
    expect(settings).toMatchObject({ onlyBaseUrl: true, exportFolders: [] })
    expect(settings.problems.join(' ')).toContain('strictest')
    expect(() => requireAllowedAddress('https://print.example', settings)).toThrow(/allows no connections/u)
  })

  it.each([
    ['is no JSON', '{'],
    ['is a list', '[]'],
    ['is too large', JSON.stringify({ BaseAddress: 'x'.repeat(1_100_000) })],
  ])('allow no folder for files if the file %s', async (_name, content) => {
    const settings = await loadJson(content)
    expect(settings.exportFolders).toEqual([])
    expect(settings.problems[0]).toContain('can’t be read')
  })

  it.skipIf(!hasPermissions).each([
    ['the file', async (file: string) => chmod(file, 0o666)],
    ['its folder', async () => chmod(folder, 0o777)],
  ])('are ignored and reported if others can write to %s', async (_name, change) => {
    const file = join(folder, 'managed.json')
    await writeFile(file, '{"ExportFolders":[]}', { mode: 0o644 })
    await change(file)
    const settings = await load(jsonSource(file, OWNER))
    expect(settings).toMatchObject({ sources: [], exportFolders: null })
    expect(settings.problems[0]).toContain('was ignored. Only root')
  })

  it.skipIf(!hasPermissions)('are ignored if the file belongs to someone else', async () => {
    const file = join(folder, 'managed.json')
    await writeFile(file, '{"ExportFolders":[]}', { mode: 0o644 })
    expect((await load(jsonSource(file, OWNER + 1))).problems[0]).toContain('was ignored')
  })

  it.skipIf(!hasPermissions)('trust no authority that others can change', async () => {
    const { root } = issueChain()
    const authority = join(folder, 'root.pem')
    await writeFile(authority, root.pem)
    await chmod(authority, 0o666)
    const settings = await loadJson({ CertificateAuthority: authority })
    expect(settings.authority).toBeNull()
    expect(settings.problems[0]).toContain('people other than the administrator')
  })

  it('trust no authority that is none', async () => {
    const authority = join(folder, 'root.pem')
    await writeFile(authority, 'nothing', { mode: 0o644 })
    expect((await loadJson({ CertificateAuthority: authority })).problems[0]).toContain(
      'the file contains no certificate',
    )
  })
})

describe('managed settings of several sources', () => {
  const source = (name: string, values: Record<string, unknown>): PolicySource => ({
    name,
    read: () => Promise.resolve({ state: 'read', values }),
  })

  it('are those of the computer before those of the person', async () => {
    const settings = await load(
      source('computer', { Updates: 'off' }),
      source('person', { Updates: 'on', UpdateChannel: 'beta' }),
    )
    expect(settings.updates).toEqual({ mode: 'off', channel: 'beta' })
    expect(settings.sources).toEqual(['computer', 'person'])
  })

  it('have their places on each system', () => {
    expect(systemSources('linux').map(({ name }) => name)).toEqual(['/etc/campaign-desk/managed.json'])
    expect(systemSources('win32').map(({ name }) => name)).toEqual([
      String.raw`HKLM\Software\Policies\Campaign Desk`,
      String.raw`HKCU\Software\Policies\Campaign Desk`,
    ])
    expect(systemSources('darwin')[0]?.name).toBe(
      '/Library/Managed Preferences/io.github.campaign-desk.plist',
    )
  })
})

describe('managed settings in the registry', () => {
  const lines = (...rows: readonly string[]): Buffer => Buffer.from(rows.map((row) => `${row}\r\n`).join(''))
  const KEY = String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Campaign Desk`
  const query = (output: Buffer | null) => () => Promise.resolve(output)

  it('are read with fixed arguments', async () => {
    const calls: (readonly string[])[] = []
    const source = registrySource('HKLM', (args) => {
      calls.push(args)
      return Promise.resolve(
        lines(
          '',
          KEY,
          '    BaseAddress    REG_SZ    https://print.example/api',
          '    OnlyBaseAddress    REG_DWORD    0x1',
          String.raw`    ExportFolders    REG_MULTI_SZ    /srv/a folder|/srv/0exports`,
          '',
          `${KEY}\\Later`,
        ),
      )
    })
    expect(await load(source)).toMatchObject({
      baseUrl: 'https://print.example/api',
      onlyBaseUrl: true,
      exportFolders: ['/srv/a folder', '/srv/0exports'],
      problems: [],
    })
    expect(calls).toEqual([
      ['query', String.raw`HKLM\Software\Policies\Campaign Desk`, '/se', '|', '/reg:64'],
    ])
  })

  it('are not there without the key', async () => {
    expect(await load(registrySource('HKLM', query(null)))).toBe(NO_MANAGED_SETTINGS)
  })

  it.each([
    ['another key', lines('', String.raw`HKEY_LOCAL_MACHINE\Software\Other`, '    A    REG_SZ    b')],
    ['a line of another form', lines('', KEY, 'Updates = off')],
    ['another type', lines('', KEY, '    Updates    REG_BINARY    00')],
    ['a number of another form', lines('', KEY, '    OnlyBaseAddress    REG_DWORD    yes')],
    ['characters of an unknown encoding', Buffer.from([0x0d, 0x0a, 0xe4])],
  ])('allow no folder for files if the output has %s', async (_name, output) => {
    const settings = await load(registrySource('HKLM', query(output)))
    expect(settings.exportFolders).toEqual([])
    expect(settings.problems[0]).toContain('can’t be read')
  })

  it('allow no folder for files if the program fails', async () => {
    const failing = registrySource('HKLM', () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
    )
    expect((await load(failing)).exportFolders).toEqual([])
  })
})

describe('the folders for files', () => {
  it('include what is in them, without links and “..” that lead elsewhere', async () => {
    const allowed = join(folder, 'allowed')
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(join(allowed, 'deep'), { recursive: true })
    await mkdir(elsewhere)
    await symlink(elsewhere, join(allowed, 'link'))
    await symlink(join(elsewhere, 'missing.csv'), join(allowed, 'dangling.csv'))
    await symlink(allowed, join(folder, 'way-in'))
    const isAllowed = (path: string) => isAllowedPath(path, { exportFolders: [allowed] })
    expect(await isAllowed(join(allowed, 'a.csv'))).toBe(true)
    expect(await isAllowed(join(allowed, 'deep', 'new folder', 'a.csv'))).toBe(true)
    expect(await isAllowed(join(folder, 'way-in', 'a.csv'))).toBe(true)
    expect(await isAllowed(`${allowed}/../elsewhere/a.csv`)).toBe(false)
    expect(await isAllowed(`${allowed}-not/a.csv`)).toBe(false)
    expect(await isAllowed(join(allowed, 'link', 'a.csv'))).toBe(false)
    expect(await isAllowed(join(allowed, 'link', 'new folder', 'a.csv'))).toBe(false)
    expect(await isAllowed(join(allowed, 'dangling.csv'))).toBe(false)
    expect(await isAllowed(join(elsewhere, 'a.csv'))).toBe(false)
  })

  it('replace a preferred folder that is not allowed, if one of them exists', async () => {
    const allowed = join(folder, 'allowed')
    const settings = { exportFolders: [join(folder, 'missing'), allowed] }
    await expect(allowedFolder(folder, settings)).rejects.toMatchObject({ code: 'folderNotAllowed' })
    await mkdir(join(allowed, 'deep'), { recursive: true })
    expect(await allowedFolder(folder, settings)).toBe(allowed)
    expect(await allowedFolder(join(allowed, 'deep'), settings)).toBe(join(allowed, 'deep'))
    expect(await allowedFolder(folder, { exportFolders: null })).toBe(folder)
  })

  it('are named in the message, and without a restriction are all', async () => {
    await expect(
      requireAllowedPath('/tmp/a.csv', { exportFolders: ['/srv/exports', '/mnt'] }),
    ).rejects.toThrow('Allowed folders: /srv/exports and /mnt.')
    await expect(requireAllowedPath('/tmp/a.csv', { exportFolders: [] })).rejects.toMatchObject({
      code: 'folderNotAllowed',
    })
    expect(await isAllowedPath('/tmp/a.csv', { exportFolders: null })).toBe(true)
  })
})
