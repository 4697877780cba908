import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { checkKey } from '../../electron/service/address-and-key.ts'
import { createService } from '../../electron/service/create-service.ts'

function refusal(key: string): AppError | null {
  try {
    checkKey(key)
    return null
  } catch (error) {
    return error as AppError
  }
}

describe('checkKey', () => {
  it.each([
    'k',
    'abc-123',
    'Bearer abc.def',
    'with  two spaces',
    '!#$%&()*+,-./:;<=>?@[]^_`{|}~',
    '"quoted", comma=;',
    'x'.repeat(8_000),
  ])('accepts %j', (key) => {
    expect(refusal(key)).toBeNull()
  })

  it.each(['', ' ', '   ', '\t', '\n'])('reports %j as missing', (key) => {
    expect(refusal(key)?.code).toBe('keyMissing')
  })

  it.each([
    'a\nb',
    'a\r\nX-Other: 1',
    'a\u0000',
    'a\tb',
    'abc\n',
    '\u007f',
    'a\u0085',
    ' a',
    'a ',
    'schlüssel',
    'a\u00a0b',
    'κλειδί',
    'a’b',
    '🔑',
    'a\u200b',
  ])('rejects %j', (key) => {
    expect(refusal(key)?.code).toBe('keyInvalid')
  })

  it('repeats no key in its messages', () => {
    for (const key of ['s3cret\nkey', 's3cretκ', ' s3cret']) {
      const fault = refusal(key)?.toFault()
      expect(fault).toBeDefined()
      expect(JSON.stringify(fault)).not.toContain('s3cret')
    }
  })

  it('accepts only keys that a header keeps unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        if (refusal(key) === null) expect(new Headers({ authorization: key }).get('authorization')).toBe(key)
      }),
    )
  })

  it('is applied before any request', () => {
    const fetch = () => Promise.reject(new Error('sent'))
    expect(() => createService({ baseUrl: 'https://a.example', key: 'a\nb', fetch })).toThrow(AppError)
    expect(() => createService({ baseUrl: 'https://a.example', key: '', fetch })).toThrow(AppError)
    expect(() => createService({ baseUrl: 'http://a.example', key: 'k', fetch })).toThrow(AppError)
  })
})
