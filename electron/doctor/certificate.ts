import type { X509Certificate } from 'node:crypto'
import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { DAY_MS, utcDay } from '../contract/instant.ts'
import { DOCTOR } from '../contract/strings/doctor.ts'
import { nameOfSubject, readAuthority } from '../service/certificates/read-authority.ts'
import { requiresCertificate } from '../service/client-certificate-page.ts'
import { Deadline } from '../service/deadline.ts'
import { clientCertificateFault, networkFault, type RequestContext } from '../service/network-faults.ts'
import { raceAbort, codeOf } from './network.ts'
import { seeChain, type Sighting } from './chain.ts'
import type { Check, DoctorOptions, Examination, CheckOutcome } from './types.ts'

const PROBE_MS = 15_000
/** Time before the expiry of a certificate in which it should be renewed. */
const SOON_DAYS = 14

const oneLine = (text: string): string => text.split('\n').join(', ')
function certificateFacts(certificate: X509Certificate, at: number): readonly string[] {
  const { subject, subjectAltName, issuer, validFrom, validTo, fingerprint256 } = certificate
  return [
    DOCTOR.facts.certificate(at + 1, oneLine(subject)),
    ...(subjectAltName === undefined ? [] : [DOCTOR.facts.names(subjectAltName)]),
    DOCTOR.facts.issuer(oneLine(issuer)),
    DOCTOR.facts.validity(utcDay(validFrom), utcDay(validTo)),
    DOCTOR.facts.fingerprint(fingerprint256),
  ]
}

function factsOf(seen: Sighting | null, { authority }: DoctorOptions): readonly string[] {
  const chosen = authority === null ? [] : [DOCTOR.facts.extraAuthority(subjectsOf(authority))]
  if (seen === null) return chosen
  return [
    DOCTOR.facts.protocol(seen.protocol, seen.cipher),
    ...seen.chain.flatMap(certificateFacts),
    ...chosen,
  ]
}

function subjectsOf(pem: string): readonly string[] {
  try {
    return readAuthority(Buffer.from(pem)).subjects
  } catch (error) {
    return [error instanceof AppError ? error.message : codeOf(error)]
  }
}

const exchangeOf = ({ host, pathname }: URL): RequestContext => ({ host, label: `GET ${pathname}` })

/** Requests the address without the key, through the network of downloads; null if it can be reached. */
async function probe({ fetch, url, baseUrl, signal }: Examination): Promise<AppError | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
  const exchange = exchangeOf(url)
  const deadline = new Deadline(exchange, limit)
  try {
    const request = new Request(baseUrl, { redirect: 'manual', cache: 'no-store', signal: limit })
    const response = await raceAbort(fetch(request), limit)
    if (await requiresCertificate(response, deadline, PROBE_MS))
      return clientCertificateFault(exchange, 'required', { errorText: String(response.status) })
    if (response.body?.locked === false) await response.body.cancel()
    return null
  } catch (error) {
    signal.throwIfAborted()
    const fault = networkFault(error, exchange)
    if (fault instanceof AppError) return fault
    throw error
  } finally {
    deadline.end()
  }
}

/** Faults that the certificate check reports more precisely than Chromium. */
const SEEN_BETTER: ReadonlySet<FaultCode> = new Set<FaultCode>(['proxyFailed', 'clientCertificate'])

/** Returns the more precise fault: that of the network, or that of the certificate check. */
function preciseFault(fault: AppError, seen: unknown): AppError {
  if (!(seen instanceof AppError)) return fault
  return SEEN_BETTER.has(seen.code) || (fault.code === 'tls' && seen.code === 'tls') ? seen : fault
}

/** Returns the issuer that a chain lacks; null where it does not end with the service's own certificate. */
function missingIssuer(seen: Sighting | null, fault: AppError): string | null {
  const [server, ...issuers] = seen?.chain ?? []
  if (server === undefined || issuers.length > 0 || server.issuer === server.subject) return null
  return /AUTHORITY_INVALID|UNABLE_TO_/u.test(fault.detail ?? '') ? nameOfSubject(server.issuer) : null
}

function trusted(seen: Sighting | null, now: number): CheckOutcome {
  const [server] = seen?.chain ?? []
  const days = server === undefined ? Infinity : Math.floor((Date.parse(server.validTo) - now) / DAY_MS)
  return days > SOON_DAYS
    ? { verdict: 'ok', message: DOCTOR.trusted }
    : { verdict: 'attention', message: DOCTOR.trustedUntil(Math.max(0, days)) }
}

/** Checks the certificates of the service, with the result of the network of downloads. */
export const checkCertificate: Check = async (examination) => {
  const { options, url, signal } = examination
  if (url.protocol === 'http:') return { verdict: 'skipped', message: DOCTOR.skipped.noTls }
  let seen: Sighting | null = null
  let seenFault: unknown = null
  try {
    seen = await seeChain(examination)
  } catch (error) {
    signal.throwIfAborted()
    seenFault = networkFault(error, exchangeOf(url))
  }
  const facts = factsOf(seen, options)
  const fault = await probe(examination)
  if (fault === null) return { ...trusted(seen, (options.now ?? Date.now)()), facts }
  const issuer = missingIssuer(seen, fault)
  const { refusal = null } = seen ?? {}
  return {
    verdict: 'failed',
    message: issuer === null ? preciseFault(fault, seenFault).message : DOCTOR.chainIncomplete(issuer),
    facts: [
      ...facts,
      ...(refusal === null || options.authority !== null ? [] : [DOCTOR.facts.verificationError(refusal)]),
      ...(fault.detail === undefined ? [] : [DOCTOR.facts.detail(fault.detail)]),
    ],
  }
}
