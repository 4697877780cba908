import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import type { UpdatePreferences } from '../../electron/contract/updates.ts'
import { startReleaseServer, type ReleaseServer, type TestRelease } from '../support/release-server.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, program, test as base, type RunningApp } from './fixtures.ts'

/** A program in place of the AppImage of a version. It records that it was started, and how. */
const IMAGE = `#!/bin/sh
printf '%s' "\${APPIMAGE_EXIT_AFTER_INSTALL:-start}" > "$(dirname "$0")/ran"
`
const NEWER: TestRelease = { version: '9.8.7', file: IMAGE, notes: 'Faster.\n<b>Not bold</b>' }

/** Headers that say nothing about a computer or its person. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'cache-control',
  'connection',
  'pragma',
  'range',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
])

interface Installation {
  /** The AppImage that the application replaces. */
  readonly image: string
  /** Starts the application that was installed from `server`. */
  readonly start: () => Promise<RunningApp>
}

interface InstallOptions {
  readonly releases: readonly TestRelease[]
  readonly preferences?: Partial<UpdatePreferences>
  /** Default: `image`. */
  readonly as?: 'image' | 'flatpak' | 'archive'
  readonly isMetered?: boolean
}

interface Fixtures {
  /** Called when the applications have ended. */
  readonly ends: (() => void | Promise<void>)[]
  readonly install: (options: InstallOptions) => Promise<Installation & { readonly server: ReleaseServer }>
}

/** Files that exist in a running AppImage only, and a network that the test describes. */
const test = base.extend<Fixtures>({
  ends: async ({}, use) => {
    const ends: (() => void | Promise<void>)[] = []
    await use(ends)
    for (const end of ends) await end()
  },

  install: async ({ ends, folder, dataFolder, start }, use) => {
    await use(async ({ releases, preferences, as = 'image', isMetered = false }) => {
      const server = await startReleaseServer(releases)
      const original = dirname(program('packaged').executablePath)
      // In the same file system, so that nothing is copied.
      const installed = mkdtempSync(join(dirname(original), 'updates-'))
      ends.push(
        () => server.close(),
        () => rmSync(installed, { recursive: true, force: true }),
      )
      execFileSync('cp', ['-al', `${original}/.`, installed])
      for (const [name, content] of [
        ['app-update.yml', server.addressFile],
        ['update-key.pem', server.keyFile],
      ] as const) {
        const file = join(installed, 'resources', name)
        rmSync(file, { force: true })
        writeFileSync(file, content)
      }
      const image = join(folder, 'image', 'Campaign Desk.AppImage')
      mkdirSync(dirname(image))
      writeFileSync(image, 'installed')
      mkdirSync(dataFolder, { recursive: true })
      writeFileSync(
        join(dataFolder, 'preferences.json'),
        JSON.stringify({
          ...DEFAULT_PREFERENCES,
          updates: { ...DEFAULT_PREFERENCES.updates, ...preferences },
        }),
      )
      const tools = join(folder, 'tools')
      mkdirSync(tools)
      writeFileSync(join(tools, 'busctl'), `#!/bin/sh\necho 'u ${isMetered ? '1' : '2'}'\n`)
      chmodSync(join(tools, 'busctl'), 0o755)
      const env = {
        PATH: `${tools}:${process.env['PATH'] ?? ''}`,
        XDG_CACHE_HOME: join(folder, 'cache'),
        ...(as === 'image' ? { APPIMAGE: image, APPDIR: installed } : {}),
        ...(as === 'flatpak' ? { FLATPAK_ID: 'io.github.campaign_desk' } : {}),
      }
      const executable = join(installed, 'campaign-desk')
      return {
        server,
        image,
        start: async () => {
          const running = await start({ executable, env })
          // Without the delay that spreads the checks of many computers.
          await running.app.evaluate(() => {
            Math.random = () => 0
          })
          return running
        },
      }
    })
  },
})

test.skip(({ form }) => form !== 'packaged', 'Only a packaged application has updates')

/** Chooses the command in the application menu. */
async function check(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('checkForUpdates')?.click()
  })
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const ready = (page: Page) => dialog(page, 'Version 9.8.7 is ready to install')
const downloads = ({ requests }: ReleaseServer): number =>
  requests.filter(({ path }) => path.endsWith('.AppImage')).length

/** Waits until the started image of a release has recorded that. */
const ranAs = (image: string) =>
  expect.poll(() => {
    const file = join(dirname(image), 'ran')
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  })

test(
  'a new version is downloaded in the background, announced once, and installed on quit',
  { tag: '@packaged' },
  async ({ install }) => {
    const { image, server, start } = await install({ releases: [NEWER] })
    const { app, page } = await start()
    await page.getByRole('button', { name: 'Try with sample data' }).click()
    const toast = page.getByRole('group', { name: 'Version 9.8.7 is ready to install' })
    await expect(toast).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update ready' })).toBeVisible()
    await toast.getByRole('button', { name: 'Details…' }).click()
    await expect(ready(page).getByRole('region', { name: 'Release notes' })).toHaveText(
      'Faster.\n<b>Not bold</b>',
    )
    await expectAccessible(page, 'release notes')
    for (const { path, headers } of server.requests) {
      const { host: _host, 'user-agent': userAgent, 'accept-language': languages, ...others } = headers
      expect([path.includes('?'), userAgent, languages ?? 'en']).toEqual([false, 'CampaignDesk', 'en'])
      expect(Object.keys(others).filter((name) => !PLAIN_HEADERS.has(name))).toEqual([])
    }
    expect(readFileSync(image, 'utf8')).toBe('installed')
    await app.close()
    expect(readFileSync(image, 'utf8')).toBe(IMAGE)
    await ranAs(image).toBe('true')
  },
)

test('Restart and update installs and starts the new version', { tag: '@packaged' }, async ({ install }) => {
  const { image, start } = await install({ releases: [NEWER] })
  const { app, page } = await start()
  await check(app)
  const end = new Promise((resolve) => app.process().once('exit', resolve))
  await ready(page).getByRole('button', { name: 'Restart and update' }).click()
  await end
  await ranAs(image).toBe('start')
  expect(readFileSync(image, 'utf8')).toBe(IMAGE)
})

for (const { name, release, title, message } of [
  {
    name: 'damaged',
    release: { isCorrupt: true },
    title: 'Update failed',
    message: 'The downloaded update was damaged and deleted.',
  },
  {
    name: 'signed by others',
    release: { signature: 'other key' },
    title: 'Update failed',
    message: 'its signature isn’t from the developers. Don’t install it from elsewhere.',
  },
  {
    name: 'not signed',
    release: { signature: 'none' },
    title: 'Update failed',
    message: 'it isn’t signed by the developers. Don’t install it from elsewhere.',
  },
  {
    name: 'older',
    release: { version: '0.0.9' },
    title: 'Campaign Desk is up to date',
    message: 'is the newest.',
  },
  {
    name: 'not rolled out to this computer yet',
    release: { stagingPercentage: 0 },
    title: 'Campaign Desk is up to date',
    message: 'is the newest.',
  },
] as const)
  test(`a version that is ${name} is not installed`, { tag: '@packaged' }, async ({ install }) => {
    const { image, server, start } = await install({ releases: [{ ...NEWER, ...release }] })
    const { app, page } = await start()
    await check(app)
    await expect(dialog(page, title)).toContainText(message)
    expect(downloads(server)).toBe(name === 'damaged' ? 1 : 0)
    await app.close()
    expect(readFileSync(image, 'utf8')).toBe('installed')
    expect(existsSync(join(dirname(image), 'ran'))).toBe(false)
  })

test(
  'a beta version is only for the beta channel, and is dropped with it',
  { tag: '@packaged' },
  async ({ install }) => {
    const { image, start } = await install({
      releases: [
        { ...NEWER, version: '9.9.0-beta.2' },
        { ...NEWER, version: '0.0.9' },
      ],
    })
    const { app, page } = await start()
    await check(app)
    await dialog(page, 'Campaign Desk is up to date').getByRole('button', { name: 'Close' }).last().click()
    const choose = (channel: 'beta' | 'stable') =>
      page.evaluate(
        async (chosen) =>
          window.api.call('preferences.save', { updates: { mode: 'automatic', channel: chosen } }),
        channel,
      )
    await choose('beta')
    await check(app)
    await expect(dialog(page, 'Version 9.9.0-beta.2 is ready to install')).toBeVisible()
    await choose('stable')
    await expect(dialog(page, 'Campaign Desk is up to date')).toBeVisible()
    await app.close()
    expect(readFileSync(image, 'utf8')).toBe('installed')
  },
)

test('a metered network is only used if the person asks', { tag: '@packaged' }, async ({ install }) => {
  const { server, start } = await install({ releases: [NEWER], isMetered: true })
  const { app, page } = await start()
  await check(app)
  const available = dialog(page, 'Version 9.8.7 is available')
  await expect(available).toContainText('It is downloaded on an unmetered network.')
  expect(downloads(server)).toBe(0)
  await available.getByRole('button', { name: 'Download now' }).click()
  await expect(ready(page)).toBeVisible()
})

test('no request is sent if updates are off', { tag: '@packaged' }, async ({ install, dataFolder }) => {
  const { server, start } = await install({ releases: [NEWER], preferences: { mode: 'never' } })
  await start()
  await expect
    .poll(() => readFileSync(join(dataFolder, 'logs', 'campaign-desk.log'), 'utf8'))
    .toContain('Automatic checks for updates are off')
  expect(server.requests).toEqual([])
})

for (const { as, message } of [
  { as: 'flatpak', message: 'Update Campaign Desk with your package manager.' },
  { as: 'archive', message: 'Download and install it from the release page' },
] as const)
  test(
    `an installation of another kind (${as}) only gets a notice`,
    { tag: '@packaged' },
    async ({ install }) => {
      const { server, start } = await install({ releases: [NEWER], as })
      const { app, page } = await start()
      await app.evaluate(({ shell }) => {
        shell.openExternal = (url) => {
          Reflect.set(globalThis, 'openedPage', url)
          return Promise.resolve()
        }
      })
      await check(app)
      const available = dialog(page, 'Version 9.8.7 is available')
      await expect(available).toContainText(message)
      await available.getByRole('button', { name: 'Open release page' }).click()
      await expect
        .poll(() => app.evaluate(() => Reflect.get(globalThis, 'openedPage') as string))
        .toMatch(/^https:.*\/releases\/tag\/v9\.8\.7$/u)
      expect(downloads(server)).toBe(0)
    },
  )

test('a build without a key says that updates are not set up', { tag: '@packaged' }, async ({ start }) => {
  const { app, page } = await start()
  await check(app)
  await expect(dialog(page, 'Updates are not set up')).toContainText(
    'Get new versions where you got Campaign Desk.',
  )
})
