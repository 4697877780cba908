import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { AppError, badInput } from '../contract/app-error.ts'
import { applyLabels, type Connection, type ConnectionStorage } from '../contract/connection.ts'
import type { Fault } from '../contract/faults.ts'
import { connectionIdSchema } from '../contract/base-schemas.ts'
import { sampleLabels } from '../contract/sample-labels.ts'
import { messages } from '../contract/messages.ts'
import type { Secrets } from '../secrets/types.ts'
import { NEW_SETTINGS, settingsSchema, type ConnectionSettings } from './connection-settings.ts'
import {
  databaseBytes,
  folderBytes,
  isMissing,
  nullIfMissing,
  writeError,
  writeFileAtomically,
} from './files.ts'
import { withFileLock } from './file-lock.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { digestKey, matchesKey } from './key-digest.ts'
import { connectionLayout, connectionsFolder } from './layout.ts'
import { createQueueFile } from './queue-file.ts'
import type { Connections, NewConnection } from './types.ts'

/** Prefix of folders that are being removed, or were when the program crashed. */
const REMOVED_PREFIX = '.removed-'

export function createConnections(dataFolder: string): Connections {
  const root = connectionsFolder(dataFolder)
  const notices: Fault[] = []
  // One at a time, because a change that reads the file during another one would lose it.
  const limit = pLimit(1)

  async function readSettings(id: string): Promise<ConnectionSettings | null> {
    if (!v.is(connectionIdSchema, id)) return null
    const stored = await readJsonFile(connectionLayout(dataFolder, id).settingsFile, settingsSchema)
    if (stored.state === 'read') return stored.value
    if (stored.state === 'missing') return null
    const file = stored.state === 'setAside' ? join(id, stored.file) : undefined
    notices.push(new AppError('connectionDamaged', { params: { reason: stored.reason, file } }).toFault())
    return null
  }

  async function readAll(): Promise<readonly (readonly [id: string, settings: ConnectionSettings])[]> {
    let names: readonly string[]
    try {
      names = await readdir(root)
    } catch (error) {
      if (isMissing(error)) return []
      throw new AppError('cacheUnavailable', {
        cause: error,
        params: { reason: messages.reasons.file.connectionsUnreadable },
      })
    }
    const all = await Promise.all(names.map(async (id) => [id, await readSettings(id)] as const))
    return all
      .flatMap(([id, settings]) => (settings === null ? [] : [[id, settings] as const]))
      .sort(([a, { createdAt: first }], [b, { createdAt: second }]) => first - second || (a < b ? -1 : 1))
  }

  async function getSettings(id: string): Promise<ConnectionSettings> {
    const settings = await readSettings(id)
    if (settings === null) throw new AppError('notFound')
    return settings
  }

  const write = (id: string, settings: ConnectionSettings): Promise<void> =>
    writeJsonFile(connectionLayout(dataFolder, id).settingsFile, settings)

  const change = (
    id: string,
    update: (settings: ConnectionSettings) => Partial<ConnectionSettings>,
  ): Promise<Connection> =>
    limit(async () => {
      const settings = await getSettings(id)
      const next = { ...settings, ...update(settings) }
      await write(id, next)
      return toConnection(id, next)
    })

  async function findByAddress(baseUrl: string, key?: string): Promise<readonly Connection[]> {
    const atAddress = (await readAll()).filter(([, settings]) => settings.baseUrl === baseUrl)
    const matches = await Promise.all(
      atAddress.map(
        async ([, { keyMark }]) =>
          key === undefined || (keyMark !== null && (await matchesKey(key, keyMark))),
      ),
    )
    return atAddress.filter((_, index) => matches[index]).map(([id, settings]) => toConnection(id, settings))
  }

  /** Finds or adds a connection under a lock, because another process may add the same one. */
  async function findOrAdd(
    name: string,
    find: () => Promise<Connection | undefined>,
    createSettings: () => Promise<ConnectionSettings>,
  ): Promise<Connection> {
    // Without the lock, because the folder may be read-only.
    const existing = await find()
    if (existing !== undefined) return existing
    return withFileLock({ folder: root, name }, async () => {
      const addedMeanwhile = await find()
      if (addedMeanwhile !== undefined) return addedMeanwhile
      const id = crypto.randomUUID()
      const settings = await createSettings()
      await write(id, settings)
      return toConnection(id, settings)
    })
  }

  const authorityFile = (id: string): string => connectionLayout(dataFolder, id).authorityFile
  const clientCertificateFile = (id: string): string => connectionLayout(dataFolder, id).clientCertificateFile

  async function removeLeftovers(): Promise<void> {
    const names = await readdir(root).catch(() => [])
    const leftovers = names.filter((name) => name.startsWith(REMOVED_PREFIX))
    // Renaming has removed the connection; files that another program has open are deleted later.
    await Promise.all(
      leftovers.map((name) => rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)),
    )
  }

  return {
    list: async () => (await readAll()).map(([id, settings]) => toConnection(id, settings)),
    get: async (id) => toConnection(id, await getSettings(id)),
    create: ({ baseUrl, key, name }: NewConnection) =>
      limit(async () => {
        const find = async (): Promise<Connection | undefined> => (await findByAddress(baseUrl, key))[0]
        return findOrAdd(baseUrl, find, async () => ({
          ...NEW_SETTINGS,
          name: nonEmptyName(name) ?? hostOf(baseUrl),
          kind: 'service',
          baseUrl,
          createdAt: Date.now(),
          keyMark: await digestKey(key),
        }))
      }),
    createSample: () =>
      limit(async () => {
        const find = async (): Promise<Connection | undefined> => {
          const stored = (await readAll()).find(([, settings]) => settings.kind === 'sample')
          return stored === undefined ? undefined : toConnection(...stored)
        }
        return findOrAdd('sample', find, () =>
          Promise.resolve({
            ...NEW_SETTINGS,
            labels: sampleLabels(),
            name: messages.sampleData.connection,
            kind: 'sample',
            baseUrl: null,
            createdAt: Date.now(),
            keyMark: null,
          }),
        )
      }),
    findByAddress,
    rename: (id, name) => change(id, (settings) => ({ name: nonEmptyName(name) ?? settings.name })),
    setAddress: (id, baseUrl, key) =>
      withFileLock({ folder: root, name: baseUrl }, async () => {
        const [other] = (await findByAddress(baseUrl, key)).filter((each) => each.id !== id)
        if (other !== undefined) {
          const reason = messages.connections.addressReasons.taken({ name: other.name })
          throw badInput(reason)
        }
        const keyMark = await digestKey(key)
        return change(id, (settings) => {
          const previousUrl = settings.baseUrl ?? ''
          return {
            baseUrl,
            keyMark,
            name: settings.name === hostOf(previousUrl) ? hostOf(baseUrl) : settings.name,
            ...(previousUrl === baseUrl ? {} : { addressChangedAt: Date.now() }),
          }
        })
      }),
    replaceKey: async (id, key) => {
      const keyMark = await digestKey(key)
      await change(id, () => ({ keyMark }))
    },
    setLabels: (id, changes) => change(id, ({ labels }) => ({ labels: applyLabels(labels, changes) })),
    authority: async (id) =>
      (await getSettings(id)).authority === null
        ? null
        : ((await read(authorityFile(id)))?.toString('utf8') ?? null),
    async setAuthority(id, { fileName, subjects, pem }) {
      await getSettings(id)
      await writeFileAtomically(authorityFile(id), pem)
      return change(id, () => ({ authority: { fileName, subjects } }))
    },
    async clearAuthority(id) {
      const connection = await change(id, () => ({ authority: null }))
      // The settings no longer refer to the file, so that it may remain.
      await rm(authorityFile(id), { force: true }).catch(() => undefined)
      return connection
    },
    clientCertificate: async (id) =>
      (await getSettings(id)).clientCertificate === null ? null : read(clientCertificateFile(id)),
    async setClientCertificate(id, { bytes, ...clientCertificate }) {
      await getSettings(id)
      await writeFileAtomically(clientCertificateFile(id), bytes)
      return change(id, () => ({ clientCertificate }))
    },
    async clearClientCertificate(id) {
      const connection = await change(id, () => ({ clientCertificate: null }))
      await rm(clientCertificateFile(id), { force: true })
      return connection
    },
    hasQueue: async (id) => {
      if (!v.is(connectionIdSchema, id)) return false
      return (await createQueueFile(connectionLayout(dataFolder, id).queueFile).read()).length > 0
    },
    setAutomatic: (id, automatic) => change(id, () => ({ automatic })),
    lastAutomaticEnd: async (id) => (await getSettings(id)).automaticAt,
    recordAutomaticEnd: async (id, at) => {
      await change(id, () => ({ automaticAt: at }))
    },
    remove: (id) =>
      limit(async () => {
        if (!v.is(connectionIdSchema, id)) throw new AppError('notFound')
        try {
          // Renamed first, so that an interrupted removal does not leave half a connection.
          await rename(
            connectionLayout(dataFolder, id).folder,
            join(root, `${REMOVED_PREFIX}${crypto.randomUUID()}`),
          )
        } catch (error) {
          throw isMissing(error) ? new AppError('notFound') : writeError(error)
        }
        await removeLeftovers()
      }),
    removeLeftovers,
    bytesOnDisk: (id) => folderBytes(connectionLayout(dataFolder, id).folder),
    storage: async () => Promise.all((await readAll()).map(([id]) => storageOf(dataFolder, id))),
    takeNotices: () => notices.splice(0),
  }
}

function toConnection(id: string, { addressChangedAt, ...settings }: ConnectionSettings): Connection {
  const { name, kind, baseUrl, createdAt, labels, automatic, authority, clientCertificate } = settings
  const connection = { id, name, kind, baseUrl, createdAt, labels, automatic, authority, clientCertificate }
  return addressChangedAt === null ? connection : { ...connection, addressChangedAt }
}

async function storageOf(dataFolder: string, connectionId: string): Promise<ConnectionStorage> {
  const { folder, databaseFile, picturesFile, picturesFolder } = connectionLayout(dataFolder, connectionId)
  const [all, campaigns, pictures, files] = await Promise.all([
    folderBytes(folder),
    databaseBytes(databaseFile),
    databaseBytes(picturesFile),
    folderBytes(picturesFolder),
  ])
  const artwork = pictures + files
  return { connectionId, campaigns, artwork, reviews: Math.max(0, all - campaigns - artwork) }
}

/** Returns the keychain account of the password of a connection's client certificate. */
export const clientCertificateAccount = (connectionId: string): string => `${connectionId}/client-certificate`

/**
 * Removes a connection with all its data and its entries in the keychain. It must not be open.
 * @param secrets null: it has no entries
 */
export async function forgetConnection(
  connectionId: string,
  connections: Connections,
  secrets: Secrets | null,
): Promise<void> {
  await connections.remove(connectionId)
  await secrets?.remove(connectionId)
  await secrets?.remove(clientCertificateAccount(connectionId))
}

/** Returns the content of a file; null if it is missing. */
function read(file: string): Promise<Buffer | null> {
  return nullIfMissing(readFile(file)).catch((error: unknown) => {
    throw writeError(error)
  })
}

function nonEmptyName(name: string | undefined): string | null {
  const trimmed = name?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
