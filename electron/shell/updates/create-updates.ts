import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, shell } from 'electron'
import * as v from 'valibot'
import type { UpdatePreferences } from '../../contract/updates.ts'
import type { ManagedSettings } from '../../app/managed/managed-settings.ts'
import { readJsonFile, writeJsonFile } from '../../app/json-file.ts'
import { updatesFilePath } from '../../app/layout.ts'
import type { Logger } from '../../app/types.ts'
import { NO_RECORD, Updates } from '../../app/updates.ts'
import type { Network } from '../../download/types.ts'
import type { AppWindows } from '../app-windows.ts'
import { push } from '../window-events.ts'
import type { ReleaseSource } from './release-source.ts'
import { updateMethodOf } from './update-method.ts'

/**
 * The file of electron-builder with the address of the releases, in the resources of a packaged application.
 */
const ADDRESS_FILE = 'app-update.yml'
/** The public key of the releases (Ed25519, PEM). Only the release workflow adds it to the package. */
const KEY_FILE = 'update-key.pem'

const recordSchema = v.strictObject({
  triedAt: v.nullable(v.number()),
  checkedAt: v.nullable(v.number()),
  announcedVersion: v.nullable(v.string()),
})

/** Updates, and the page of a release. */
export interface ShellUpdates {
  readonly updates: Updates
  /** Opens the page of the new version in the browser. */
  readonly openPage: () => Promise<void>
}

export interface ShellUpdatesOptions {
  readonly dataFolder: string
  readonly preferences: UpdatePreferences
  readonly managed: Promise<ManagedSettings>
  readonly network: Network
  readonly logger: Logger
  readonly windows: AppWindows
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Creates the updates of this installation. Loads the updater only when it is needed. */
export function createUpdates(options: ShellUpdatesOptions): ShellUpdates {
  const { dataFolder, preferences, managed, network, logger, windows } = options
  const { resourcesPath } = process
  const addressFile = join(resourcesPath, ADDRESS_FILE)
  const keyFile = join(resourcesPath, KEY_FILE)
  const isSetUp = app.isPackaged && existsSync(addressFile) && existsSync(keyFile)
  const recordFile = updatesFilePath(dataFolder)
  const loadSource = async (): Promise<ReleaseSource> => {
    const { readReleaseSource } = await import('./release-source.ts')
    return readReleaseSource(readFileSync(addressFile, 'utf8'), readFileSync(keyFile, 'utf8'))
  }
  const method = updateMethodOf({
    platform: process.platform,
    isSetUp,
    executable: process.execPath,
    resourcesFolder: resourcesPath,
    uninstaller: `Uninstall ${app.getName()}.exe`,
    environment: process.env,
    exists: existsSync,
    isWritable,
  })
  const updates = new Updates({
    method,
    preferences,
    managed: managed.then((settings) => settings.updates),
    network,
    logger,
    createEngine: async (channel) => {
      const [source, { createUpdateEngine }, { proxy }] = await Promise.all([
        loadSource(),
        import('./engine.ts'),
        managed,
      ])
      return createUpdateEngine(source, { method, channel, proxy, logger })
    },
    loadRecord: async () => {
      const stored = await readJsonFile(recordFile, recordSchema)
      return stored.state === 'read' ? stored.value : NO_RECORD
    },
    saveRecord: (record) =>
      writeJsonFile(recordFile, record).catch((error: unknown) => {
        logger.unexpected(error, 'saving when updates were checked')
      }),
    onStatus: (status) => push('updates.changed', status),
    announce: (status) => {
      if (windows.front === null) return false
      push('updates.announced', status)
      return true
    },
  })
  return {
    updates,
    openPage: async () => {
      const { release } = updates.status
      if (release !== null) await shell.openExternal((await loadSource()).pageOf(release.version))
    },
  }
}
