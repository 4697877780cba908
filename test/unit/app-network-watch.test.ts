import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isMetered, type RunProgram } from '../../electron/app/metered.ts'
import { NetworkWatch } from '../../electron/app/network-watch.ts'

const answers =
  (outputs: Readonly<Record<string, string>>, ran: string[] = []): RunProgram =>
  (file, args) => {
    const name = file.split(/[/\\]/u).at(-1) ?? ''
    ran.push([name, ...args].join(' '))
    const output = outputs[name]
    return output === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(output)
  }

describe('whether the network is metered', () => {
  it.each([
    ['u 1\n', true],
    ['u 3\n', true],
    ['u 0\n', false],
    ['u 2\n', false],
    ['u 4\n', false],
  ])('busctl says %j', async (output, metered) => {
    expect(await isMetered('linux', answers({ busctl: output }))).toBe(metered)
  })

  it('is asked of the next program where the first one is missing or says nothing', async () => {
    expect(await isMetered('linux', answers({ gdbus: '(<uint32 1>,)\n' }))).toBe(true)
    expect(await isMetered('linux', answers({ busctl: '', gdbus: '(<uint32 4>,)\n' }))).toBe(false)
    expect(await isMetered('linux', answers({ busctl: 's "no such thing"', gdbus: 'Error: 1' }))).toBe(false)
    expect(await isMetered('linux', answers({}))).toBe(false)
  })

  it.each([
    ['Unrestricted False False\r\n', false],
    ['Unknown False False\r\n', false],
    ['Fixed False False\r\n', true],
    ['Variable False False\r\n', true],
    ['Unrestricted True False\r\n', true],
    ['Unrestricted False True\r\n', true],
    ['', false],
  ])('PowerShell says %j', async (output, metered) => {
    expect(await isMetered('win32', answers({ 'powershell.exe': output }))).toBe(metered)
  })

  it('is asked of nobody on macOS', async () => {
    const ran: string[] = []
    expect(await isMetered('darwin', answers({}, ran))).toBe(false)
    expect(ran).toEqual([])
  })

  it('ends by itself with the real programs of this computer', async () => {
    expect(typeof (await isMetered())).toBe('boolean')
  })
})

describe('the watch over the network', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function watch({ wants = true } = {}) {
    const world = { online: true, metered: false, wants, asked: 0 }
    const network = new NetworkWatch({
      isOnline: () => world.online,
      isMetered: () => {
        world.asked += 1
        return Promise.resolve(world.metered)
      },
      wantsMetered: () => world.wants,
    })
    const seen: string[] = []
    network.subscribe(() => seen.push(`${String(network.state.online)} ${String(network.state.metered)}`))
    return { world, network, seen }
  }

  it('tells of every change once, and of nothing else', async () => {
    const { world, network, seen } = watch()
    network.watch()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen).toEqual([])
    world.online = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen).toEqual(['false false'])
    Object.assign(world, { online: true, metered: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen).toEqual(['false false', 'true false', 'true true'])
  })

  it('asks seldom whether it is metered, and never when nobody needs it', async () => {
    const { world, network } = watch({ wants: false })
    network.watch()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(world.asked).toBe(0)
    world.wants = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(world.asked).toBe(5)
  })

  it('has an answer when it was waited for', async () => {
    const { world, network } = watch({ wants: false })
    world.metered = true
    await network.refresh()
    expect(network.state.metered).toBe(true)
    await network.refresh()
    expect(world.asked).toBe(1)
    world.online = false
    expect(network.check()).toBe(false)
    await network.refresh()
    expect(world.asked).toBe(1)
  })

  it('tells nobody who has gone', () => {
    const { world, network, seen } = watch()
    const stop = network.subscribe(() => seen.push('second'))
    stop()
    world.online = false
    network.check()
    expect(seen).toEqual(['false false'])
  })
})
