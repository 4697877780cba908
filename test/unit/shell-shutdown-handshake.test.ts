import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShutdownHandshake } from '../../electron/shell/shutdown-handshake.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A handshake with a window whose page has loaded. */
function createHandshake() {
  const webContents = new EventEmitter()
  const window = Object.assign(new EventEmitter(), { webContents })
  const requests: string[] = []
  const handshake = new ShutdownHandshake(() => requests.push('app.closing'))
  handshake.watch(window as unknown as Parameters<ShutdownHandshake['watch']>[0])
  webContents.emit('dom-ready')
  let hasEnded = false
  return {
    handshake,
    window,
    requests,
    begin: (): void => {
      hasEnded = false
      void handshake.wait().then(() => (hasEnded = true))
    },
    hasEndedAfter: async (milliseconds: number): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(milliseconds)
      return hasEnded
    },
  }
}

it('waits until the window has saved its state, even if that takes seconds', async () => {
  const { handshake, requests, begin, hasEndedAfter } = createHandshake()
  begin()
  expect(requests).toEqual(['app.closing'])
  expect(await hasEndedAfter(4_500)).toBe(false)
  handshake.acknowledge()
  expect(await hasEndedAfter(0)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('requests the state once for two that wait, and again later', async () => {
  const { handshake, requests, begin, hasEndedAfter } = createHandshake()
  const ended: string[] = []
  void handshake.wait().then(() => ended.push('first'))
  void handshake.wait().then(() => ended.push('second'))
  handshake.acknowledge()
  await vi.advanceTimersByTimeAsync(0)
  expect([requests.length, ended]).toEqual([1, ['first', 'second']])
  begin()
  expect(requests).toHaveLength(2)
  handshake.acknowledge()
  expect(await hasEndedAfter(0)).toBe(true)
})

it('stops waiting for a window that does not answer after 5 seconds', async () => {
  const { begin, hasEndedAfter } = createHandshake()
  begin()
  expect(await hasEndedAfter(4_999)).toBe(false)
  expect(await hasEndedAfter(1)).toBe(true)
})

it.each(['unresponsive', 'closed'])('does not wait for a window that is %s', async (event) => {
  const { window, requests, begin, hasEndedAfter } = createHandshake()
  begin()
  expect(await hasEndedAfter(0)).toBe(false)
  window.emit(event)
  expect(await hasEndedAfter(0)).toBe(true)
  begin()
  expect(await hasEndedAfter(0)).toBe(true)
  expect(requests).toHaveLength(1)
})

it('does not wait for a crashed page, nor for one that still loads', async () => {
  const { window, begin, hasEndedAfter } = createHandshake()
  begin()
  window.webContents.emit('render-process-gone')
  expect(await hasEndedAfter(0)).toBe(true)
  window.webContents.emit('did-navigate')
  begin()
  expect(await hasEndedAfter(0)).toBe(true)
  window.webContents.emit('dom-ready')
  begin()
  expect(await hasEndedAfter(0)).toBe(false)
})

it('waits for a window that responds again', async () => {
  const { window, begin, hasEndedAfter } = createHandshake()
  window.emit('unresponsive')
  window.emit('responsive')
  begin()
  expect(await hasEndedAfter(0)).toBe(false)
})
