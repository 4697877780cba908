import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Platform, type Configuration } from 'electron-builder'
import { beforeAll, describe, expect, it } from 'vitest'
import { LINK_SCHEME } from '../../electron/app/app-links.ts'
import { APP_ID } from '../../electron/contract/bridge.ts'
import { LANGUAGES } from '../../electron/contract/messages.ts'
import { BACKUP_FILE_EXTENSION } from '../../electron/contract/backup.ts'
import { REVIEW_FILE_EXTENSION } from '../../electron/contract/review-file.ts'
import { withLinkScheme } from '../../build/msi-project-created.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The parts of electron-builder that it does not export, and that this test needs. */
interface Packager {
  validateConfig(): Promise<void>
  createHelper(platform: Platform): Promise<{ readonly defaultTarget: readonly string[] }>
  readonly config: Configuration
  _appInfo: unknown
  _framework: unknown
}
interface Internals {
  readonly Packager: new (options: object) => Packager
  readonly AppInfo: new (packager: Packager, buildVersion: null) => unknown
  readonly createTargets: (
    created: Map<string, object>,
    names: readonly string[],
    outDir: string,
    helper: object,
  ) => readonly { readonly name: string }[]
  readonly LinuxTargetHelper: new (helper: object) => {
    computeDesktopEntry(options: object): Promise<string>
  }
}

const requireFromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const internals: Internals = {
  ...(requireFromBuilder('app-builder-lib/out/packager.js') as Pick<Internals, 'Packager'>),
  ...(requireFromBuilder('app-builder-lib/out/appInfo.js') as Pick<Internals, 'AppInfo'>),
  ...(requireFromBuilder('app-builder-lib/out/targets/LinuxTargetHelper.js') as Pick<
    Internals,
    'LinuxTargetHelper'
  >),
  ...(requireFromBuilder('app-builder-lib/out/targets/targetFactory.js') as Pick<Internals, 'createTargets'>),
}

/** Loads electron-builder.yml as `npm run package` does, and validates it with the schema. */
async function loadPackager(changes: Configuration = {}): Promise<Packager> {
  const packager = new internals.Packager({ projectDir: ROOT, config: changes, publish: 'never' })
  await packager.validateConfig()
  packager._appInfo = new internals.AppInfo(packager, null)
  // The real one would need Electron.
  packager._framework = { macOsDefaultTargets: ['zip', 'dmg'] }
  return packager
}

describe('electron-builder.yml', () => {
  let packager: Packager
  beforeAll(async () => {
    packager = await loadPackager()
  })

  it('does not pass its schema with an option that does not exist', async () => {
    const changes = { linux: { synopsys: 'x' } } as unknown as Configuration
    await expect(loadPackager(changes)).rejects.toThrow('does not match the API schema')
  })

  it.each([
    [Platform.LINUX, ['AppImage', 'deb', 'rpm', 'flatpak', 'tar.gz']],
    [Platform.MAC, ['dmg', 'zip']],
    [Platform.WINDOWS, ['nsis', 'msi', 'zip']],
  ])('passes its schema and has known targets for %s', async (platform, targets) => {
    const configured = packager.config[platform.buildConfigurationKey as 'linux' | 'mac' | 'win']?.target
    expect(configured).toEqual(targets)
    const helper = await packager.createHelper(platform)
    const created = internals.createTargets(new Map(), targets, join(ROOT, 'release'), helper)
    expect(created.map(({ name }) => name.toLowerCase())).toEqual(targets.map((name) => name.toLowerCase()))
  })

  it('packages only the languages of the interface', () =>
    expect(packager.config.electronLanguages).toEqual(
      LANGUAGES.map((language) => (language === 'en' ? 'en-US' : language)),
    ))

  it('names files of two architectures and formats differently', () => {
    const { artifactName, nsis } = packager.config
    expect(artifactName).toContain('${arch}')
    expect(artifactName).toContain('${os}')
    expect(nsis?.artifactName).toContain('${arch}')
  })

  it('asks in the Windows installer for whom to install, and installs the MSI for all', () => {
    expect(packager.config.nsis).toMatchObject({ oneClick: false, perMachine: false })
    expect(packager.config.msi).toMatchObject({ perMachine: true })
  })

  it('builds the AppImage with a static runtime, which needs no FUSE 2', () =>
    expect(packager.config.toolsets?.appimage).toMatch(/^1\./u))

  it('signs for macOS with the hardened runtime, and notarizes', () =>
    expect(packager.config.mac).toMatchObject({ hardenedRuntime: true, notarize: true }))

  it('identifies the application as the code does', () => {
    expect(packager.config.appId).toBe(APP_ID)
    expect(packager.config.extraMetadata).toMatchObject({ desktopName: `${APP_ID}.desktop` })
    expect(packager.config.linux?.syncDesktopName).toBe(true)
  })

  it('writes a desktop entry that finds the window, links and review files', async () => {
    const linux = await packager.createHelper(Platform.LINUX)
    const helper = new internals.LinuxTargetHelper(linux)
    const entry = await helper.computeDesktopEntry(packager.config.linux ?? {})
    // Electron 41.6.1 and later name their windows by desktopName, on Wayland and on X11.
    expect(entry).toContain(`\nStartupWMClass=${APP_ID}\n`)
    expect(entry).toMatch(/\nExec=.*campaign-desk"? %U\n/u)
    expect(entry).not.toContain('no-sandbox')
    const types = /\nMimeType=(.*)\n/u.exec(entry)?.[1]?.split(';')
    expect(types).toContain(`x-scheme-handler/${LINK_SCHEME}`)
    expect(types).toContain('application/vnd.campaign-desk.review+zip')
  })

  it('registers links and review files', () => {
    expect(packager.config.protocols).toMatchObject([{ schemes: [LINK_SCHEME] }])
    expect(packager.config.fileAssociations).toMatchObject([
      { ext: REVIEW_FILE_EXTENSION, role: 'Editor' },
      { ext: BACKUP_FILE_EXTENSION, role: 'Editor' },
    ])
  })
})

describe('the scheme of links on Windows', () => {
  /** What a browser starts, in which a link must not add switches or arguments. */
  const command = (path: string): RegExp => new RegExp(String.raw`"${path}" -- "%1"`, 'u')

  it('is registered and removed by the installer', () => {
    const script = readFileSync(join(ROOT, 'build', 'installer.nsh'), 'utf8')
    expect(script).toMatch(command(String.raw`\$INSTDIR\\\$\{APP_EXECUTABLE_FILENAME\}`))
    expect(script).toContain(`DeleteRegKey SHELL_CONTEXT "Software\\Classes\\${LINK_SCHEME}"`)
  })

  it('is registered by the MSI with the component of the program', () => {
    const other = '<Component><File Name="a.dll" KeyPath="yes"/></Component>'
    const project = `<g><Component><File Name="x.exe" KeyPath="yes" Id="mainExecutable"></File></Component>${other}</g>`
    const changed = withLinkScheme(project)
    expect(changed.replaceAll('&quot;', '"')).toMatch(command(String.raw`\[#mainExecutable\]`))
    expect(changed).toContain(`Key="Software\\Classes\\${LINK_SCHEME}"`)
    expect(changed.endsWith(`</RegistryKey>\n      </Component>${other}</g>`)).toBe(true)
    expect(() => withLinkScheme(other)).toThrow('no component')
  })
})
