import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import pLimit from 'p-limit'
import { EXPORTED_LISTS } from '../contract/repeat-export.ts'
import { exportedListSchema } from '../contract/export-schemas.ts'
import { campaignIdSchema, type ReadonlyOutput } from '../contract/base-schemas.ts'
import type { ChangesExportOptions } from '../contract/export-options.ts'
import { findParts } from '../export/files/parts.ts'
import type { EarlierFile } from '../export/types.ts'
import { isMissing } from './files.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

/** Lists whose last export is stored; the oldest is removed first. */
const MAX_EXPORTS = 100
/** Characters of all stored exports: a pasted list of POS numbers can be long. */
const MAX_CHARACTERS = 5_000_000

const lastExportSchema = v.object({
  kind: v.picklist(EXPORTED_LISTS),
  /** Null: of all campaigns. */
  campaignId: v.nullable(campaignIdSchema),
  /** The request; its rows are those of its query. */
  of: exportedListSchema,
  /** Absolute path of the requested file. */
  file: v.string(),
  /**
   * The written files, with their states then: the requested file, or several with numbers in their names.
   */
  written: v.array(v.object({ file: v.string(), bytes: v.number(), modifiedAt: v.number() })),
})
export type LastExport = ReadonlyOutput<typeof lastExportSchema>

/** Identifies a list that was exported. */
export type ListName = Pick<LastExport, 'kind' | 'campaignId'>

const fileSchema = v.object({ exports: v.array(lastExportSchema) })

/** The present state of the file of a last export. */
export interface ExportTarget {
  /** `changed`: another file, or another content, than was written there. */
  readonly kind: 'asWritten' | 'changed' | 'free' | 'noFolder'
  /** The changed file, else the requested one. */
  readonly file: string
}

/** The last export of each list of a connection, on disk, so that it can be repeated. */
export interface LastExports {
  /** Returns the last export of a list; null if there is none, or the file cannot be read. */
  of(list: ListName): Promise<LastExport | null>
  /**
   * Notes an export whose files are whole. Never rejects: the export does not need it.
   * @param file the requested file. @param files the written files.
   */
  note(list: ListName, of: LastExport['of'], file: string, files: readonly string[]): Promise<void>
}

export function createLastExports(keptIn: string): LastExports {
  const limit = pLimit(1)

  async function read(): Promise<readonly LastExport[]> {
    const stored = await readJsonFile(keptIn, fileSchema)
    return stored.state === 'read' ? stored.value.exports : []
  }

  async function add(...[list, of, file, files]: Parameters<LastExports['note']>): Promise<void> {
    const written = await Promise.all(files.map(asWritten))
    const others = (await read()).filter((entry) => !isOf(entry, list))
    let left = MAX_CHARACTERS
    const exports = [{ kind: list.kind, campaignId: list.campaignId, of, file, written }, ...others]
      .slice(0, MAX_EXPORTS)
      .filter((entry) => (left -= JSON.stringify(entry).length) >= 0)
    await writeJsonFile(keptIn, { exports })
  }

  return {
    async of(list) {
      return (await limit(read)).find((entry) => isOf(entry, list)) ?? null
    },
    note: (...of) => limit(() => add(...of)).catch(() => undefined),
  }
}

function isOf(entry: ListName, { kind, campaignId }: ListName): boolean {
  return entry.kind === kind && entry.campaignId === campaignId
}

async function asWritten(file: string): Promise<EarlierFile> {
  const { size: bytes, mtimeMs: modifiedAt } = await stat(file)
  return { file, bytes, modifiedAt }
}

/** Checks the file of a last export, or its files if it was split. */
export async function checkTarget(
  { file, written }: LastExport,
  { rowsBeyond }: Pick<ChangesExportOptions, 'rowsBeyond'>,
): Promise<ExportTarget> {
  const mayBeSeveral = rowsBeyond === 'files'
  const there = [
    file,
    ...written.map(({ file: path }) => path),
    ...(mayBeSeveral ? await findParts(file) : []),
  ]
  let kind: ExportTarget['kind'] = 'free'
  for (const path of new Set(there)) {
    const stats = await statIfThere(path)
    if (stats === null) continue
    const known = written.find((each) => each.file === path)
    if (known?.bytes !== stats.size || known.modifiedAt !== stats.mtimeMs)
      return { kind: 'changed', file: path }
    kind = 'asWritten'
  }
  if (kind === 'free' && (await statIfThere(dirname(file)))?.isDirectory() !== true) kind = 'noFolder'
  return { kind, file }
}

async function statIfThere(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
