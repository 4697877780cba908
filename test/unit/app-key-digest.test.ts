import { describe, expect, it } from 'vitest'
import { digestKey, matchesKey } from '../../electron/app/key-digest.ts'

describe('the digest of a key', () => {
  it('matches only the key that it was made from', async () => {
    const digest = await digestKey('k-0123456789')
    expect(await matchesKey('k-0123456789', digest)).toBe(true)
    for (const other of ['k-0123456780', '', 'K-0123456789', 'k-0123456789 ']) {
      expect(await matchesKey(other, digest)).toBe(false)
    }
  })

  it('is four bytes with a random salt, so that equal keys have different digests', async () => {
    const [first, second] = await Promise.all([digestKey('same'), digestKey('same')])
    expect(first.mark).toMatch(/^[0-9a-f]{8}$/u)
    expect(first.salt).toMatch(/^[0-9a-f]{32}$/u)
    expect(second.salt).not.toBe(first.salt)
    expect(second.mark).not.toBe(first.mark)
  })
})
