import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTooComplex } from '../../electron/content/complexity.ts'
import { COSTLY, flatSvg, HARMLESS, UNESTIMATED } from '../fixtures/hostile/generate.ts'
import { png, svg, text } from '../support/pictures.ts'

const HOSTILE = join(import.meta.dirname, '..', 'fixtures', 'hostile')

const isRefused = (content: string): boolean => isTooComplex('svg', text(content))
const drawing = (content: string, before = ''): string =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const embedded = (bytes: Uint8Array): string =>
  `<image href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`

describe('the estimated cost of an SVG', () => {
  it.each(Object.keys(COSTLY))('is too high for %s', (name) =>
    expect(isTooComplex('svg', new Uint8Array(readFileSync(join(HOSTILE, name))))).toBe(true),
  )

  it.each(Object.entries({ ...COSTLY, ...UNESTIMATED, ...HARMLESS }))(
    'uses a fixture %s that equals the generator’s output',
    (name, content) => expect(readFileSync(join(HOSTILE, name), 'utf8')).toBe(content),
  )

  it.each(Object.entries({ ...UNESTIMATED, ...HARMLESS }))('is low enough for %s', (_name, content) =>
    expect(isRefused(content)).toBe(false),
  )

  it('is too high for a large flat file', () => {
    expect(isRefused(flatSvg(60_000))).toBe(true)
    expect(isRefused(flatSvg(40_000))).toBe(false)
  })

  it.each([
    ['a small one', drawing('<rect/>')],
    [
      'text entities, as drawing programs declare them',
      drawing('<g a="&ns;"/>', '<!DOCTYPE svg [<!ENTITY ns "http://ns.example/">]>'),
    ],
    [
      'a cycle of references',
      drawing('<g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    ],
    [
      'a thousand uses of a symbol',
      drawing(`<symbol id="s"><path d="M0 0"/></symbol>${'<use href="#s"/>'.repeat(1_000)}`),
    ],
    [
      'shadows behind fifty shapes',
      drawing(`<filter id="f">${'<feOffset/>'.repeat(4)}</filter>${'<rect filter="url(#f)"/>'.repeat(50)}`),
    ],
    ['five megabytes of paths', drawing('<path d="M0 0 1 1z"/>'.replace('z', ' 2 2'.repeat(1_250_000)))],
    ['an embedded picture', drawing(embedded(png(1, 2, 3, 4_000, 5_000)))],
    ['an embedded font', drawing('<style>@font-face{src:url(data:font/woff2;base64,AAAA)}</style>')],
    ['links and missing targets', drawing('<a href="#x"><use href="#nothing"/></a>')],
    ['a truncated file', '<svg><g><rect/>'],
    ['an empty text', ''],
  ])('is low enough for %s', (_what, content) => expect(isRefused(content)).toBe(false))

  it.each([
    ['an embedded picture with too many pixels', drawing(embedded(png(1, 2, 3, 20_000, 20_000)))],
    ['too many embedded pictures', drawing(embedded(png(1, 2, 3, 5_000, 5_000)).repeat(5))],
    ['an embedded drawing that is not base 64', drawing('<image href="data:image/svg+xml,%3Csvg/%3E"/>')],
    ['an embedded drawing under another type', drawing(embedded(svg()))],
    [
      'a style that embeds a drawing',
      drawing(`<style>rect{mask:url("data:image/svg+xml;base64,${btoa('<svg/>')}")}</style>`),
    ],
    ['an encoding that could hide elements', '<?xml version="1.0" encoding="iso-2022-jp"?><svg/>'],
    ['markup in an entity', drawing('', '<!DOCTYPE svg [<!ENTITY e "<g/>">]>')],
    ['a parameter entity', drawing('', '<!DOCTYPE svg [<!ENTITY % e "a">]>')],
    ['a long entity', drawing('', `<!DOCTYPE svg [<!ENTITY e "${'x'.repeat(300)}">]>`)],
    ['an entity that is repeated', drawing('&e;'.repeat(20_000), '<!DOCTYPE svg [<!ENTITY e "x">]>')],
    ['much text', drawing(`<text>${'x'.repeat(20_000_000)}</text>`)],
    [
      'older references',
      drawing(`<g id="s">${'<g/>'.repeat(300)}</g>${'<use xlink:href="#s"/>'.repeat(300)}`),
    ],
    [
      'references in styles',
      drawing(`<mask id="s">${'<g/>'.repeat(300)}</mask>${'<g style="mask:url( \'#s\')"/>'.repeat(300)}`),
    ],
  ])('is too high for %s', (_what, content) => expect(isRefused(content)).toBe(true))

  it('is computed in linear time for texts designed to delay it', () => {
    for (const fragment of ['data:', 'url(#', `url(${' '.repeat(99)}`, "url('", '<!ENTITY ', 'data:,'])
      for (const embed of [
        (content: string) => drawing(`<g style="${content}"/>`),
        (content: string) => drawing(`<style>${content.replaceAll('<', '')}</style>`),
        (content: string) => drawing('', `<!DOCTYPE svg [${content}]>`),
      ])
        expect([true, false]).toContain(isRefused(embed(fragment.repeat(400_000))))
  })
})
