import { AppError } from '../../electron/contract/app-error.ts'
import type { ListItemsParams } from '../../electron/service/operations.ts'
import type { CampaignService } from '../../electron/service/types.ts'

/** The response of the model service to a request. */
export interface ModelAnswer {
  /** Null: a malformed response. */
  readonly ids: readonly string[] | null
  readonly withoutEntity?: readonly string[]
  readonly totalCount?: unknown
  readonly limit?: unknown
  readonly skip?: unknown
  /** Campaign of the items; default: the requested one. */
  readonly campaignId?: string
}

export type ModelBehavior = (request: ListItemsParams, list: readonly string[]) => ModelAnswer

/** The response of a correct service, with pages of at most `cap`. */
export function correctAnswer(
  cap = Infinity,
): (...parameters: Parameters<ModelBehavior>) => ModelAnswer & { readonly ids: readonly string[] } {
  return ({ skip, limit }, list) => {
    const applied = Math.min(limit, cap)
    return { ids: list.slice(skip, skip + applied), totalCount: list.length, limit: applied, skip }
  }
}

export function idsOf(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, at) => `item-${String(from + at)}`)
}

const NOW = Date.UTC(2026, 0, 1)

/** Items of {@link idsOf} are in the order of their change, the latest first; others are newer. */
export function datedContent(id: string): Readonly<Record<string, unknown>> {
  const number = /^item-(\d+)$/u.exec(id)?.[1]
  return { updatedAt: new Date(NOW - 1_000 * Number(number ?? -1)).toISOString() }
}

export interface ModelService extends CampaignService {
  /** Requests for pages in order of arrival. */
  readonly requests: ListItemsParams[]
  /** The highest number of concurrent requests. */
  readonly maxInFlight: number
}

export interface ModelOptions {
  /** The current list; may change between requests. */
  readonly list: () => readonly string[]
  readonly behavior?: ModelBehavior
  /** Fields of an item besides its id and campaign; default: {@link datedContent}. */
  readonly content?: (id: string) => Readonly<Record<string, unknown>>
  readonly record?: () => Promise<Uint8Array<ArrayBuffer>>
  /** Called before each response; may wait, change the list, or throw. */
  readonly before?: (request: ListItemsParams, count: number) => void | Promise<void>
}

/** A campaign service in memory, for tests of paging: `GET /campaign-items` over a list of ids. */
export function modelService(options: ModelOptions): ModelService {
  const { list, behavior = correctAnswer(), before, content = datedContent } = options
  const requests: ListItemsParams[] = []
  let inFlight = 0
  let mostInFlight = 0

  return {
    requests,
    get maxInFlight() {
      return mostInFlight
    },
    getCampaign: (id) => options.record?.() ?? Promise.resolve(bytes({ _id: id, name: `Campaign ${id}` })),
    async listItems(request, { signal } = {}) {
      requests.push(request)
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      try {
        await before?.(request, requests.length)
        // Responds asynchronously, so that requests are concurrent.
        await new Promise((resolve) => setImmediate(resolve))
        if (signal?.aborted === true) throw new AppError('cancelled')
        return page(behavior(request, list()), request, content)
      } finally {
        inFlight -= 1
      }
    },
  }
}

function page(
  answer: ModelAnswer,
  request: ListItemsParams,
  content: NonNullable<ModelOptions['content']>,
): Uint8Array<ArrayBuffer> {
  const { ids, withoutEntity = [], totalCount, limit, skip } = answer
  const campaignId = answer.campaignId ?? request.campaignId ?? 'campaign'
  const entity = (id: string) => ({
    _id: id,
    campaignId: { _id: campaignId, name: `Campaign ${campaignId}` },
    ...content(id),
  })
  return bytes({
    campaignItemIds: ids,
    campaignItemEntities: Object.fromEntries(
      (ids ?? []).filter((id) => !withoutEntity.includes(id)).map((id) => [id, entity(id)]),
    ),
    totalCount,
    limit,
    skip,
  })
}

export function bytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}
