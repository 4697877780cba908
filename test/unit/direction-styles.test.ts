import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '..', '..', 'renderer')

/** Declarations that are the same in any direction of a language, by the end of their file's path. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Check marks, which are not mirrored.
  'grid/grid.css': ['border-width: 0 1.75px 1.75px 0', 'border-width: 0 1.5px 1.5px 0'],
  'artwork/sheet.css': ['border-width: 0 1.75px 1.75px 0'],
  // A rotated corner, whose rotation is mirrored.
  'overview/Fold.svelte': ['border-width: 0 1.5px 1.5px 0'],
  // Parts of pictures.
  'artwork/PdfPage.svelte': ['style:left', 'inset: 0 var(--covered, 0) 0 0'],
  'artwork/ComparedPicture.svelte': ['inset: 0 var(--covered, 0) 0 0'],
  // The position of another element.
  'search/SearchErrorUnderline.svelte': ['style:left'],
}

const PHYSICAL =
  /^(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius): |^(?:text-align|float|clear): (?:left|right)/u
/** An element is centered by half of its size, in any direction. */
const CENTERED = /^left: (?:50%|calc\(50% )/u
const FOUR_SIDES = /^(?:inset|margin|padding|border-width|border-radius|border-color|border-style): /u
const MOVEMENT = /translateX\((?!.*(?:var\(--toward-end\)|50%))/u

/** Returns the parts of a value that are separated by spaces outside of parentheses. */
function partsOf(value: string): readonly string[] {
  return value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/gu) ?? []
}

function isOneSided(declaration: string): boolean {
  if (!FOUR_SIDES.test(declaration)) return false
  const [first, second, third, fourth] = partsOf(declaration.slice(declaration.indexOf(':') + 1))
  if (fourth === undefined) return false
  return declaration.startsWith('border-radius') ? first !== second || third !== fourth : second !== fourth
}

/** Returns the declarations of a style sheet or a component that name a side of the screen. */
function physicalDeclarations(path: string, text: string): readonly string[] {
  const isSheet = path.endsWith('.css')
  const css = (isSheet ? text : (/<style>(.*)<\/style>/su.exec(text)?.[1] ?? '')).replaceAll(
    /\/\*.*?\*\//gsu,
    '',
  )
  const declarations = [...css.matchAll(/([\w-]+:[^;{}]+)(?=[;}])/gu)].map(([found]) =>
    found.replaceAll(/\s+/gu, ' ').replace(/^([\w-]+): ?/u, '$1: '),
  )
  const inline = isSheet ? [] : [...text.matchAll(/style:(?:left|right)/gu)].map(([found]) => found)
  return [
    ...declarations.filter((declaration) => {
      if (isOneSided(declaration) || MOVEMENT.test(declaration)) return true
      return PHYSICAL.test(declaration) && !CENTERED.test(declaration)
    }),
    ...inline,
  ]
}

it('names no side of the screen in styles, so that they are mirrored from right to left', () => {
  const faults = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:css|svelte)$/u.test(name))
    .flatMap((name) => {
      const path = name.replaceAll('\\', '/')
      const allowed = Object.entries(EXCEPTIONS).find(([end]) => path.endsWith(end))?.[1] ?? []
      return physicalDeclarations(path, readFileSync(join(RENDERER, name), 'utf8'))
        .filter((declaration) => !allowed.includes(declaration))
        .map((declaration) => `${path}: ${declaration}`)
    })
  expect(faults).toEqual([])
})

it.each([
  'margin-left: 4px',
  'border-top-right-radius: 2px',
  'left: 8px',
  'text-align: right',
  'inset: 0 auto 0 4px',
  'border-radius: 4px 0 0 4px',
  'transform: translateX(-100%)',
])('finds %s', (declaration) => {
  expect(physicalDeclarations('a.css', `a { ${declaration}; }`)).toEqual([declaration])
})

it.each(['left: 50%', 'inset: 0 4px', 'text-align: var(--start)', 'border-radius: 2px 2px 0 0'])(
  'accepts %s',
  (declaration) => {
    expect(physicalDeclarations('a.css', `a { ${declaration}; }`)).toEqual([])
  },
)
