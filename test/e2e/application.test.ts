import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJsonLines, type CliResult } from '../support/run-cli.ts'
import { expectAccessible } from './accessibility.ts'
import { environment, expect, program, test, type Form } from './fixtures.ts'
import { gridRowCount, openSample, runCommand } from './steps.ts'

/** Runs the application in a separate process until it ends. */
function runToEnd(
  form: Form,
  parameters: readonly string[],
  env: Record<string, string> = environment(),
): Promise<CliResult> {
  const { executablePath, args } = program(form)
  return new Promise((resolve, reject) => {
    const child = spawn(executablePath, [...args, ...parameters], { env })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

test(
  'a second start ends at once and brings the first window to the front',
  { tag: '@packaged' },
  async ({ start, form, dataFolder }) => {
    const { app } = await start()
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const second = await runToEnd(form, [`--user-data-dir=${dataFolder}`])
    expect(second.code).toBe(0)
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) => {
          const [window] = BrowserWindow.getAllWindows()
          return window?.isVisible() === true && !window.isMinimized()
        }),
      )
      .toBe(true)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  },
)

test(
  'the command line works in the application without a display',
  { tag: '@packaged' },
  async ({ form, folder }) => {
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = environment()
    const data = join(folder, 'cli-data')
    const file = join(folder, 'items.csv')
    const sync = await runToEnd(form, ['--cli', 'sync', '--sample', '--all', '--data', data, '--json'], env)
    expect(sync.code, sync.stderr).toBe(0)
    expect(parseJsonLines(sync.stdout).length).toBeGreaterThan(1)
    const exported = await runToEnd(form, ['--cli', 'export', '--data', data, '--out', file], env)
    expect(exported.code, exported.stderr).toBe(0)
    expect(existsSync(file)).toBe(true)
    const unknownCommand = await runToEnd(form, ['--cli', 'dance'], env)
    expect(unknownCommand.code).toBe(2)
    expect(unknownCommand.stderr).not.toMatch(/\n\s+at /u)
  },
)

test(
  'the window shows what the command line downloaded, and the licenses of all packages',
  { tag: '@packaged' },
  async ({ start, form, dataFolder }) => {
    const sync = await runToEnd(form, ['--cli', 'sync', '--sample', '--all', '--data', dataFolder])
    expect(sync.code, sync.stderr).toBe(0)
    const { app, page } = await start()
    await page.getByRole('navigation', { name: 'Campaigns' }).getByText('All items').click()
    await expect.poll(() => gridRowCount(page)).toBe(6_000)

    await runCommand(page, 'licenses')
    const about = page.getByRole('dialog', { name: 'About Campaign Desk' })
    await about.getByRole('button', { name: 'Licenses' }).click()
    await expect(about.getByRole('region', { name: 'Licenses' })).toContainText('MIT License')
    await expectAccessible(page, 'the licenses')
    if (form === 'packaged') {
      const resources = await app.evaluate(() => process.resourcesPath)
      const notices = readFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
      for (const name of ['svelte', 'better-sqlite3', 'pdfjs-dist', 'valibot'])
        expect(notices).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'mu'))
      expect(readFileSync(join(resources, 'LICENSE.txt'), 'utf8')).toContain('MIT License')
    }
  },
)

test('a damaged cache is set aside with a message, and the application opens', async ({
  start,
  dataFolder,
}) => {
  const { app, page } = await start()
  await openSample(page, 'Kids Week')
  await app.close()
  const connections = join(dataFolder, 'connections')
  const [id = ''] = readdirSync(connections)
  const damage = (): void => {
    for (const name of ['cache.db-wal', 'cache.db-shm']) {
      if (existsSync(join(connections, id, name))) writeFileSync(join(connections, id, name), '')
    }
    writeFileSync(join(connections, id, 'cache.db'), 'this is not a database, but it was one')
  }

  // The message is shown only once, so a repeated start damages the cache again.
  const again = await start({ before: damage })
  await expect(again.page.getByText(/downloads are damaged/u).first()).toBeVisible()
  expect(readdirSync(join(connections, id)).some((name) => name.includes('damaged'))).toBe(true)
})

test('a cache of a newer version is left untouched with a message, and the application opens', async ({
  startWithSample,
  start,
  dataFolder,
}) => {
  const first = await startWithSample()
  await first.app.close()
  const [id = ''] = readdirSync(join(dataFolder, 'connections'))
  const cache = join(dataFolder, 'connections', id, 'cache.db')
  const bytes = readFileSync(cache)
  // The version of the schema (https://sqlite.org/fileformat.html).
  bytes.writeInt32BE(99, 60)
  writeFileSync(cache, bytes)
  const { app, page } = await start()
  await expect(page.getByText(/downloads are from a newer version/u)).toBeVisible()
  await expect(page.getByText(/Update Campaign Desk to open them\./u)).toBeVisible()
  const closed = app.waitForEvent('close')
  await page.getByRole('button', { name: 'Quit Campaign Desk' }).click()
  await closed
  expect(readFileSync(cache).equals(bytes)).toBe(true)
})

test('broken preferences and a broken connection do not prevent the application from opening', async ({
  start,
  dataFolder,
}) => {
  mkdirSync(join(dataFolder, 'connections', 'broken'), { recursive: true })
  writeFileSync(join(dataFolder, 'preferences.json'), '{ "theme": ')
  writeFileSync(join(dataFolder, 'connections', 'broken', 'connection.json'), 'nonsense')
  const { page } = await start()
  await expect(page.getByRole('button', { name: 'Try with sample data' })).toBeVisible()
})

test(
  'a file in place of the data folder ends the start with a message',
  { tag: '@packaged' },
  async ({ form, folder }) => {
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, '')
    const ended = await runToEnd(form, ['--cli', 'sync', '--sample', '--all', '--data', blocked])
    expect(ended.code).not.toBe(0)
    // Electron may print warnings about this machine, in lines that begin with a process id.
    const message = ended.stderr.replaceAll(/^\[\d+:.*\n/gmu, '')
    expect(message).toMatch(/\.\s*$/u)
    expect(message).not.toMatch(/\n\s+at /u)
  },
)
