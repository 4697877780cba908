import type { X509Certificate } from 'node:crypto'
import { badInput } from '../../contract/app-error.ts'
import { utcDay } from '../../contract/instant.ts'
import { messages } from '../../contract/messages.ts'

/** Certificate authorities that one connection trusts. */
export interface Authority {
  /** One PEM block after the other. */
  readonly pem: string
  /** Their names, without duplicates. */
  readonly subjects: readonly string[]
  readonly certificates: readonly X509Certificate[]
}

/** Twice the size of all public authorities. */
export const MAX_AUTHORITY_BYTES = 1_000_000

const CERTIFICATE_BLOCK = /-----BEGIN (?:X509 )?CERTIFICATE-----[^-]+-----END (?:X509 )?CERTIFICATE-----/gu
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/u

/** Throws for a certificate that cannot be parsed. */
export function parseCertificate(content: string | Uint8Array): X509Certificate {
  return new (process.getBuiltinModule('node:crypto').X509Certificate)(content)
}

/** Returns the common name of a subject, otherwise its organization, otherwise all of it. */
export function nameOfSubject(subject: string): string {
  const fields = subject.split('\n')
  const field = (name: string): string | undefined =>
    fields.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1)
  return field('CN') ?? field('O') ?? field('OU') ?? fields.join(', ')
}

function parse(bytes: Uint8Array): readonly X509Certificate[] {
  const text = Buffer.from(bytes).toString('latin1')
  if (PRIVATE_KEY.test(text)) throw badInput(messages.reasons.authority.privateKey)
  const blocks = text.match(CERTIFICATE_BLOCK)?.map((block) => block.replaceAll(/(BEGIN|END) X509 /gu, '$1 '))
  try {
    return (blocks ?? [bytes]).map(parseCertificate)
  } catch {
    throw badInput(messages.reasons.authority[blocks === undefined ? 'noCertificate' : 'damaged'])
  }
}

/** Returns why a certificate cannot be used as an authority at a time; null if it can. */
function findRejectionReason(certificate: X509Certificate, now: number): string | null {
  const name = nameOfSubject(certificate.subject)
  if (!certificate.ca) return messages.reasons.authority.notAnAuthority({ name })
  const { validFrom, validTo } = certificate
  if (Date.parse(validTo) < now) return messages.reasons.authority.expired({ name, day: utcDay(validTo) })
  return Date.parse(validFrom) > now
    ? messages.reasons.authority.notYetValid({ name, day: utcDay(validFrom) })
    : null
}

/**
 * Reads the certificate authorities of a file: PEM with one or more certificates, or DER with one. Other and
 * expired certificates are ignored. Throws `badInput` with the reason if there is no authority, or if there
 * is a private key, which does not belong in such a file.
 */
export function readAuthority(bytes: Uint8Array, now: number = Date.now()): Authority {
  if (bytes.byteLength > MAX_AUTHORITY_BYTES) throw badInput(messages.reasons.authority.tooLarge)
  const allCertificates = parse(bytes)
  const checked = allCertificates.map((certificate) => ({ certificate, reason: reasonOf(certificate, now) }))
  const certificates = checked.filter(({ reason }) => reason === null).map(({ certificate }) => certificate)
  if (certificates.length === 0)
    throw badInput(checked[0]?.reason ?? messages.reasons.authority.noCertificate)
  return {
    pem: certificates.map((certificate) => certificate.toString()).join(''),
    subjects: [...new Set(certificates.map(({ subject }) => nameOfSubject(subject)))],
    certificates,
  }
}

function reasonOf(certificate: X509Certificate, now: number): string | null {
  try {
    return findRejectionReason(certificate, now)
  } catch {
    return messages.reasons.authority.damaged
  }
}

/**
 * Returns whether PEM contains an issuing authority that another one certified. Throws for a damaged
 * certificate.
 */
export function hasIntermediate(pem: string): boolean {
  return (pem.match(CERTIFICATE_BLOCK) ?? []).some((block) => {
    const { subject, issuer } = parseCertificate(block)
    return subject !== issuer
  })
}
