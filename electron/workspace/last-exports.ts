import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { campaignIdSchema, exportInputSchema } from '../contract/schemas.ts'
import { isMissing } from './file-errors.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'

/** Lists whose last export is kept; the oldest is forgotten first. */
const MOST_KEPT = 100
/** Characters that they may take together: a pasted list of POS numbers can be long. */
const MOST_CHARACTERS = 5_000_000

const lastExportSchema = v.strictObject({
  /** The list; null: all campaigns. */
  campaignId: v.nullable(campaignIdSchema),
  /** What was asked for; the rows are those of its query. */
  input: exportInputSchema,
  /** Absolute path of the file. */
  file: v.string(),
  /** As the file was when it was written. */
  bytes: v.number(),
  modifiedAt: v.number(),
})
export type LastExport = v.InferOutput<typeof lastExportSchema>

const fileSchema = v.strictObject({ exports: v.array(lastExportSchema) })

/** How the place of a last export is now. `changed`: another file, or another content, than was written there. */
export type ExportPlace = 'asWritten' | 'changed' | 'free' | 'noFolder'

/** The last export of each list of a connection, on disk, so that it can be done again. */
export interface LastExports {
  /** Null: nothing was exported of it, or what was kept cannot be read. */
  of(campaignId: string | null): Promise<LastExport | null>
  /** Notes an export whose file is whole. Never rejects: the export does not need it. */
  note(campaignId: string | null, input: LastExport['input'], file: string): Promise<void>
}

export function createLastExports(keptIn: string): LastExports {
  let turn: Promise<unknown> = Promise.resolve()

  async function read(): Promise<readonly LastExport[]> {
    const found = await readJsonFile(keptIn, fileSchema)
    return found.state === 'read' ? found.value.exports : []
  }

  async function add(campaignId: string | null, input: LastExport['input'], file: string): Promise<void> {
    const { size: bytes, mtimeMs: modifiedAt } = await stat(file)
    const others = (await read()).filter((kept) => kept.campaignId !== campaignId)
    let left = MOST_CHARACTERS
    const exports = [{ campaignId, input, file, bytes, modifiedAt }, ...others]
      .slice(0, MOST_KEPT)
      .filter((kept) => (left -= JSON.stringify(kept).length) >= 0)
    await writeJsonFile(keptIn, { exports })
  }

  return {
    async of(campaignId) {
      await turn
      return (await read()).find((kept) => kept.campaignId === campaignId) ?? null
    },
    note(campaignId, input, file) {
      const noted = turn.then(() => add(campaignId, input, file)).catch(() => undefined)
      turn = noted
      return noted
    },
  }
}

/** Looks at the place of an export. */
export async function placeOf({ file, bytes, modifiedAt }: LastExport): Promise<ExportPlace> {
  const found = await statIfThere(file)
  if (found !== null) return found.size === bytes && found.mtimeMs === modifiedAt ? 'asWritten' : 'changed'
  return (await statIfThere(dirname(file)))?.isDirectory() === true ? 'free' : 'noFolder'
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
