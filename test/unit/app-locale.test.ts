import { describe, expect, it } from 'vitest'
import { localeOfEnvironment, usableLocale } from '../../electron/app/locale.ts'

it.each([
  [['de-CH'], 'de-CH'],
  [['en-US@posix'], 'en-US'],
  [['de_DE.UTF-8'], 'de-DE'],
  [['en_US@rg=dezzzz'], 'en-DE'],
  [['fr-FR-u-rg-chzzzz'], 'fr-CH'],
  [['', 'fr-FR'], 'fr-FR'],
  [['C', 'el'], 'el'],
  [['C', ''], 'en'],
])('selects the first usable locale of %j: %s', (candidates, locale) =>
  expect(usableLocale(...candidates)).toBe(locale),
)

describe('localeOfEnvironment', () => {
  it.each([
    [{ LC_ALL: 'de_DE.UTF-8', LANG: 'en_US.UTF-8' }, 'de-DE'],
    [{ LC_NUMERIC: 'fr_CH@euro', LANG: 'en_US' }, 'fr-CH'],
    [{ LC_ALL: '', LANG: 'ja_JP.UTF-8' }, 'ja-JP'],
    [{ LANG: 'C.UTF-8' }, 'en'],
  ])('maps %j to %s', (env, locale) => expect(localeOfEnvironment(env)).toBe(locale))

  it('returns a valid locale if no variable is set', () =>
    expect(() => new Intl.Locale(localeOfEnvironment({}))).not.toThrow())
})
