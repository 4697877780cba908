import { AppError } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import { createService } from '../service/index.ts'
import type { CampaignService, RetryWait } from '../service/types.ts'
import type { ConnectionKeys } from './connection-keys.ts'
import type { OpenConnectionOptions } from './types.ts'

/** The service of a connection, made when it is first needed: so that opening asks neither keychain nor network. */
export interface LazyService {
  /** Rejects with `keyMissing` as long as there is no key, and with `keyWithheld`. */
  readonly get: () => Promise<CampaignService>
  /** Forgets it, so that the next use is made with the key of that time. */
  readonly forget: () => void
  /** The service itself, which comes into being with its first request. */
  readonly service: CampaignService
}

/** What a service of a connection is made with. */
export interface LazyServiceOptions extends OpenConnectionOptions {
  readonly keys: Pick<ConnectionKeys, 'get'>
}

export function createLazyService(connection: Connection, options: LazyServiceOptions): LazyService {
  let made: Promise<CampaignService> | null = null

  function get(): Promise<CampaignService> {
    if (made !== null) return made
    const making = make(connection, options)
    made = making
    making.catch(() => {
      // The key may be there at the next attempt.
      if (made === making) made = null
    })
    return making
  }

  return {
    get,
    forget() {
      made = null
    },
    service: {
      getCampaign: async (id, request) => (await get()).getCampaign(id, request),
      listItems: async (parameters, request) => (await get()).listItems(parameters, request),
    },
  }
}

async function make(connection: Connection, options: LazyServiceOptions): Promise<CampaignService> {
  const { baseUrl } = connection
  if (baseUrl === null) {
    const { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } = await import('../sample/index.ts')
    const fetch = await (options.sampleFetch ?? createSampleService)()
    return createService({ ...options.service, baseUrl: SAMPLE_BASE_URL, key: SAMPLE_KEY, fetch })
  }
  const key = await options.keys.get(connection)
  if (key === null) throw new AppError('keyMissing')
  options.logger?.conceal(key)
  const onWait = (wait: RetryWait): void => options.onWait?.(connection.id, wait)
  const onReach = (reached: boolean, since: number): void => options.onReach?.(connection.id, reached, since)
  return createService({ ...options.service, baseUrl, key, fetch: options.fetch, onWait, onReach })
}
