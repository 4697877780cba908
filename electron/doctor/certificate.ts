import type { X509Certificate } from 'node:crypto'
import { AppError } from '../contract/app-error.ts'
import { DOCTOR } from '../contract/strings/doctor.ts'
import { readAuthority } from '../service/certificates/read-authority.ts'
import { networkFault } from '../service/network-faults.ts'
import { hostAndPort } from '../service/proxies.ts'
import { orAborted } from './aborted.ts'
import { seeChain, TunnelRefused, type Sighting } from './chain.ts'
import { codeOf } from './network.ts'
import type { Check, DoctorOptions, Examination, Finding } from './types.ts'

const PROBE_MS = 15_000
const DAY = 24 * 60 * 60 * 1_000
/** So long before a certificate expires there is still time to have it renewed. */
const SOON_DAYS = 14

const oneLine = (text: string): string => text.split('\n').join(', ')
const dayOf = (text: string): string => new Date(text).toISOString().slice(0, 10)

function certificateFacts(certificate: X509Certificate, at: number): readonly string[] {
  const { subject, subjectAltName, issuer, validFrom, validTo, fingerprint256 } = certificate
  return [
    DOCTOR.facts.certificate(at + 1, oneLine(subject)),
    ...(subjectAltName === undefined ? [] : [DOCTOR.facts.names(subjectAltName)]),
    DOCTOR.facts.issuer(oneLine(issuer)),
    DOCTOR.facts.validity(dayOf(validFrom), dayOf(validTo)),
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

/** Asks for the address without the key, through the network that downloads use; null: it can be spoken to. */
async function probe({ fetch, url, baseUrl, signal }: Examination): Promise<AppError | null> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
  try {
    const request = new Request(baseUrl, { redirect: 'manual', cache: 'no-store', signal: limit })
    const response = await orAborted(fetch(request), limit)
    await response.body?.cancel()
    return null
  } catch (error) {
    signal.throwIfAborted()
    const fault = networkFault(error, { host: url.host, label: `GET ${url.pathname}` })
    if (fault instanceof AppError) return fault
    throw error
  }
}

function trusted(seen: Sighting | null, now: number): Finding {
  const [server] = seen?.chain ?? []
  const days = server === undefined ? Infinity : Math.floor((Date.parse(server.validTo) - now) / DAY)
  return days > SOON_DAYS
    ? { verdict: 'ok', message: DOCTOR.trusted }
    : { verdict: 'attention', message: DOCTOR.trustedUntil(Math.max(0, days)) }
}

/** The certificates as they are seen from here, and the verdict of the network that downloads use. */
export const checkCertificate: Check = async (examination) => {
  const { options, url, proxy, signal } = examination
  if (url.protocol === 'http:') return { verdict: 'skipped', message: DOCTOR.skipped.noTls }
  let seen: Sighting | null = null
  let tunnel: number | null = null
  try {
    seen = await seeChain(examination)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TunnelRefused) tunnel = error.status
  }
  const facts = factsOf(seen, options)
  const fault = await probe(examination)
  if (fault === null) return { ...trusted(seen, (options.now ?? Date.now)()), facts }
  const message =
    tunnel !== null && proxy.kind !== 'direct'
      ? DOCTOR.tunnelRefused(hostAndPort(proxy.host, proxy.port), tunnel)
      : fault.message
  const { refusal = null } = seen ?? {}
  return {
    verdict: 'failed',
    message,
    facts: [
      ...facts,
      ...(refusal === null || options.authority !== null ? [] : [DOCTOR.facts.ownVerdict(refusal)]),
      ...(fault.detail === undefined ? [] : [DOCTOR.facts.detail(fault.detail)]),
    ],
  }
}
