import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityOf } from '../../electron/artwork/identity.ts'

const SIGNED = [
  'X-Amz-Algorithm=AWS4&X-Amz-Date=20260101&X-Amz-Signature=abc',
  'x-amz-expires=60&x-amz-signature=def',
  'X-Goog-Algorithm=A&X-Goog-Signature=123',
  'Expires=1700000000&Signature=a%2Bb&Key-Pair-Id=K1',
  'AWSAccessKeyId=A&Expires=1&Signature=zz',
  'sv=2024-01-01&se=2026&sr=b&sp=r&sig=xyz%3D',
]

describe('identityOf', () => {
  it.each(SIGNED)('ignores the signature: %s', (signature) => {
    expect(identityOf(`https://f.example/a.png?${signature}`)).toBe('https://f.example/a.png')
    expect(identityOf(`https://f.example/a.png?id=7&${signature}&w=200`)).toBe(
      'https://f.example/a.png?id=7&w=200',
    )
  })

  it.each([
    'https://f.example/a.png',
    'https://f.example/a?token=abc&expires=5',
    // Without the signature itself, these parameters are no signed address.
    'https://f.example/a?Expires=5&Policy=b',
    'https://f.example/a?sv=1&sp=r',
    'https://f.example/a?%zz=1',
    'sample:picture/1?thumbnail',
  ])('keeps all of %s', (address) => {
    expect(identityOf(address)).toBe(address)
  })

  it('ignores the fragment', () => {
    expect(identityOf('https://f.example/a.png?id=1#top')).toBe('https://f.example/a.png?id=1')
  })

  it('differs for addresses that differ in anything but the signature', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,8}$/u)
    fc.assert(
      fc.property(part, part, fc.constantFrom(...SIGNED), fc.constantFrom(...SIGNED), (one, other, a, b) => {
        const first = identityOf(`https://f.example/p?file=${one}&${a}`)
        const second = identityOf(`https://f.example/p?file=${other}&${b}`)
        expect(first === second).toBe(one === other)
        expect(identityOf(first)).toBe(first)
      }),
    )
  })
})
