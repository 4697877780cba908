import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { BLOCKED_PORTS, normalizeBaseUrl } from '../../electron/service/address-and-key.ts'

function refusal(text: string): string | null {
  try {
    normalizeBaseUrl(text)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    return (error as AppError).code
  }
}

describe('normalizeBaseUrl', () => {
  it.each([
    ['https://campaigns.example.com', 'https://campaigns.example.com'],
    ['https://campaigns.example.com/', 'https://campaigns.example.com'],
    ['  https://campaigns.example.com/api/v1/  ', 'https://campaigns.example.com/api/v1'],
    ['\thttps://campaigns.example.com/api//\n', 'https://campaigns.example.com/api'],
    ['HTTPS://Campaigns.Example.COM/Api', 'https://campaigns.example.com/Api'],
    ['https://campaigns.example.com:443/api', 'https://campaigns.example.com/api'],
    ['https://campaigns.example.com:8443', 'https://campaigns.example.com:8443'],
    ['https://campaigns.example.com/a/../b/./c', 'https://campaigns.example.com/b/c'],
    ['https://λογισμικό.example/δ', 'https://xn--oxamaebis8ayf.example/%CE%B4'],
    ['https://[2001:db8::1]/api', 'https://[2001:db8::1]/api'],
    ['http://localhost:3000/api/', 'http://localhost:3000/api'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['http://127.8.9.10:8080', 'http://127.8.9.10:8080'],
    ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ])('normalizes %j to %s', (text, normal) => {
    expect(normalizeBaseUrl(text)).toBe(normal)
  })

  it.each([
    '',
    '   ',
    'campaigns.example.com',
    'localhost:3000',
    'https:campaigns.example.com',
    'https://',
    'https:///',
    '//campaigns.example.com',
    'ftp://campaigns.example.com',
    'file:///etc/passwd',
    'javascript://campaigns.example.com/%0aalert(1)',
    'https://user@campaigns.example.com',
    'https://user:word@campaigns.example.com',
    'https://campaigns.example.com/?',
    'https://campaigns.example.com/api?key=k',
    'https://campaigns.example.com/#top',
    'https://campaigns.example.com:99999',
    'https://campaigns .example.com',
    'https://campaigns.exam\nple.com',
    'https://campaigns.example.com/a b',
    'https://campaigns.example.com\u0000',
  ])('rejects %j', (text) => {
    expect(refusal(text)).toBe('addressInvalid')
  })

  it.each([
    'http://campaigns.example.com',
    'http://localhost.example.com',
    'http://notlocalhost',
    'http://127.example.com',
    'http://128.0.0.1',
    'http://10.0.0.1',
    'http://192.168.1.2:8080',
    'http://0.0.0.0',
    'http://[::2]',
    'http://[::ffff:10.0.0.1]',
  ])('rejects %s, which would send the key unprotected', (text) => {
    expect(refusal(text)).toBe('addressInsecure')
  })

  it('rejects blocked ports', async () => {
    for (const port of BLOCKED_PORTS) {
      const address = `http://127.0.0.1:${String(port)}`
      expect(() => normalizeBaseUrl(address)).toThrow(/reserved for another protocol/u)
      await expect(fetch(address)).rejects.toMatchObject({ cause: { message: 'bad port' } })
    }
    expect(normalizeBaseUrl('https://campaigns.example.com:6001')).toBe('https://campaigns.example.com:6001')
  })

  it('reports the reason without repeating the input', () => {
    const secret = 'https://user:s3cret@campaigns.example.com'
    expect(() => normalizeBaseUrl(secret)).toThrow(/user name or password/u)
    expect(() => normalizeBaseUrl(secret)).not.toThrow(/s3cret/u)
  })

  it('changes no normalized address, and leaves no trailing slash or query', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: false }), (text) => {
        const once = normalizeBaseUrl(text)
        expect(normalizeBaseUrl(once)).toBe(once)
        expect(once).not.toMatch(/\/$|[?#]/u)
        expect(new URL(once).origin).toBe(new URL(text).origin)
      }),
    )
  })

  it('returns only https or loopback addresses for any input', () => {
    const pieces = fc.constantFrom(
      'http',
      's',
      '://',
      'localhost',
      '127.0.0.1',
      '[::1]',
      '@',
      ':',
      '80',
      '/',
      '..',
      '?',
      '#',
      '.',
      'a',
      ' ',
      '%',
      '\\',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 9 }).map((all) => all.join('')),
        ),
        (text) => {
          let normal: string
          try {
            normal = normalizeBaseUrl(text)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
            return
          }
          const url = new URL(normal)
          expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
          expect(
            url.protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(url.hostname),
          ).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
