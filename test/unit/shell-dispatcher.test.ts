import { describe, expect, it, vi } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { APP_ORIGIN } from '../../electron/contract/bridge.ts'
import { clipText } from '../../electron/contract/clip-text.ts'
import { API } from '../../electron/contract/api.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { Caller } from '../../electron/shell/caller.ts'
import { createDispatcher, type Handlers } from '../../electron/shell/dispatcher.ts'

const OWN: Caller = { isOwnWindow: true, isMainFrame: true, origin: APP_ORIGIN }

function setUp(overrides: Partial<Handlers> = {}) {
  const handler = vi.fn()
  const every = Object.fromEntries(Object.keys(API).map((name) => [name, handler])) as unknown as Handlers
  const onUnexpected = vi.fn(() => 'log-1')
  return { handler, onUnexpected, dispatch: createDispatcher({ ...every, ...overrides }, onUnexpected) }
}

describe('createDispatcher', () => {
  it.each<[string, Caller]>([
    ['a sender that is none of our windows', { ...OWN, isOwnWindow: false }],
    ['a frame inside the page', { ...OWN, isMainFrame: false }],
    ['a removed frame', { ...OWN, origin: null }],
    ['another origin', { ...OWN, origin: 'https://evil.example' }],
    ['an origin that only starts like ours', { ...OWN, origin: `${APP_ORIGIN}.evil.example` }],
    ['an empty origin', { ...OWN, origin: '' }],
    ['the origin of pictures', { ...OWN, origin: 'campaign-desk://picture' }],
    ['a file', { ...OWN, origin: 'file://' }],
  ])('refuses %s', async (_what, caller) => {
    const { dispatch, handler } = setUp()
    expect(await dispatch(caller, 'downloads.list', undefined)).toMatchObject({
      ok: false,
      error: { code: 'denied', retryable: false },
    })
    expect(handler).not.toHaveBeenCalled()
  })

  it.each([
    ['nothing.here'],
    ['constructor'],
    ['__proto__'],
    ['toString'],
    [''],
    [42],
    [null],
    [undefined],
    [{}],
  ])('refuses the unknown name %j', async (name) => {
    const { dispatch, handler } = setUp()
    expect(await dispatch(OWN, name, undefined)).toMatchObject({ ok: false, error: { code: 'denied' } })
    expect(handler).not.toHaveBeenCalled()
  })

  it.each<[string, object]>([
    ['connections.test', { baseUrl: 'https://print.example' }],
    ['connections.create', { baseUrl: 'https://print.example' }],
    ['connections.replaceKey', { connectionId: 'a' }],
    ['connections.testAddress', { connectionId: 'a', baseUrl: 'https://print.example', sendKeyTo: null }],
  ])('removes whitespace around a pasted key in %s', async (name, input) => {
    const { dispatch, handler } = setUp()
    await dispatch(OWN, name, { ...input, key: ' \tk 1\u00a0\r\n' })
    expect(handler).toHaveBeenCalledWith({ ...input, key: 'k 1' })
  })

  it.each<[string, string, unknown]>([
    ['input where none belongs', 'downloads.list', { sneaky: true }],
    ['a missing field', 'connections.open', {}],
    ['a field too many', 'connections.open', { connectionId: 'a', path: '/etc/passwd' }],
    ['an id that could be a path', 'connections.open', { connectionId: '../../etc' }],
    [
      'a path in place of a choice in a dialog',
      'connections.chooseClientCertificate',
      { of: { connectionId: 'a' }, path: '/etc/passwd' },
    ],
    ['an empty password', 'connections.unlockClientCertificate', { of: { connectionId: 'a' }, password: '' }],
    ['an owner of two kinds', 'connections.clientCertificate', { of: { connectionId: 'a', baseUrl: '' } }],
    ['a wrong type', 'items.window', { connectionId: 'a', resultId: '1', start: 0, count: 10 }],
    ['a window too large', 'items.window', { connectionId: 'a', resultId: 1, start: 0, count: 100_000 }],
    ['a negative position', 'items.window', { connectionId: 'a', resultId: 1, start: -1, count: 10 }],
    [
      'an unknown column',
      'items.open',
      { connectionId: 'a', query: { ...EMPTY_QUERY, sort: [{ key: 'body', direction: 1 }] } },
    ],
    [
      'a filter on the prototype',
      'items.open',
      {
        connectionId: 'a',
        query: {
          ...EMPTY_QUERY,
          filters: { match: 'all', conditions: [{ column: 'constructor', operator: 'is', values: [1] }] },
        },
      },
    ],
  ])('refuses %s by its schema without repeating the values', async (_what, name, input) => {
    const { dispatch, handler } = setUp()
    const result = await dispatch(OWN, name, input)
    expect(result).toMatchObject({ ok: false, error: { code: 'badInput' } })
    expect(JSON.stringify(result)).not.toContain('passwd')
    expect(handler).not.toHaveBeenCalled()
  })

  it('calls the handler with valid input and returns its value', async () => {
    const opened = {
      resultId: 1,
      count: 2,
      total: 3,
      qtySum: 4,
      groups: null,
      missing: null,
      missingCount: 0,
    }
    const open = vi.fn(() => Promise.resolve(opened))
    const { dispatch } = setUp({ 'items.open': open })
    const query = {
      ...EMPTY_QUERY,
      campaignIds: ['c'],
      search: 'x',
      list: ['1'],
      filters: allOf(hasValue('status', 1, null)),
    }
    const result = await dispatch(OWN, 'items.open', { connectionId: 'a', query })
    expect(result).toEqual({ ok: true, value: opened })
    expect(open).toHaveBeenCalledWith({ connectionId: 'a', query })
  })

  it('returns an AppError as data, and logs any other error', async () => {
    const { dispatch, onUnexpected } = setUp({
      'campaigns.list': () => Promise.reject(new AppError('cacheBusy')),
      'downloads.list': () => {
        throw new Error('the key is k-secret')
      },
    })
    expect(await dispatch(OWN, 'campaigns.list', { connectionId: 'a' })).toMatchObject({
      error: { code: 'cacheBusy', retryable: true },
    })
    expect(onUnexpected).not.toHaveBeenCalled()
    const result = await dispatch(OWN, 'downloads.list', undefined)
    expect(result).toMatchObject({ error: { code: 'internal' } })
    expect(JSON.stringify(result)).toContain('log-1')
    expect(JSON.stringify(result)).not.toContain('k-secret')
  })

  it('clips long texts in errors', async () => {
    const long = 'W'.repeat(300_000)
    const error = new AppError('redirected', { params: { host: long, reason: long }, detail: long })
    const { dispatch } = setUp({ 'campaigns.list': () => Promise.reject(error) })
    const result = await dispatch(OWN, 'campaigns.list', { connectionId: 'a' })
    expect(result).toMatchObject({ error: { code: 'redirected', message: clipText(error.message) } })
    expect(JSON.stringify(result).length).toBeLessThan(5_000)
  })

  it('clips long texts in every result except full texts', async () => {
    const long = 'W'.repeat(300_000)
    const { dispatch } = setUp({
      'campaigns.list': () => [{ id: 'a', name: long, reference: long }] as never,
      'texts.read': () => long,
    })
    const connectionId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
    const list = await dispatch(OWN, 'campaigns.list', { connectionId })
    expect(JSON.stringify(list).length).toBeLessThan(3_000)
    const of = { kind: 'item', key: 1, path: ['remark'] }
    expect(await dispatch(OWN, 'texts.read', { connectionId, of })).toEqual({ ok: true, value: long })
  })
})
