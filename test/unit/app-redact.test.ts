import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../electron/app/redact.ts'
import { KEY_ENCODINGS } from '../fixtures/hostile/texts.ts'

const SECRET = 'kQ7/+ä "x\\2-ñ~end'

describe('createRedactor', () => {
  it.each(Object.entries(KEY_ENCODINGS))('removes a secret in %s', (_name, encode) => {
    const { conceal, redact } = createRedactor()
    conceal(SECRET)
    expect(redact(`before ${encode(SECRET)} after`)).toMatch(/^before …[^a-z0-9]{0,2} after$/iu)
  })

  it.each([0, 1, 2, 3, 4, 5])('removes a secret that follows %i bytes in base64', (before) => {
    const { conceal, redact } = createRedactor()
    conceal('a-distinctive-key')
    const all = Buffer.from(`${'u'.repeat(before)}a-distinctive-key:rest`)
    const left = redact(all.toString('base64'))
    expect(left).toContain('…')
    expect(Buffer.from(left, 'base64').toString()).not.toMatch(/distinct|ctive|key/u)
  })

  it('removes any secret in any encoding', () => {
    const key = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 900 })
    fc.assert(
      fc.property(key, fc.constantFrom(...Object.values(KEY_ENCODINGS)), (secret, encode) => {
        const { conceal, redact } = createRedactor()
        conceal(secret)
        expect(redact(`[${encode(secret)}]`)).not.toContain(encode(secret))
      }),
    )
  })

  it.each([
    ['spaces', ' '],
    ['addresses', 'a://'],
    ['users', '://a@'],
    ['questions', '?a'],
    ['authorizations', 'authorization '],
    ['beginnings of the secret', 'secret-'],
    ['letters', 'a'],
  ])('takes linear time for millions of %s', (_name, part) => {
    const { conceal, redact } = createRedactor()
    conceal('secret-secret-secret-key')
    expect(redact(part.repeat(2_000_000 / part.length)).length).toBeGreaterThan(0)
  })

  it('removes query and user of an address and keeps the rest', () => {
    const { redact } = createRedactor()
    expect(redact('GET https://user:word@print.example:8443/api/items?x=1 → 503. What now?')).toBe(
      'GET https://print.example:8443/api/items?… → 503. What now?',
    )
    expect(redact('http://user:p@ss@word@proxy.example/a@b')).toBe('http://proxy.example/a@b')
  })
})
