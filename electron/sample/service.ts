import { CampaignRecords } from './campaigns.ts'
import { ItemGenerator } from './items.ts'
import { BadRequest, ItemLister, parseListQuery, type LimitRule } from './listing.ts'
import { planSample } from './plan.ts'
import type { CampaignTable, ItemTable, Json, SampleFetch, SampleItem, SampleOptions } from './types.ts'

/** Address of the sample: a reserved name, for which no socket is opened. */
export const SAMPLE_BASE_URL = 'https://sample.invalid'

/** The sample accepts any key; this is the default. */
export const SAMPLE_KEY = 'sample'

/** The generated items of a plan. */
export class GeneratedItems implements ItemTable {
  readonly version = 1
  readonly generator: ItemGenerator

  constructor(generator: ItemGenerator) {
    this.generator = generator
  }

  slotsOf(campaignId: string | null): Uint32Array {
    const { plan } = this.generator
    if (campaignId === null) return slotRange(0, plan.itemCount)
    const campaign = plan.campaigns.find((candidate) => candidate.id === campaignId)
    return campaign === undefined ? new Uint32Array() : slotRange(campaign.firstSlot, campaign.itemCount)
  }

  item(slot: number): SampleItem {
    return this.generator.item(slot)
  }

  updatedAt(slot: number): number | null {
    return this.generator.updatedAt(slot)
  }
}

const slotRange = (first: number, count: number): Uint32Array =>
  Uint32Array.from({ length: count }, (_, offset) => first + offset)

export interface HandlerOptions {
  readonly items: ItemTable
  readonly campaigns: CampaignTable
  readonly limit: LimitRule
  /** Path before the operations, as in `/api/v1`; default: empty. */
  readonly basePath?: string
}

/** Creates a handler of the two documented operations (service interface, 4); other requests get 404. */
export function createHandler(options: HandlerOptions): SampleFetch {
  const { campaigns, limit, basePath = '' } = options
  const lister = new ItemLister(options.items)

  const respond = (request: Request): Response => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${basePath}/`) || request.method !== 'GET')
      return errorResponse(404, 'Not found')
    const path = url.pathname.slice(basePath.length)
    const [, encodedId] = /^\/campaign\/([^/]+)$/u.exec(path) ?? []
    if (path !== '/campaign-items' && encodedId === undefined) return errorResponse(404, 'Not found')
    if ((request.headers.get('authorization') ?? '') === '')
      return errorResponse(401, 'An API key is required')
    if (encodedId === undefined) return json(200, lister.list(parseListQuery(url.searchParams, limit)))
    const campaign = campaigns.campaign(decodeURIComponent(encodedId))
    if (campaign === null) return errorResponse(404, 'Campaign not found')
    if (campaign === 'forbidden') return errorResponse(403, 'No read access to this campaign')
    if (campaign === 'failing') return errorResponse(500, 'Internal server error')
    return json(200, campaign)
  }

  return (request) =>
    new Promise((resolve) => {
      request.signal.throwIfAborted()
      try {
        resolve(respond(request))
      } catch (error) {
        // A path that cannot be decoded is an invalid request too.
        if (!(error instanceof BadRequest || error instanceof URIError)) throw error
        resolve(errorResponse(400, error.message))
      }
    })
}

function json(status: number, body: Json): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const errorResponse = (status: number, message: string): Response =>
  json(status, { statusCode: status, message })

/**
 * Creates the sample service, which answers requests without a network. Equal options give equal data, which
 * is generated with the first request. Pages have at most 500 items, and the response states the limit.
 */
export function createSampleService(options: SampleOptions = {}): SampleFetch {
  let handler: SampleFetch | null = null
  return (request) => {
    if (handler === null) {
      const generator = new ItemGenerator(planSample(options))
      handler = createHandler({
        items: new GeneratedItems(generator),
        campaigns: new CampaignRecords(generator),
        limit: { default: 100, max: 500, ifExceeded: 'apply' },
      })
    }
    return handler(request)
  }
}
