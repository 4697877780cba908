import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate } from 'node:tls'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkServerIdentity } from '../../electron/service/certificates/server-identity.ts'
import {
  issueCertificate,
  type CertificateOptions,
  type IssuedCertificate,
} from '../support/certificates/make.ts'

const HOST = 'desk.print.example'
const root = issueCertificate({ name: 'Root', isAuthority: true })

/**
 * The properties of a certificate from a TLS socket. Node’s `toLegacyObject` crashes for some damaged keys.
 */
function asPeer({ raw, subject, subjectAltName }: X509Certificate): object {
  return { raw, subject: { CN: subject.replace(/^CN=/u, '') }, subjectaltname: subjectAltName }
}

function peer(server: X509Certificate, authority: IssuedCertificate = root): DetailedPeerCertificate {
  const issuer: { issuerCertificate?: unknown } = asPeer(authority.certificate)
  issuer.issuerCertificate = issuer
  return { ...asPeer(server), issuerCertificate: issuer } as DetailedPeerCertificate
}

const codeFor = (
  options: Partial<CertificateOptions>,
  { host = HOST, authority = root }: { readonly host?: string; readonly authority?: IssuedCertificate } = {},
): unknown => {
  const error = checkServerIdentity(
    host,
    peer(
      issueCertificate({ name: 'server', hosts: [HOST], issuer: authority, ...options }).certificate,
      authority,
    ),
  )
  return error === undefined ? null : (error as NodeJS.ErrnoException).code
}

it('checkServerIdentity accepts listed names and addresses, and whole wildcards', () => {
  expect(codeFor({})).toBeNull()
  expect(codeFor({}, { host: `${HOST}.` })).toBeNull()
  expect(codeFor({ hosts: ['10.1.2.3'] }, { host: '10.1.2.3' })).toBeNull()
  expect(codeFor({ hosts: ['*.print.example'] })).toBeNull()
  expect(codeFor({ hosts: ['d*.print.example', HOST] })).toBeNull()
})

it.each(['d*.print.example', '*k.print.example', 'd*k.print.example', '*.example', '*'])(
  'checkServerIdentity rejects the wildcard %s',
  (name) => {
    expect(codeFor({ hosts: [name] })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  },
)

it('checkServerIdentity rejects other names and addresses, and a subject’s name alone', () => {
  expect(codeFor({ hosts: ['other.example'] })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(codeFor({ hosts: ['10.1.2.3'] }, { host: '10.1.2.4' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(codeFor({ name: HOST, hosts: [] })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
})

it('checkServerIdentity rejects a wildcard below an authority that excludes names', () => {
  const excluding = issueCertificate({
    name: 'Excluding',
    isAuthority: true,
    excludedNames: ['secret.print.example'],
  })
  const both = issueCertificate({
    name: 'Both',
    isAuthority: true,
    permittedNames: ['print.example'],
    excludedNames: [HOST],
  })
  const permitting = issueCertificate({
    name: 'Permitting',
    isAuthority: true,
    permittedNames: ['print.example'],
  })
  for (const authority of [excluding, both]) {
    expect(codeFor({ hosts: ['*.print.example'] }, { authority })).toBe('CERT_NAME_NOT_PERMITTED')
    expect(codeFor({ hosts: ['*.print.example', HOST] }, { authority })).toBeNull()
  }
  expect(codeFor({ hosts: ['*.print.example'] }, { authority: permitting })).toBeNull()
})

it('checkServerIdentity rejects short keys, and SHA-1 where Node reports the algorithm', () => {
  expect(codeFor({ key: 'rsa1024' })).toBe('EE_KEY_TOO_SMALL')
  expect(codeFor({ key: 'rsa' })).toBeNull()
  const isNamed = 'signatureAlgorithm' in X509Certificate.prototype
  expect(codeFor({ digest: 'sha1' })).toBe(isNamed ? 'CA_MD_TOO_WEAK' : null)
})

it('checkServerIdentity accepts no changed certificate for another name', () => {
  const authority = issueCertificate({ name: 'Excluding', isAuthority: true, excludedNames: [HOST] })
  const { raw } = issueCertificate({
    name: 'server',
    hosts: ['*.print.example'],
    issuer: authority,
  }).certificate
  fc.assert(
    fc.property(fc.nat({ max: raw.length - 1 }), fc.nat({ max: 255 }), (offset, byte) => {
      const changed = Buffer.from(raw)
      changed[offset] = byte
      let certificate: X509Certificate
      try {
        certificate = new X509Certificate(changed)
      } catch {
        return
      }
      let error: unknown
      try {
        error = checkServerIdentity('bank.example', peer(certificate, authority))
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(Error)
    }),
    { numRuns: 200 },
  )
})
