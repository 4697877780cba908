import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { EXPORTED_LISTS } from '../contract/repeat-export.ts'
import { exportedListSchema } from '../contract/export-schemas.ts'
import { campaignIdSchema, type ReadonlyOutput } from '../contract/base-schemas.ts'
import { migrateQuery } from '../contract/stored-filters.ts'
import type { ChangesExportOptions } from '../contract/export-options.ts'
import { findParts } from '../export/files/parts.ts'
import type { EarlierFile } from '../export/types.ts'
import { nullIfMissing } from './files.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

/** Maximum number of stored exports; the oldest is removed first. */
const MAX_EXPORTS = 100
/** Limit for all stored exports together, because a pasted list of POS numbers can be long. */
const MAX_CHARACTERS = 5_000_000

/** Replaces the filters of an exported list that an earlier version has stored. */
function withCurrentFilters(list: unknown): unknown {
  const stored = v.safeParse(v.looseObject({ items: v.looseObject({ query: v.looseObject({}) }) }), list)
  if (!stored.success) return list
  const { items } = stored.output
  return { ...stored.output, items: { ...items, query: migrateQuery(items.query) } }
}

const lastExportSchema = v.object({
  kind: v.picklist(EXPORTED_LISTS),
  /** Null: all campaigns. */
  campaignId: v.nullable(campaignIdSchema),
  /** The request, whose rows are those of its query. */
  of: v.pipe(v.unknown(), v.transform(withCurrentFilters), exportedListSchema),
  /** Absolute path of the requested file. */
  file: v.string(),
  /** The written files after the export: the requested file, or several with numbers in their names. */
  written: v.array(v.object({ file: v.string(), bytes: v.number(), modifiedAt: v.number() })),
})
export type LastExport = ReadonlyOutput<typeof lastExportSchema>

/** Identifies a list that was exported. */
export type ExportedListId = Pick<LastExport, 'kind' | 'campaignId'>

/** Leaves out exports with options of a later version, which this one cannot repeat. */
const fileSchema = v.object({
  exports: v.pipe(
    v.array(v.unknown()),
    v.transform((entries) =>
      entries.flatMap((entry) => {
        const parsed = v.safeParse(lastExportSchema, entry)
        return parsed.success ? [parsed.output] : []
      }),
    ),
  ),
})

/** The current state of the file of a last export. */
export interface ExportTarget {
  /** `changed`: the file was changed or replaced after the export. */
  readonly kind: 'unchanged' | 'changed' | 'missing' | 'noFolder'
  /** The changed file, else the requested one. */
  readonly file: string
}

/** The last export of each list of a connection, on disk, so that it can be repeated. */
export interface LastExports {
  /** Returns the last export of a list; null if there is none, or the file cannot be read. */
  get(list: ExportedListId): Promise<LastExport | null>
  /**
   * Records a completed export. Never rejects, because the export does not need it.
   * @param file the requested file
   * @param writtenFiles the written files
   */
  record(
    list: ExportedListId,
    request: LastExport['of'],
    file: string,
    writtenFiles: readonly string[],
  ): Promise<void>
}

export function createLastExports(path: string): LastExports {
  const limit = pLimit(1)

  async function read(): Promise<readonly LastExport[]> {
    const stored = await readJsonFile(path, fileSchema)
    return stored.state === 'read' ? stored.value.exports : []
  }

  async function add(
    ...[list, request, file, writtenFiles]: Parameters<LastExports['record']>
  ): Promise<void> {
    const written = await Promise.all(writtenFiles.map(stateOf))
    const others = (await read()).filter((entry) => !isExportOf(entry, list))
    let left = MAX_CHARACTERS
    const exports = [{ kind: list.kind, campaignId: list.campaignId, of: request, file, written }, ...others]
      .slice(0, MAX_EXPORTS)
      .filter((entry) => (left -= JSON.stringify(entry).length) >= 0)
    await writeJsonFile(path, { exports })
  }

  return {
    async get(list) {
      return (await limit(read)).find((entry) => isExportOf(entry, list)) ?? null
    },
    record: (...parameters) => limit(() => add(...parameters)).catch(() => undefined),
  }
}

function isExportOf(entry: ExportedListId, { kind, campaignId }: ExportedListId): boolean {
  return entry.kind === kind && entry.campaignId === campaignId
}

async function stateOf(file: string): Promise<EarlierFile> {
  const { size: bytes, mtimeMs: modifiedAt } = await stat(file)
  return { file, bytes, modifiedAt }
}

/** Checks the file of a last export, or all its files if it was split. */
export async function checkTarget(
  { file, written }: LastExport,
  { rowsBeyond }: Pick<ChangesExportOptions, 'rowsBeyond'>,
): Promise<ExportTarget> {
  const paths = new Set([
    file,
    ...written.map((each) => each.file),
    ...(rowsBeyond === 'files' ? await findParts(file) : []),
  ])
  let kind: ExportTarget['kind'] = 'missing'
  for (const path of paths) {
    const stats = await nullIfMissing(stat(path))
    if (stats === null) continue
    const recorded = written.find((each) => each.file === path)
    if (recorded?.bytes !== stats.size || recorded.modifiedAt !== stats.mtimeMs)
      return { kind: 'changed', file: path }
    kind = 'unchanged'
  }
  if (kind === 'missing' && (await nullIfMissing(stat(dirname(file))))?.isDirectory() !== true)
    kind = 'noFolder'
  return { kind, file }
}
