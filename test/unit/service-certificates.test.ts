import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { readAuthority } from '../../electron/service/certificates/read-authority.ts'
import { value } from '../support/certificates/der.ts'
import { issueCertificate, issueChain } from '../support/certificates/make.ts'

const root = issueCertificate({ name: 'Root', isAuthority: true, keyUsage: 0x06 })

describe('readAuthority', () => {
  const refusal = (bytes: Uint8Array | string): string => {
    try {
      readAuthority(Buffer.from(bytes))
    } catch (error) {
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).code).toBe('badInput')
      return (error as AppError).message
    }
    throw new Error('accepted')
  }

  it('reads PEM with one or several certificates and other text, or DER', () => {
    const other = issueCertificate({ name: 'Other', isAuthority: true })
    const several = `# our authorities\r\n${root.pem.replaceAll('\n', '\r\n')}\nOther:\n${other.pem}`
    expect(readAuthority(Buffer.from(several)).subjects).toEqual(['Root', 'Other'])
    expect(readAuthority(root.certificate.raw)).toMatchObject({ subjects: ['Root'], pem: root.pem })
  })

  it('ignores server and expired certificates next to valid authorities', () => {
    const { root: top, intermediate: between, leaf } = issueChain()
    const old = issueCertificate({ name: 'Old', isAuthority: true, days: [-20, -2] })
    const { subjects, certificates } = readAuthority(Buffer.from(leaf.pem + between.pem + old.pem + top.pem))
    expect(subjects).toEqual(['Print Works Servers', 'Print Works Root'])
    expect(certificates).toHaveLength(2)
  })

  it.each<[string, () => Uint8Array | string, RegExp]>([
    ['nothing', () => '', /no certificate/u],
    ['another text', () => 'Dear administrator,', /no certificate/u],
    ['another DER', () => value(0x30, value(0x02, Buffer.from([1]))), /no certificate/u],
    ['a damaged certificate', () => root.pem.replace(/\n.{20}/u, '\nAAAA'), /damaged/u],
    [
      'a server’s certificate',
      () => issueCertificate({ name: 'server', hosts: ['desk.print.example'], issuer: root }).pem,
      /“server” isn’t an authority’s certificate/u,
    ],
    [
      'an expired authority',
      () => issueCertificate({ name: 'Old', isAuthority: true, days: [-9, -2] }).pem,
      /“Old” expired on/u,
    ],
    [
      'an authority of the future',
      () => issueCertificate({ name: 'New', isAuthority: true, days: [2, 9] }).pem,
      /“New” isn’t valid before/u,
    ],
    ['a private key', () => root.keyPem, /private key/u],
    ['a private key beside it', () => root.pem + root.keyPem, /private key/u],
    ['far too much', () => Buffer.alloc(2_000_000, 0x30), /too large/u],
  ])('rejects %s', (_, bytes, words) => {
    const message = refusal(bytes())
    expect(message).toMatch(words)
    expect(message).not.toMatch(/BEGIN|undefined/u)
  })

  it('throws only an AppError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(), (noise, at) => {
        const mixed = Buffer.from(root.certificate.raw)
        mixed.set(noise.subarray(0, 20), at % (mixed.length - 20))
        for (const bytes of [noise, mixed]) {
          try {
            readAuthority(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
          }
        }
      }),
    )
  })
})
