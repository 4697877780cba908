import { generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { bits, boolean, natural, objectId, sequence, time, value } from './der.ts'

const DAY = 24 * 60 * 60 * 1_000

export interface CertificateOptions {
  readonly name: string
  /** The issuer; default: self-signed. */
  readonly issuer?: IssuedCertificate
  /** Its host names and IP addresses. */
  readonly hosts?: readonly string[]
  /** Whether it may sign other certificates; default: false. */
  readonly isAuthority?: boolean
  readonly pathLength?: number
  /** Days from now; default: from yesterday for a year. */
  readonly days?: readonly [from: number, to: number]
  readonly purposes?: readonly string[]
  /** The bits of the key usage, the first as the highest. */
  readonly keyUsage?: number
  readonly key?: 'ec' | 'rsa' | 'rsa1024'
  readonly digest?: 'sha256' | 'sha1'
  /** Domains and networks (address and mask) that it may certify. */
  readonly permittedNames?: readonly string[]
  readonly excludedNames?: readonly string[]
  /** Additional extensions. */
  readonly extensions?: readonly {
    readonly id: string
    readonly critical: boolean
    readonly content: Uint8Array
  }[]
}

/** A certificate with its private key. */
export interface IssuedCertificate {
  readonly certificate: X509Certificate
  readonly pem: string
  readonly key: KeyObject
  readonly keyPem: string
}

export const SERVER_PURPOSE = '1.3.6.1.5.5.7.3.1'
export const CLIENT_PURPOSE = '1.3.6.1.5.5.7.3.2'

let serial = 1_000

function newKey(kind: CertificateOptions['key']): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2_048 })
  if (kind === 'rsa1024') return generateKeyPairSync('rsa', { modulusLength: 1_024 })
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function algorithmOf(key: KeyObject, digest: 'sha256' | 'sha1'): Buffer {
  if (key.asymmetricKeyType === 'ec')
    return sequence(objectId(digest === 'sha1' ? '1.2.840.10045.4.1' : '1.2.840.10045.4.3.2'))
  return sequence(objectId(digest === 'sha1' ? '1.2.840.113549.1.1.5' : '1.2.840.113549.1.1.11'), value(0x05))
}

const nameOf = (text: string): Buffer =>
  sequence(value(0x31, sequence(objectId('2.5.4.3'), value(0x0c, Buffer.from(text)))))

function ipBytes(text: string): Buffer {
  if (isIP(text) === 4) return Buffer.from(text.split('.').map(Number))
  if (text !== '::1') throw new RangeError('only ::1 is written here')
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1])])
}

const hostName = (text: string): Buffer =>
  isIP(text) === 0 ? value(0x82, Buffer.from(text)) : value(0x87, ipBytes(text))

/** A domain, a network such as `10.0.0.0/255.0.0.0`, or a mail domain such as `mail:example.com`. */
function subtree(text: string): Buffer {
  const [address = '', mask] = text.split('/')
  if (mask !== undefined) return sequence(value(0x87, ipBytes(address), ipBytes(mask)))
  if (text.startsWith('mail:')) return sequence(value(0x81, Buffer.from(text.slice(5))))
  return sequence(value(0x82, Buffer.from(text)))
}

const extension = (id: string, critical: boolean, content: Uint8Array): Buffer =>
  sequence(objectId(id), ...(critical ? [boolean(true)] : []), value(0x04, content))

function extensionsOf(options: CertificateOptions): readonly Buffer[] {
  const {
    isAuthority = false,
    pathLength,
    hosts = [],
    purposes,
    keyUsage,
    permittedNames = [],
    excludedNames = [],
  } = options
  const length = pathLength === undefined ? [] : [natural(pathLength)]
  const limits = [
    ...(permittedNames.length > 0 ? [value(0xa0, ...permittedNames.map(subtree))] : []),
    ...(excludedNames.length > 0 ? [value(0xa1, ...excludedNames.map(subtree))] : []),
  ]
  return [
    ...(isAuthority ? [extension('2.5.29.19', true, sequence(boolean(true), ...length))] : []),
    ...(keyUsage === undefined ? [] : [extension('2.5.29.15', true, bits(Buffer.from([keyUsage])))]),
    ...(hosts.length > 0 ? [extension('2.5.29.17', false, sequence(...hosts.map(hostName)))] : []),
    ...(purposes === undefined
      ? []
      : [extension('2.5.29.37', false, sequence(...purposes.map((each) => objectId(each))))]),
    ...(limits.length > 0 ? [extension('2.5.29.30', true, sequence(...limits))] : []),
    ...(options.extensions ?? []).map(({ id, critical, content }) => extension(id, critical, content)),
  ]
}

/** Creates a certificate. */
export function issueCertificate(options: CertificateOptions): IssuedCertificate {
  const { name, issuer, days = [-1, 365], digest = 'sha256' } = options
  const { publicKey, privateKey } = newKey(options.key)
  const signer = issuer?.key ?? privateKey
  const algorithm = algorithmOf(signer, digest)
  const extensions = extensionsOf(options)
  serial += 1
  const signed = sequence(
    value(0xa0, natural(2)),
    natural(serial),
    algorithm,
    nameOf(issuer === undefined ? name : issuer.certificate.subject.replace(/^CN=/u, '')),
    sequence(time(Date.now() + days[0] * DAY), time(Date.now() + days[1] * DAY)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [value(0xa3, sequence(...extensions))] : []),
  )
  const certificate = new X509Certificate(sequence(signed, algorithm, bits(sign(digest, signed, signer))))
  return {
    certificate,
    pem: certificate.toString(),
    key: privateKey,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Key and chain for a server, each certificate followed by its issuer. */
export function serverFiles(...chain: readonly [IssuedCertificate, ...IssuedCertificate[]]): {
  readonly key: string
  readonly cert: string
} {
  return { key: chain[0].keyPem, cert: chain.map(({ pem }) => pem).join('') }
}

/** A private authority, an intermediate one, and a server’s certificate issued by that. */
export function issueChain(server: Partial<CertificateOptions> = {}) {
  const root = issueCertificate({ name: 'Print Works Root', isAuthority: true })
  const intermediate = issueCertificate({ name: 'Print Works Servers', isAuthority: true, issuer: root })
  const leaf = issueCertificate({
    name: 'desk.print.example',
    hosts: ['127.0.0.1', 'localhost'],
    issuer: intermediate,
    ...server,
  })
  return { root, intermediate, leaf }
}
