import { AppError } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import { createService } from '../service/create-service.ts'
import { createOperations } from '../service/operations.ts'
import type { CampaignService, RequestOptions, RetryWait } from '../service/types.ts'
import type { ConnectionKeys } from './connection-keys.ts'
import type { CountDownloads, OpenConnectionOptions } from './types.ts'

/**
 * The service of a connection, created at its first use, so that opening a connection uses neither the
 * keychain nor the network.
 */
export interface LazyService {
  /** Rejects with `keyMissing` as long as there is no key, and with `keyWithheld`. */
  readonly get: () => Promise<CampaignService>
  /** Drops the service, so that the next use creates one with the current key. */
  readonly forget: () => void
  /**
   * Forwards each operation; creates the service with the first request. A request whose key is refused after
   * it was replaced is repeated with the current key.
   */
  readonly service: CampaignService
}

export interface LazyServiceOptions extends OpenConnectionOptions {
  readonly keys: Pick<ConnectionKeys, 'get'>
  /** The sample's campaigns change with each download. */
  readonly countDownloads: CountDownloads
}

export function createLazyService(connection: Connection, options: LazyServiceOptions): LazyService {
  let current: Promise<CampaignService> | null = null

  function get(): Promise<CampaignService> {
    if (current !== null) return current
    const created = create(connection, options)
    current = created
    created.catch(() => {
      // The key may have been entered by the next attempt.
      if (current === created) current = null
    })
    return created
  }

  return {
    get,
    forget() {
      current = null
    },
    service: createOperations<RequestOptions>(
      (name) =>
        async function request(input, requestOptions) {
          const used = get()
          try {
            return await (await used)[name](input, requestOptions)
          } catch (error) {
            const isRefused = error instanceof AppError && error.code === 'serviceUnauthorized'
            if (isRefused && current !== used) return request(input, requestOptions)
            throw error
          }
        },
    ),
  }
}

async function create(connection: Connection, options: LazyServiceOptions): Promise<CampaignService> {
  const { baseUrl } = connection
  if (baseUrl === null) {
    const { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } = await import('../sample/service.ts')
    const { countDownloads, sampleFetch } = options
    const fetch = (await sampleFetch?.(countDownloads)) ?? createSampleService({ countDownloads })
    return createService({ ...options.service, baseUrl: SAMPLE_BASE_URL, key: SAMPLE_KEY, fetch })
  }
  const key = await options.keys.get(connection)
  if (key === null) throw new AppError('keyMissing')
  options.logger?.conceal(key)
  const onWait = (wait: RetryWait): void => options.onWait?.(connection.id, wait)
  const onReachability = (reached: boolean, since: number): void =>
    options.onReach?.(connection.id, reached, since)
  return createService({ ...options.service, baseUrl, key, fetch: options.fetch, onWait, onReachability })
}
