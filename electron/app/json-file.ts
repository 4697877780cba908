import { readFile, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { isMissing, systemReason, writeFileAtomically } from './files.ts'
import { messages } from '../contract/messages.ts'

/** The result of reading a settings file. */
export type JsonFile<Value> =
  | { readonly state: 'read'; readonly value: Value }
  | { readonly state: 'missing' }
  /** The file was damaged, and was renamed to `file`. */
  | { readonly state: 'setAside'; readonly file: string; readonly reason: string }
  /** The file exists but cannot be read, and was not changed. */
  | { readonly state: 'unreadable'; readonly reason: string }

/** Larger files were not written by this application. */
export const MAX_SETTINGS_BYTES = 10_000_000

/** A schema reports one unknown key of each object at a time. */
const MAX_ROUNDS = 100

/** Reads and validates a JSON file. A damaged file is set aside under another name, and never deleted. */
export async function readJsonFile<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): Promise<JsonFile<v.InferOutput<Schema>>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return { state: 'missing' }
    return { state: 'unreadable', reason: systemReason(error) }
  }
  const parsed = parseJson(text, schema)
  if ('value' in parsed) return { state: 'read', value: parsed.value }
  const asideName = `${basename(file)}.damaged-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}`
  try {
    await rename(file, join(dirname(file), asideName))
  } catch (error) {
    // Another call has set the file aside, and reports it.
    if (isMissing(error)) return { state: 'missing' }
    return { state: 'unreadable', reason: parsed.reason }
  }
  return { state: 'setAside', file: asideName, reason: parsed.reason }
}

/** Parses and validates the JSON of a settings file. Returns the reason, as a clause, if it is damaged. */
export function parseJson<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): { readonly value: v.InferOutput<Schema> } | { readonly reason: string } {
  if (text.length > MAX_SETTINGS_BYTES) return { reason: messages.reasons.file.tooLarge }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: messages.reasons.file.notJson }
  }
  const result = parseWithoutUnknownNames(schema, json)
  if (result.success) return { value: result.output }
  const path = v.getDotPath(result.issues[0])
  return {
    reason:
      path === null
        ? messages.reasons.file.notInForm
        : messages.reasons.file.fieldNotInOrder({ field: path }),
  }
}

/**
 * Validates JSON after removing unknown keys and names, such as columns, which a later version may have
 * written. Otherwise, returning to an earlier version would set all preferences aside. Changes `json`.
 */
function parseWithoutUnknownNames<Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
): v.SafeParseResult<Schema> {
  const removed = new Set<string>()
  for (let round = 1; ; round += 1) {
    const result = v.safeParse(schema, json)
    if (result.success || round === MAX_ROUNDS) return result
    const paths = result.issues.flatMap((issue) => {
      const path = unknownNamePath(issue, removed)
      return path === null ? [] : [path]
    })
    if (paths.length === 0) return result
    // Later elements of a list first, so that the indexes of the others stay valid.
    for (const path of paths.toReversed()) {
      remove(json, path)
      removed.add(JSON.stringify(path))
    }
  }
}

/** Returns the path of the value to remove: of an unknown name, or of an element of a list that needs it. */
function unknownNamePath(
  { type, expected, input, path }: v.BaseIssue<unknown>,
  removed: ReadonlySet<string>,
): readonly unknown[] | null {
  const keys = path?.map(({ key }) => key) ?? []
  if (type === 'strict_object' && expected === 'never') return keys
  if ((type === 'picklist' || type === 'union') && typeof input === 'string') return keys
  const isElement = path?.at(-2)?.type === 'array'
  return type === 'strict_object' && isElement && removed.has(JSON.stringify(keys)) ? keys.slice(0, -1) : null
}

function remove(json: unknown, path: readonly unknown[]): void {
  const parent = path
    .slice(0, -1)
    .reduce((value, key) => Reflect.get(value as object, key as string) as unknown, json)
  const key = path.at(-1)
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(parent as object, key as string)
}

/** Replaces a JSON file atomically. Rejects with `diskFull`, `folderReadOnly` or `cacheUnavailable`. */
export function writeJsonFile(file: string, value: unknown): Promise<void> {
  return writeFileAtomically(file, `${JSON.stringify(value, null, 2)}\n`)
}
