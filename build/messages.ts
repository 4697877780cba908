// Compiles the catalogs of messages for bundles, and derives their types from the English one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import ts from 'typescript'
import type { Plugin } from 'vite'
import { ROOT } from './paths.ts'

const FOLDER = join(ROOT, 'electron', 'contract', 'messages')

export const TYPES_FILE = join(FOLDER, 'types.ts')

/** The parser's stand-in for programs whose messages are already parsed. */
const NO_PARSER = '@formatjs/icu-messageformat-parser/no-parser.js'

/** A catalog as translators edit it. Keys that start with `@` describe the message with the same key. */
interface SourceCatalog {
  readonly [key: string]: string | SourceCatalog
}

export function readCatalog(language: string): SourceCatalog {
  return JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as SourceCatalog
}

/** Returns the syntax tree of a message, or null for a text without values. Throws for invalid syntax. */
function parseMessage(message: string): readonly MessageFormatElement[] | null {
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

/** Replaces catalogs in bundles by compiled ones, so that no message is parsed at run time. */
export function compiledMessages(): Plugin {
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
      // One function for each feature, because most processes and threads need few of them.
      const features = Object.entries(compileCatalog(readCatalog(language['language']))).map(
        ([feature, entries]) => `${feature}: () => JSON.parse(${JSON.stringify(JSON.stringify(entries))}),`,
      )
      return { code: `export default {\n${features.join('\n')}\n}`, moduleType: 'js' }
    },
    transform(code, id) {
      // The server for development leaves the attribute in the import, with which browsers refuse a script.
      return id.endsWith('/messages.ts') ? code.replaceAll(", { with: { type: 'json' } }", '') : null
    },
  }
}

/** Returns the types of the values of a message. */
function valuesOf(
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

/** Sources that may read messages, with their paths in the project. */
function* sources(): Generator<readonly [path: string, text: string]> {
  for (const folder of ['electron', 'renderer']) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:ts|svelte)$/u.test(name)) continue
      const text = readFileSync(join(ROOT, folder, name), 'utf8')
      const moduleScript = /<script[^>]*\bmodule\b[^>]*>(?<script>.*?)<\/script>/su.exec(text)
      yield [`${folder}/${name}`, name.endsWith('.ts') ? text : (moduleScript?.groups?.['script'] ?? '')]
    }
  }
}

const STATIC = ts.SyntaxKind.StaticKeyword

/** Returns whether code of a node runs later than the module is evaluated. */
function runsLater(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return true
  return ts.isPropertyDeclaration(node) && node.modifiers?.some(({ kind }) => kind === STATIC) !== true
}

/** Returns where messages are read when a module is evaluated, which is before a language is active. */
function earlyReads(): readonly string[] {
  const found: string[] = []
  for (const [path, text] of sources()) {
    if (!text.includes('/messages.ts')) continue
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (runsLater(node) || ts.isTypeNode(node)) return
      if (ts.isIdentifier(node) && node.text === 'messages' && !ts.isImportSpecifier(node.parent)) {
        found.push(`${path} reads ${node.parent.getText()} when the module is evaluated.`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

/** Returns what is wrong with the messages and their use. */
export function messageFaults(): readonly string[] {
  const isCurrent = readFileSync(TYPES_FILE, 'utf8') === messageTypes()
  return [
    ...(isCurrent ? [] : ['The types of the messages are older than en.json. Run: npm run messages']),
    ...earlyReads(),
  ]
}
