import { AppError } from '../contract/app-error.ts'
import {
  DOCTOR_CHECKS,
  type DoctorCheckName,
  type DoctorFinding,
  type DoctorReport,
} from '../contract/doctor.ts'
import { DOCTOR, DOCTOR_CHECK_LABELS, DOCTOR_VERDICT_LABELS } from '../contract/strings/doctor.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import type { Fetch } from '../service/types.ts'
import { checkClock, checkFirstPage, checkKey, checkOrder, checkPaging } from './answers.ts'
import { orAborted } from './aborted.ts'
import { checkCertificate } from './certificate.ts'
import { checkConnection, checkName, checkProxy } from './network.ts'
import type { Check, ClockReading, DoctorOptions, Examination, Finding } from './types.ts'

const LIMIT_MS = 60_000
/** Shorter than this, a key would be found inside ordinary words; it stands in no finding anyway. */
const SHORTEST_CONCEALED = 4

type LaterCheck = Exclude<DoctorCheckName, 'address'>

const CHECKS: Readonly<Record<LaterCheck, Check>> = {
  proxy: checkProxy,
  dns: checkName,
  tcp: checkConnection,
  tls: checkCertificate,
  key: checkKey,
  firstPage: checkFirstPage,
  paging: checkPaging,
  order: checkOrder,
  clock: checkClock,
}

/** Without these in order there is nothing behind them to look at. */
const NEEDED: ReadonlySet<DoctorCheckName> = new Set([
  'address',
  'proxy',
  'dns',
  'tcp',
  'tls',
  'key',
  'firstPage',
])

/** Takes the key out of a text, in every spelling that an address or a JSON text gives it. */
function concealer(key: string | null): (text: string) => string {
  if (key === null || key.length < SHORTEST_CONCEALED) return (text) => text
  const spellings = [key, encodeURIComponent(key.toWellFormed()), JSON.stringify(key).slice(1, -1)]
  return (text) => spellings.reduce((safe, spelling) => safe.replaceAll(spelling, '…'), text)
}

function withClock(fetch: Fetch, now: () => number, note: (reading: ClockReading) => void): Fetch {
  return async (request) => {
    const begun = now()
    const response = await fetch(request)
    const ended = now()
    const theirs = Date.parse(response.headers.get('date') ?? '')
    // The header has whole seconds: on the average it is half of one behind.
    if (!Number.isNaN(theirs)) note({ theirs: theirs + 500, ours: (begun + ended) / 2 })
    return response
  }
}

function examine(options: DoctorOptions, baseUrl: string, signal: AbortSignal): Examination {
  const examination: Examination = {
    options,
    baseUrl,
    url: new URL(baseUrl),
    fetch: withClock(options.fetch, options.now ?? Date.now, (reading) => {
      examination.clock = reading
    }),
    signal,
    proxy: { kind: 'direct' },
    addresses: [],
    address: '',
    answer: null,
    page: null,
    clock: null,
  }
  return examination
}

function checkAddress(text: string): { readonly finding: Finding; readonly baseUrl: string | null } {
  try {
    const baseUrl = normalizeBaseUrl(text)
    const facts = [DOCTOR.facts.address(baseUrl)]
    return { finding: { verdict: 'ok', message: DOCTOR.address, facts }, baseUrl }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { finding: { verdict: 'failed', message: error.message }, baseUrl: null }
  }
}

/**
 * Looks at everything between this computer and the data of a service, one after the other, and says what it found. A
 * minute at most, and it can be stopped: what was not looked at is then skipped, and the report has the rest.
 */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const conceal = concealer(options.key)
  const now = options.now ?? Date.now
  const findings: DoctorFinding[] = []
  const tell = (check: DoctorCheckName, { verdict, message, facts = [] }: Finding, tookMs: number): void => {
    const finding = { check, verdict, message: conceal(message), facts: facts.map(conceal), tookMs }
    findings.push(finding)
    options.onFinding?.(finding)
  }
  const limit = AbortSignal.timeout(options.limitMs ?? LIMIT_MS)
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
  const skipped = (message: string): Finding => ({ verdict: 'skipped', message })

  const isOver = (): boolean => signal.aborted
  const outOfTime = (): Finding =>
    skipped(options.signal?.aborted === true ? DOCTOR.skipped.stopped : DOCTOR.skipped.timeOver)

  const { finding, baseUrl } =
    options.baseUrl === null
      ? { finding: { verdict: 'ok', message: DOCTOR.sample } as const, baseUrl: null }
      : checkAddress(options.baseUrl)
  tell('address', finding, 0)
  const examination = baseUrl === null ? null : examine(options, baseUrl, signal)

  const carryOut = async (check: LaterCheck): Promise<Finding> => {
    if (isOver()) return outOfTime()
    if (options.baseUrl === null) return skipped(DOCTOR.skipped.sample)
    const blocked = findings.some((each) => each.verdict === 'failed' && NEEDED.has(each.check))
    // An answer that refuses the key tells the time all the same.
    if (examination === null || (blocked && (check !== 'clock' || examination.clock === null)))
      return skipped(DOCTOR.skipped.before)
    try {
      return await orAborted(Promise.resolve(CHECKS[check](examination)), signal)
    } catch (error) {
      if (!isOver()) throw error
      return outOfTime()
    }
  }
  for (const check of DOCTOR_CHECKS) {
    if (check === 'address') continue
    const begun = performance.now()
    const found = await carryOut(check)
    tell(check, found, Math.round(performance.now() - begun))
  }
  return { findings, text: conceal(reportOf(findings, options.about, now())) }
}

/** A finding in lines of text, for a report or a terminal. */
export function findingLines({ check, verdict, message, facts, tookMs }: DoctorFinding): readonly string[] {
  const took = tookMs === 0 ? '' : ` (${DOCTOR.report.took(tookMs)})`
  return [
    `${DOCTOR_CHECK_LABELS[check]}: ${DOCTOR_VERDICT_LABELS[verdict]}${took}`,
    `  ${message}`,
    ...facts.map((fact) => `    ${fact}`),
  ]
}

/** What stands above the findings. */
export function reportHead(about: string, now: number): readonly string[] {
  return [DOCTOR.report.title, about, DOCTOR.report.made(new Date(now).toISOString()), '']
}

/** All findings as text to hand on. */
export function reportOf(findings: readonly DoctorFinding[], about: string, now: number): string {
  return [...reportHead(about, now), ...findings.flatMap(findingLines), ''].join('\n')
}
