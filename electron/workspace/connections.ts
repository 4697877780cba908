import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import {
  LABELLED_FIELDS,
  NO_AUTOMATIC_DOWNLOADS,
  NO_LABELS,
  type Connection,
} from '../contract/connection.ts'
import type { Fault } from '../contract/faults.ts'
import { automaticSchema, connectionIdSchema, valueLabelSchema } from '../contract/schemas.ts'
import { FILE_REASONS, SAMPLE_CONNECTION_NAME } from '../contract/strings/workspace.ts'
import { isMissing, writeError } from './file-errors.ts'
import { folderBytes } from './folder-bytes.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { keyMarkSchema, markKey, matchesKey } from './key-mark.ts'
import { connectionLayout, connectionsFolder } from './layout.ts'
import { createQueueFile } from './queue-file.ts'
import type { Connections, NewConnection } from './types.ts'
import { writeWholeFile } from './whole-file.ts'

/** Folders on their way out; what is left of them after a crash goes at the next removal. */
const REMOVED_PREFIX = '.removed-'

const labelsSchema = v.object(
  v.entriesFromList(LABELLED_FIELDS, v.pipe(v.array(valueLabelSchema), v.readonly())),
)

const authoritySchema = v.object({
  fileName: v.string(),
  subjects: v.pipe(v.array(v.string()), v.readonly()),
})

/** `connection.json`. The id is the folder's name; no key is ever in it. Fields of later versions are kept. */
const settingsSchema = v.looseObject({
  name: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(['service', 'sample']),
  baseUrl: v.nullable(v.string()),
  createdAt: v.number(),
  labels: v.optional(labelsSchema, NO_LABELS),
  keyMark: v.optional(v.nullable(keyMarkSchema), null),
  automatic: v.optional(v.pipe(automaticSchema, v.readonly()), NO_AUTOMATIC_DOWNLOADS),
  authority: v.optional(v.nullable(authoritySchema), null),
  /** When automatic downloads last ended, in milliseconds since 1970. */
  automaticAt: v.optional(v.nullable(v.number()), null),
})

type Settings = v.InferOutput<typeof settingsSchema>

export function createConnections(dataFolder: string): Connections {
  const root = connectionsFolder(dataFolder)
  const notices: Fault[] = []
  // Changes of a file read it first: one after the other, or one of two would be lost.
  let changes: Promise<unknown> = Promise.resolve()

  function inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const turn = changes.then(change)
    changes = turn.catch(() => undefined)
    return turn
  }

  async function readSettings(id: string): Promise<Settings | null> {
    if (!v.is(connectionIdSchema, id)) return null
    const found = await readJsonFile(connectionLayout(dataFolder, id).settingsFile, settingsSchema)
    if (found.state === 'read') return found.value
    if (found.state === 'missing') return null
    const file = found.state === 'setAside' ? join(id, found.file) : undefined
    notices.push(new AppError('connectionDamaged', { params: { reason: found.reason, file } }).toFault())
    return null
  }

  async function readAll(): Promise<readonly (readonly [id: string, settings: Settings])[]> {
    let names: readonly string[]
    try {
      names = await readdir(root)
    } catch (error) {
      if (isMissing(error)) return []
      throw new AppError('cacheUnavailable', {
        cause: error,
        params: { reason: FILE_REASONS.connectionsUnreadable },
      })
    }
    const all = await Promise.all(names.map(async (id) => [id, await readSettings(id)] as const))
    return all
      .flatMap(([id, settings]) => (settings === null ? [] : [[id, settings] as const]))
      .sort(([a, { createdAt: first }], [b, { createdAt: second }]) => first - second || (a < b ? -1 : 1))
  }

  async function getSettings(id: string): Promise<Settings> {
    const settings = await readSettings(id)
    if (settings === null) throw new AppError('notFound')
    return settings
  }

  const write = (id: string, settings: Settings): Promise<void> =>
    writeJsonFile(connectionLayout(dataFolder, id).settingsFile, settings)

  const change = (id: string, changed: (settings: Settings) => Partial<Settings>): Promise<Connection> =>
    inTurn(async () => {
      const settings = await getSettings(id)
      const next = { ...settings, ...changed(settings) }
      await write(id, next)
      return asConnection(id, next)
    })

  async function add(settings: Settings): Promise<Connection> {
    const id = randomUUID()
    await write(id, settings)
    return asConnection(id, settings)
  }

  const authorityFile = (id: string): string => connectionLayout(dataFolder, id).authorityFile

  async function removeLeftovers(): Promise<void> {
    const names = await readdir(root)
    const leftovers = names.filter((name) => name.startsWith(REMOVED_PREFIX))
    // The connection is gone with the renaming; what another program still holds open goes another time.
    await Promise.all(
      leftovers.map((name) => rm(join(root, name), { recursive: true, force: true }).catch(() => undefined)),
    )
  }

  return {
    list: async () => (await readAll()).map(([id, settings]) => asConnection(id, settings)),
    get: async (id) => asConnection(id, await getSettings(id)),
    create: ({ baseUrl, key, name }: NewConnection) =>
      inTurn(async () =>
        add({
          name: usableName(name) ?? hostOf(baseUrl),
          kind: 'service',
          baseUrl,
          createdAt: Date.now(),
          labels: NO_LABELS,
          automatic: NO_AUTOMATIC_DOWNLOADS,
          authority: null,
          automaticAt: null,
          keyMark: await markKey(key),
        }),
      ),
    createSample: () =>
      inTurn(async () => {
        const existing = (await readAll()).find(([, settings]) => settings.kind === 'sample')
        if (existing !== undefined) return asConnection(...existing)
        return add({
          name: SAMPLE_CONNECTION_NAME,
          kind: 'sample',
          baseUrl: null,
          createdAt: Date.now(),
          labels: NO_LABELS,
          automatic: NO_AUTOMATIC_DOWNLOADS,
          authority: null,
          automaticAt: null,
          keyMark: null,
        })
      }),
    async findByAddress(baseUrl, key) {
      const there = (await readAll()).filter(([, settings]) => settings.baseUrl === baseUrl)
      const fits = await Promise.all(
        there.map(
          async ([, { keyMark }]) =>
            key === undefined || (keyMark !== null && (await matchesKey(key, keyMark))),
        ),
      )
      return there.filter((_, index) => fits[index]).map(([id, settings]) => asConnection(id, settings))
    },
    rename: (id, name) => change(id, (settings) => ({ name: usableName(name) ?? settings.name })),
    replaceKey: async (id, key) => {
      const keyMark = await markKey(key)
      await change(id, () => ({ keyMark }))
    },
    setLabel: (id, field, label) =>
      change(id, ({ labels }) => ({
        labels: {
          ...labels,
          [field]: [...labels[field].filter(({ value }) => value !== label.value), label].sort(
            (a, b) => a.value - b.value,
          ),
        },
      })),
    clearLabel: (id, field, value) =>
      change(id, ({ labels }) => ({
        labels: { ...labels, [field]: labels[field].filter((label) => label.value !== value) },
      })),
    authority: async (id) =>
      (await getSettings(id)).authority === null ? null : readIfThere(authorityFile(id)),
    async setAuthority(id, { fileName, subjects, pem }) {
      await getSettings(id)
      await writeWholeFile(authorityFile(id), pem)
      return change(id, () => ({ authority: { fileName, subjects } }))
    },
    async clearAuthority(id) {
      const connection = await change(id, () => ({ authority: null }))
      // It counts no more, whether or not the file can be removed.
      await rm(authorityFile(id), { force: true }).catch(() => undefined)
      return connection
    },
    hasQueue: async (id) => {
      if (!v.is(connectionIdSchema, id)) return false
      return (await createQueueFile(connectionLayout(dataFolder, id).queueFile).load()).length > 0
    },
    setAutomatic: (id, automatic) => change(id, () => ({ automatic })),
    automaticAt: async (id) => (await getSettings(id)).automaticAt,
    noteAutomatic: async (id, at) => {
      await change(id, () => ({ automaticAt: at }))
    },
    remove: (id) =>
      inTurn(async () => {
        if (!v.is(connectionIdSchema, id)) throw new AppError('notFound')
        try {
          // Renamed first: a removal that is cut short leaves no half of a connection.
          await rename(
            connectionLayout(dataFolder, id).folder,
            join(root, `${REMOVED_PREFIX}${randomUUID()}`),
          )
        } catch (error) {
          throw isMissing(error) ? new AppError('notFound') : writeError(error)
        }
        await removeLeftovers()
      }),
    bytesOnDisk: (id) => folderBytes(connectionLayout(dataFolder, id).folder),
    takeNotices: () => notices.splice(0),
  }
}

function asConnection(
  id: string,
  { name, kind, baseUrl, createdAt, labels, automatic, authority }: Settings,
): Connection {
  return { id, name, kind, baseUrl, createdAt, labels, automatic, authority }
}

/** Text of a file; null when it is not there. */
async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw writeError(error)
  }
}

function usableName(name: string | undefined): string | null {
  const trimmed = name?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
