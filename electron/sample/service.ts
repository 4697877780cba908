import { CampaignRecords } from './campaigns.ts'
import { ItemGenerator } from './items.ts'
import { BadRequest, ItemLister, parseListQuery, type LimitRule } from './listing.ts'
import { planSample, type SamplePlan } from './plan.ts'
import { RefreshedItems } from './refreshed-items.ts'
import type { CampaignTable, ItemTable, Json, SampleFetch, SampleOptions } from './types.ts'

/** Address of the sample: a reserved name, for which no socket is opened. */
export const SAMPLE_BASE_URL = 'https://sample.invalid'

/** The sample accepts any key; this is the default. */
export const SAMPLE_KEY = 'sample'

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

export interface SampleServiceOptions extends SampleOptions {
  /** Returns the number of earlier downloads of a campaign; default: 0. */
  readonly countDownloads?: (campaignId: string) => Promise<number>
}

/**
 * Creates the sample service, which answers requests without a network. Equal options give equal data, which
 * is generated with the first request. Pages have at most 500 items, and the response states the limit.
 *
 * Each download that was completed counts as a refresh and changes the campaign a little (see
 * `refreshCampaign`). As the count only changes when a download ends, the data never changes during one.
 */
export function createSampleService(options: SampleServiceOptions = {}): SampleFetch {
  const { countDownloads } = options
  let sample: Sample | null = null
  const create = (): Sample => {
    const generator = new ItemGenerator(planSample(options))
    const items = new RefreshedItems(generator)
    const campaigns = new CampaignRecords(generator, (campaign) => items.refreshed(campaign))
    const limit = { default: 100, max: 500, ifExceeded: 'apply' } as const
    return { plan: generator.plan, items, handler: createHandler({ items, campaigns, limit }) }
  }
  return async (request) => {
    sample ??= create()
    const { plan, items, handler } = sample
    if (countDownloads !== undefined) {
      const requestedId = campaignIdOf(new URL(request.url))
      const requested = plan.campaigns.filter(({ id }) => requestedId === null || id === requestedId)
      await Promise.all(
        requested.map(async (campaign) => items.setRefreshes(campaign, await countDownloads(campaign.id))),
      )
    }
    return handler(request)
  }
}

interface Sample {
  readonly plan: SamplePlan
  readonly items: RefreshedItems
  readonly handler: SampleFetch
}

/** Returns the id of the campaign that a request is about; null if it is about all. */
function campaignIdOf({ pathname, searchParams }: URL): string | null {
  return /^\/campaign\/([^/]+)$/u.exec(pathname)?.[1] ?? searchParams.get('campaignId')
}
