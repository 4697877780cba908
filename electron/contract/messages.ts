import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import type { Messages } from './messages/types.ts'

/**
 * A catalog of one language by feature. The build replaces each feature by a function that returns it.
 */
type Catalog = Readonly<Record<string, CatalogGroup | (() => CatalogGroup)>>

/**
 * Messages with values are in ICU MessageFormat. The build replaces them by their syntax trees; where the
 * sources run, they are parsed when they are used.
 */
interface CatalogGroup {
  readonly [key: string]: CatalogEntry
}

type CatalogEntry = string | MessageFormatElement[] | CatalogGroup

const CATALOGS = {
  en: (): Promise<{ readonly default: unknown }> => import('./messages/en.json', { with: { type: 'json' } }),
} as const

/** A language of the interface. */
export type Language = keyof typeof CATALOGS

/** In English without a comma before the conjunction. */
const LIST_LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB' }

/**
 * The messages of the active language by feature. Read them when they are shown, not when a module is
 * evaluated: the language is activated later, and can change.
 */
export const messages = {} as Messages

let activeLanguage: Language = 'en'
let numberLocale = 'en'

const formatters: Formatters = {
  getNumberFormat: cached((options) => new Intl.NumberFormat(numberLocale, options)),
  getDateTimeFormat: cached((options) => new Intl.DateTimeFormat(numberLocale, options)),
  getPluralRules: cached((options) => new Intl.PluralRules(activeLanguage, options)),
}

/** Loads the catalog of a language and makes it the active one of this process, thread or page. */
export async function activateLanguage(language: Language): Promise<void> {
  const { default: catalog } = await CATALOGS[language]()
  for (const [feature, group] of Object.entries(catalog as Catalog)) {
    // Converted when it is first used: a start needs few features.
    Object.defineProperty(messages, feature, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = createMessages(typeof group === 'function' ? group() : group, language)
        Object.defineProperty(messages, feature, { value })
        return value
      },
    })
  }
  activeLanguage = language
}

/** Caches formatters by their options, and by what they are created for. */
function cached<Options, Formatter>(
  create: (options?: Options) => Formatter,
): (locale?: unknown, options?: Options) => Formatter {
  const created = new Map<string, Formatter>()
  return (_, options) => {
    const key = `${activeLanguage} ${numberLocale} ${JSON.stringify(options)}`
    const formatter = created.get(key) ?? create(options)
    created.set(key, formatter)
    return formatter
  }
}

/** Sets the locale of the numbers in messages, which systems choose separately from the language. */
export function setNumberLocale(locale: string): void {
  numberLocale = locale
}

/** Returns the texts as a list, without those that are false: “12 marks, 3 notes and 1 photo”. */
export function listText(texts: readonly (string | false)[]): string {
  return new Intl.ListFormat(LIST_LOCALES[activeLanguage]).format(texts.filter((text) => text !== false))
}

/** Returns the messages of a group as texts, and as functions where they have values. */
function createMessages(group: CatalogGroup, language: Language): unknown {
  const withValues = (message: string | MessageFormatElement[]) => {
    let format: IntlMessageFormat | undefined
    return (values: Readonly<Record<string, string | number | boolean>>): string => {
      format ??= new IntlMessageFormat(message, language, undefined, { formatters, ignoreTag: true })
      return String(format.format(values))
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
