import { afterEach, expect, it } from 'vitest'
import { formatBytes } from '../../electron/contract/format-bytes.ts'
import { activateLanguage } from '../../electron/contract/messages.ts'

afterEach(() => activateLanguage('en'))

it.each([
  ['en', 'en-GB', ['0 bytes', '1 byte', '837 bytes', '1.2 kB', '999 kB', '1.2 GB', '12,345 TB']],
  ['de', 'en-GB', ['0 Byte', '1 Byte', '837 Byte', '1.2 kB', '999 kB', '1.2 GB', '12,345 TB']],
  ['fr', 'de', ['0 octet', '1 octet', '837 octets', '1,2 ko', '999 ko', '1,2 Go', '12.345 To']],
] as const)('writes units in %s and numbers as in %s', async (language, locale, texts) => {
  await activateLanguage(language)
  const sizes = [0, 1, 837, 1_234, 999_000, 1_234_567_890, 12_345e12]
  expect(sizes.map((size) => formatBytes(size, locale).replaceAll(/[\u00A0\u202F]/gu, ' '))).toEqual(texts)
})
