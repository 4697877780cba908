import * as v from 'valibot'
import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'
import { otherTypesText } from '../contract/column-labels.ts'
import { createService } from '../service/create-service.ts'
import { asObject, hasTooManyParts, instantOf, invalidCount } from '../store/decode-json.ts'
import { decodePage, otherTypesIn } from '../store/decode-page.ts'
import type { CampaignService } from '../service/types.ts'
import type { Check, Diagnosis, CheckOutcome, Page } from './types.ts'

/** Few enough to be quick, enough to detect the order. */
const PAGE_SIZE = 10
const REQUEST_TIMEOUT_MS = 15_000
/** Ten items are some kilobytes; larger pages are refused. */
const MAX_PAGE_BYTES = 16_000_000
/** With larger differences, times of changes do not match those of the service. */
const MAX_CLOCK_DIFFERENCE_MS = 2 * 60_000

const pageSchema = v.looseObject({
  campaignItemIds: v.array(v.unknown()),
  campaignItemEntities: v.optional(v.record(v.string(), v.unknown()), {}),
  totalCount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  limit: v.optional(v.unknown()),
})

function createDiagnosisService({ baseUrl, options, fetch }: Diagnosis): CampaignService {
  return createService({
    baseUrl,
    key: options.key ?? '',
    fetch,
    timeouts: { responseMs: REQUEST_TIMEOUT_MS, idleMs: REQUEST_TIMEOUT_MS },
    retry: { attempts: 1 },
  })
}

async function requestPage(diagnosis: Diagnosis, limit: number, skip: number) {
  const startedAt = performance.now()
  try {
    const { signal } = diagnosis
    const bytes = await createDiagnosisService(diagnosis).listItems(
      { sort: 'updatedAt:-1', limit, skip },
      { signal },
    )
    return { bytes, tookMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    diagnosis.signal.throwIfAborted()
    if (error instanceof AppError) return error
    throw error
  }
}

/** Parses a page of items. Throws `badAnswer` if it is invalid. */
function parsePage(bytes: Uint8Array, host: string): Page {
  const invalidPage = (reason: string): AppError => new AppError('badAnswer', { params: { host, reason } })
  if (bytes.byteLength > MAX_PAGE_BYTES) throw invalidPage(messages.reasons.answer.tooLarge)
  if (hasTooManyParts(bytes)) throw invalidPage(messages.reasons.answer.tooManyValues)
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new AppError('badAnswer', { cause, params: { host, reason: messages.reasons.answer.notAnObject } })
  }
  const parsed = v.safeParse(pageSchema, json)
  if (!parsed.success) {
    const stated = invalidCount(asObject(json)?.['totalCount'])
    throw invalidPage(
      stated === null ? messages.reasons.answer.noCount : messages.reasons.answer.invalidCount({ stated }),
    )
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

function failedOutcome(error: AppError): CheckOutcome {
  const { detail } = error
  return {
    verdict: 'failed',
    // The report is about the service, not about downloaded data.
    message: error.ofNewConnection().message,
    fault: error.code,
    facts: detail === undefined ? [] : [messages.doctor.facts.detail({ detail })],
  }
}

const KEY_FAULTS: ReadonlySet<string> = new Set([
  'keyMissing',
  'keyInvalid',
  'serviceUnauthorized',
  'serviceForbidden',
])

export const checkKey: Check = async (diagnosis) => {
  const answer = await requestPage(diagnosis, PAGE_SIZE, 0)
  diagnosis.firstResponse = answer
  if (!(answer instanceof AppError)) return { verdict: 'ok', message: messages.doctor.keyAccepted }
  return KEY_FAULTS.has(answer.code)
    ? failedOutcome(answer)
    : { verdict: 'skipped', message: messages.doctor.keyUnknown }
}

function pageFact(asked: number, { ids, limit }: Page): string {
  const { page } = messages.doctor.facts
  const got = ids.length
  return limit === null ? page.unlimited({ asked, got }) : page.limited({ asked, got, limit })
}

export const checkFirstPage: Check = (diagnosis) => {
  const { firstResponse, url } = diagnosis
  if (firstResponse === null) return { verdict: 'skipped', message: messages.doctor.skipped.before }
  if (firstResponse instanceof AppError) return failedOutcome(firstResponse)
  try {
    const page = parsePage(firstResponse.bytes, url.host)
    diagnosis.page = page
    const hasOtherTypes = Object.keys(page.otherTypes).length > 0
    return {
      verdict: page.totalCount === 0 || hasOtherTypes ? 'attention' : 'ok',
      message: messages.doctor.firstPage({ total: page.totalCount }),
      facts: [
        messages.doctor.facts.took({ milliseconds: firstResponse.tookMs }),
        pageFact(PAGE_SIZE, page),
        messages.doctor.facts.total({ total: page.totalCount }),
        ...(hasOtherTypes
          ? [messages.doctor.facts.otherTypes({ text: otherTypesText(page.otherTypes) })]
          : []),
      ],
    }
  } catch (error) {
    if (error instanceof AppError) return failedOutcome(error)
    throw error
  }
}

export const checkPaging: Check = async (diagnosis) => {
  const { page, url } = diagnosis
  if (page === null || page.totalCount < 2 || page.ids.length === 0)
    return { verdict: 'skipped', message: messages.doctor.skipped.tooFew }
  // A list that fits into the first page is requested again in two halves.
  const size = page.totalCount > page.ids.length ? page.ids.length : Math.floor(page.totalCount / 2)
  const answer = await requestPage(diagnosis, size, size)
  if (answer instanceof AppError) return failedOutcome(answer)
  try {
    const second = parsePage(answer.bytes, url.host)
    const first = new Set(page.ids.slice(0, size))
    const overlap = second.ids.filter((id) => first.has(id)).length
    const facts = [pageFact(size, second), messages.doctor.facts.overlap({ count: overlap })]
    return { ...comparePages(page, size, second.ids.length, overlap), facts }
  } catch (error) {
    if (error instanceof AppError) return failedOutcome(error)
    throw error
  }
}

function comparePages(first: Page, size: number, second: number, overlap: number): CheckOutcome {
  if (second === 0) return { verdict: 'attention', message: messages.doctor.pagingEmpty }
  if (overlap >= Math.min(size, second)) return { verdict: 'failed', message: messages.doctor.pagingIgnored }
  if (overlap > 0) return { verdict: 'attention', message: messages.doctor.pagingOverlap }
  return first.ids.length > PAGE_SIZE || second > size
    ? { verdict: 'attention', message: messages.doctor.pagingLimit }
    : { verdict: 'ok', message: messages.doctor.paging }
}

export const checkOrder: Check = ({ page }) => {
  if (page === null || page.ids.length < 2)
    return { verdict: 'skipped', message: messages.doctor.skipped.tooFew }
  const knownTimes = page.times.filter((time) => time !== null)
  if (knownTimes.some((time, index) => index > 0 && time > (knownTimes[index - 1] ?? time)))
    return { verdict: 'attention', message: messages.doctor.orderIgnored }
  return knownTimes.length < page.times.length
    ? { verdict: 'attention', message: messages.doctor.orderUnknown }
    : { verdict: 'ok', message: messages.doctor.order }
}

export const checkClock: Check = ({ clock }) => {
  if (clock === null) return { verdict: 'skipped', message: messages.doctor.skipped.noClock }
  const difference = clock.localTime - clock.serviceTime
  const facts = [
    messages.doctor.facts.serviceClock({ time: new Date(clock.serviceTime).toISOString() }),
    messages.doctor.facts.localClock({ time: new Date(clock.localTime).toISOString() }),
  ]
  const absolute = Math.abs(difference)
  if (absolute <= MAX_CLOCK_DIFFERENCE_MS) {
    const seconds = Math.max(1, Math.round(absolute / 1_000))
    return { verdict: 'ok', message: messages.doctor.clock({ seconds }), facts }
  }
  const { ahead, behind } = messages.doctor.clockOff
  const minutes = Math.round(absolute / 60_000)
  return { verdict: 'attention', message: (difference > 0 ? ahead : behind)({ minutes }), facts }
}
