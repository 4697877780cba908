import * as v from 'valibot'
import { BACKUP_KINDS, type BackupContents } from '../../contract/backup.ts'
import { connectionIdSchema, naturalNumber, text, type ReadonlyOutput } from '../../contract/base-schemas.ts'

/** Name of the manifest, in the folder of a backup and in a backup file. */
export const MANIFEST = 'backup.json'

/** Files of the data folder that are backed up, by what they are. */
export const DATA_FILES = {
  'preferences.json': 'preferences',
  'views.json': 'views',
  'export-profiles.json': 'profiles',
} as const

/** Files of a connection that are backed up. */
export const CONNECTION_FILES = {
  'connection.json': 'connection',
  'checks.json': 'checks',
  'ca.pem': 'authority',
  'pictures.json': 'pictures',
  'reviews.db': 'reviews',
} as const

type FileKind =
  | (typeof DATA_FILES)[keyof typeof DATA_FILES]
  | (typeof CONNECTION_FILES)[keyof typeof CONNECTION_FILES]
  | 'photo'

/** What a path of a backup is. */
export interface BackupPath {
  readonly kind: FileKind
  /** Null for a file of the data folder. */
  readonly connectionId: string | null
}

const CONNECTION_PATH =
  /^connections\/([0-9a-z-]{1,64})\/(?:([a-z.]+)|photos\/([0-9a-f]{2})\/([0-9a-f]{64}))$/u

/**
 * Returns what a path of a backup is, relative to the data folder and with slashes; null for any other path.
 */
export function parseBackupPath(path: string): BackupPath | null {
  if (Object.hasOwn(DATA_FILES, path))
    return { kind: DATA_FILES[path as keyof typeof DATA_FILES], connectionId: null }
  const [, connectionId = '', name = '', folder = '', hash = ''] = CONNECTION_PATH.exec(path) ?? []
  if (hash !== '') return hash.startsWith(folder) ? { kind: 'photo', connectionId } : null
  return Object.hasOwn(CONNECTION_FILES, name)
    ? { kind: CONNECTION_FILES[name as keyof typeof CONNECTION_FILES], connectionId }
    : null
}

const fileSchema = v.object({
  // A manifest must not name files outside the data folder.
  path: v.pipe(
    v.string(),
    v.check((path) => parseBackupPath(path) !== null),
  ),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
  bytes: naturalNumber,
})
export type BackedUpFile = ReadonlyOutput<typeof fileSchema>

/** The manifest of a backup in the data folder. */
export const manifestSchema = v.object({
  version: v.literal(1),
  kind: v.picklist(BACKUP_KINDS),
  /** In milliseconds since 1970. */
  at: v.number(),
  files: v.array(fileSchema),
})
export type Manifest = ReadonlyOutput<typeof manifestSchema>

const countsSchema = v.object({
  items: naturalNumber,
  marks: naturalNumber,
  notes: naturalNumber,
  photos: naturalNumber,
})

const contentsSchema = v.object({
  connections: v.array(
    v.object({
      id: connectionIdSchema,
      name: text(10_000),
      kind: v.picklist(['service', 'sample']),
      baseUrl: v.nullable(text(10_000)),
      reviews: countsSchema,
    }),
  ),
  hasSettings: v.boolean(),
  views: naturalNumber,
  profiles: naturalNumber,
}) satisfies v.GenericSchema<unknown, BackupContents>

export const FILE_FORMAT = 'campaign-desk-backup'

/** Identifies the format before anything else is read. */
export const fileHeaderSchema = v.object({
  format: v.literal(FILE_FORMAT),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

/** The manifest of a backup file. */
export const fileManifestSchema = v.object({
  ...manifestSchema.entries,
  format: v.literal(FILE_FORMAT),
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8_640_000_000_000_000)),
  kind: v.picklist(['file', 'scheduledFile']),
  appVersion: text(100),
  /** Identifies the data folder, so that a schedule removes only its own files from a shared folder. */
  sourceId: text(100),
  contents: contentsSchema,
})
export type FileManifest = ReadonlyOutput<typeof fileManifestSchema>
