import { describe, expect, it } from 'vitest'
import { ProxyLogins } from '../../electron/app/proxy-logins.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import type { Proxy } from '../../electron/service/proxies.ts'

const PROXY: Proxy = { kind: 'https', host: 'proxy.example', port: 8080, credentials: null }
const CHALLENGE = { realm: null, isEncrypted: true, url: 'https://service.example/' }
const ACCOUNT = 'proxy/proxy.example:8080'

/** Returns logins with a keychain in memory. */
function createLogins() {
  const keychain = new Map<string, string>()
  const secrets: Secrets = {
    get: (account) => Promise.resolve(keychain.get(account) ?? null),
    set: (account, secret) => {
      keychain.set(account, secret)
      return Promise.resolve({ storage: 'keychain', reason: null })
    },
    remove: (account) => {
      keychain.delete(account)
      return Promise.resolve()
    },
    status: () => Promise.resolve({ storage: 'none', reason: null }),
  }
  const logins = (): ProxyLogins =>
    new ProxyLogins(
      () => secrets,
      () => undefined,
    )
  return { keychain, logins }
}

describe('the login of a proxy', () => {
  it('is removed from the keychain by one that is not to be remembered, also if it was rejected', async () => {
    for (const isRejected of [false, true]) {
      const { keychain, logins } = createLogins()
      await logins().accept(PROXY, { username: 'ana', password: 'former' }, true)
      expect(keychain.get(ACCOUNT)).toContain('former')
      const later = logins()
      const saved = await later.load(PROXY)
      expect(saved).toEqual({ username: 'ana', password: 'former' })
      if (isRejected) later.recordRefusal(PROXY, CHALLENGE, saved)
      await later.accept(PROXY, { username: 'ana', password: 'present' }, false)
      expect([...keychain]).toEqual([])
      expect(later.current(PROXY)).toEqual({ username: 'ana', password: 'present' })
    }
  })
})
