import { describe, expect, it } from 'vitest'
import { managedProxyChoice, parseManagedProxy, proxyConfig } from '../../electron/service/managed-proxy.ts'

describe('the managed proxy', () => {
  it.each([
    ['system', null],
    ['none', { mode: 'direct' }],
    ['proxy.example:3128', { mode: 'fixed_servers', proxyRules: 'http://proxy.example:3128' }],
    ['https://proxy.example', { mode: 'fixed_servers', proxyRules: 'https://proxy.example:443' }],
    ['socks5://[fd00::1]:1080', { mode: 'fixed_servers', proxyRules: 'socks5://[fd00::1]:1080' }],
    [
      'https://config.example/proxy.pac',
      { mode: 'pac_script', pacScript: 'https://config.example/proxy.pac' },
    ],
  ])('%s configures the sessions of the window', (text, config) => {
    expect(proxyConfig(parseManagedProxy(text))).toEqual(config)
  })

  it.each([
    '',
    'ftp://proxy.example',
    'http://ann:secret@proxy.example',
    'https://ann:s@proxy.example/p.pac',
    'socks4://a',
  ])('cannot be %s', (text) => {
    expect(() => parseManagedProxy(text)).toThrow()
  })

  it('applies to https on the command line, which leaves PAC files and the system to the environment', () => {
    const proxy = parseManagedProxy('proxy.example:3128')
    expect(managedProxyChoice(proxy, 'https://print.example')).toMatchObject({
      host: 'proxy.example',
      port: 3128,
    })
    expect(managedProxyChoice(proxy, 'http://localhost')).toEqual({ kind: 'direct' })
    expect(managedProxyChoice(parseManagedProxy('none'), 'https://print.example')).toEqual({ kind: 'direct' })
    expect(managedProxyChoice(parseManagedProxy('system'), 'https://print.example')).toBeNull()
    expect(
      managedProxyChoice(parseManagedProxy('https://c.example/p.pac'), 'https://print.example'),
    ).toBeNull()
  })
})
