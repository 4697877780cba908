// Compiles the catalogs of messages for bundles, and derives their types from the English one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { directionOf, LANGUAGES, PSEUDO_LOCALES } from '../electron/contract/messages.ts'
import { ROOT } from './paths.ts'

export const MESSAGES_FOLDER = join(ROOT, 'electron', 'contract', 'messages')

export const TYPES_FILE = join(MESSAGES_FOLDER, 'types.ts')

/** The parser's stand-in for programs whose messages are already parsed. */
const NO_PARSER = '@formatjs/icu-messageformat-parser/no-parser.js'

/** A catalog as translators edit it. Keys that start with `@` describe the message with the same key. */
export interface SourceCatalog {
  readonly [key: string]: string | SourceCatalog
}

export function readCatalog(language: string): SourceCatalog {
  return JSON.parse(readFileSync(join(MESSAGES_FOLDER, `${language}.json`), 'utf8')) as SourceCatalog
}

/** Returns the syntax tree of a message, or null for a text without values. Throws for invalid syntax. */
export function parseMessage(message: string): readonly MessageFormatElement[] | null {
  return message.includes('{') ? parse(message, { ignoreTag: true, requiresOtherClause: true }) : null
}

/** Returns the catalog without descriptions, and with syntax trees instead of messages with values. */
export function compileCatalog(catalog: SourceCatalog): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(catalog)
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, entry]) => [
        key,
        typeof entry === 'string' ? (parseMessage(entry) ?? entry) : compileCatalog(entry),
      ]),
  )
}

/**
 * Replaces catalogs in bundles by compiled ones, so that no message is parsed at run time. There is a function
 * for each feature, because most processes and threads need few of them.
 * @param chunkDepth for Node, how many folders a chunk is below `dist/`: the features are lines of a text file
 * then, which Node reads faster than a script; null for pages
 */
export function compiledMessages(chunkDepth: number | null = null): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: /^@formatjs\/icu-messageformat-parser$/u, replacement: NO_PARSER }] },
    }),
    load(id) {
      const language = /[/\\]electron[/\\]contract[/\\]messages[/\\](?<language>[\w-]+)\.json$/u.exec(
        id,
      )?.groups
      if (language?.['language'] === undefined) return null
      const features = Object.entries(compileCatalog(readCatalog(language['language'])))
      // Only ASCII, which is read and parsed faster.
      const texts = features.map(([, messages]) =>
        JSON.stringify(messages).replaceAll(/[^\x20-\x7e]/gu, (character) =>
          // Each code unit.
          character
            .split('')
            .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join(''),
        ),
      )
      const read = features.map(([feature], index) => {
        const text = chunkDepth === null ? JSON.stringify(texts[index]) : `lines[${String(index)}]`
        return `${feature}: () => JSON.parse(${text}),`
      })
      const code = `export default {\n${read.join('\n')}\n}`
      if (chunkDepth === null) return { code, moduleType: 'js' }
      const fileName = `messages/${language['language']}.txt`
      this.emitFile({ type: 'asset', fileName, source: texts.join('\n') })
      const path = JSON.stringify('../'.repeat(chunkDepth) + fileName)
      return {
        code: `import { readFileSync } from 'node:fs'
const lines = readFileSync(new URL(${path}, import.meta.url), 'latin1').split('\\n')
${code}`,
        moduleType: 'js',
      }
    },
    transform(code, id) {
      // The server for development leaves the attribute in the import, with which browsers refuse a script.
      if (!id.endsWith('/messages.ts')) return null
      return { code: code.replaceAll(", { with: { type: 'json' } }", ''), map: null }
    },
  }
}

/**
 * Writes `index.html` for each language, as `index.de.html`, with its language and direction. The page loads
 * its catalog together with its scripts, and not after them.
 */
export function pagesByLanguage(): Plugin {
  return {
    name: 'pages-by-language',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('There is no page.')
      const html = String(page.source)
      for (const language of [...LANGUAGES, ...PSEUDO_LOCALES]) {
        const catalog = PSEUDO_LOCALES.some((locale) => locale === language) ? 'en' : language
        const chunk = Object.values(bundle).find(
          (each) => each.type === 'chunk' && each.facadeModuleId?.endsWith(`/messages/${catalog}.json`),
        )
        if (chunk === undefined) throw new Error(`The page has no catalog ${catalog}.`)
        const source = html
          .replace('<html lang="en"', `<html lang="${language}" dir="${directionOf(language)}"`)
          .replace('</head>', `  <link rel="modulepreload" crossorigin href="/${chunk.fileName}">\n  $&`)
        this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source })
      }
      delete bundle['index.html']
    },
  }
}

/** Returns the types of the values of a message. */
export function valuesOf(
  elements: readonly MessageFormatElement[],
  types = new Map<string, string>(),
): ReadonlyMap<string, string> {
  for (const element of elements) {
    if (element.type === TYPE.argument) {
      if (!types.has(element.value)) types.set(element.value, 'string')
    } else if (element.type === TYPE.select) {
      const options = Object.keys(element.options)
      const isFlag = options.every((option) => option === 'true' || option === 'false' || option === 'other')
      types.set(element.value, isFlag ? 'boolean' : options.map((option) => `'${option}'`).join(' | '))
    } else if (element.type !== TYPE.literal && element.type !== TYPE.pound && element.type !== TYPE.tag) {
      types.set(element.value, 'number')
    }
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const option of Object.values(element.options)) valuesOf(option.value, types)
    }
  }
  return types
}

function typeLines(catalog: SourceCatalog, indent: string): readonly string[] {
  return Object.entries(catalog).flatMap(([key, entry]) => {
    if (key.startsWith('@')) return []
    const start = `${indent}readonly ${/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : `'${key}'`}:`
    if (typeof entry !== 'string') {
      return [`${start} {`, ...typeLines(entry, `${indent}  `), `${indent}}`]
    }
    const elements = parseMessage(entry)
    if (elements === null) return [`${start} string`]
    const values = [...valuesOf(elements)].map(([name, type]) => `readonly ${name}: ${type}`)
    return [`${start} (values: { ${values.join('; ')} }) => string`]
  })
}

/** Returns the source of the types of all messages. */
export function messageTypes(): string {
  const lines = typeLines(readCatalog('en'), '  ')
  return [
    '// Derived from en.json by `npm run messages`.',
    '',
    '/** The messages by feature; those with values are functions. */',
    'export interface Messages {',
    ...lines,
    '}',
    '',
  ].join('\n')
}
