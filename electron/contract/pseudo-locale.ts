import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Catalog, CatalogEntry, CatalogGroup, PseudoLocale } from './messages.ts'

/** Accented letters that are as easy to read, and higher. */
const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
  Y: 'Ý',
}

/** Fills a lengthened text. */
const FILLER = 'one two three four five six seven eight nine ten '

/** Gives a text the direction that its letters would have, and separates it from a number after it. */
const RIGHT_TO_LEFT_MARK = '\u200F'
const RIGHT_TO_LEFT_OVERRIDE = '\u202E'
const POP_DIRECTION = '\u202C'

/** Short translations are up to half as long again as English texts, and long ones a third. */
function fillerOf(length: number): string {
  const added = Math.ceil(length * (length <= 10 ? 0.5 : 0.35))
  return FILLER.repeat(Math.ceil(added / FILLER.length))
    .slice(0, added)
    .trim()
}

const accented = (text: string): string => text.replaceAll(/[a-z]/giu, (letter) => ACCENTED[letter] ?? letter)

/** An override ends with its line. */
const mirrored = (text: string): string =>
  text.replaceAll(
    /[^\n]*\p{L}[^\n]*/gu,
    (line) => RIGHT_TO_LEFT_MARK + RIGHT_TO_LEFT_OVERRIDE + line + POP_DIRECTION + RIGHT_TO_LEFT_MARK,
  )

/** Returns an element with other texts. */
function mapTexts(element: MessageFormatElement, map: (text: string) => string): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: map(element.value) }
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
  const options: (typeof element)['options'] = {}
  for (const [name, option] of Object.entries(element.options)) {
    options[name] = { ...option, value: option.value.map((inner) => mapTexts(inner, map)) }
  }
  return { ...element, options }
}

/** Returns the length of the texts of a message, with the longest of its variants. */
function lengthOf(elements: readonly MessageFormatElement[]): number {
  return elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return sum
    return sum + Math.max(...Object.values(element.options).map(({ value }) => lengthOf(value)))
  }, 0)
}

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value })

/** Returns a message in a pseudo-locale. Texts without letters stay, because they are symbols. */
function pseudoMessage(elements: MessageFormatElement[], locale: PseudoLocale): MessageFormatElement[] {
  if (locale === 'ar-XB') return elements.map((element) => mapTexts(element, mirrored))
  const length = lengthOf(elements)
  const mapped = elements.map((element) => mapTexts(element, accented))
  return length === 0 ? mapped : [literal('['), ...mapped, literal(` ${fillerOf(length)}]`)]
}

function pseudoEntry(entry: CatalogEntry, locale: PseudoLocale): CatalogEntry {
  if (typeof entry === 'string' && !entry.includes('{')) {
    if (!/\p{L}{2}/u.test(entry)) return entry
    if (locale === 'ar-XB') return mirrored(entry)
    return `[${accented(entry)} ${fillerOf(entry.length)}]`
  }
  if (typeof entry === 'string' || Array.isArray(entry)) {
    const format = new IntlMessageFormat(entry, 'en', undefined, { ignoreTag: true })
    return pseudoMessage(format.getAst(), locale)
  }
  return pseudoGroup(entry, locale)
}

function pseudoGroup(group: CatalogGroup, locale: PseudoLocale): CatalogGroup {
  return Object.fromEntries(
    Object.entries(group).map(([key, entry]) => [
      key,
      key.startsWith('@') ? entry : pseudoEntry(entry, locale),
    ]),
  )
}

/** Returns the English catalog in a pseudo-locale. */
export function pseudoCatalog(english: Catalog, locale: PseudoLocale): Catalog {
  return Object.fromEntries(
    Object.entries(english).map(([feature, group]) => [
      feature,
      () => pseudoGroup(typeof group === 'function' ? group() : group, locale),
    ]),
  )
}
