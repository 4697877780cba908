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

const RIGHT_TO_LEFT_OVERRIDE = '\u202E'
const POP_DIRECTION = '\u202C'

/** Translations are up to twice as long as short English texts, and a third longer than long ones. */
function fillerOf(text: string): string {
  const length = text.length <= 10 ? text.length : Math.max(10, Math.ceil(text.length * 0.35))
  return FILLER.repeat(Math.ceil(length / FILLER.length))
    .slice(0, length)
    .trim()
}

/** Returns a text in a pseudo-locale: lengthened and accented in brackets, or mirrored. */
function pseudoText(text: string, locale: PseudoLocale): string {
  if (!/\p{L}/u.test(text)) return text
  if (locale === 'en-XA') {
    const accented = text.replaceAll(/[a-z]/giu, (letter) => ACCENTED[letter] ?? letter)
    return text.length === 1 ? accented : `[${accented} ${fillerOf(text)}]`
  }
  // An override ends with its line.
  return text.replaceAll(/[^\n]+/gu, (line) => RIGHT_TO_LEFT_OVERRIDE + line + POP_DIRECTION)
}

function pseudoElement(element: MessageFormatElement, locale: PseudoLocale): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: pseudoText(element.value, locale) }
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
  const options: (typeof element)['options'] = {}
  for (const [name, option] of Object.entries(element.options)) {
    options[name] = { ...option, value: option.value.map((inner) => pseudoElement(inner, locale)) }
  }
  return { ...element, options }
}

function pseudoEntry(entry: CatalogEntry, locale: PseudoLocale): CatalogEntry {
  if (typeof entry === 'string' && !entry.includes('{')) return pseudoText(entry, locale)
  if (typeof entry === 'string' || Array.isArray(entry)) {
    const elements = new IntlMessageFormat(entry, 'en', undefined, { ignoreTag: true }).getAst()
    return elements.map((element) => pseudoElement(element, locale))
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
