import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPictureFetch } from '../../electron/artwork/picture-client.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { createService } from '../../electron/service/create-service.ts'
import { ResponseTooLarge } from '../../electron/service/response-checks.ts'
import { DEFAULT_ATTEMPTS, retryAfterMs, type Clock } from '../../electron/service/retry.ts'
import type { CampaignService, Fetch, ServiceOptions } from '../../electron/service/types.ts'
import { controlledPermit } from '../support/controlled-permit.ts'

const NOW = Date.UTC(2026, 9, 1, 12)
const ok = () => new Response('{"totalCount":0}', { headers: { 'content-type': 'application/json' } })
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status: code, headers })

/** A service with a list of responses and a clock that only records the requested sleeps. */
function scripted(
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<ServiceOptions> = {},
) {
  const requests: Request[] = []
  const sleeps: number[] = []
  const fetch: Fetch = async (request) => {
    requests.push(request)
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    if (answer === undefined) throw new Error('no answer')
    return answer()
  }
  const clock: Clock = {
    now: () => NOW,
    random: () => 1,
    sleep: (milliseconds) => {
      sleeps.push(milliseconds)
      return Promise.resolve()
    },
  }
  const service = createService(
    { baseUrl: 'https://print.example/api/v1/', key: 'K', fetch, ...options },
    clock,
  )
  return { service, requests, sleeps }
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

afterEach(() => {
  vi.useRealTimers()
})

const list = (service: CampaignService) => service.listItems({ limit: 10, skip: 0 })

describe('reachability of the service', () => {
  const refused = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))
  it.each<[string, readonly (() => Response | Promise<Response>)[], readonly boolean[]]>([
    ['a good response', [ok], [true]],
    ['a refused key', [() => status(401)], [true]],
    ['an error of the service itself', [() => status(500)], [true]],
    ['no connection', [refused], [false]],
    ['no connection, then a good response', [refused, ok], [true]],
    ['a gateway without connection to it', [() => status(502)], [false]],
  ])('is reported after %s', async (_, answers, expected) => {
    const reached: boolean[] = []
    const { service } = scripted(answers, { onReachability: (isReached) => reached.push(isReached) })
    await list(service).catch(() => undefined)
    expect(reached).toEqual(expected)
  })

  it('is unknown after a cancellation, and a request can have fewer attempts', async () => {
    const reached: boolean[] = []
    const { service, requests } = scripted([refused], {
      onReachability: (isReached) => reached.push(isReached),
    })
    await failure(service.listItems({ limit: 1, skip: 0 }, { signal: AbortSignal.abort() }))
    expect(reached).toEqual([])
    await failure(service.listItems({ limit: 1, skip: 0 }, { attempts: 1 }))
    expect(reached).toEqual([false])
    expect(requests).toHaveLength(1)
  })
})

describe('the request', () => {
  it('keeps the base path and sends only the given parameters', async () => {
    const { service, requests } = scripted([ok])
    await service.listItems({
      campaignId: 'c 1',
      search: 'a+b&c=ü',
      sort: 'updatedAt:-1',
      limit: 500,
      skip: 20,
    })
    await service.listItems({ limit: 1, skip: 0, search: '' })
    const urls = requests.map(({ url }) => new URL(url))
    expect(urls[0]?.pathname).toBe('/api/v1/campaign-items')
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({
      campaignId: 'c 1',
      search: 'a+b&c=ü',
      sort: 'updatedAt:-1',
      limit: '500',
      skip: '20',
    })
    expect(urls[1]?.search).toBe('?limit=1&skip=0')
    expect(requests[0]?.headers.get('authorization')).toBe('K')
    expect(requests[0]?.headers.get('accept')).toBe('application/json')
    expect(requests[0]?.redirect).toBe('manual')
  })

  it('encodes any id as one path segment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (id) => {
        const { service, requests } = scripted([ok])
        fc.pre(id !== '.' && id !== '..')
        await service.getCampaign(id)
        const { pathname, search } = new URL(requests[0]?.url ?? '')
        expect(pathname.startsWith('/api/v1/campaign/')).toBe(true)
        expect(decodeURIComponent(pathname.slice('/api/v1/campaign/'.length))).toBe(id)
        expect(search).toBe('')
      }),
    )
    for (const id of ['', '.', '..', '\ud800'])
      expect((await failure(scripted([ok]).service.getCampaign(id))).code).toBe('notACampaignId')
  })
})

describe('a status other than 200', () => {
  it.each([
    [201, 'serviceStatus'],
    [204, 'serviceStatus'],
    [304, 'serviceStatus'],
    [400, 'serviceBadRequest'],
    [401, 'serviceUnauthorized'],
    [403, 'serviceForbidden'],
    [404, 'serviceNotFound'],
    [407, 'serviceStatus'],
    [410, 'serviceStatus'],
    [418, 'serviceStatus'],
    [511, 'captivePortal'],
  ])('of %d is %s and not retried', async (code, fault) => {
    const { service, requests, sleeps } = scripted([
      () => new Response(code === 204 || code === 304 ? null : '{}', { status: code }),
    ])
    const error = await failure(list(service))
    expect(error.code).toBe(fault)
    expect(error.detail).toBe(`GET /api/v1/campaign-items → ${String(code)}`)
    expect(requests).toHaveLength(1)
    expect(sleeps).toEqual([])
  })

  it.each([
    [408, 'timeout'],
    [429, 'serviceTooMany'],
    [500, 'serviceFailed'],
    [502, 'serviceFailed'],
    [503, 'serviceFailed'],
    [504, 'timeout'],
  ])('of %d is %s if it persists for four attempts with growing pauses', async (code, fault) => {
    const { service, requests, sleeps } = scripted([() => status(code)])
    expect((await failure(list(service))).code).toBe(fault)
    expect(requests).toHaveLength(4)
    expect(sleeps).toEqual([500, 1_000, 2_000])
  })

  it('is ignored if a retry succeeds', async () => {
    const { service, requests } = scripted([() => status(503), () => status(429), ok])
    await expect(list(service)).resolves.toBeInstanceOf(Uint8Array)
    expect(requests).toHaveLength(3)
  })
})

describe('a retry', () => {
  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'])('follows %s', async (code) => {
    const fail = () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))
    const { service, requests } = scripted([fail, fail, ok])
    await list(service)
    expect(requests).toHaveLength(3)
  })

  it('does not follow a rejected certificate or an internal error', async () => {
    const refuse = () => Promise.reject(new Error('net::ERR_CERT_AUTHORITY_INVALID'))
    const refused = scripted([refuse])
    expect((await failure(list(refused.service))).code).toBe('tls')
    expect(refused.requests).toHaveLength(1)
    const mistake = new TypeError('x is not a function')
    const broken = scripted([() => Promise.reject(mistake)])
    await expect(list(broken.service)).rejects.toBe(mistake)
    expect(broken.requests).toHaveLength(1)
  })

  it('waits for Retry-After, in seconds or until a date', async () => {
    const until = new Date(NOW + 20_000).toUTCString()
    const { service, sleeps } = scripted([
      () => status(429, { 'retry-after': '7' }),
      () => status(503, { 'retry-after': until }),
      ok,
    ])
    await list(service)
    expect(sleeps).toEqual([7_000, 20_000])
  })

  it('fails rather than retry too early', async () => {
    const { service, requests, sleeps } = scripted([() => status(429, { 'retry-after': '3600' })])
    const error = await failure(list(service))
    expect(error.code).toBe('serviceTooMany')
    expect(error.message).toContain('requests a pause of 60 min.')
    expect(requests).toHaveLength(1)
    expect(sleeps).toEqual([])
  })

  it('reports the pause that the response to the last attempt requests', async () => {
    const busy = (): Response => status(503)
    const { service, requests } = scripted([
      ...Array.from({ length: DEFAULT_ATTEMPTS - 1 }, () => busy),
      () => status(503, { 'retry-after': '3600' }),
    ])
    expect((await failure(list(service))).params.requestedWait).toBe('60 min')
    expect(requests).toHaveLength(DEFAULT_ATTEMPTS)
  })

  it('can be canceled while it waits', async () => {
    const controller = new AbortController()
    const fetch: Fetch = () => Promise.resolve(status(503))
    const clock: Clock = {
      now: () => NOW,
      random: () => 0,
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reject(new Error('aborted'))
          })
          controller.abort()
        }),
    }
    const service = createService({ baseUrl: 'https://print.example', key: 'K', fetch }, clock)
    expect(
      (await failure(service.listItems({ limit: 1, skip: 0 }, { signal: controller.signal }))).code,
    ).toBe('cancelled')
  })

  it('does not happen for a canceled request', async () => {
    const { service, requests } = scripted([ok])
    const error = await failure(service.listItems({ limit: 1, skip: 0 }, { signal: AbortSignal.abort() }))
    expect(error.code).toBe('cancelled')
    expect(requests).toHaveLength(0)
  })

  it('parses only the two forms of Retry-After, with dates in GMT', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(retryAfterMs('0', NOW)).toBe(0)
    expect(retryAfterMs(' 120 ', NOW)).toBe(120_000)
    expect(retryAfterMs('Thu, 01 Oct 2026 12:00:30 GMT', NOW)).toBe(30_000)
    expect(retryAfterMs('Thu, 01 Oct 2026 11:00:00 GMT', NOW)).toBe(0)
    expect(retryAfterMs('Thursday, 01-Oct-26 12:00:30 GMT', NOW)).toBe(30_000)
    expect(retryAfterMs('Thu Oct  1 12:00:30 2026', NOW)).toBe(30_000)
    for (const text of [null, '', '-5', '1.5', 'soon', '5 seconds', '2026-10-01'])
      expect(retryAfterMs(text, NOW)).toBeNull()
    vi.unstubAllEnvs()
  })
})

describe('a message that the key was not sent', () => {
  const NOT_SENT = 'The key wasn’t sent.'
  const fails = (code: string) => () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))
  const messageFor = async (...answers: readonly (() => Response | Promise<Response>)[]): Promise<string> => {
    const { service } = scripted(answers)
    return (await failure(list(service))).ofNewConnection().message
  }

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'EPROTO'])('follows %s', async (code) => {
    expect(await messageFor(fails(code))).toContain(NOT_SENT)
  })

  it.each([
    ['a response', () => status(503)],
    ['a connection that broke off', fails('ECONNRESET')],
    ['a timeout', fails('ETIMEDOUT')],
    ['a redirect', () => status(302, { location: '/api/v2/' })],
  ])('is absent after %s', async (_earlier, earlier) => {
    for (const code of ['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'EPROTO'])
      expect(await messageFor(earlier, fails(code))).not.toContain(NOT_SENT)
  })

  it('is absent if the error is unknown', async () => {
    expect(await messageFor(fails('ERR_OF_THE_FUTURE'))).not.toContain(NOT_SENT)
  })
})

describe('a redirect', () => {
  const to =
    (location: string, code = 302) =>
    () =>
      status(code, { location })

  it('is followed within the origin, with the key', async () => {
    const { service, requests } = scripted([
      to('/api/v2/campaign-items?limit=10&skip=0', 308),
      to('../v3/items'),
      ok,
    ])
    await list(service)
    expect(requests.map(({ url }) => url)).toEqual([
      'https://print.example/api/v1/campaign-items?limit=10&skip=0',
      'https://print.example/api/v2/campaign-items?limit=10&skip=0',
      'https://print.example/api/v3/items',
    ])
    expect(
      requests.every((request) => request.headers.get('authorization') === 'K' && request.method === 'GET'),
    ).toBe(true)
  })

  it.each([
    'https://other.example/campaign-items',
    'http://print.example/api/v1/campaign-items',
    'https://print.example:8443/',
    '//other.example/',
    'https://print.example.other.example/',
    'https://print.example@other.example/',
    'data:application/json,{}',
    'sample:picture',
  ])('is not followed to %s', async (location) => {
    const { service, requests } = scripted([to(location), ok])
    expect((await failure(list(service))).code).toBe('redirected')
    expect(requests).toHaveLength(1)
  })

  it('names the other host', async () => {
    expect(
      (await failure(list(scripted([to('https://other.example/x?token=1')]).service))).message,
    ).toContain('other.example')
  })

  it('names the start of a long host', async () => {
    const { service } = scripted([to(`https://${'w.'.repeat(100_000)}example/`)])
    const { code, message } = await failure(list(service))
    expect(code).toBe('redirected')
    expect(message.length).toBeLessThan(1_000)
  })

  it('is followed at most five times', async () => {
    const { service, requests } = scripted([to('/again')])
    const { code, message } = await failure(list(service))
    expect(code).toBe('redirected')
    // The key was sent with each of them.
    expect(message).toMatch(/redirects again and again\. Check the base address\.$/u)
    expect(requests).toHaveLength(6)
  })

  it('is an unexpected status without a location', async () => {
    expect((await failure(list(scripted([() => status(302)]).service))).code).toBe('serviceStatus')
    expect((await failure(list(scripted([to('https://')]).service))).code).toBe('serviceStatus')
  })
})

describe('the body', () => {
  const body =
    (text: string, type = 'application/json') =>
    () =>
      new Response(text, { headers: { 'content-type': type } })

  it.each([
    ['', 'badAnswer'],
    ['  \r\n\t', 'badAnswer'],
    ['\ufeff', 'badAnswer'],
    ['[]', 'badAnswer'],
    ['null', 'badAnswer'],
    ['"text"', 'badAnswer'],
    ['not json', 'badAnswer'],
    ['<!DOCTYPE html><html>', 'captivePortal'],
    ['\n  <html>', 'captivePortal'],
    ['\ufeff<html>', 'captivePortal'],
  ])('%j is %s and is not requested again', async (text, code) => {
    const { service, requests } = scripted([body(text)])
    expect((await failure(list(service))).code).toBe(code)
    expect(requests).toHaveLength(1)
  })

  it('is a web page if its content type says so', async () => {
    expect((await failure(list(scripted([body('{}', 'Text/HTML; charset=utf-8')]).service))).code).toBe(
      'captivePortal',
    )
  })

  it('is requested again if it is truncated', async () => {
    const { service, requests } = scripted([body('{"campaignItemIds":["a"'), body('{'), ok])
    await list(service)
    expect(requests).toHaveLength(3)
  })

  it.each(['{}', ' {} \n', '\ufeff{"a":1}'])('%j is returned unchanged', async (text) => {
    const bytes = await list(scripted([body(text, 'text/plain')]).service)
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(text)
    expect(bytes.byteOffset).toBe(0)
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength)
  })

  it('is rejected if its stated length is too large', async () => {
    const answer = () => new Response('{}', { headers: { 'content-length': String(33 * 1024 * 1024) } })
    const error = await failure(list(scripted([answer]).service))
    expect(error.code).toBe('badAnswer')
    // A page of this kind is requested again with fewer items.
    expect(error).toBeInstanceOf(ResponseTooLarge)
  })
})

describe('a response that waits for its read permit', () => {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  /** A response that records which parts were read. */
  function recordedResponse() {
    const parts = ['{"a":', '1}']
    const readParts: string[] = []
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = parts[readParts.length]
          if (piece === undefined) controller.close()
          else {
            readParts.push(piece)
            controller.enqueue(new TextEncoder().encode(piece))
          }
        },
      },
      { highWaterMark: 0 },
    )
    const answer = () => new Response(body, { headers: { 'content-type': 'application/json' } })
    return { readParts, answer }
  }

  it('is not read to its end before the permit, then at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { readParts, answer } = recordedResponse()
    const { service, requests } = scripted([answer], { timeouts: { responseMs: 50, idleMs: 50 } })
    const { permit: readPermit, waits, grant: give } = controlledPermit()
    const response = service.listItems({ limit: 10, skip: 0 }, { readPermit })
    await settle()
    await vi.advanceTimersByTimeAsync(120)
    expect(requests).toHaveLength(1)
    expect(readParts).toEqual([])
    give()
    expect(new TextDecoder().decode(await response)).toBe('{"a":1}')
    expect(readParts).toHaveLength(2)
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(60)
  })

  it('is read up to its last byte if its length is known', async () => {
    const text = `{"a":"${'x'.repeat(5_000)}"}`
    let given = 0
    const body = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const byobRequest = controller.byobRequest
        if (byobRequest?.view instanceof Uint8Array && given < text.length) {
          const { written } = new TextEncoder().encodeInto(text.slice(given, given + 1_000), byobRequest.view)
          given += written
          byobRequest.respond(written)
        } else {
          controller.close()
          byobRequest?.respond(0)
        }
      },
    })
    const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
    const { service } = scripted([() => new Response(body, { headers })])
    const { permit: readPermit, grant: give } = controlledPermit()
    const response = service.listItems({ limit: 10, skip: 0 }, { readPermit })
    await expect.poll(() => given).toBe(text.length - 1)
    await settle()
    expect(given).toBe(text.length - 1)
    give()
    expect(new TextDecoder().decode(await response)).toBe(text)
  })

  it('is complete or fails, whatever length is stated', async () => {
    for (const length of [3, 7, 100]) {
      const answer = (): Response =>
        new Response('{"a":1}', {
          headers: { 'content-type': 'application/json', 'content-length': String(length) },
        })
      const { service } = scripted([answer], { retry: { attempts: 1 } })
      const { permit: readPermit, grant } = controlledPermit()
      grant()
      const response = service.listItems({ limit: 10, skip: 0 }, { readPermit })
      if (length < 7) expect(await failure(response)).toMatchObject({ code: 'interrupted' })
      else expect(new TextDecoder().decode(await response)).toBe('{"a":1}')
    }
  })

  it('can be canceled while it waits', async () => {
    const { readParts, answer } = recordedResponse()
    const { service } = scripted([answer, ok], { maxConcurrent: 1 })
    const stop = new AbortController()
    const { permit: readPermit } = controlledPermit()
    const response = service.listItems({ limit: 10, skip: 0 }, { readPermit, signal: stop.signal })
    await settle()
    stop.abort()
    expect(await failure(response)).toMatchObject({ code: 'cancelled' })
    expect(readParts).toEqual([])
    // Its slot is free again.
    await list(service)
  })

  it('does not block the repeated request that it waits for', async () => {
    const busy = () => status(503, { 'retry-after': '0' })
    const { service, requests } = scripted([busy, ok, busy, ok, ok], { maxConcurrent: 2 })
    const [first, second, third] = [controlledPermit(), controlledPermit(), controlledPermit()]
    first.grant()
    const pages = [first, second, third].map(({ permit: readPermit }, at) =>
      service.listItems({ limit: 10, skip: at * 10 }, { readPermit }),
    )
    await pages[0]
    second.grant()
    await pages[1]
    third.grant()
    await pages[2]
    expect(requests).toHaveLength(5)
  })
})

describe('a slow endless response', () => {
  /** A body that never ends, with pauses below every limit, and too slow to reach a limit of bytes first. */
  const dripping = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          controller.enqueue(new Uint8Array([0x20]))
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    )
  const timeouts = { responseMs: 30_000, idleMs: 30_000, totalMs: 100 }

  it('times out after the total time', async () => {
    const { service } = scripted([dripping], { timeouts, retry: { attempts: 1 } })
    expect(await failure(list(service))).toMatchObject({
      code: 'timeout',
      detail: 'GET /api/v1/campaign-items → no complete answer in time',
    })
  })

  it('times out on an error page', async () => {
    const page = () => {
      const { body } = dripping()
      return new Response(body, { status: 403, headers: { 'content-type': 'text/html' } })
    }
    const { service } = scripted([page], { timeouts, retry: { attempts: 1 } })
    expect(await failure(list(service))).toMatchObject({ code: 'timeout' })
  })

  it('times out as a picture', async () => {
    const fetchPicture = createPictureFetch({
      baseUrl: 'https://print.example',
      key: () => Promise.resolve(null),
      fetch: () => Promise.resolve(dripping()),
      fetchFromOtherHosts: () => Promise.resolve(dripping()),
      timeouts,
      retry: { attempts: 1 },
    })
    const { signal } = new AbortController()
    expect(await failure(fetchPicture('https://files.example/a.png', signal, 'view'))).toMatchObject({
      code: 'timeout',
    })
  })
})
