import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { findElectron } from '../../build/electron.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { createPreferencesFile } from '../../electron/app/settings-files.ts'
import { launchElectron } from '../support/launch-electron.ts'
import { fillCache } from './filled-cache.ts'

/** The folder of the built Campaign Desk. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Creates a data folder with a connection whose cache has this many items, all of them in the last view. */
export async function filledDataFolder(
  items: number,
): Promise<{ readonly folder: string; readonly connectionId: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-desk-bench-'))
  const connection = await createConnections(folder).create({
    baseUrl: 'https://campaigns.example',
    key: 'bench',
  })
  await fillCache(connectionLayout(folder, connection.id).databaseFile, items)
  await createPreferencesFile(folder).save({
    ...DEFAULT_PREFERENCES,
    lastView: { connectionId: connection.id, campaignId: null, tab: 'items' },
  })
  return { folder, connectionId: connection.id }
}

/**
 * Creates an application that only opens an empty window: the minimum that Electron itself takes.
 * @param content HTML of the window
 */
export async function emptyApplication(content = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-desk-empty-'))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'empty', main: 'main.mjs', type: 'module' }),
  )
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html data-app-state="ready"><title>Empty</title>${content}</html>`,
  )
  await writeFile(
    join(folder, 'main.mjs'),
    `import { app, BrowserWindow } from 'electron'
import { join } from 'node:path'
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } })
  window.loadFile(join(import.meta.dirname, 'index.html'))
})
`,
  )
  return folder
}

export interface RunningDesktop {
  readonly app: ElectronApplication
  readonly page: Page
  /** Milliseconds from the start of the process until its view is ready. */
  readonly readyMs: number
}

/** Starts an application folder in the installed Electron; null if there is none. */
export async function startDesktop(folder: string, dataFolder: string): Promise<RunningDesktop | null> {
  const runtime = findElectron()
  if (runtime === null) return null
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const startedAt = performance.now()
  const app = await launchElectron({
    isPackaged: false,
    executablePath: runtime.executable,
    args: [...sandbox, folder, `--user-data-dir=${dataFolder}`],
  })
  const page = await app.firstWindow()
  await page.waitForSelector('html[data-app-state="ready"]', { state: 'attached' })
  return { app, page, readyMs: performance.now() - startedAt }
}

/** Starts the built Campaign Desk. */
export function startCampaignDesk(dataFolder: string): Promise<RunningDesktop | null> {
  return startDesktop(ROOT, dataFolder)
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
