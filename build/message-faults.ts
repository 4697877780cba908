// Checks the catalogs of messages and their use.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseSvelte } from 'svelte/compiler'
import ts from 'typescript'
import {
  MESSAGES_FOLDER,
  messageTypes,
  parseMessage,
  readCatalog,
  TYPES_FILE,
  valuesOf,
  type SourceCatalog,
} from './messages.ts'
import { ROOT } from './paths.ts'

/** A file that may show messages. */
export interface Source {
  /** From the root of the project. */
  readonly path: string
  readonly text: string
}

function readSources(): readonly Source[] {
  return ['build', 'electron', 'renderer'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|svelte)$/u.test(name))
      .map((name) => ({
        path: `${folder}/${name.replaceAll('\\', '/')}`,
        text: readFileSync(join(ROOT, folder, name), 'utf8'),
      })),
  )
}

/** Returns the messages by their path, as in `settings.theme.label`. */
function flatten(catalog: SourceCatalog, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(catalog).flatMap(([key, entry]): [string, string][] => {
      if (key.startsWith('@')) return []
      return typeof entry === 'string' ? [[prefix + key, entry]] : [...flatten(entry, `${prefix}${key}.`)]
    }),
  )
}

/** Returns the names and types of a message's values, in a form that can be compared. */
function signatureOf(message: string): string {
  const elements = parseMessage(message)
  if (elements === null) return ''
  return [...valuesOf(elements)]
    .map(([name, type]) => `${name}: ${type}`)
    .toSorted()
    .join(', ')
}

/** Returns messages that another language lacks, has in addition, or has with other values. */
function translationFaults(english: ReadonlyMap<string, string>): readonly string[] {
  const languages = readdirSync(MESSAGES_FOLDER)
    .filter((name) => name.endsWith('.json') && name !== 'en.json')
    .map((name) => name.slice(0, -'.json'.length))
  return languages.flatMap((language) => {
    const translated = flatten(readCatalog(language))
    return [
      ...[...english].flatMap(([path, message]) => {
        const translation = translated.get(path)
        if (translation === undefined) return [`${language} lacks the message ${path}.`]
        const [expected, found] = [signatureOf(message), signatureOf(translation)]
        return expected === found ? [] : [`${language} has other values in ${path}: ${found}`]
      }),
      ...[...translated.keys()]
        .filter((path) => !english.has(path))
        .map((path) => `${language} has a message that English lacks: ${path}.`),
    ]
  })
}

/** Returns the words that docs/style.md bans and messages contain. */
function bannedWords(english: ReadonlyMap<string, string>): readonly string[] {
  const section = readFileSync(join(ROOT, 'docs', 'style.md'), 'utf8').split('## Banned words')[1] ?? ''
  const words = [...section.matchAll(/^- (?<word>.+)$/gmu)].map(({ groups }) => groups?.['word'] ?? '')
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, 'iu')
  return [...english].flatMap(([path, message]) => {
    const found = pattern.exec(message)?.[0]
    return found === undefined ? [] : [`${path} contains “${found}”, which docs/style.md bans.`]
  })
}

const STATIC = ts.SyntaxKind.StaticKeyword

/** Returns whether code of a node runs later than the module is evaluated. */
function runsLater(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return true
  return ts.isPropertyDeclaration(node) && node.modifiers?.some(({ kind }) => kind === STATIC) !== true
}

/** Returns where messages are read when a module is evaluated, which is before a language is active. */
function earlyReads({ path, text }: Source): readonly string[] {
  if (!text.includes('/messages.ts')) return []
  const moduleScript = /<script[^>]*\bmodule\b[^>]*>(?<script>.*?)<\/script>/su.exec(text)
  const code = path.endsWith('.ts') ? text : (moduleScript?.groups?.['script'] ?? '')
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (runsLater(node) || ts.isTypeNode(node)) return
    if (ts.isIdentifier(node) && node.text === 'messages' && !ts.isImportSpecifier(node.parent)) {
      found.push(`${path} reads ${node.parent.getText()} when the module is evaluated.`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true))
  return found
}

/** Returns messages that no source reads. A key in brackets reads all messages of its group. */
export function unusedMessages(
  english: ReadonlyMap<string, string>,
  sources: readonly Source[],
): readonly string[] {
  const reads = new Set(
    sources.flatMap(({ text }) => [
      // `words` are the messages in the language of a file.
      ...[...text.matchAll(/\b(?:messages|words)(?:\??\.|\n\s*\.)(?<path>\w+(?:\s*\.\s*\w+)*)/gu)].map(
        ({ groups }) => (groups?.['path'] ?? '').replaceAll(/\s/gu, ''),
      ),
      // const { outcomes } = messages
      ...[...text.matchAll(/\{(?<names>[^{}]*)\} = messages\n/gu)].flatMap(({ groups }) =>
        (groups?.['names'] ?? '').split(',').map((name) => (name.split(':')[0] ?? '').trim()),
      ),
    ]),
  )
  const isRead = (path: string): boolean =>
    path.split('.').some((_, index, keys) => reads.has(keys.slice(0, index + 1).join('.')))
  // A read of a message may go on with a method of its text.
  return [...english.keys()]
    .filter((path) => !isRead(path) && ![...reads].some((read) => read.startsWith(`${path}.`)))
    .map((path) => `Nothing shows the message ${path}.`)
}

/** Properties and attributes with texts that a person sees or hears. */
const TEXT_NAMES =
  /^(?:label|title|message|detail|placeholder|alt|text|hint|heading|buttonLabel|toolTip|aria-(?:label|description|roledescription|valuetext))$/u
const PRODUCT = 'Campaign Desk'
/** At least two letters: units such as `%` are no words, and neither are names of custom properties. */
const WORD = /^(?!--).*\p{L}{2}/su

interface SvelteNode {
  readonly type?: string
  readonly name?: string
  readonly data?: string
  readonly value?: unknown
}

/** Parts of markup whose texts are no words: styles, conditions, and arguments of functions. */
const NO_WORDS: ReadonlySet<string> = new Set([
  'StyleDirective',
  'ClassDirective',
  'BinaryExpression',
  'CallExpression',
  'MemberExpression',
])

/** Returns the texts in the markup of a component that are no messages. */
function literalsInMarkup({ path, text }: Source): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown, attribute: string | null): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, attribute)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type = '', name, data, value } = node as SvelteNode
    if (NO_WORDS.has(type)) return
    if (type === 'Attribute') {
      if (TEXT_NAMES.test(name ?? '')) visit(value, name ?? '')
      return
    }
    const words = type === 'Text' ? data : type === 'Literal' && attribute !== null ? value : null
    if (typeof words === 'string' && WORD.test(words)) found.push(words.trim())
    for (const inner of Object.values(node)) visit(inner, attribute)
  }
  visit(parseSvelte(text, { modern: true }).fragment, null)
  return found.map((words) => `${path} shows “${words}”, which is no message.`)
}

/** Returns the literal texts that an expression can have as its value. */
function literalTexts(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  }
  return ts.isConditionalExpression(node)
    ? [...literalTexts(node.whenTrue), ...literalTexts(node.whenFalse)]
    : []
}

/** Returns the texts of menus, dialogs and notices in code that are no messages. */
function literalsInCode({ path, text }: Source): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && TEXT_NAMES.test(node.name.getText())) {
      found.push(...literalTexts(node.initializer).filter((words) => WORD.test(words) && words !== PRODUCT))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found.map((words) => `${path} shows “${words}”, which is no message.`)
}

/** Returns the texts of a source that a person sees and that are no messages. */
export function literals({ path, text }: Source): readonly string[] {
  if (path.startsWith('renderer/gallery/')) return []
  if (path.endsWith('.svelte')) {
    const scripts = [...text.matchAll(/<script[^>]*>(?<code>.*?)<\/script>/gsu)]
    return [
      ...literalsInMarkup({ path, text }),
      ...scripts.flatMap(({ groups }) => literalsInCode({ path, text: groups?.['code'] ?? '' })),
    ]
  }
  return /^(?:electron\/shell|renderer)\//u.test(path) ? literalsInCode({ path, text }) : []
}

/** Returns what is wrong with the messages and their use. */
export function messageFaults(): readonly string[] {
  const sources = readSources()
  const english = flatten(readCatalog('en'))
  const isCurrent = readFileSync(TYPES_FILE, 'utf8') === messageTypes()
  return [
    ...(isCurrent ? [] : ['The types of the messages are older than en.json. Run: npm run messages']),
    ...translationFaults(english),
    ...bannedWords(english),
    ...sources.flatMap(earlyReads),
    ...unusedMessages(english, sources),
    ...sources.flatMap(literals),
  ]
}
