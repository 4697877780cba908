import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../electron/shell/content-security-policy.ts'
import { resolvePage, isSafeExternal } from '../../electron/shell/addresses.ts'

const FOLDER = join('/', 'srv', 'pages')

describe('pages of the application', () => {
  it('are resolved by their path', () => {
    expect(resolvePage(FOLDER, '/')).toEqual({
      file: join(FOLDER, 'index.html'),
      contentType: 'text/html; charset=utf-8',
    })
    expect(resolvePage(FOLDER, '/assets/main.js')?.contentType).toMatch(/^text\/javascript/)
  })

  it.each([
    '/../secret.html',
    '/..%2f..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/a\0.html',
    '/..\\secret.html',
    '/%',
    '/page',
    '/page.exe',
    '/assets/../../pages-too/x.html',
  ])('are not resolved for %j', (pathname) => {
    expect(resolvePage(FOLDER, pathname)).toBeNull()
  })

  it('are never outside their folder', () => {
    const piece = fc.constantFrom('..', '.', '%2e%2e', 'a', '%2f', '/', '\\', '%5c', 'x.html', '%00')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const page = resolvePage(FOLDER, `/${pieces.join('/')}.html`)
        expect(page === null || page.file.startsWith(join(FOLDER, '/'))).toBe(true)
      }),
    )
  })

  it('have a policy without network, inline scripts and eval', () => {
    expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'")
    expect(CONTENT_SECURITY_POLICY).toContain("connect-src 'none'")
    expect(CONTENT_SECURITY_POLICY).not.toContain('unsafe')
    expect(CONTENT_SECURITY_POLICY).not.toContain('*')
  })
})

describe('isSafeExternal', () => {
  it.each([
    ['https://campaigns.example.com/help', true],
    ['http://campaigns.example.com/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['https://user:word@example.com/', false],
    ['not an address', false],
    [`https://campaigns.example.com.${'a.'.repeat(130)}test/`, false],
  ])('of %s is %s', (address, safe) => {
    expect(isSafeExternal(address)).toBe(safe)
  })
})
