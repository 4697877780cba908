import { readFile, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { isMissing, systemCode, writeWholeFile } from './files.ts'
import { FILE_REASONS } from '../contract/strings/reasons.ts'

/** What a file with settings turned out to be. */
export type JsonFile<Value> =
  | { readonly state: 'read'; readonly value: Value }
  | { readonly state: 'missing' }
  /** It was damaged, and was renamed to `file`. */
  | { readonly state: 'setAside'; readonly file: string; readonly reason: string }
  /** It is there but cannot be got at; it was left alone. */
  | { readonly state: 'unreadable'; readonly reason: string }

/** Settings are small; anything larger was not written by this application. */
const MAX_FILE_BYTES = 10_000_000

/** A schema reports one unknown key of each object at a time. */
const MAX_UNKNOWN_KEYS = 100

/** Reads and validates a JSON file. What is not in order is set aside under another name, and never lost. */
export async function readJsonFile<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): Promise<JsonFile<v.InferOutput<Schema>>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return { state: 'missing' }
    return { state: 'unreadable', reason: FILE_REASONS.systemSays(systemCode(error)) }
  }
  const checked = check(text, schema)
  if ('value' in checked) return { state: 'read', value: checked.value }
  const aside = `${basename(file)}.damaged-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}`
  try {
    await rename(file, join(dirname(file), aside))
  } catch (error) {
    // Another call has set the file aside, and reports it.
    if (isMissing(error)) return { state: 'missing' }
    return { state: 'unreadable', reason: checked.reason }
  }
  return { state: 'setAside', file: aside, reason: checked.reason }
}

function check<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): { readonly value: v.InferOutput<Schema> } | { readonly reason: string } {
  if (text.length > MAX_FILE_BYTES) return { reason: FILE_REASONS.tooLarge }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: FILE_REASONS.notJson }
  }
  const result = parseWithoutUnknownKeys(schema, json)
  if (result.success) return { value: result.output }
  const path = v.getDotPath(result.issues[0])
  return { reason: path === null ? FILE_REASONS.notInForm : FILE_REASONS.fieldNotInOrder(path) }
}

/**
 * Parses what a newer version may have written: keys that the schema does not know are removed first. Without
 * that, going back to an earlier version would set all preferences aside. Changes `json`.
 */
function parseWithoutUnknownKeys<Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
): v.SafeParseResult<Schema> {
  for (let round = 1; ; round += 1) {
    const result = v.safeParse(schema, json)
    if (result.success || round === MAX_UNKNOWN_KEYS) return result
    const unknown = result.issues.filter(
      ({ type, expected }) => type === 'strict_object' && expected === 'never',
    )
    if (unknown.length === 0) return result
    for (const { path } of unknown) removeKey(json, path?.map(({ key }) => key) ?? [])
  }
}

function removeKey(json: unknown, path: readonly unknown[]): void {
  const parent = path
    .slice(0, -1)
    .reduce((value, key) => Reflect.get(value as object, key as string) as unknown, json)
  Reflect.deleteProperty(parent as object, path.at(-1) as string)
}

/**
 * Writes a JSON file so that at any instant either the old or the new content is there whole. Rejects with
 * `diskFull`, `folderReadOnly` or `cacheUnavailable`.
 */
export function writeJsonFile(file: string, value: unknown): Promise<void> {
  return writeWholeFile(file, `${JSON.stringify(value, null, 2)}\n`)
}
