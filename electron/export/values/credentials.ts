import { decodeString, endOfString } from '../../contract/json-text.ts'
import type { CellValue, TableColumn } from '../rows/table.ts'

/** Returns an address without a user name and password, because exported files are passed on. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

/** Returns JSON text, normalized as fields are, without the credentials of addresses in its strings. */
export function jsonWithoutCredentials(json: string): string {
  if (!mayHaveCredentials(json)) return json
  let result = ''
  let copiedEnd = 0
  for (let start = json.indexOf('"'); start >= 0;) {
    const end = endOfString(json, start)
    const quoted = json.slice(start, end)
    if (quoted.includes('@')) {
      const text = decodeString(quoted)
      const exported = withoutCredentials(text)
      if (exported !== text) {
        result += json.slice(copiedEnd, start) + JSON.stringify(exported)
        copiedEnd = end
      }
    }
    start = json.indexOf('"', end)
  }
  return result + json.slice(copiedEnd)
}

/**
 * Returns whether an `@` may follow the user name of an address: behind a colon, a slash or an escape. Email
 * addresses, which many items contain, are not behind one.
 */
function mayHaveCredentials(json: string): boolean {
  let searched = 0
  for (let sign = json.indexOf('@'); sign >= 0; sign = json.indexOf('@', sign + 1)) {
    for (let offset = sign - 1; offset >= searched; offset -= 1) {
      const character = json.charAt(offset)
      if (':/\\'.includes(character)) return true
      if (character === '"' && json.charAt(offset - 1) === '\\') return true
      if ('"?#'.includes(character)) break
    }
    searched = sign + 1
  }
  return false
}

/** Returns whether values of a column may contain addresses: links, fields, changes and items as received. */
export function mayContainAddresses({ kind }: TableColumn): boolean {
  return kind === 'any' || kind === 'link'
}

/** Returns a value of a column without the credentials of its addresses. */
export function valueWithoutCredentials<Value extends CellValue>(
  value: Value,
  column: TableColumn,
): Value | string {
  if (!mayContainAddresses(column) || typeof value !== 'string' || !value.includes('@')) return value
  return column.kind === 'any' ? jsonWithoutCredentials(value) : withoutCredentials(value)
}
