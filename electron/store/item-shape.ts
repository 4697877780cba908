/**
 * The texts of an item that can be searched, in the order in which they stand in an index: name, POS number,
 * element name, artwork names (service interface, 4.2, rule 1). One that is null is left out.
 */
export interface SearchedFields {
  readonly itemName: string | null
  readonly posNumber: string | null
  readonly elementName: string | null
  readonly artworkNames: readonly string[]
}

/** Bits of the column `shape`: which of the texts an item has. */
export const HAS_ITEM_NAME = 1
export const HAS_POS_NUMBER = 2
const HAS_ELEMENT_NAME = 4
/** `updatedAt` is given; whether it can be read as an instant is another matter. */
export const HAS_UPDATED_AT = 16
/** One of the texts has a line break of its own: they are not in the index's text but beside it. */
export const IS_IRREGULAR = 8
/** The item is long (see long-items.ts): the index has none of its texts. */
export const IS_LONG = 32

/** Characters at which `^` and `$` of a regular expression see a line end, and which `.` does not match. */
const LINE_TERMINATOR = /[\n\r\u2028\u2029]/

export function searchedTexts(fields: SearchedFields): readonly string[] {
  const texts: string[] = []
  if (fields.itemName !== null) texts.push(fields.itemName)
  if (fields.posNumber !== null) texts.push(fields.posNumber)
  if (fields.elementName !== null) texts.push(fields.elementName)
  return fields.artworkNames.length === 0 ? texts : texts.concat(fields.artworkNames)
}

export function shapeOf(fields: SearchedFields, texts: readonly string[]): number {
  return (
    (fields.itemName === null ? 0 : HAS_ITEM_NAME) |
    (fields.posNumber === null ? 0 : HAS_POS_NUMBER) |
    (fields.elementName === null ? 0 : HAS_ELEMENT_NAME) |
    (texts.some((text) => LINE_TERMINATOR.test(text)) ? IS_IRREGULAR : 0)
  )
}

/** Takes the texts of {@link searchedTexts} apart again. */
export function fieldsOf(texts: readonly string[], shape: number): SearchedFields {
  let at = 0
  const next = (present: number): string | null => {
    if ((shape & present) === 0) return null
    at += 1
    return texts[at - 1] ?? null
  }
  const itemName = next(HAS_ITEM_NAME)
  const posNumber = next(HAS_POS_NUMBER)
  const elementName = next(HAS_ELEMENT_NAME)
  return { itemName, posNumber, elementName, artworkNames: texts.slice(at) }
}
