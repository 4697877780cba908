/**
 * The searchable texts of an item in the order of the index (service interface, 4.2, rule 1). Null texts are
 * left out.
 */
export interface SearchedFields {
  readonly itemName: string | null
  readonly posNumber: string | null
  readonly elementName: string | null
  readonly artworkNames: readonly string[]
}

/** Bits of the column `shape`: which texts an item has. */
export const HAS_ITEM_NAME = 1
export const HAS_POS_NUMBER = 2
const HAS_ELEMENT_NAME = 4
/** `updatedAt` is present, though it may be invalid. */
export const HAS_UPDATED_AT = 16
/** A text has a line break, so the item's texts are stored separately. */
export const IS_IRREGULAR = 8
/** The item is long (see long-items.ts), so the index has none of its texts. */
export const IS_LONG = 32

/** Characters that end a line in regular expressions. */
const LINE_TERMINATOR = /[\n\r\u2028\u2029]/

/** Returns the texts of an item in the order of the index. */
export function searchedTexts(fields: SearchedFields): readonly string[] {
  const texts: string[] = []
  if (fields.itemName !== null) texts.push(fields.itemName)
  if (fields.posNumber !== null) texts.push(fields.posNumber)
  if (fields.elementName !== null) texts.push(fields.elementName)
  return fields.artworkNames.length === 0 ? texts : texts.concat(fields.artworkNames)
}

/** Returns the bits of the column `shape` for an item. */
export function shapeOf(fields: SearchedFields, texts: readonly string[]): number {
  return (
    (fields.itemName === null ? 0 : HAS_ITEM_NAME) |
    (fields.posNumber === null ? 0 : HAS_POS_NUMBER) |
    (fields.elementName === null ? 0 : HAS_ELEMENT_NAME) |
    (texts.some((text) => LINE_TERMINATOR.test(text)) ? IS_IRREGULAR : 0)
  )
}

/** Assigns the texts of {@link searchedTexts} to their fields. */
export function fieldsOf(texts: readonly string[], shape: number): SearchedFields {
  let index = 0
  const next = (bit: number): string | null => {
    if ((shape & bit) === 0) return null
    index += 1
    return texts[index - 1] ?? null
  }
  const itemName = next(HAS_ITEM_NAME)
  const posNumber = next(HAS_POS_NUMBER)
  const elementName = next(HAS_ELEMENT_NAME)
  return { itemName, posNumber, elementName, artworkNames: texts.slice(index) }
}
