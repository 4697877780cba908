import { describe, expect, it } from 'vitest'
import { linkOf, withoutCredentials } from '../../electron/export/values/cell-text.ts'

describe('a link in an exported file', () => {
  it.each([
    ['https://ann:secret@files.example/a.png?x=1#y', 'https://files.example/a.png?x=1#y'],
    ['https://ann@files.example/a.png', 'https://files.example/a.png'],
    ['http://:secret@files.example/', 'http://files.example/'],
    ['https://files.example/ann:secret@b.png', 'https://files.example/ann:secret@b.png'],
  ])('loses its credentials: %s', (address, link) => {
    expect(linkOf(address)).toBe(link)
    expect(withoutCredentials(address)).toBe(link)
  })

  it('is unchanged if it has none', () => {
    expect(withoutCredentials('HTTPS://Files.example/a b')).toBe('HTTPS://Files.example/a b')
    expect(withoutCredentials('no address')).toBe('no address')
  })
})
