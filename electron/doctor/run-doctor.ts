import { AppError } from '../contract/app-error.ts'
import {
  DOCTOR_CHECKS,
  type DoctorCheckName,
  type DoctorResult,
  type DoctorReport,
} from '../contract/doctor.ts'
import { DOCTOR, DOCTOR_CHECK_LABELS, DOCTOR_VERDICT_LABELS } from '../contract/strings/doctor.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import type { Fetch } from '../service/types.ts'
import { checkClock, checkFirstPage, checkKey, checkOrder, checkPaging } from './answers.ts'
import { raceAbort, checkConnection, checkName, checkProxy } from './network.ts'
import { checkCertificate } from './certificate.ts'
import type { Check, ClockReading, DoctorOptions, Examination, CheckOutcome } from './types.ts'

const LIMIT_MS = 60_000
/** A shorter key would match parts of ordinary words; no result contains it anyway. */
const MIN_CONCEALED_LENGTH = 4

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

/** If one of these fails, the later checks are skipped. */
const NEEDED: ReadonlySet<DoctorCheckName> = new Set([
  'address',
  'proxy',
  'dns',
  'tcp',
  'tls',
  'key',
  'firstPage',
])

/** Returns a function that removes the key from a text, also as addresses and JSON encode it. */
function concealer(key: string | null): (text: string) => string {
  if (key === null || key.length < MIN_CONCEALED_LENGTH) return (text) => text
  const spellings = [key, encodeURIComponent(key.toWellFormed()), JSON.stringify(key).slice(1, -1)]
  return (text) => spellings.reduce((safe, spelling) => safe.replaceAll(spelling, '…'), text)
}

function withClock(fetch: Fetch, now: () => number, note: (reading: ClockReading) => void): Fetch {
  return async (request) => {
    const startedAt = now()
    const response = await fetch(request)
    const ended = now()
    const theirs = Date.parse(response.headers.get('date') ?? '')
    // The header has whole seconds, so it is half a second late on average.
    if (!Number.isNaN(theirs)) note({ theirs: theirs + 500, ours: (startedAt + ended) / 2 })
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

function checkAddress(text: string): { readonly outcome: CheckOutcome; readonly baseUrl: string | null } {
  try {
    const baseUrl = normalizeBaseUrl(text)
    const facts = [DOCTOR.facts.address(baseUrl)]
    return { outcome: { verdict: 'ok', message: DOCTOR.address, facts }, baseUrl }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: { verdict: 'failed', message: error.message }, baseUrl: null }
  }
}

/**
 * Diagnoses the connection to a service, check by check. Takes a minute at most and can be stopped; the
 * remaining checks are then reported as skipped.
 */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const conceal = concealer(options.key)
  const now = options.now ?? Date.now
  const results: DoctorResult[] = []
  const report = (
    check: DoctorCheckName,
    { verdict, message, facts = [] }: CheckOutcome,
    tookMs: number,
  ): void => {
    const result = { check, verdict, message: conceal(message), facts: facts.map(conceal), tookMs }
    results.push(result)
    options.onResult?.(result)
  }
  const limit = AbortSignal.timeout(options.limitMs ?? LIMIT_MS)
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
  const skipped = (message: string): CheckOutcome => ({ verdict: 'skipped', message })

  const isOver = (): boolean => signal.aborted
  const outOfTime = (): CheckOutcome =>
    skipped(options.signal?.aborted === true ? DOCTOR.skipped.stopped : DOCTOR.skipped.timeOver)

  const { outcome, baseUrl } =
    options.baseUrl === null
      ? { outcome: { verdict: 'ok', message: DOCTOR.sample } as const, baseUrl: null }
      : checkAddress(options.baseUrl)
  report('address', outcome, 0)
  const examination = baseUrl === null ? null : examine(options, baseUrl, signal)

  const carryOut = async (check: LaterCheck): Promise<CheckOutcome> => {
    if (isOver()) return outOfTime()
    if (options.baseUrl === null) return skipped(DOCTOR.skipped.sample)
    const blocked = results.some((each) => each.verdict === 'failed' && NEEDED.has(each.check))
    // An answer that refuses the key contains the time, too.
    if (examination === null || (blocked && (check !== 'clock' || examination.clock === null)))
      return skipped(DOCTOR.skipped.before)
    try {
      return await raceAbort(Promise.resolve(CHECKS[check](examination)), signal)
    } catch (error) {
      if (!isOver()) throw error
      return outOfTime()
    }
  }
  for (const check of DOCTOR_CHECKS) {
    if (check === 'address') continue
    const startedAt = performance.now()
    const result = await carryOut(check)
    report(check, result, Math.round(performance.now() - startedAt))
  }
  return { results, text: conceal(reportOf(results, options.about, now())) }
}

/** Returns a result as lines of text, for a report or a terminal. */
export function resultLines({ check, verdict, message, facts, tookMs }: DoctorResult): readonly string[] {
  const took = tookMs === 0 ? '' : ` (${DOCTOR.report.took(tookMs)})`
  return [
    `${DOCTOR_CHECK_LABELS[check]}: ${DOCTOR_VERDICT_LABELS[verdict]}${took}`,
    `  ${message}`,
    ...facts.map((fact) => `    ${fact}`),
  ]
}

/** Returns the header of a report. */
export function reportHeader(about: string, now: number): readonly string[] {
  return [DOCTOR.report.title, about, DOCTOR.report.made(new Date(now).toISOString()), '']
}

/** Returns the report as text. */
export function reportOf(results: readonly DoctorResult[], about: string, now: number): string {
  return [...reportHeader(about, now), ...results.flatMap(resultLines), ''].join('\n')
}
