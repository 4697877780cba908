import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { createService } from '../../electron/service/create-service.ts'
import type { ServiceOptions } from '../../electron/service/types.ts'
import { isCampaign, isItems, type Behavior } from '../support/service/script.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../support/service/start.ts'

const KEY = 'Key-verbatim: ~"0042"=, {x}'
const small = (options: TestServiceOptions = {}) => startTestService({ items: 300, key: KEY, ...options })

/** In milliseconds. It ends only tests that hang; tests of the limit replace the timers. */
const LIMIT_MS = 60_000

function clientOf(service: TestService, options: Partial<ServiceOptions> = {}) {
  return createService({
    baseUrl: service.url,
    key: KEY,
    fetch,
    retry: { attempts: 1, baseDelayMs: 1 },
    timeouts: { responseMs: LIMIT_MS, idleMs: LIMIT_MS },
    ...options,
  })
}

const PAGE = { limit: 50, skip: 0, search: 'secret-search|.' } as const
const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  const fault = JSON.stringify((error as AppError).toFault())
  expect(fault).not.toContain('Key-verbatim')
  expect(fault).not.toContain('secret-search')
  return error as AppError
}

/** Replaces the timers of the client; the service's keep running. */
const replaceTimers = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}
afterEach(() => vi.useRealTimers())

describe('the service over HTTP', () => {
  it('receives the unchanged key below the base path', async () => {
    await using service = await small({ basePath: '/api/v1' })
    const client = clientOf(service, { baseUrl: `${service.url}/` })
    const page = parse(await client.listItems({ ...PAGE, sort: 'updatedAt:-1' }))
    expect(page).toMatchObject({ limit: 50, skip: 0 })
    const [campaign] = service.plan.campaigns
    expect(parse(await client.getCampaign(campaign?.id ?? ''))).toMatchObject({
      _id: campaign?.id,
      name: campaign?.name,
    })
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/api/v1/campaign-items',
      `/api/v1/campaign/${campaign?.id ?? ''}`,
    ])
    for (const { method, headers } of service.requests) {
      expect(method).toBe('GET')
      expect(headers['authorization']).toBe(KEY)
      expect(headers['accept']).toBe('application/json')
      expect(headers['accept-encoding']).toContain('gzip')
      expect(headers['cookie']).toBeUndefined()
    }
    expect(service.requests[0]?.query).toEqual({
      limit: '50',
      skip: '0',
      search: 'secret-search|.',
      sort: 'updatedAt:-1',
    })
  })

  it('returns the same bytes compressed and uncompressed', async () => {
    await using compressed = await small()
    await using plain = await small({ gzip: false })
    const bytes = async (service: TestService) =>
      new TextDecoder().decode(await clientOf(service).listItems(PAGE)).replaceAll(service.origin, '')
    expect(await bytes(compressed)).toBe(await bytes(plain))
  })

  it('reports a rejected key, and works with the right one', async () => {
    await using service = await small()
    expect((await failure(clientOf(service, { key: 'other' }).listItems(PAGE))).code).toBe(
      'serviceUnauthorized',
    )
    service.setKey('other')
    await expect(clientOf(service, { key: 'other' }).listItems(PAGE)).resolves.toBeInstanceOf(Uint8Array)
  })

  it.each([
    ['forbidden', 'serviceForbidden'],
    ['failing', 'serviceFailed'],
    [null, 'serviceNotFound'],
  ] as const)('reports a %s campaign as %s', async (record, code) => {
    await using service = await small()
    const id = service.plan.campaigns[1]?.id ?? ''
    service.setCampaign(id, record)
    expect((await failure(clientOf(service).getCampaign(id))).code).toBe(code)
  })

  const misbehaviours: readonly (readonly [string, Behavior, string])[] = [
    ['closes before it responds', { kind: 'cut', at: 'start' }, 'interrupted'],
    ['closes in the middle of its response', { kind: 'cut', at: 'body' }, 'interrupted'],
    ['truncates the JSON', { kind: 'truncate' }, 'interrupted'],
    ['shows a sign-in page', { kind: 'login' }, 'captivePortal'],
    ['is too busy', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 'serviceTooMany'],
    ['fails', { kind: 'status', status: 500 }, 'serviceFailed'],
    ['returns another type', { kind: 'text', change: () => 'null' }, 'badAnswer'],
    ['returns nothing', { kind: 'text', change: () => '' }, 'badAnswer'],
  ]
  it.each(misbehaviours)('is reported with its error if it %s', async (_, behavior, code) => {
    for (const gzip of [true, false]) {
      await using service = await small({ gzip, script: [{ behavior }] })
      const error = await failure(clientOf(service).listItems(PAGE))
      expect(error.code).toBe(code)
      expect(error.detail).toMatch(/^GET \/campaign-items → /u)
      expect(error.message).toContain(new URL(service.url).host)
      expect(service.requests).toHaveLength(1)
    }
  })

  it.each([
    ['never responds', 'start'],
    ['stops responding in the middle', 'body'],
  ] as const)('is reported after the time limit if it %s', async (_, at) => {
    for (const gzip of [true, false]) {
      await using service = await small({ gzip, script: [{ behavior: { kind: 'hang', at } }] })
      let hasResponded = false
      let hasEnded = false
      const client = clientOf(service, {
        fetch: async (request) => {
          const response = await fetch(request)
          hasResponded = true
          return response
        },
      })
      replaceTimers()
      const failing = failure(client.listItems(PAGE)).finally(() => {
        hasEnded = true
      })
      await expect.poll(() => (at === 'start' ? service.requests.length === 1 : hasResponded)).toBe(true)
      expect(hasEnded).toBe(false)
      // The limit for the next part begins when a part has arrived.
      await expect
        .poll(async () => {
          await vi.advanceTimersByTimeAsync(LIMIT_MS)
          return hasEnded
        })
        .toBe(true)
      vi.useRealTimers()
      const error = await failing
      expect(error.code).toBe('timeout')
      expect(error.detail).toMatch(/^GET \/campaign-items → /u)
      expect(error.message).toContain(new URL(service.url).host)
      expect(service.requests).toHaveLength(1)
    }
  })

  it('is retried until it recovers', async () => {
    await using service = await small({
      script: [
        { times: 1, behavior: { kind: 'cut', at: 'body' } },
        { times: 1, behavior: { kind: 'status', status: 503, headers: { 'retry-after': '0' } } },
        { times: 1, behavior: { kind: 'truncate' } },
      ],
    })
    const client = clientOf(service, { retry: { attempts: 4, baseDelayMs: 1 } })
    expect(parse(await client.listItems(PAGE))).toMatchObject({ limit: 50 })
    expect(service.requests).toHaveLength(4)
  })

  it('never receives more than four requests at once', async () => {
    let inFlight = 0
    const sent: number[] = []
    let received = 0
    const { promise: full, resolve: isFull } = Promise.withResolvers<undefined>()
    await using service = await small({
      script: [
        {
          times: 4,
          behavior: {
            kind: 'wait',
            until: async () => {
              received += 1
              if (received === 4) isFull(undefined)
              await full
            },
          },
        },
        { times: 1, behavior: { kind: 'status', status: 503, headers: { 'retry-after': '0' } } },
      ],
    })
    const client = clientOf(service, {
      retry: { attempts: 2, baseDelayMs: 1 },
      // Counted where they are sent, because one in excess may be received late.
      fetch: async (request) => {
        inFlight += 1
        sent.push(inFlight)
        try {
          return await fetch(request)
        } finally {
          inFlight -= 1
        }
      },
    })
    const pages = Array.from({ length: 12 }, (_, index) => client.listItems({ limit: 5, skip: index * 5 }))
    expect(await Promise.all(pages)).toHaveLength(12)
    expect(Math.max(...sent)).toBe(4)
    expect(service.requests).toHaveLength(13)
  })

  it('may be slow as long as data arrives', async () => {
    await using service = await small()
    replaceTimers()
    const sendSlowly = (bytes: Uint8Array): ReadableStream => {
      const size = Math.ceil(bytes.length / 8)
      let offset = 0
      const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
        // After the client has begun to wait. Together, the waits exceed the limit of one.
        await setImmediate()
        await vi.advanceTimersByTimeAsync(LIMIT_MS / 2)
        if (offset >= bytes.length) controller.close()
        else controller.enqueue(bytes.subarray(offset, (offset += size)))
      }
      return new ReadableStream({ pull }, { highWaterMark: 0 })
    }
    const client = clientOf(service, {
      fetch: async (request) => {
        const response = await fetch(request)
        const bytes = new Uint8Array(await response.arrayBuffer())
        return new Response(sendSlowly(bytes), { headers: { 'content-type': 'application/json' } })
      },
    })
    expect(parse(await client.listItems(PAGE))).toMatchObject({ limit: 50 })
  })

  it('is not followed to another origin, and the key is not sent there', async () => {
    await using other = await small()
    await using service = await small({
      script: [{ behavior: { kind: 'redirect', to: `${other.url}/campaign-items` } }],
    })
    const error = await failure(clientOf(service, { retry: { attempts: 4, baseDelayMs: 1 } }).listItems(PAGE))
    expect(error.code).toBe('redirected')
    expect(error.message).toContain(new URL(other.url).host)
    expect(service.requests).toHaveLength(1)
    expect(other.requests).toEqual([])
  })

  it('is followed within its origin', async () => {
    await using service = await small({
      script: [
        {
          when: isItems,
          times: 1,
          behavior: { kind: 'redirect', to: '/campaign-items?limit=7', status: 307 },
        },
      ],
    })
    expect(parse(await clientOf(service).listItems(PAGE))).toMatchObject({ limit: 7 })
    expect(service.requests.map(({ headers }) => headers['authorization'])).toEqual([KEY, KEY])
  })

  it('is reported as unreachable after it has stopped', async () => {
    const service = await small()
    await service.close()
    expect((await failure(clientOf(service).listItems(PAGE))).code).toBe('unreachable')
  })

  it('is rejected with a self-signed certificate before the key is sent', async () => {
    await using service = await small({ tls: true })
    const error = await failure(clientOf(service, { retry: { attempts: 4, baseDelayMs: 1 } }).listItems(PAGE))
    expect(error.code).toBe('tls')
    expect(error.message).toContain('self-signed')
    expect(error.message).toContain('choose its file.')
    expect(service.requests).toEqual([])
  })

  it('is rejected without TLS if the address is https', async () => {
    await using service = await small()
    const client = clientOf(service, { baseUrl: service.url.replace('http:', 'https:') })
    expect((await failure(client.listItems(PAGE))).code).toBe('tls')
    expect(service.requests).toEqual([])
  })

  it('is reported as offline if its name is unknown', async () => {
    await using service = await small()
    const client = clientOf(service, { baseUrl: 'https://no-such-host.invalid' })
    expect((await failure(client.getCampaign('a'))).code).toBe('offline')
  })

  it.each(['start', 'body'] as const)('can be canceled while it hangs at the %s', async (at) => {
    await using service = await small({ script: [{ when: isCampaign, behavior: { kind: 'hang', at } }] })
    const controller = new AbortController()
    const id = service.plan.campaigns[0]?.id ?? ''
    const work = clientOf(service, { retry: { attempts: 4, baseDelayMs: 1 } }).getCampaign(id, {
      signal: controller.signal,
    })
    await expect.poll(() => service.requests.length).toBe(1)
    controller.abort()
    expect((await failure(work)).code).toBe('cancelled')
    expect(service.requests).toHaveLength(1)
  })
})
