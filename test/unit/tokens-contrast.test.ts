import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LABEL_COLORS } from '../../electron/contract/connection.ts'

const source = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8')
const [normal = '', more = ''] = source.split('@media (prefers-contrast: more)')

interface Pair {
  readonly light: string
  readonly dark: string
}

/** Custom properties with one color for light and one for dark. */
function colorsIn(css: string): ReadonlyMap<string, Pair> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/gu)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

const defaultColors = colorsIn(normal)
const highContrastColors = new Map([...defaultColors, ...colorsIn(more)])

/** Relative luminance (WCAG 2, 1.4.3). */
function luminance(hex: string): number {
  const part = (at: number): number => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const BACKGROUNDS = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'control'] as const
const STATES = ['hover', 'selected', 'selected-hover', 'selected-quiet'] as const
const MEANINGS = ['good', 'attention', 'bad', 'information'] as const

/** Pairs of a text color and its background. */
const TEXTS: readonly (readonly [string, string])[] = [
  ...BACKGROUNDS.flatMap((ground) =>
    ['text', 'text-soft', 'text-faint', 'accent-text'].map((text) => [text, ground] as const),
  ),
  ...STATES.flatMap((ground) => ['text', 'text-soft'].map((text) => [text, ground] as const)),
  ['text-faint', 'hover'],
  ['text', 'press'],
  ['text', 'thumb'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-press'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-tooltip', 'tooltip'],
  ['on-mark', 'mark'],
  ...MEANINGS.flatMap((meaning) => [
    [meaning, `${meaning}-soft`] as const,
    [meaning, 'canvas'] as const,
    [meaning, 'surface'] as const,
    [meaning, 'surface-raised'] as const,
    ['text', `${meaning}-soft`] as const,
    ['text-soft', `${meaning}-soft`] as const,
  ]),
  ...LABEL_COLORS.map((color) => [`label-${color}`, `label-${color}-soft`] as const),
]

/** Pairs of other visible elements: outlines, focus ring, dots. */
const SHAPES: readonly (readonly [string, string])[] = [
  ...BACKGROUNDS.flatMap((ground) => [['line-control', ground] as const, ['focus', ground] as const]),
  ...STATES.map((ground) => ['focus', ground] as const),
  ...LABEL_COLORS.map((color) => [`label-${color}-dot`, `label-${color}-soft`] as const),
]

function value(colors: ReadonlyMap<string, Pair>, name: string, theme: keyof Pair): string {
  const pair = colors.get(name)
  if (pair === undefined) throw new Error(`There is no color called ${name}`)
  return pair[theme]
}

function tooFaint(
  colors: ReadonlyMap<string, Pair>,
  pairs: readonly (readonly [string, string])[],
  theme: keyof Pair,
  least: number,
): readonly string[] {
  return pairs.flatMap(([over, under]) => {
    const ratio = contrast(value(colors, over, theme), value(colors, under, theme))
    return ratio < least ? [`${over} on ${under}: ${ratio.toFixed(2)}`] : []
  })
}

describe.each(['light', 'dark'] as const)('colors in %s', (theme) => {
  it('have text contrast of AA (4.5:1)', () => expect(tooFaint(defaultColors, TEXTS, theme, 4.5)).toEqual([]))

  it('have outline contrast of AA (3:1)', () => expect(tooFaint(defaultColors, SHAPES, theme, 3)).toEqual([]))

  it('have text contrast of AAA (7:1) in high contrast', () => {
    const texts = TEXTS.filter(([, ground]) => !ground.startsWith('label-') && ground !== 'mark')
    expect(tooFaint(highContrastColors, texts, theme, 7)).toEqual([])
  })

  it('have known contrast ratios for reference pairs', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
