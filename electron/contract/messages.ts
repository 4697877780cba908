import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { CHANGES_DIRECTION, isolated } from './clip-text.ts'
import type { Messages } from './messages/types.ts'

/**
 * A catalog of one language by feature. The build replaces each feature by a function that returns it.
 */
export type Catalog = Readonly<Record<string, CatalogGroup | (() => CatalogGroup)>>

/**
 * Messages with values are in ICU MessageFormat. The build replaces them by their syntax trees; where the
 * sources run, they are parsed when they are used.
 */
export interface CatalogGroup {
  readonly [key: string]: CatalogEntry
}

export type CatalogEntry = string | MessageFormatElement[] | CatalogGroup

/** The languages of the interface. */
export const LANGUAGES = ['en', 'de', 'fr'] as const
/** English with longer, accented texts, and from right to left: for tests of layouts. */
export const PSEUDO_LOCALES = ['en-XA', 'ar-XB'] as const
export type PseudoLocale = (typeof PSEUDO_LOCALES)[number]
export type Language = (typeof LANGUAGES)[number] | PseudoLocale

/** What the languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  'en-XA': 'English, lengthened',
  'ar-XB': 'English, mirrored',
}

type LoadedCatalog = Promise<{ readonly default: unknown }>

const loadEnglish = (): LoadedCatalog => import('./messages/en.json', { with: { type: 'json' } })

async function loadPseudo(locale: PseudoLocale): LoadedCatalog {
  const [{ pseudoCatalog }, english] = await Promise.all([import('./pseudo-locale.ts'), loadEnglish()])
  return { default: pseudoCatalog(english.default as Catalog, locale) }
}

const CATALOGS: Readonly<Record<Language, () => LoadedCatalog>> = {
  en: loadEnglish,
  de: () => import('./messages/de.json', { with: { type: 'json' } }),
  fr: () => import('./messages/fr.json', { with: { type: 'json' } }),
  'en-XA': () => loadPseudo('en-XA'),
  'ar-XB': () => loadPseudo('ar-XB'),
}

/** In English without a comma before the conjunction. */
const LIST_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  'en-XA': 'en-GB',
  'ar-XB': 'ar',
}

/**
 * The messages of the active language by feature. Read them when they are shown, not when a module is
 * evaluated: the language is activated later, and can change.
 */
export const messages = {} as Messages

let active: Language = 'en'
let numberLocale = 'en'
let onRead: () => void = () => undefined

// By default, each format asks which locales are supported, which takes several milliseconds of a start. All
// languages are.
IntlMessageFormat.resolveLocale = (language) => new Intl.Locale(String(language))

const formatters: Formatters = {
  getNumberFormat: cached((_, options) => new Intl.NumberFormat(numberLocale, options)),
  getDateTimeFormat: cached((_, options) => new Intl.DateTimeFormat(numberLocale, options)),
  getPluralRules: cached((language, options) => new Intl.PluralRules(language, options)),
}

/** Loads the catalog of a language and makes it the active one of this process, thread or page. */
export async function activateLanguage(language: Language): Promise<void> {
  const { default: catalog } = await CATALOGS[language]()
  activateCatalog(language, catalog)
}

/** Makes the messages of a catalog the active ones. It may contain only the features that are shown. */
export function activateCatalog(language: Language, catalog: unknown): void {
  defineMessages(messages, language, catalog as Catalog)
  active = language
}

/** Loads the messages in a language, without making it the active one. Default: the active messages. */
export async function messagesIn(language?: Language): Promise<Messages> {
  if (language === undefined) return messages
  const { default: catalog } = await CATALOGS[language]()
  const loaded = {} as Messages
  defineMessages(loaded, language, catalog as Catalog)
  return loaded
}

/** Makes the messages of some features those of another language than the active one. */
export async function activateFeatures(
  language: Language,
  features: readonly (keyof Messages)[],
): Promise<void> {
  const loaded = await messagesIn(language)
  for (const feature of features)
    Object.defineProperty(messages, feature, {
      configurable: true,
      enumerable: true,
      get: () => loaded[feature],
    })
}

/** Defines the features of a catalog as properties with its messages. */
function defineMessages(target: Messages, language: Language, catalog: Catalog): void {
  for (const [feature, group] of Object.entries(catalog)) {
    // Converted when it is first used: a start needs few features.
    let value: unknown
    Object.defineProperty(target, feature, {
      configurable: true,
      enumerable: true,
      get: () => {
        onRead()
        value ??= createMessages(typeof group === 'function' ? group() : group, language)
        return value
      },
    })
  }
}

/** Returns the active language. */
export function activeLanguage(): Language {
  onRead()
  return active
}

/** Sets what is called when a message is read, so that a page can show it again in another language. */
export function setReadListener(listener: () => void): void {
  onRead = listener
}

/**
 * Returns the language that a person has chosen. For `system`, the first of the system's languages (BCP 47) in
 * which there are messages; else English.
 */
export function resolveLanguage(choice: Language | 'system', systemLanguages: readonly string[]): Language {
  if (choice !== 'system') return choice
  const bases = systemLanguages.map((language) => language.split(/[-_]/u)[0])
  return LANGUAGES.find((language) => language === bases.find((base) => isLanguage(base))) ?? 'en'
}

/** Returns whether there are messages in a language. */
export function isLanguage(language: unknown): language is Language {
  return [...LANGUAGES, ...PSEUDO_LOCALES].some((each) => each === language)
}

/** Returns the direction of the texts of a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr'
}

/** Caches formatters by the language of their messages, their options, and the locale of numbers. */
function cached<Options, Formatter>(
  create: (language: string, options?: Options) => Formatter,
): (language?: string | string[], options?: Options) => Formatter {
  const created = new Map<string, Formatter>()
  return (languages, options) => {
    const language = String(languages)
    const key = `${language} ${numberLocale} ${JSON.stringify(options)}`
    const formatter = created.get(key) ?? create(language, options)
    created.set(key, formatter)
    return formatter
  }
}

/** Sets the locale of the numbers in messages, which systems choose separately from the language. */
export function setNumberLocale(locale: string): void {
  numberLocale = locale
}

/** Returns the locale of the numbers in messages. */
export function activeNumberLocale(): string {
  return numberLocale
}

/** Returns the texts as a list, without those that are false: “12 marks, 3 notes and 1 photo”. */
export function listText(texts: readonly (string | false)[]): string {
  return new Intl.ListFormat(LIST_LOCALES[active]).format(texts.filter((text) => text !== false))
}

type Values = Readonly<Record<string, string | number | boolean>>

/** What would reorder a text around it: in a text from right to left, letters of most scripts. */
const OTHER_DIRECTION = { ltr: CHANGES_DIRECTION, rtl: /\p{L}/u } as const

/** Returns the values; those that would reorder the message around them are isolated. */
function isolateValues(values: Values, language: Language): Values {
  const pattern = OTHER_DIRECTION[directionOf(language)]
  const mustIsolate = (value: Values[string]): value is string =>
    typeof value === 'string' && pattern.test(value)
  if (!Object.values(values).some(mustIsolate)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, mustIsolate(value) ? isolated(value) : value]),
  )
}

/** Returns the messages of a group as texts, and as functions where they have values. */
function createMessages(group: CatalogGroup, language: Language): unknown {
  const withValues = (message: string | MessageFormatElement[]) => {
    let format: IntlMessageFormat | undefined
    return (values: Values): string => {
      format ??= new IntlMessageFormat(message, language, undefined, { formatters, ignoreTag: true })
      return String(format.format(isolateValues(values, language)))
    }
  }
  const convert = (entry: CatalogEntry): unknown => {
    if (typeof entry === 'string' && !entry.includes('{')) return entry
    if (typeof entry === 'string' || isSyntaxTree(entry)) return withValues(entry)
    return Object.fromEntries(Object.entries(entry).map(([key, inner]) => [key, convert(inner)]))
  }
  return convert(group)
}

function isSyntaxTree(entry: CatalogGroup | MessageFormatElement[]): entry is MessageFormatElement[] {
  return Array.isArray(entry)
}
