import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { readAuthority } from '../../electron/service/certificates/read-authority.ts'
import { verifyChain, type ChainRefusal } from '../../electron/service/certificates/verify-chain.ts'
import { value } from '../support/certificates/der.ts'
import {
  CLIENT_PURPOSE,
  issue,
  issueChain,
  SERVER_PURPOSE,
  type CertificateOptions,
  type Issued,
} from '../support/certificates/make.ts'

const HOST = 'desk.print.example'
const root = issue({ name: 'Root', authority: true, keyUsage: 0x06 })
const middle = issue({ name: 'Middle', authority: true, by: root })
const server = (options: Partial<CertificateOptions> = {}): Issued =>
  issue({ name: 'server', hosts: [HOST, '10.1.2.3'], by: middle, ...options })

function verify(
  path: readonly Issued[],
  authorities: readonly Issued[] = [root],
  host = HOST,
  now = Date.now(),
) {
  return verifyChain({
    presented: path.map(({ certificate }) => certificate),
    authorities: authorities.map(({ certificate }) => certificate),
    host,
    now,
  })
}

describe('a chain that is trusted', () => {
  it.each<[string, () => ChainRefusal | null]>([
    ['by an authority above one in between', () => verify([server(), middle])],
    ['in whatever order it comes', () => verify([server(), root, middle, issue({ name: 'stray' })])],
    ['directly by the authority', () => verify([server({ by: root })])],
    ['by one in between that is itself trusted', () => verify([server()], [middle])],
    [
      'by the server’s own, when that is what was chosen',
      () => {
        const own = issue({ name: 'own', hosts: [HOST], authority: true })
        return verify([own], [own])
      },
    ],
    ['for an IP address', () => verify([server(), middle], [root], '10.1.2.3')],
    ['for a name with a wildcard', () => verify([server({ hosts: ['*.print.example'] }), middle])],
    [
      'for a server’s purpose',
      () => verify([server({ purposes: [SERVER_PURPOSE], keyUsage: 0xa0 }), middle]),
    ],
    [
      'with RSA',
      () => {
        const rsa = issue({ name: 'RSA', authority: true, key: 'rsa' })
        return verify([server({ by: rsa, key: 'rsa' })], [rsa])
      },
    ],
    [
      'within what the authority may vouch for',
      () => {
        const limited = issue({
          name: 'Limited',
          authority: true,
          permitted: ['print.example', '10.0.0.0/255.0.0.0'],
          excluded: ['other.print.example'],
        })
        return verify([server({ by: limited })], [limited])
      },
    ],
  ])('%s', (_, ask) => {
    expect(ask()).toBeNull()
  })
})

describe('a chain that is not trusted', () => {
  const limited = (options: Partial<CertificateOptions>, hosts = [HOST]) => {
    const authority = issue({ name: 'Limited', authority: true, ...options })
    return verify([server({ by: authority, hosts })], [authority], hosts[0])
  }
  it.each<[string, ChainRefusal, () => ChainRefusal | null]>([
    [
      'of another authority',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      () => verify([server(), middle], [issue({ name: 'Other', authority: true })]),
    ],
    [
      'of another authority of the same name',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      () => verify([server(), middle], [issue({ name: 'Root', authority: true })]),
    ],
    ['without the one in between', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', () => verify([server()])],
    ['with nothing trusted', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', () => verify([server(), middle, root], [])],
    ['with no certificate at all', 'CERT_NOT_IN_FORM', () => verify([])],
    [
      'for another name',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      () => verify([server(), middle], [root], 'other.example'),
    ],
    [
      'for another address',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      () => verify([server(), middle], [root], '10.1.2.4'),
    ],
    [
      'for a name that is only its subject',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      () => verify([server({ name: HOST, hosts: [] }), middle]),
    ],
    ['that has expired', 'CERT_HAS_EXPIRED', () => verify([server({ days: [-20, -1] }), middle])],
    ['that is not valid yet', 'CERT_NOT_YET_VALID', () => verify([server({ days: [1, 20] }), middle])],
    [
      'whose authority has expired',
      'CERT_HAS_EXPIRED',
      () => verify([server(), middle], [root], HOST, Date.now() + 400 * 24 * 3_600_000),
    ],
    [
      'for clients only',
      'CERT_INVALID_PURPOSE',
      () => verify([server({ purposes: [CLIENT_PURPOSE] }), middle]),
    ],
    [
      'for signing certificates only',
      'CERT_INVALID_PURPOSE',
      () => verify([server({ keyUsage: 0x06 }), middle]),
    ],
    [
      'under an authority for clients only',
      'CERT_INVALID_PURPOSE',
      () => {
        const clients = issue({ name: 'Clients', authority: true, by: root, purposes: [CLIENT_PURPOSE] })
        return verify([server({ by: clients }), clients])
      },
    ],
    [
      'signed by what is no authority',
      'CERT_INVALID_CA',
      () => {
        const customer = server({ name: 'customer' })
        return verify([server({ by: customer }), customer, middle])
      },
    ],
    [
      'signed by an authority that may not sign',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      () => limited({ keyUsage: 0x80 }),
    ],
    [
      'longer than the authority allows',
      'CERT_PATH_LENGTH_EXCEEDED',
      () => {
        const short = issue({ name: 'Short', authority: true, pathLength: 0 })
        const between = issue({ name: 'Between', authority: true, by: short })
        return verify([server({ by: between }), between], [short])
      },
    ],
    [
      'outside what the authority may vouch for',
      'CERT_NAME_NOT_PERMITTED',
      () => limited({ permitted: ['elsewhere.example'] }),
    ],
    [
      'whose other name is outside',
      'CERT_NAME_NOT_PERMITTED',
      () => limited({ permitted: ['print.example'] }, [HOST, 'bank.example']),
    ],
    ['inside what is excluded', 'CERT_NAME_NOT_PERMITTED', () => limited({ excluded: ['print.example'] })],
    [
      'outside its networks',
      'CERT_NAME_NOT_PERMITTED',
      () => limited({ permitted: ['10.2.0.0/255.255.0.0'] }, ['10.1.2.3']),
    ],
    [
      'with limits of a kind that is not understood',
      'CERT_NAME_NOT_PERMITTED',
      () => limited({ permitted: ['mail:print.example'] }),
    ],
    [
      'with a demand that is not understood',
      'CERT_UNHANDLED_EXTENSION',
      () =>
        verify([
          server({ extensions: [{ id: '1.3.6.1.4.1.99999.1', critical: true, content: value(0x05) }] }),
          middle,
        ]),
    ],
    ['with SHA-1', 'CA_MD_TOO_WEAK', () => verify([server({ digest: 'sha1' }), middle])],
    ['with a short key', 'EE_KEY_TOO_SMALL', () => verify([server({ key: 'rsa1024' }), middle])],
  ])('%s: %s', (_, expected, ask) => {
    expect(ask()).toBe(expected)
  })

  it('whatever bit of the signed part is changed', () => {
    const { certificate } = server()
    fc.assert(
      fc.property(fc.nat({ max: certificate.raw.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
        const raw = Buffer.from(certificate.raw)
        raw[at] = (raw[at] ?? 0) ^ (1 << bit)
        let changed: X509Certificate
        try {
          changed = new X509Certificate(raw)
        } catch {
          return
        }
        const refusal = verifyChain({
          presented: [changed, middle.certificate],
          authorities: [root.certificate],
          host: HOST,
          now: Date.now(),
        })
        expect(refusal).not.toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('a crowd of authorities that all bear one name is not searched for ever', () => {
    const first = issue({ name: 'Crowd', authority: true })
    const crowd = [first, ...Array.from({ length: 11 }, () => issue({ name: 'Crowd', authority: true }))]
    // A search through every order of the crowd would not end.
    expect(verify([issue({ name: 'x', hosts: [HOST], by: first }), ...crowd], [root])).toBe(
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    )
  })
})

describe('a file with authorities', () => {
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

  it('may be PEM with one or several, with text around them, or DER', () => {
    const other = issue({ name: 'Other', authority: true })
    const several = `# our authorities\r\n${root.pem.replaceAll('\n', '\r\n')}\nOther:\n${other.pem}`
    expect(readAuthority(Buffer.from(several)).subjects).toEqual(['Root', 'Other'])
    expect(readAuthority(root.certificate.raw)).toMatchObject({ subjects: ['Root'], pem: root.pem })
  })

  it('may have servers and expired ones beside what counts', () => {
    const { root: top, middle: between, leaf } = issueChain()
    const old = issue({ name: 'Old', authority: true, days: [-20, -2] })
    const { subjects, certificates } = readAuthority(Buffer.from(leaf.pem + between.pem + old.pem + top.pem))
    expect(subjects).toEqual(['Print Works Servers', 'Print Works Root'])
    expect(certificates).toHaveLength(2)
  })

  it.each<[string, () => Uint8Array | string, RegExp]>([
    ['nothing', () => '', /no certificate/u],
    ['something else', () => 'Dear administrator,', /no certificate/u],
    ['another DER', () => value(0x30, value(0x02, Buffer.from([1]))), /no certificate/u],
    ['a damaged certificate', () => root.pem.replace(/\n.{20}/u, '\nAAAA'), /damaged/u],
    ['a server’s certificate', () => server().pem, /“server”.+not of an authority/u],
    [
      'an expired authority',
      () => issue({ name: 'Old', authority: true, days: [-9, -2] }).pem,
      /“Old” expired on/u,
    ],
    [
      'an authority of the future',
      () => issue({ name: 'New', authority: true, days: [2, 9] }).pem,
      /“New” is valid from/u,
    ],
    ['a private key', () => root.keyPem, /private key/u],
    ['a private key beside it', () => root.pem + root.keyPem, /private key/u],
    ['far too much', () => Buffer.alloc(2_000_000, 0x30), /far too large/u],
  ])('is refused when it holds %s', (_, bytes, words) => {
    const message = refusal(bytes())
    expect(message).toMatch(words)
    expect(message).not.toMatch(/BEGIN|undefined/u)
  })

  it('never throws anything but a refusal, whatever the bytes', () => {
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
