import type { X509Certificate } from 'node:crypto'
import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { DAY_MS, utcDay } from '../contract/instant.ts'
import { messages } from '../contract/messages.ts'
import { nameOfSubject, readAuthority } from '../service/certificates/read-authority.ts'
import { requiresCertificate } from '../service/client-certificate-page.ts'
import { Deadline } from '../service/deadline.ts'
import { clientCertificateFault, networkFault, type RequestContext } from '../service/network-faults.ts'
import { raceAbort, codeOf } from './network.ts'
import { readServerHandshake, type ServerHandshake } from './chain.ts'
import type { Check, DoctorOptions, Diagnosis, CheckOutcome } from './types.ts'

const PROBE_TIMEOUT_MS = 15_000
/** Time before the expiry of a certificate in which it should be renewed. */
const RENEWAL_DAYS = 14

const oneLine = (text: string): string => text.split('\n').join(', ')

function certificateFacts(certificate: X509Certificate, index: number): readonly string[] {
  const { facts } = messages.doctor
  const { subject, subjectAltName, issuer, validFrom, validTo, fingerprint256 } = certificate
  return [
    facts.certificate({ number: index + 1, subject: oneLine(subject) }),
    ...[
      ...(subjectAltName === undefined ? [] : [facts.names({ names: subjectAltName })]),
      facts.issuer({ issuer: oneLine(issuer) }),
      facts.validity({ from: utcDay(validFrom), until: utcDay(validTo) }),
      facts.fingerprint({ fingerprint: fingerprint256 }),
    ].map((fact) => `  ${fact}`),
  ]
}

function factsOf(handshake: ServerHandshake | null, { authority }: DoctorOptions): readonly string[] {
  const authorityFacts =
    authority === null
      ? []
      : [messages.doctor.facts.extraAuthority({ subjects: subjectsOf(authority).join(', ') })]
  if (handshake === null) return authorityFacts
  return [
    messages.doctor.facts.protocol({ protocol: handshake.protocol, cipher: handshake.cipher }),
    ...handshake.chain.flatMap(certificateFacts),
    ...authorityFacts,
  ]
}

function subjectsOf(pem: string): readonly string[] {
  try {
    return readAuthority(Buffer.from(pem)).subjects
  } catch (error) {
    return [error instanceof AppError ? error.message : codeOf(error)]
  }
}

const requestContextOf = ({ host, pathname }: URL): RequestContext => ({ host, label: `GET ${pathname}` })

/** Requests the address without the key through the network of downloads. Returns null, or the fault. */
async function probe({ fetch, url, baseUrl, signal }: Diagnosis): Promise<AppError | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
  const requestContext = requestContextOf(url)
  const deadline = new Deadline(requestContext, limit)
  try {
    const request = new Request(baseUrl, { redirect: 'manual', cache: 'no-store', signal: limit })
    const response = await raceAbort(fetch(request), limit)
    if (await requiresCertificate(response, deadline, PROBE_TIMEOUT_MS))
      return clientCertificateFault(requestContext, 'required', { errorText: String(response.status) })
    if (response.body?.locked === false) await response.body.cancel()
    return null
  } catch (error) {
    signal.throwIfAborted()
    const fault = networkFault(error, requestContext)
    if (fault instanceof AppError) return fault
    throw error
  } finally {
    deadline.end()
  }
}

/** Faults that Node's TLS reports more precisely than Chromium. */
const MORE_PRECISE_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>(['proxyFailed', 'clientCertificate'])

/** Returns the more precise fault: that of the network, or that of the handshake through Node's TLS. */
function preciseFault(fault: AppError, directFault: unknown, { clientCertificate }: DoctorOptions): AppError {
  if (!(directFault instanceof AppError)) return fault
  // The handshake does not present the client certificate.
  if (directFault.code === 'clientCertificate' && (clientCertificate ?? null) !== null) return fault
  return MORE_PRECISE_FAULTS.has(directFault.code) || (fault.code === 'tls' && directFault.code === 'tls')
    ? directFault
    : fault
}

/** Returns the issuer that a chain of one certificate lacks; null if nothing is missing. */
function missingIssuer(handshake: ServerHandshake | null, fault: AppError): string | null {
  const [server, ...issuers] = handshake?.chain ?? []
  if (server === undefined || issuers.length > 0 || server.issuer === server.subject) return null
  return /AUTHORITY_INVALID|UNABLE_TO_/u.test(fault.detail ?? '') ? nameOfSubject(server.issuer) : null
}

function trustedOutcome(handshake: ServerHandshake | null, now: number): CheckOutcome {
  const [server] = handshake?.chain ?? []
  const days = server === undefined ? Infinity : Math.floor((Date.parse(server.validTo) - now) / DAY_MS)
  return days > RENEWAL_DAYS
    ? { verdict: 'ok', message: messages.doctor.trusted }
    : { verdict: 'attention', message: messages.doctor.trustedUntil({ days: Math.max(0, days) }) }
}

/** Checks the certificates of the service, with the result of the network of downloads. */
export const checkCertificate: Check = async (diagnosis) => {
  const { options, url, signal } = diagnosis
  if (url.protocol === 'http:') return { verdict: 'skipped', message: messages.doctor.skipped.noTls }
  let handshake: ServerHandshake | null = null
  let directFault: unknown = null
  try {
    handshake = await readServerHandshake(diagnosis)
  } catch (error) {
    signal.throwIfAborted()
    directFault = networkFault(error, requestContextOf(url))
  }
  const facts = factsOf(handshake, options)
  const fault = await probe(diagnosis)
  if (fault === null) return { ...trustedOutcome(handshake, (options.now ?? Date.now)()), facts }
  const issuer = missingIssuer(handshake, fault)
  const { verificationError = null } = handshake ?? {}
  return {
    verdict: 'failed',
    message:
      issuer === null
        ? preciseFault(fault, directFault, options).ofNewConnection().message
        : messages.doctor.chainIncomplete({ issuer }),
    fault: fault.code,
    facts: [
      ...facts,
      ...(verificationError === null || options.authority !== null
        ? []
        : [messages.doctor.facts.verificationError({ code: verificationError })]),
      ...(fault.detail === undefined ? [] : [messages.doctor.facts.detail({ detail: fault.detail })]),
    ],
  }
}
