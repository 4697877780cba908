import { describe, expect, it } from 'vitest'
import { linkOf } from '../../electron/export/values/cell-text.ts'
import { jsonWithoutCredentials, withoutCredentials } from '../../electron/export/values/credentials.ts'

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

describe('JSON in an exported file', () => {
  it.each([
    ['"https://ann:secret@files.example/a"', '"https://files.example/a"'],
    ['["https://ann@a.example/","http://:secret@b.example/"]', '["https://a.example/","http://b.example/"]'],
    ['{"a":{"b":"HTTPS:\\\\ann:secret@a.example"},"c":1}', '{"a":{"b":"https://a.example/"},"c":1}'],
    ['["ann@a.example","https://ann@b@c.example/"]', '["ann@a.example","https://c.example/"]'],
    ['["https:ann@a.example","https://\\"@a.example/"]', '["https://a.example/","https://a.example/"]'],
    ['{"https://ann:secret@a.example/":true}', '{"https://a.example/":true}'],
    ['{"a":"\\"@\\\\","b":"https://ann:\\"secret@a.example/"}', '{"a":"\\"@\\\\","b":"https://a.example/"}'],
  ])('has addresses without credentials: %s', (json, expected) => {
    expect(jsonWithoutCredentials(json)).toBe(expected)
    expect(() => JSON.parse(json) as unknown).not.toThrow()
  })

  it.each([
    '12345678901234567890.10',
    '"ann@a.example"',
    '{"a":1,"mails":["ann@a.example","Ann <ann@b.example>, a@c.example"]}',
    '{"mail":"mailto:ann@a.example","path":"https://a.example/ann:secret@b","number":1.10}',
    '["\\ud800@"]',
  ])('is otherwise unchanged: %s', (json) => expect(jsonWithoutCredentials(json)).toBe(json))
})
