import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { hostAndPort, proxyFromEnvironment, proxyFromPac } from '../../electron/service/proxies.ts'

const ADDRESS = 'https://desk.print.example/api'
const PROXY = { kind: 'http', host: 'proxy.example', port: 3128, credentials: null }

describe('proxyFromEnvironment', () => {
  it.each<[string, Record<string, string>, unknown]>([
    ['none', {}, { kind: 'direct' }],
    ['an empty one', { HTTPS_PROXY: ' ' }, { kind: 'direct' }],
    ['an address', { HTTPS_PROXY: 'http://proxy.example:3128/' }, PROXY],
    ['an address in lower case', { https_proxy: 'http://proxy.example:3128' }, PROXY],
    [
      'the lower-case one first',
      { https_proxy: '', HTTPS_PROXY: 'http://proxy.example' },
      { kind: 'direct' },
    ],
    ['a host and a port only', { HTTPS_PROXY: 'proxy.example:3128' }, PROXY],
    ['no port', { HTTPS_PROXY: 'https://proxy.example' }, { ...PROXY, kind: 'https', port: 443 }],
    ['IPv6', { HTTPS_PROXY: 'http://[::1]:8080' }, { ...PROXY, host: '::1', port: 8080 }],
    [
      'a name and a password',
      { HTTPS_PROXY: 'http://me:a%3Ab@proxy.example:3128' },
      { ...PROXY, credentials: { username: 'me', password: 'a:b' } },
    ],
    ['the one for all schemes', { ALL_PROXY: 'http://proxy.example:3128' }, PROXY],
    [
      'the one for https before the one for all schemes',
      { all_proxy: 'socks5://other.example', HTTPS_PROXY: 'http://proxy.example:3128' },
      PROXY,
    ],
    ['SOCKS 5', { ALL_PROXY: 'socks5h://proxy.example' }, { ...PROXY, kind: 'socks5', port: 1080 }],
    [
      'SOCKS of any version',
      { all_proxy: 'socks://proxy.example:1081/' },
      { ...PROXY, kind: 'socks5', port: 1081 },
    ],
    [
      'SOCKS 5 with a name and a password',
      { HTTPS_PROXY: 'socks5://me:hush@[::1]:1080' },
      { kind: 'socks5', host: '::1', port: 1080, credentials: { username: 'me', password: 'hush' } },
    ],
    [
      'SOCKS 5 with a name in another script',
      { ALL_PROXY: 'socks5://münchen.example' },
      { ...PROXY, kind: 'socks5', host: 'xn--mnchen-3ya.example', port: 1080 },
    ],
    ['another scheme’s variable', { HTTP_PROXY: 'http://proxy.example' }, { kind: 'direct' }],
  ])('reads %s', (_, env, expected) => expect(proxyFromEnvironment(env, ADDRESS)).toEqual(expected))

  it('returns no proxy for http, which stays on this computer', () => {
    const env = { HTTPS_PROXY: 'http://proxy.example:3128', HTTP_PROXY: 'http://proxy.example:3128' }
    expect(proxyFromEnvironment(env, 'http://127.0.0.1:8080')).toEqual({ kind: 'direct' })
  })

  it.each([
    ['*', true],
    ['desk.print.example', true],
    ['DESK.Print.Example', true],
    ['print.example', true],
    ['.print.example', true],
    ['*.print.example', true],
    ['localhost, print.example', true],
    ['localhost print.example', true],
    ['print.example:443', true],
    ['print.example:8443', false],
    ['int.example', false],
    ['other.print.example', false],
    ['', false],
    [',', false],
  ])('with NO_PROXY=%s excludes the host: %s', (list, excepted) => {
    const env = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: list }
    expect(proxyFromEnvironment(env, ADDRESS).kind).toBe(excepted ? 'direct' : 'http')
  })

  it.each([
    ['https://10.0.0.1/api', '10.0.0.1', true],
    ['https://10.0.0.1/api', '0.0.1', false],
    ['https://[::1]:8443/', '::1', true],
    ['https://[::1]:8443/', '[::1]:8443', true],
    ['https://[::1]:8443/', '[::1]:443', false],
    ['https://10.1.2.3/api', '10.0.0.0/8', true],
    ['https://11.1.2.3/api', '10.0.0.0/8', false],
    ['https://192.168.7.9/api', 'print.example, 192.168.0.0/16', true],
    ['https://10.1.2.3/api', '10.1.2.3/32', true],
    ['https://10.1.2.3/api', '0.0.0.0/0', true],
    ['https://[fd12::1]/api', 'fd00::/8', true],
    ['https://[fd12::1]/api', '[fd00::]/8', true],
    ['https://[fe80::1]/api', 'fd00::/8', false],
    ['https://[::1]/api', '10.0.0.0/8', false],
    ['https://10.1.2.3/api', '10.0.0.0/33', false],
    ['https://10.1.2.3/api', 'ten/8', false],
    ['https://[2001:db8::1]/api', '2001:db8:0::1', true],
    ['https://[2001:db8::1]/api', '[2001:DB8::0001]:443', true],
    ['https://[2001:db8::1]/api', '2001:db8::2', false],
    ['https://münchen.example/api', 'münchen.example', true],
    ['https://druck.münchen.example/api', '*.MÜNCHEN.example', true],
    ['https://münchen.example/api', 'munchen.example', false],
  ])('for %s with NO_PROXY=%s excludes the host: %s', (address, list, excepted) => {
    const env = { HTTPS_PROXY: 'http://proxy.example:3128', no_proxy: list }
    expect(proxyFromEnvironment(env, address).kind).toBe(excepted ? 'direct' : 'http')
  })

  it.each([
    'socks4://me:hush@proxy',
    'ftp://me:hush@proxy',
    'http://',
    'http://me:%ff%hush@proxy',
    'no address hush',
  ])('rejects %s without repeating it', (text) => {
    expect(() => proxyFromEnvironment({ HTTPS_PROXY: text }, ADDRESS)).toThrow(AppError)
    expect(() => proxyFromEnvironment({ HTTPS_PROXY: text }, ADDRESS)).not.toThrow(/hush/u)
  })
})

it('proxyFromEnvironment names an unusable variable, and SOCKS 4 as unsupported', () => {
  expect(() => proxyFromEnvironment({ ALL_PROXY: 'socks4://proxy' }, ADDRESS)).toThrow(
    /ALL_PROXY is an unsupported SOCKS 4 proxy/u,
  )
  expect(() => proxyFromEnvironment({ https_proxy: 'ftp://proxy' }, ADDRESS)).toThrow(/HTTPS_PROXY/u)
})

describe('proxyFromPac', () => {
  it.each<[string, unknown]>([
    ['DIRECT', { kind: 'direct' }],
    ['', { kind: 'direct' }],
    ['PROXY proxy.example:3128; DIRECT', PROXY],
    ['HTTPS proxy.example:3128', { ...PROXY, kind: 'https' }],
    ['SOCKS5 proxy.example', { ...PROXY, kind: 'socks5', port: 1080 }],
    ['SOCKS proxy.example:1081', { ...PROXY, kind: 'socks4', port: 1081 }],
    ['PROXY [::1]:3128', { ...PROXY, host: '::1' }],
  ])('reads %j', (result, expected) => expect(proxyFromPac(result)).toEqual(expected))

  it('hostAndPort adds brackets to an IPv6 address', () => {
    expect(hostAndPort('::1', 3128)).toBe('[::1]:3128')
    expect(hostAndPort('proxy.example', 80)).toBe('proxy.example:80')
  })
})
