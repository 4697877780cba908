import type { ValueLabel } from '../../contract/connection.ts'
import { itemFieldLabel } from '../../contract/field-labels.ts'
import { fold, wordsOf } from '../../contract/fold.ts'
import { messages } from '../../contract/messages.ts'
import { labelName } from '../../contract/value-label.ts'
import type { ReadHandle } from '../database/handles.ts'
import { composedItems, type ChangeEntry, type ListRange } from './change-list.ts'
import { readItem } from './rows.ts'

/** Length of a value that is searched, in UTF-16 code units. */
const MAX_VALUE_LENGTH = 10_000
/** A number with separators of thousands, as it is shown; values are stored without. */
const SEPARATED_NUMBER = /^[+\-\u2212]?\d{1,3}(?:[.,'\u2019]\d{3})+$/u
const SEPARATORS = /[.,'\u2019]/gu

/** The folded texts of a change, in which a search looks. */
export interface ChangeText {
  /** Name and POS number of the item; if it was added or deleted also that, its quantity and status. */
  readonly item: string
  /** For each changed field its label and both values; empty if the item was added or deleted. */
  readonly lines: readonly string[]
}

/** Reads the texts of a list of changes by the ids of their items. */
export function readChangeTexts(
  handle: ReadHandle,
  range: ListRange,
  changes: readonly ChangeEntry[],
  statusLabels: readonly ValueLabel[],
): ReadonlyMap<string, ChangeText> {
  const labels = new Map<string, string>()
  const labelOf = (path: string): string => {
    const label = labels.get(path) ?? itemFieldLabel(path)
    labels.set(path, label)
    return label
  }
  const lines = new Map<string, readonly string[]>()
  for (const { last, change } of composedItems(handle, range)) {
    if (change.kind !== 'changed') continue
    const texts = change.fields.map(({ path, old, new: now }) =>
      fold(
        [labelOf(path), valueText(path, old, statusLabels), valueText(path, now, statusLabels)].join('\n'),
      ),
    )
    lines.set(last.id, texts)
  }
  return new Map(
    changes.map((change) => [
      change.id,
      { item: fold(itemText(handle, change, statusLabels)), lines: lines.get(change.id) ?? [] },
    ]),
  )
}

/**
 * Returns the changes that contain all words of a search: in a line, or in the item to which it belongs. Of a
 * changed item, only these fields remain.
 */
export function searchChanges(
  changes: readonly ChangeEntry[],
  texts: ReadonlyMap<string, ChangeText>,
  search: string,
): readonly ChangeEntry[] {
  const words = wordsOf(search).map(alternativesOf)
  const found: ChangeEntry[] = []
  for (const change of changes) {
    const { item, lines } = texts.get(change.id) ?? { item: '', lines: [] }
    const others = words.filter((word) => !contains(item, word))
    if (others.length === 0) {
      found.push(change)
      continue
    }
    const fields = change.fields.filter((_field, index) => containsAll(lines[index] ?? '', others))
    if (fields.length === 0) continue
    found.push(fields.length === change.fields.length ? change : { ...change, fields })
  }
  return found
}

/** Returns the texts that match a word: the word, and a number also without separators. */
function alternativesOf(word: string): readonly string[] {
  return SEPARATED_NUMBER.test(word) ? [word, word.replace(SEPARATORS, '')] : [word]
}

function containsAll(text: string, words: readonly (readonly string[])[]): boolean {
  return words.every((word) => contains(text, word))
}

function contains(text: string, alternatives: readonly string[]): boolean {
  return alternatives.some((each) => text.includes(each))
}

function itemText(handle: ReadHandle, change: ChangeEntry, statusLabels: readonly ValueLabel[]): string {
  const { itemName, posNumber, status, qty } = readItem(handle, change)
  const texts = [itemName, posNumber]
  if (change.kind !== 'changed')
    texts.push(
      ...[messages.changes.kinds[change.kind], qty === null ? null : String(qty)],
      status === null ? null : labelName(status, statusLabels),
    )
  return texts.filter((text) => text !== null).join('\n')
}

/** Returns the text of a value without the names of members; empty if the field was absent. */
function valueText(path: string, json: string | null, statusLabels: readonly ValueLabel[]): string {
  if (json === null) return ''
  if (json === 'true') return messages.changes.yes
  if (json === 'false') return messages.changes.no
  const isText = json.startsWith('"')
  if (!isText && !/^[{[]/u.test(json)) {
    const status = path === 'status' ? Number(json) : NaN
    return Number.isSafeInteger(status) ? `${json}\n${labelName(status, statusLabels)}` : json
  }
  try {
    return leavesOf(JSON.parse(json)).join('\n').slice(0, MAX_VALUE_LENGTH)
  } catch {
    return json.slice(0, MAX_VALUE_LENGTH)
  }
}

/** Returns the texts and numbers in a value. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}
