import { describe, expect, it } from 'vitest'
import { createAnonymizer } from '../../electron/app/anonymize.ts'

const anonymize = createAnonymizer({ home: '', userName: '', computerName: '', connections: [] })

describe('createAnonymizer', () => {
  it.each([
    '203.0.113.47',
    '2001:db8:47:11::12',
    '2001:db8:1:2:3:4:5:6',
    'fe80::1',
    'fd12::5',
    '2a01::',
    '::12',
    'FE80::A:1',
  ])('replaces %s', (address) => {
    const contexts = [
      ['', '.'],
      ['https://[', ']:443/'],
      ['connect ', ': refused'],
      ['is ', '%eth0, …'],
    ]
    for (const [before = '', after = ''] of contexts) {
      const anonymous = anonymize(`${before}${address}${after}`)
      expect(anonymous).toContain(`${before}<IP address>`)
      expect(anonymous).not.toContain(address)
    }
  })

  it.each([
    '127.0.0.1',
    '[::1]:443',
    '::1: refused',
    '12:30:45',
    '2026-11-30T12:30:45',
    'std::string',
    'a: b',
    'v::x',
    '::',
  ])('keeps %s', (text) => expect(anonymize(text)).toBe(text))
})
