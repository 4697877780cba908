import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import { DOCTOR } from '../contract/strings/doctor.ts'
import { ANSWER_REASONS } from '../contract/strings/reasons.ts'
import { createService } from '../service/create-service.ts'
import { asObject, instantOf, invalidCount } from '../store/decode-json.ts'
import { decodePage, otherTypesIn } from '../store/decode-page.ts'
import type { CampaignService } from '../service/types.ts'
import type { Check, Examination, CheckOutcome, Page } from './types.ts'

/** Few enough to be quick, enough to detect the order. */
const PAGE_SIZE = 10
const REQUEST_MS = 15_000
/** Ten items are some kilobytes; larger pages are refused. */
const MAX_PAGE_BYTES = 16_000_000
/** With larger differences, times of changes do not match those of the service. */
const CLOCK_DIFFERENCE_MS = 2 * 60_000

const pageSchema = v.looseObject({
  campaignItemIds: v.array(v.unknown()),
  campaignItemEntities: v.optional(v.record(v.string(), v.unknown()), {}),
  totalCount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  limit: v.optional(v.unknown()),
})

function serviceOf({ baseUrl, options, fetch }: Examination): CampaignService {
  return createService({
    baseUrl,
    key: options.key ?? '',
    fetch,
    timeouts: { responseMs: REQUEST_MS, idleMs: REQUEST_MS },
    retry: { attempts: 1 },
  })
}

async function ask(examination: Examination, limit: number, skip: number) {
  const startedAt = performance.now()
  try {
    const { signal } = examination
    const bytes = await serviceOf(examination).listItems({ sort: 'updatedAt:-1', limit, skip }, { signal })
    return { bytes, tookMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    examination.signal.throwIfAborted()
    if (error instanceof AppError) return error
    throw error
  }
}

/** Parses a page of items. Throws `badAnswer` if it is invalid. */
function readPage(bytes: Uint8Array, host: string): Page {
  const wrong = (reason: string): AppError => new AppError('badAnswer', { params: { host, reason } })
  if (bytes.byteLength > MAX_PAGE_BYTES) throw wrong(ANSWER_REASONS.tooLarge)
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new AppError('badAnswer', { cause, params: { host, reason: ANSWER_REASONS.notAnObject } })
  }
  const parsed = v.safeParse(pageSchema, json)
  if (!parsed.success) {
    const stated = invalidCount(asObject(json)?.['totalCount'])
    throw wrong(stated === null ? ANSWER_REASONS.noCount : ANSWER_REASONS.invalidCount(stated))
  }
  const { campaignItemIds, campaignItemEntities: entities, totalCount, limit } = parsed.output
  const ids = campaignItemIds.map(String)
  const items = Object.keys(entities).length === 0 ? [] : decodePage(bytes, null).items
  const timeOf = new Map(items.map(({ id, columns }) => [id, instantOf(columns.updatedAt)]))
  return {
    ids,
    times: ids.map((id) => timeOf.get(id) ?? null),
    otherTypes: otherTypesIn(items),
    totalCount,
    limit: typeof limit === 'number' ? limit : null,
  }
}

function failed(error: AppError): CheckOutcome {
  const { detail } = error
  return {
    verdict: 'failed',
    // The report concerns the service only, not what was downloaded.
    message: error.ofNewConnection().message,
    facts: detail === undefined ? [] : [DOCTOR.facts.detail(detail)],
  }
}

const ABOUT_THE_KEY: ReadonlySet<string> = new Set([
  'keyMissing',
  'keyInvalid',
  'serviceUnauthorized',
  'serviceForbidden',
])

export const checkKey: Check = async (examination) => {
  const answer = await ask(examination, PAGE_SIZE, 0)
  examination.answer = answer
  if (!(answer instanceof AppError)) return { verdict: 'ok', message: DOCTOR.keyAccepted }
  return ABOUT_THE_KEY.has(answer.code) ? failed(answer) : { verdict: 'skipped', message: DOCTOR.keyUnknown }
}

export const checkFirstPage: Check = (examination) => {
  const { answer, url } = examination
  if (answer === null) return { verdict: 'skipped', message: DOCTOR.skipped.before }
  if (answer instanceof AppError) return failed(answer)
  try {
    const page = readPage(answer.bytes, url.host)
    examination.page = page
    const hasOtherTypes = Object.keys(page.otherTypes).length > 0
    return {
      verdict: page.totalCount === 0 || hasOtherTypes ? 'attention' : 'ok',
      message: DOCTOR.firstPage(page.totalCount),
      facts: [
        DOCTOR.facts.took(answer.tookMs),
        DOCTOR.facts.page(PAGE_SIZE, page.ids.length, page.limit),
        DOCTOR.facts.total(page.totalCount),
        ...(hasOtherTypes ? [DOCTOR.facts.otherTypes(page.otherTypes)] : []),
      ],
    }
  } catch (error) {
    if (error instanceof AppError) return failed(error)
    throw error
  }
}

export const checkPaging: Check = async (examination) => {
  const { page, url } = examination
  if (page === null || page.totalCount < 2 || page.ids.length === 0)
    return { verdict: 'skipped', message: DOCTOR.skipped.tooFew }
  // A list that fits into the first page is requested again in two halves.
  const size = page.totalCount > page.ids.length ? page.ids.length : Math.floor(page.totalCount / 2)
  const answer = await ask(examination, size, size)
  if (answer instanceof AppError) return failed(answer)
  try {
    const second = readPage(answer.bytes, url.host)
    const first = new Set(page.ids.slice(0, size))
    const overlap = second.ids.filter((id) => first.has(id)).length
    const facts = [DOCTOR.facts.page(size, second.ids.length, second.limit), DOCTOR.facts.overlap(overlap)]
    return { ...judgePages(page, size, second.ids.length, overlap), facts }
  } catch (error) {
    if (error instanceof AppError) return failed(error)
    throw error
  }
}

function judgePages(first: Page, size: number, second: number, overlap: number): CheckOutcome {
  if (second === 0) return { verdict: 'attention', message: DOCTOR.pagingEmpty }
  if (overlap >= Math.min(size, second)) return { verdict: 'failed', message: DOCTOR.pagingIgnored }
  if (overlap > 0) return { verdict: 'attention', message: DOCTOR.pagingOverlap }
  return first.ids.length > PAGE_SIZE || second > size
    ? { verdict: 'attention', message: DOCTOR.pagingLimit }
    : { verdict: 'ok', message: DOCTOR.paging }
}

export const checkOrder: Check = ({ page }) => {
  if (page === null || page.ids.length < 2) return { verdict: 'skipped', message: DOCTOR.skipped.tooFew }
  const knownTimes = page.times.filter((time) => time !== null)
  if (knownTimes.some((time, at) => at > 0 && time > (knownTimes[at - 1] ?? time)))
    return { verdict: 'attention', message: DOCTOR.orderIgnored }
  return knownTimes.length < page.times.length
    ? { verdict: 'attention', message: DOCTOR.orderUnknown }
    : { verdict: 'ok', message: DOCTOR.order }
}

export const checkClock: Check = ({ clock }) => {
  if (clock === null) return { verdict: 'skipped', message: DOCTOR.skipped.noClock }
  const difference = clock.ours - clock.theirs
  const facts = [
    DOCTOR.facts.serviceClock(new Date(clock.theirs).toISOString()),
    DOCTOR.facts.localClock(new Date(clock.ours).toISOString()),
  ]
  return Math.abs(difference) > CLOCK_DIFFERENCE_MS
    ? { verdict: 'attention', message: DOCTOR.clockOff(difference), facts }
    : { verdict: 'ok', message: DOCTOR.clock(difference), facts }
}
