import { describe, expect, it, vi } from 'vitest'
import { createSecrets, KEYCHAIN_SERVICE } from '../../electron/secrets/create-secrets.ts'
import type { Keychain } from '../../electron/secrets/types.ts'

/** A keychain in memory with replaceable calls. */
function memoryKeychain(overrides: Partial<Keychain> = {}) {
  const entries = new Map<string, string>()
  const calls: string[] = []
  const name = (service: string, account: string) => `${service}/${account}`
  const keychain: Keychain = {
    getPassword: (service, account) => Promise.resolve(entries.get(name(service, account)) ?? null),
    setPassword: (service, account, password) => {
      entries.set(name(service, account), password)
      return Promise.resolve()
    },
    deletePassword: (service, account) => Promise.resolve(entries.delete(name(service, account))),
    ...overrides,
  }
  const counting: Keychain = {
    getPassword: (...words) => {
      calls.push('get')
      return keychain.getPassword(...words)
    },
    setPassword: (...words) => {
      calls.push('set')
      return keychain.setPassword(...words)
    },
    deletePassword: (...words) => {
      calls.push('delete')
      return keychain.deletePassword(...words)
    },
  }
  return { entries, calls, load: () => Promise.resolve(counting) }
}

const reject = (message: string) => () => Promise.reject(new Error(message))
const quick = { readLimitMs: 20, writeLimitMs: 20 }

describe('createSecrets', () => {
  it('stores keys in the keychain under the application’s name and the connection’s id', async () => {
    const keychain = memoryKeychain()
    const secrets = createSecrets({ keychain: keychain.load })
    expect(await secrets.set('a', 'key-a')).toEqual({ storage: 'keychain', reason: null })
    await secrets.set('b', 'key-b')
    expect(KEYCHAIN_SERVICE).toBe('Campaign Desk')
    expect(Object.fromEntries(keychain.entries)).toEqual({
      'Campaign Desk/a': 'key-a',
      'Campaign Desk/b': 'key-b',
    })

    const later = createSecrets({ keychain: keychain.load })
    expect(await later.status('a')).toEqual({ storage: 'keychain', reason: null })
    expect(await later.get('a')).toBe('key-a')
    expect(await later.get('c')).toBeNull()
    expect(await later.status('c')).toEqual({ storage: 'none', reason: null })

    await later.remove('a')
    expect(await later.get('a')).toBeNull()
    expect([...keychain.entries.keys()]).toEqual(['Campaign Desk/b'])
  })

  it('reads a key once and caches it', async () => {
    const keychain = memoryKeychain()
    keychain.entries.set('Campaign Desk/a', 'key')
    const secrets = createSecrets({ keychain: keychain.load })
    expect(await Promise.all([secrets.get('a'), secrets.get('a'), secrets.status('a')])).toEqual([
      'key',
      'key',
      { storage: 'keychain', reason: null },
    ])
    await secrets.get('a')
    expect(keychain.calls).toEqual(['get'])
  })

  it('reads again if there was no key', async () => {
    const keychain = memoryKeychain()
    const secrets = createSecrets({ keychain: keychain.load })
    expect(await secrets.get('a')).toBeNull()
    keychain.entries.set('Campaign Desk/a', 'key')
    expect(await secrets.get('a')).toBe('key')
  })

  it('replaces a key, and removes it for an empty one', async () => {
    const keychain = memoryKeychain()
    const secrets = createSecrets({ keychain: keychain.load })
    await secrets.set('a', 'old')
    await secrets.set('a', 'new')
    expect(await secrets.get('a')).toBe('new')
    expect(await secrets.set('a', '')).toEqual({ storage: 'none', reason: null })
    expect(await secrets.get('a')).toBeNull()
    expect(keychain.entries.size).toBe(0)
  })
})

describe('createSecrets without a usable keychain', () => {
  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no keychain'],
    ['Could not connect: No such file or directory', 'no keychain'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'no keychain'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'no keychain'],
    ['A default keychain could not be found.', 'no keychain'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['The stub received bad data.', 'can’t be used: The stub received bad data.'],
    ['User canceled the operation.', 'can’t be used'],
    ['', 'can’t be used.'],
  ])('keeps a key for the session if the keychain reports “%s”', async (message, words) => {
    const failing = reject(message)
    const keychain = memoryKeychain({ getPassword: failing, setPassword: failing, deletePassword: failing })
    const secrets = createSecrets({ keychain: keychain.load })
    expect(await secrets.get('a')).toBeNull()
    expect((await secrets.status('a')).storage).toBe('none')
    const status = await secrets.set('a', 'key')
    expect(status.storage).toBe('session')
    expect(status.reason).toContain(words)
    expect(status.reason).not.toContain('..')
    expect(await secrets.status('a')).toEqual(status)
    expect(await secrets.get('a')).toBe('key')
    await secrets.remove('a')
    expect(await secrets.get('a')).toBeNull()
  })

  it('loads a missing module only once', async () => {
    const load = vi.fn(() => Promise.reject(new Error("Cannot find package 'keytar'")))
    const secrets = createSecrets({ keychain: load })
    expect(await secrets.get('a')).toBeNull()
    expect((await secrets.set('a', 'key')).reason).toContain('no keychain')
    await secrets.remove('a')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('reports the session if the keychain does not store the key', async () => {
    const keychain = memoryKeychain({ setPassword: () => Promise.resolve() })
    const status = await createSecrets({ keychain: keychain.load }).set('a', 'key')
    expect(status.storage).toBe('session')
    expect(status.reason).toContain('can’t be used')
  })

  it('does not return the old key after the keychain refused a new one', async () => {
    const keychain = memoryKeychain({ setPassword: reject('The stub received bad data.') })
    keychain.entries.set('Campaign Desk/a', 'old')
    await createSecrets({ keychain: keychain.load }).set('a', 'too long')
    expect(await createSecrets({ keychain: keychain.load }).get('a')).toBeNull()
  })

  it('reports no key in its messages', async () => {
    const keychain = memoryKeychain({ setPassword: reject('cannot') })
    expect((await createSecrets({ keychain: keychain.load }).set('a', 's3cret')).reason).not.toContain(
      's3cret',
    )
  })
})

describe('createSecrets with a keychain that asks the person first', () => {
  it('stops waiting soon, and uses a key that arrives later', async () => {
    const prompt = Promise.withResolvers<string | null>()
    const keychain = memoryKeychain({ getPassword: () => prompt.promise })
    const secrets = createSecrets({ keychain: keychain.load, ...quick })
    expect(await secrets.get('a')).toBeNull()
    expect((await secrets.status('a')).reason).toContain('locked')
    prompt.resolve('key')
    await expect.poll(() => secrets.get('a')).toBe('key')
    expect(await secrets.status('a')).toEqual({ storage: 'keychain', reason: null })
  })

  it('reports the keychain once a key is stored later', async () => {
    const prompt = Promise.withResolvers<undefined>()
    const keychain = memoryKeychain({
      setPassword: async (service, account, password) => {
        await prompt.promise
        keychain.entries.set(`${service}/${account}`, password)
      },
    })
    const secrets = createSecrets({ keychain: keychain.load, ...quick })
    const status = await secrets.set('a', 'key')
    expect(status.storage).toBe('session')
    expect(status.reason).toContain('locked')
    expect(await secrets.get('a')).toBe('key')
    prompt.resolve(undefined)
    await expect.poll(() => secrets.status('a')).toEqual({ storage: 'keychain', reason: null })
  })

  it('makes one call at a time', async () => {
    let open = 0
    let most = 0
    const prompt = Promise.withResolvers<null>()
    const keychain = memoryKeychain({
      getPassword: async () => {
        open += 1
        most = Math.max(most, open)
        await prompt.promise
        open -= 1
        return null
      },
    })
    const secrets = createSecrets({ keychain: keychain.load, ...quick })
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => secrets.get(id)))
    expect(most).toBe(1)
    prompt.resolve(null)
    await expect.poll(() => keychain.calls.length).toBe(5)
    expect(most).toBe(1)
  })

  it('does not replace a newly entered key by a late one', async () => {
    const prompt = Promise.withResolvers<string | null>()
    let first = true
    const keychain = memoryKeychain({
      getPassword: (service, account) => {
        if (!first) return Promise.resolve(keychain.entries.get(`${service}/${account}`) ?? null)
        first = false
        return prompt.promise
      },
    })
    const secrets = createSecrets({ keychain: keychain.load, ...quick })
    expect(await secrets.get('a')).toBeNull()
    expect((await secrets.set('a', 'entered')).storage).toBe('session')
    prompt.resolve('old')
    await expect.poll(() => secrets.status('a')).toEqual({ storage: 'keychain', reason: null })
    expect(await secrets.get('a')).toBe('entered')
    expect(keychain.entries.get('Campaign Desk/a')).toBe('entered')
  })

  it('keeps no key of a connection that was forgotten while a call was pending', async () => {
    const prompt = Promise.withResolvers<undefined>()
    const keychain = memoryKeychain({
      setPassword: async (service, account, password) => {
        await prompt.promise
        keychain.entries.set(`${service}/${account}`, password)
      },
    })
    const secrets = createSecrets({ keychain: keychain.load, ...quick })
    await secrets.set('a', 'key')
    await secrets.remove('a')
    expect(await secrets.get('a')).toBeNull()
    prompt.resolve(undefined)
    await expect.poll(() => keychain.calls.includes('delete')).toBe(true)
    await expect.poll(() => keychain.entries.size).toBe(0)
    expect(await secrets.get('a')).toBeNull()
    expect((await secrets.status('a')).storage).toBe('none')
  })
})
