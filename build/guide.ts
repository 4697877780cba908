// The guide: Markdown in docs/ becomes the pages that the application shows offline.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { activateCatalog, messages, type Language } from '../electron/contract/messages.ts'
import { compileCatalog, readCatalog } from './messages.ts'
import { ROOT } from './paths.ts'

/** A file of the project and the page that is made of it. */
interface GuideSource {
  /** Path from the root of the project. */
  readonly file: string
  readonly page: string
}

/** The guide in each language of the interface, its pages in the order of the contents. */
export const GUIDES: Readonly<Record<string, readonly GuideSource[]>> = {
  en: [
    { file: 'docs/first-steps.md', page: 'index.html' },
    { file: 'docs/guide.md', page: 'guide.html' },
    { file: 'docs/install.md', page: 'install.html' },
    { file: 'docs/troubleshooting.md', page: 'troubleshooting.html' },
    { file: 'docs/command-line.md', page: 'command-line.html' },
    { file: 'docs/export-check.md', page: 'export-check.html' },
    { file: 'docs/cdreview.md', page: 'cdreview.html' },
    { file: 'docs/administrators.md', page: 'administrators.html' },
    { file: 'docs/managed-settings.md', page: 'managed-settings.html' },
    { file: 'docs/privacy.md', page: 'privacy.html' },
    { file: 'docs/accessibility.md', page: 'accessibility.html' },
    { file: 'CHANGELOG.md', page: 'changelog.html' },
  ],
}

/** Files of the project that are not part of the guide are linked at this address. */
const REPOSITORY = 'https://github.com/campaign-desk/campaign-desk/blob/main'

interface Section {
  readonly id: string
  readonly title: string
}

/** A heading with the text below it, for the search. */
interface SearchEntry {
  readonly page: string
  readonly id: string
  readonly title: string
  readonly text: string
}

interface Page {
  readonly source: GuideSource
  readonly title: string
  readonly sections: readonly Section[]
  readonly html: string
  /** The ids of all headings. */
  readonly ids: ReadonlySet<string>
  /** Links to pages and pictures, relative to the folder of the guide. */
  readonly links: readonly string[]
  /** Pictures, as paths from the root of the project. */
  readonly pictures: readonly string[]
  readonly entries: readonly SearchEntry[]
  readonly faults: readonly string[]
}

/** The guide in one language, in memory. */
export interface Guide {
  readonly pages: readonly Page[]
  /** What is wrong with links, anchors and pictures, a line each. */
  readonly faults: readonly string[]
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Returns the text of tokens without its markup. */
function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      if (token.type === 'image') return ''
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows]
          .flat()
          .map((cell) => plainText(cell.tokens))
          .join(' ')
      }
      if (token.type === 'list') {
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ')
      }
      if (token.type === 'space' || token.type === 'br') return ' '
      if ('tokens' in token) return plainText(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
}

/** Returns the anchor that GitHub gives a heading too, so that links work in both. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-')
}

/**
 * Returns the width and height of a WebP picture in pixels, or null for another file
 * (https://developers.google.com/speed/webp/docs/riff_container).
 */
export function webpSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  return null
}

function renderPage(source: GuideSource, sources: readonly GuideSource[]): Page {
  const faults: string[] = []
  const links: string[] = []
  const pictures: string[] = []
  const ids = new Set<string>()
  const sections: Section[] = []
  const entries: { page: string; id: string; title: string; text: string }[] = []
  let title = ''

  /** Returns the address of a link on the page. */
  const resolveLink = (href: string): string => {
    if (/^[a-z][a-z\d+.-]*:/iu.test(href)) return href
    const [path = '', anchor] = href.split('#')
    const file = path === '' ? source.file : posix.normalize(posix.join(posix.dirname(source.file), path))
    const suffix = anchor === undefined ? '' : `#${anchor}`
    const target = sources.find((each) => each.file === file)
    if (target !== undefined) {
      links.push(`${target.page}${suffix}`)
      return path === '' ? suffix : `${target.page}${suffix}`
    }
    if (!existsSync(join(ROOT, file))) faults.push(`${source.file}: ${href} does not exist`)
    return `${REPOSITORY}/${file}${suffix}`
  }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens)
        const base = anchorOf(text)
        let id = base
        for (let count = 1; ids.has(id); count += 1) id = `${base}-${String(count)}`
        ids.add(id)
        if (depth === 1) title = text
        if (depth === 2) sections.push({ id, title: text })
        return `<h${String(depth)} id="${id}">${this.parser.parseInline(tokens)}</h${String(depth)}>\n`
      },
      link({ href, tokens }) {
        const address = resolveLink(href)
        const isExternal = address.startsWith('https:')
        const hint = isExternal ? ` target="_blank" rel="noreferrer" title="${messages.guide.external}"` : ''
        return `<a href="${escapeHtml(address)}"${hint}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        const file = posix.normalize(posix.join(posix.dirname(source.file), href))
        if (text.trim() === '') faults.push(`${source.file}: ${href} has no alternative text`)
        if (!existsSync(join(ROOT, file))) {
          faults.push(`${source.file}: the picture ${href} does not exist`)
          return ''
        }
        pictures.push(file)
        const size = webpSize(readFileSync(join(ROOT, file)))
        if (size === null) faults.push(`${source.file}: ${href} is not a WebP picture`)
        const dimensions =
          size === null ? '' : ` width="${String(size.width)}" height="${String(size.height)}"`
        return `<img src="pictures/${posix.basename(file)}" alt="${escapeHtml(text)}"${dimensions}>`
      },
      code({ text }) {
        // It scrolls sideways, so the keyboard must reach it.
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
      table(token) {
        const cell = (tag: 'th' | 'td', { tokens }: Tokens.TableCell): string =>
          `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`
        const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]): string =>
          `<tr>${cells.map((each) => cell(tag, each)).join('')}</tr>`
        const body = token.rows.map((cells) => row('td', cells)).join('\n')
        const label = escapeHtml(token.header.map(({ tokens }) => plainText(tokens)).join(', '))
        return `<div class="table" role="group" aria-label="${label}" tabindex="0"><table><thead>${row('th', token.header)}</thead><tbody>${body}</tbody></table></div>\n`
      },
      html({ text }) {
        faults.push(`${source.file}: HTML is not supported: ${text.trim()}`)
        return ''
      },
    },
  })

  const tokens = marked.lexer(readFileSync(join(ROOT, source.file), 'utf8'))
  const html = marked.parser(tokens)
  const anchors = [...ids]
  let heading = -1
  for (const token of tokens) {
    if (token.type === 'heading') {
      heading += 1
      const id = anchors[heading] ?? ''
      entries.push({ page: source.page, id, title: plainText(token.tokens), text: '' })
    } else {
      const entry = entries.at(-1)
      if (entry !== undefined)
        entry.text = `${entry.text} ${plainText([token])}`.replaceAll(/\s+/gu, ' ').trim()
    }
  }
  return { source, title, sections, html, ids, links, pictures, entries, faults }
}

/** Reads the guide in a language. */
export function readGuide(sources: readonly GuideSource[]): Guide {
  const pages = sources.map((source) => renderPage(source, sources))
  const brokenAnchors = pages.flatMap(({ source, links }) =>
    links.flatMap((link) => {
      const [page = '', anchor] = link.split('#')
      const target = pages.find((each) => each.source.page === page)
      const exists = anchor === undefined || target?.ids.has(anchor) === true
      return exists ? [] : [`${source.file}: ${page} has no heading for #${anchor}`]
    }),
  )
  return { pages, faults: [...pages.flatMap(({ faults }) => faults), ...brokenAnchors] }
}

/** Returns the whole page with its frame. */
function documentOf(page: Page, { pages }: Guide, language: string): string {
  const sectionList = `<ol>${page.sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ol>`
  const contents = pages
    .map((each) => {
      const isCurrent = each === page
      const link = `<a href="${each.source.page}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(each.title)}</a>`
      return `<li>${link}${isCurrent && page.sections.length > 0 ? sectionList : ''}</li>`
    })
    .join('\n')
  const index = pages.indexOf(page)
  const neighbor = (other: Page | undefined, label: string, kind: string): string =>
    other === undefined
      ? ''
      : `<a class="${kind}" href="${other.source.page}"><span>${label}</span> ${escapeHtml(other.title)}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(messages.guide.pageTitle({ page: page.title }))}</title>
<link rel="stylesheet" href="../guide.css">
<script type="module" src="../guide.js"></script>
</head>
<body>
<a class="skip" href="#text">${messages.guide.skip}</a>
<div class="frame">
<header>
<p class="product"><a href="index.html">${messages.guide.title}</a></p>
<search><input type="search" aria-label="${messages.guide.search}" placeholder="${messages.guide.search}" hidden></search>
<nav aria-label="${messages.guide.contents}">
<ol class="pages">
${contents}
</ol>
</nav>
</header>
<main id="text" tabindex="-1">
<article>
${page.html}
</article>
<footer>
${neighbor(pages[index - 1], messages.guide.previous, 'previous')}
${neighbor(pages[index + 1], messages.guide.next, 'next')}
</footer>
</main>
</div>
</body>
</html>
`
}

/**
 * Writes the guide in all languages, a folder for each, and its style sheet. Throws if a link, an anchor or a
 * picture does not exist.
 */
export function writeGuide(folder: string): void {
  for (const [language, sources] of Object.entries(GUIDES)) {
    const catalog = compileCatalog({ guide: readCatalog(language)['guide'] ?? {} })
    activateCatalog(language as Language, catalog)
    const guide = readGuide(sources)
    if (guide.faults.length > 0) throw new Error(`The guide has faults:\n${guide.faults.join('\n')}`)
    const output = join(folder, language)
    rmSync(output, { recursive: true, force: true })
    mkdirSync(join(output, 'pictures'), { recursive: true })
    for (const page of guide.pages) {
      writeFileSync(join(output, page.source.page), documentOf(page, guide, language))
      for (const picture of page.pictures)
        cpSync(join(ROOT, picture), join(output, 'pictures', posix.basename(picture)))
    }
    const sections = guide.pages.flatMap(({ title, entries }) =>
      entries.map((entry) => ({ ...entry, pageTitle: title })),
    )
    writeFileSync(join(output, 'search.json'), JSON.stringify({ catalog, sections }))
  }
  const styles = ['renderer/styles/tokens.css', 'renderer/guide/guide.css']
  writeFileSync(
    join(folder, 'guide.css'),
    styles.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n'),
  )
}
