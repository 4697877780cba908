import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorOf, GUIDES, readGuide, webpSize, writeGuide } from '../../build/guide.ts'
import { ROOT } from '../../build/paths.ts'
import { messages } from '../../electron/contract/messages.ts'
import { findSections, type GuideSection } from '../../renderer/guide/find-sections.ts'

/** Pictures stay small, because every package contains them. */
const MAX_PICTURE_BYTES = 150_000
const FIXTURE = { file: 'test/fixtures/guide/broken.md', page: 'broken.html' }

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'campaign-desk-guide-'))
  mkdirSync(folder, { recursive: true })
  writeGuide(folder)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the guide', () => {
  it('exists in the language of the interface', () => {
    expect(Object.keys(GUIDES)).toContain(messages.guide.folder)
  })

  it.each(Object.entries(GUIDES))('has no broken link, anchor or picture in %s', (_language, sources) => {
    expect(readGuide(sources).faults).toEqual([])
  })

  it.each(Object.keys(GUIDES))('is written with all that its pages need in %s', (language) => {
    const files = new Set(readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' }))
    const pages = [...files].filter((file) => file.endsWith('.html'))
    expect(pages).toHaveLength(GUIDES[language]?.length ?? 0)
    for (const page of pages) {
      const html = readFileSync(join(folder, language, page), 'utf8')
      const ids = [...html.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id)
      expect(new Set(ids).size, page).toBe(ids.length)
      expect(html, page).toMatch(/<h1 id=/u)
      const addresses = [...html.matchAll(/ (?:href|src)="([^"]+)"/gu)].map(([, address = '']) => address)
      for (const address of addresses.filter((each) => !/^(?:https:|\.\.\/|#)/u.test(each)))
        expect(files, `${page}: ${address}`).toContain(address.split('#')[0])
      // The policy of the guide forbids both.
      expect(html, page).not.toMatch(/ style=| on[a-z]+=/u)
    }
  })

  it('has small pictures that its pages show', () => {
    const shown = Object.values(GUIDES).flatMap((sources) =>
      readGuide(sources).pages.flatMap(({ pictures }) => pictures),
    )
    const drawn = readdirSync(join(ROOT, 'docs', 'pictures')).map((name) => posix.join('docs/pictures', name))
    expect([...new Set(shown)].sort()).toEqual(drawn.sort())
    for (const picture of drawn)
      expect(statSync(join(ROOT, picture)).size, picture).toBeLessThan(MAX_PICTURE_BYTES)
  })

  it('reports broken links, anchors and pictures, and HTML', () => {
    expect(readGuide([FIXTURE]).faults.map((fault) => fault.replace(`${FIXTURE.file}: `, ''))).toEqual([
      'missing.md does not exist',
      'the picture missing.webp does not exist',
      'broken.md has no alternative text',
      'broken.md is not a WebP picture',
      'HTML is not supported: <b>',
      'HTML is not supported: </b>',
      'broken.html has no heading for #nowhere',
    ])
  })

  it('has the anchors of GitHub', () => {
    expect(anchorOf('Install, update and uninstall')).toBe('install-update-and-uninstall')
    expect(anchorOf('“A web page answered”')).toBe('a-web-page-answered')
    expect(anchorOf('export --check')).toBe('export---check')
  })

  it('contains the size of its pictures', () => {
    expect(webpSize(readFileSync(join(ROOT, 'docs', 'pictures', 'items.webp')))).toMatchObject({
      width: 1600,
    })
    expect(webpSize(Buffer.from('no picture at all, and not even RIFF'))).toBeNull()
  })
})

describe('links between other documents', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md']
    .concat(
      readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join('docs', name),
      ),
    )
    .filter((name) => name.endsWith('.md'))

  it('lead to files that exist', () => {
    const broken = documents.flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/gu)].flatMap(
        ([, target = '']) =>
          statSync(join(ROOT, posix.dirname(document), target), { throwIfNoEntry: false }) === undefined
            ? [`${document}: ${target}`]
            : [],
      ),
    )
    expect(broken).toEqual([])
  })
})

describe('the search of the guide', () => {
  const section = (title: string, text: string): GuideSection => ({
    page: 'guide.html',
    pageTitle: 'Guide',
    id: anchorOf(title),
    title,
    text,
  })
  const sections = [
    section('Download', `${'Words before it. '.repeat(10)}Then export the table of campaigns to Excel.`),
    section('Export', 'Writes an Excel workbook.'),
    section('Review', 'Marks and notes, Straße.'),
  ]

  it('finds the sections with all words, first those with the words in their title', () => {
    const { found, total } = findSections(sections, 'EXCEL export')
    expect(total).toBe(2)
    expect(found.map(({ section: { title } }) => title)).toEqual(['Export', 'Download'])
    expect(findSections(sections, ' ')).toEqual({ found: [], total: 0 })
  })

  it('shows the first of the words that it found', () => {
    const [, download] = findSections(sections, 'export excel').found
    expect(download).toMatchObject({ match: 'export', after: ' the table of campaigns to Excel.' })
    expect(download?.before).toMatch(/^… .*Then $/u)
    expect(findSections(sections, 'strasse').found[0]).toMatchObject({ match: 'Straße', after: '.' })
  })
})
