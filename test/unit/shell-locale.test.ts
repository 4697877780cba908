import { expect, it } from 'vitest'
import { usableLocale } from '../../electron/shell/locale.ts'

it.each([
  [['de-CH'], 'de-CH'],
  [['en-US@posix'], 'en-US'],
  [['de_DE.UTF-8'], 'de-DE'],
  [['', 'fr-FR'], 'fr-FR'],
  [['C', 'el'], 'el'],
  [['C', ''], 'en'],
])('of %j, %s is used', (candidates, locale) => {
  expect(usableLocale(...candidates)).toBe(locale)
})
