import { columnOfPath } from './changes.ts'
import { shownName } from './clip-text.ts'
import type { LabelledField } from './connection.ts'
import { documentedFieldLabel } from './column-labels.ts'
import { messages } from './messages.ts'

/**
 * Returns the name of a field: the documented one, else its key in words. A key that is no name (an id, a
 * number, a text with spaces) is returned unchanged.
 */
export function fieldLabel(key: string): string {
  return documentedFieldLabel(key) ?? (isName(key) ? humanize(key) : key)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Returns whether a key looks like a name in a program: `dueInStoreDate`, `fire_rating`, `line2`. */
function isName(key: string): boolean {
  // Ids have several groups of digits, or digits after a hyphen.
  const groups = key.match(/\p{N}+/gu) ?? []
  return (
    groups.length <= 1 &&
    !UUID.test(key) &&
    /^_*(?:\p{N}+\p{L}+|\p{L}[\p{L}\p{N}]*(?:[_-]+\p{L}[\p{L}\p{N}]*)*)_*$/u.test(key)
  )
}

function humanize(key: string): string {
  const words = key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .trim()
  // Consecutive capitals are an abbreviation and stay.
  const lowered = words.replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
  return lowered.charAt(0).toUpperCase() + lowered.slice(1)
}

/** Returns the names of a path: separated by dots; a backslash escapes a dot or backslash of a name. */
export function namesOfPath(path: string): readonly string[] {
  return path.match(/(?:\\.|[^.\\])+/gu)?.map((name) => name.replace(/\\(.)/gu, '$1')) ?? [path]
}

/** Parents of fields that do not appear in labels. */
const OMITTED_PARENTS: ReadonlySet<string> = new Set(['itemId', 'elementId'])

/** Returns an item's field in words, of any length: the label of its column, else its names. */
export function itemFieldWords(path: string): string {
  const column = columnOfPath(path)
  if (column !== null) return messages.columns.items[column]
  const names = namesOfPath(path)
  const labelledNames = names.filter(
    (name, index) => index === names.length - 1 || !OMITTED_PARENTS.has(name),
  )
  return labelledNames.map(fieldLabel).join(' · ')
}

/** Returns the label of an item's field. */
export function itemFieldLabel(path: string): string {
  return shownName(itemFieldWords(path))
}

/** Returns a campaign's field in words, of any length. */
export function campaignFieldWords(path: string): string {
  return namesOfPath(path).map(fieldLabel).join(' · ')
}

/** Returns the label of a campaign's field. */
export function campaignFieldLabel(path: string): string {
  return shownName(campaignFieldWords(path))
}

/** Returns under which field the person names the values of an item's field; null if they have no names. */
export function labelledItemField(path: string): LabelledField | null {
  return path === 'status' ? 'itemStatus' : null
}

/**
 * Returns under which field the person names the values of a campaign's field; null if they have no names.
 */
export function labelledCampaignField(path: string): LabelledField | null {
  if (path === 'status') return 'campaignStatus'
  return path === 'state' ? 'campaignState' : null
}
