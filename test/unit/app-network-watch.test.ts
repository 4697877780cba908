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

describe('isMetered', () => {
  it.each([
    ['u 1\n', true],
    ['u 3\n', true],
    ['u 0\n', false],
    ['u 2\n', false],
    ['u 4\n', false],
  ])('reads busctl output %j', async (output, metered) => {
    expect(await isMetered('linux', answers({ busctl: output }))).toBe(metered)
  })

  it('asks the next program if the first is missing or returns no state', async () => {
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
  ])('reads PowerShell output %j', async (output, metered) => {
    expect(await isMetered('win32', answers({ 'powershell.exe': output }))).toBe(metered)
  })

  it('runs no program on macOS', async () => {
    const ran: string[] = []
    expect(await isMetered('darwin', answers({}, ran))).toBe(false)
    expect(ran).toEqual([])
  })

  it('returns a boolean with the real programs of this computer', async () => {
    expect(typeof (await isMetered())).toBe('boolean')
  })
})

describe('NetworkWatch', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function watch({ wants = true } = {}) {
    const environment = { online: true, metered: false, wants, looks: 0, checks: 0 }
    const network = new NetworkWatch({
      isOnline: () => {
        environment.looks += 1
        return environment.online
      },
      isMetered: () => {
        environment.checks += 1
        return Promise.resolve(environment.metered)
      },
      needsMetered: () => environment.wants,
    })
    const seen: string[] = []
    network.subscribe(() => seen.push(`${String(network.state.online)} ${String(network.state.metered)}`))
    return { environment, network, seen }
  }

  it('notifies once for each change', async () => {
    const { environment, network, seen } = watch()
    network.watch()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(seen).toEqual([])
    environment.online = false
    await vi.advanceTimersByTimeAsync(120_000)
    expect(seen).toEqual(['false false'])
    Object.assign(environment, { online: true, metered: true })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(seen).toEqual(['false false', 'true false', 'true true'])
  })

  it('wakes the computer once a minute', async () => {
    const { environment, network } = watch()
    network.watch()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(environment.looks).toBe(10)
  })

  it('also checks at once whether a new network is metered', async () => {
    const { environment, network, seen } = watch()
    environment.online = false
    network.check()
    Object.assign(environment, { online: true, metered: true })
    network.check()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(['false false', 'true false', 'true true'])
  })

  it('checks rarely whether the network is metered, and never if no one needs it', async () => {
    const { environment, network } = watch({ wants: false })
    network.watch()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(environment.checks).toBe(0)
    environment.wants = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(environment.checks).toBe(5)
  })

  it('knows whether the network is metered after refresh, and does not check again', async () => {
    const { environment, network } = watch({ wants: false })
    environment.metered = true
    await network.refresh()
    expect(network.state.metered).toBe(true)
    await network.refresh()
    expect(environment.checks).toBe(1)
    environment.online = false
    expect(network.check()).toBe(false)
    await network.refresh()
    expect(environment.checks).toBe(1)
  })

  it('does not notify an unsubscribed listener', () => {
    const { environment, network, seen } = watch()
    const stop = network.subscribe(() => seen.push('second'))
    stop()
    environment.online = false
    network.check()
    expect(seen).toEqual(['false false'])
  })
})
