import { screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 8, 1, 12, 0, 40)

const campaign = (): HTMLElement => screen.getByRole('option', { name: /^Summer/u })

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('a window at rest', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
    const main = new FakeMain([makeConnection()])
    main.campaigns.set('c1', [makeCampaign({ fetchedAt: NOW - 2 * MINUTE })])
    await startApp(main)
    // The frames after the start, which are timers here.
    vi.advanceTimersByTime(1_000)
    expect(campaign()).toHaveTextContent('2 min ago')
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('wakes once a minute, and updates what it shows', async () => {
    vi.advanceTimersToNextTimer()
    expect(Date.now() - NOW).toBe(MINUTE)
    await waitFor(() => expect(campaign()).toHaveTextContent('3 min ago'))
    vi.advanceTimersToNextTimer()
    expect(Date.now() - NOW).toBe(2 * MINUTE)
    await waitFor(() => expect(campaign()).toHaveTextContent('4 min ago'))
  })

  it('does not wake while it is hidden, and is up to date when it is shown again', async () => {
    setVisibility('hidden')
    expect(vi.getTimerCount()).toBe(0)
    vi.setSystemTime(NOW + 10 * MINUTE)
    setVisibility('visible')
    await waitFor(() => expect(campaign()).toHaveTextContent('12 min ago'))
    expect(vi.getTimerCount()).toBe(1)
  })
})
