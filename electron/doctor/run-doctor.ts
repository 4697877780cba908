import { AppError } from '../contract/app-error.ts'
import {
  DOCTOR_CHECKS,
  type DoctorCheckName,
  type DoctorResult,
  type DoctorReport,
} from '../contract/doctor.ts'
import { messages } from '../contract/messages.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import type { Fetch } from '../service/types.ts'
import { checkClock, checkFirstPage, checkKey, checkOrder, checkPaging } from './service-checks.ts'
import { raceAbort, checkConnection, checkName, checkProxy } from './network.ts'
import { checkCertificate } from './certificate.ts'
import type { Check, ClockReading, DoctorOptions, Diagnosis, CheckOutcome } from './types.ts'

const DEFAULT_LIMIT_MS = 60_000

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
const REQUIRED_CHECKS: ReadonlySet<DoctorCheckName> = new Set([
  'address',
  'proxy',
  'dns',
  'tcp',
  'tls',
  'key',
  'firstPage',
])

/** Returns a `fetch` that also reports the clocks at each response. */
function withClockReadings(
  fetch: Fetch,
  now: () => number,
  onReading: (reading: ClockReading) => void,
): Fetch {
  return async (request) => {
    const startedAt = now()
    const response = await fetch(request)
    const endedAt = now()
    const responseTime = Date.parse(response.headers.get('date') ?? '')
    // The header has whole seconds, so it is half a second late on average.
    if (!Number.isNaN(responseTime))
      onReading({ serviceTime: responseTime + 500, localTime: (startedAt + endedAt) / 2 })
    return response
  }
}

function createDiagnosis(options: DoctorOptions, baseUrl: string, signal: AbortSignal): Diagnosis {
  const diagnosis: Diagnosis = {
    options,
    baseUrl,
    url: new URL(baseUrl),
    fetch: withClockReadings(options.fetch, options.now ?? Date.now, (reading) => {
      diagnosis.clock = reading
    }),
    signal,
    proxy: { kind: 'direct' },
    addresses: [],
    address: '',
    firstResponse: null,
    page: null,
    clock: null,
  }
  return diagnosis
}

function checkAddress(text: string): { readonly outcome: CheckOutcome; readonly baseUrl: string | null } {
  try {
    const baseUrl = normalizeBaseUrl(text)
    const facts = [messages.doctor.facts.address({ address: baseUrl })]
    return { outcome: { verdict: 'ok', message: messages.doctor.address, facts }, baseUrl }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: { verdict: 'failed', message: error.message, fault: error.code }, baseUrl: null }
  }
}

/**
 * Diagnoses the connection to a service, check by check. Takes a minute at most and can be stopped; the
 * remaining checks are then reported as skipped.
 */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  const { redact } = options
  const now = options.now ?? Date.now
  const results: DoctorResult[] = []
  const report = (
    check: DoctorCheckName,
    { message, facts = [], ...rest }: CheckOutcome,
    tookMs: number,
  ): void => {
    const result = { check, ...rest, message: redact(message), facts: facts.map(redact), tookMs }
    results.push(result)
    options.onResult?.(result)
  }
  const limit = AbortSignal.timeout(options.limitMs ?? DEFAULT_LIMIT_MS)
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
  const skippedOutcome = (message: string): CheckOutcome => ({ verdict: 'skipped', message })

  const isOver = (): boolean => signal.aborted
  const outOfTime = (): CheckOutcome =>
    skippedOutcome(
      options.signal?.aborted === true ? messages.doctor.skipped.stopped : messages.doctor.skipped.timeOver,
    )

  const { outcome, baseUrl } =
    options.baseUrl === null
      ? { outcome: { verdict: 'ok', message: messages.doctor.sample } as const, baseUrl: null }
      : checkAddress(options.baseUrl)
  report('address', outcome, 0)
  const diagnosis = baseUrl === null ? null : createDiagnosis(options, baseUrl, signal)

  const runCheck = async (check: LaterCheck): Promise<CheckOutcome> => {
    if (isOver()) return outOfTime()
    if (options.baseUrl === null) return skippedOutcome(messages.doctor.skipped.sample)
    const isBlocked = results.some((each) => each.verdict === 'failed' && REQUIRED_CHECKS.has(each.check))
    // Even a response that refuses the key contains the time.
    if (diagnosis === null || (isBlocked && (check !== 'clock' || diagnosis.clock === null)))
      return skippedOutcome(messages.doctor.skipped.before)
    try {
      return await raceAbort(Promise.resolve(CHECKS[check](diagnosis)), signal)
    } catch (error) {
      if (!isOver()) throw error
      return outOfTime()
    }
  }
  for (const check of DOCTOR_CHECKS) {
    if (check === 'address') continue
    const startedAt = performance.now()
    const result = await runCheck(check)
    report(check, result, Math.round(performance.now() - startedAt))
  }
  return { results, reportText: formatReport(results, options.about, now()) }
}

/** Returns a result as lines of text, for a report or a terminal. */
export function resultLines({ check, verdict, message, facts, tookMs }: DoctorResult): readonly string[] {
  const { result, timedResult } = messages.doctor.report
  const texts = { check: messages.doctor.checks[check], verdict: messages.doctor.verdicts[verdict] }
  return [
    tookMs === 0 ? result(texts) : timedResult({ ...texts, milliseconds: tookMs }),
    `  ${message}`,
    ...facts.map((fact) => `    ${fact}`),
  ]
}

/** Returns the header of a report. */
export function reportHeader(about: string, now: number): readonly string[] {
  return [
    messages.doctor.report.title,
    about,
    messages.doctor.report.made({ time: new Date(now).toISOString() }),
    '',
  ]
}

/** Returns the report as text. */
export function formatReport(results: readonly DoctorResult[], about: string, now: number): string {
  return [...reportHeader(about, now), ...results.flatMap(resultLines), ''].join('\n')
}
