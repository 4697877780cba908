import { X509Certificate } from 'node:crypto'
import type { Certificate, Session } from 'electron'
import { readAuthority } from '../service/certificates/read-authority.ts'
import { verifyChain, type ChainRefusal } from '../service/certificates/verify-chain.ts'

/** What Chromium says when all that it misses is somebody whom it trusts (net/base/net_error_list.h). */
const ERR_CERT_AUTHORITY_INVALID = -202

/** Answers of a verification: what is taken for good, and what leaves the verdict to Chromium. */
const TRUSTED = 0
const AS_CHROMIUM_SAYS = -3

const LONGEST_CHAIN = 16

/** Gives an error that says more than Chromium's, where there is one. */
export type BetterError = (error: Error, host: string) => Error

/** The last of a chain has none, whatever the type says. */
function issuerOf({
  issuerCert,
}: {
  readonly issuerCert?: Certificate | undefined
}): Certificate | undefined {
  return issuerCert
}

function chainOf(certificate: Certificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: Certificate | undefined = certificate
  while (next !== undefined && chain.length < LONGEST_CHAIN) {
    chain.push(new X509Certificate(next.data))
    next = issuerOf(next)
  }
  return chain
}

function refusalOf(
  certificate: Certificate,
  host: string,
  authorities: readonly X509Certificate[],
): ChainRefusal | null {
  try {
    return verifyChain({ presented: chainOf(certificate), authorities, host, now: Date.now() })
  } catch {
    // Chromium must get an answer, or the request would hang.
    return 'CERT_NOT_IN_FORM'
  }
}

/**
 * Trusts these authorities in the session beside those of the system: where Chromium's only objection is that it does
 * not know the authority, the chain is verified here. Every other verdict stays Chromium's.
 */
export function trustAuthority(target: Session, pem: string): BetterError {
  const { certificates } = readAuthority(Buffer.from(pem))
  const refusals = new Map<string, ChainRefusal>()
  target.setCertificateVerifyProc(({ hostname, certificate, errorCode }, answer) => {
    if (errorCode !== ERR_CERT_AUTHORITY_INVALID) {
      answer(AS_CHROMIUM_SAYS)
      return
    }
    const refusal = refusalOf(certificate, hostname, certificates)
    if (refusal === null) refusals.delete(hostname)
    else refusals.set(hostname, refusal)
    answer(refusal === null ? TRUSTED : AS_CHROMIUM_SAYS)
  })
  return (error, host) => {
    const refusal = refusals.get(host)
    if (refusal === undefined || !error.message.includes('ERR_CERT_AUTHORITY_INVALID')) return error
    return Object.assign(new Error(refusal, { cause: error }), { code: refusal })
  }
}
