import { describe, expect, it } from 'vitest'
import { Visits } from '../../renderer/state/visits.svelte.ts'

const OVERVIEW = { campaignId: 'a', tab: 'overview' } as const
const CHECKS = { campaignId: 'a', tab: 'checks' } as const
const OTHER = { campaignId: 'b', tab: 'overview' } as const

/** A history whose view on the screen is a page, scrolled to an offset. */
function createVisits() {
  const visits = new Visits()
  visits.reset(OVERVIEW)
  const view = (top: number) => visits.keep(() => ({ kind: 'page', top }))
  return { visits, view }
}

describe('the visited views', () => {
  it('are listed each once without the one on the screen, the latest first', () => {
    const { visits } = createVisits()
    visits.add(CHECKS)
    visits.add(OVERVIEW)
    visits.add(OTHER)
    expect(visits.recent().map(({ campaignId, tab }) => ({ campaignId, tab }))).toEqual([OVERVIEW, CHECKS])
    expect(visits.neighbor(-1)).toEqual(OVERVIEW)
    expect(visits.neighbor(1)).toBeNull()
    visits.reset(OTHER)
    expect(visits.recent()).toEqual([])
  })

  it('are shown again as they were left', () => {
    const { visits, view } = createVisits()
    view(100)
    visits.add(CHECKS)
    view(200)
    visits.add(OTHER)
    view(300)
    expect(visits.step(-1)).toEqual(CHECKS)
    expect(visits.takePlace('page')).toEqual({ kind: 'page', top: 200 })
    view(250)
    expect(visits.step(-1)).toEqual(OVERVIEW)
    expect(visits.takePlace('page')).toEqual({ kind: 'page', top: 100 })
    view(100)
    expect(visits.step(1)).toEqual(CHECKS)
    expect(visits.takePlace('page')).toEqual({ kind: 'page', top: 250 })
  })

  it('have nothing to show again when they are opened anew', () => {
    const { visits, view } = createVisits()
    view(100)
    visits.add(CHECKS)
    view(200)
    visits.add(OVERVIEW)
    expect(visits.takePlace('page')).toBeNull()
  })

  it('keep what they showed if they are left before they show it again', () => {
    const { visits, view } = createVisits()
    view(100)
    visits.add(CHECKS)
    view(200)
    visits.add(OTHER)
    // Twice before a view is drawn.
    visits.step(-1)
    visits.step(-1)
    visits.step(1)
    expect(visits.takePlace('page')).toEqual({ kind: 'page', top: 200 })
  })

  it('pass their state once, and to a view of the same kind only', () => {
    const { visits, view } = createVisits()
    view(100)
    visits.add(CHECKS)
    visits.step(-1)
    expect(visits.takePlace('list')).toBeNull()
    expect(visits.takePlace('page')).toBeNull()
    visits.step(1)
    visits.step(-1)
    expect(visits.takePlace('page')).toEqual({ kind: 'page', top: 100 })
    expect(visits.takePlace('page')).toBeNull()
  })

  it('ignore a view that is no longer on the screen', () => {
    const { visits, view } = createVisits()
    const stop = view(100)
    view(150)
    stop()
    visits.add(CHECKS)
    visits.step(-1)
    expect(visits.takePlace('page')).toEqual({ kind: 'page', top: 150 })
  })

  it('end at both ends', () => {
    const { visits } = createVisits()
    expect([visits.canGoBack, visits.canGoForward]).toEqual([false, false])
    expect(visits.step(-1)).toBeNull()
    visits.add(CHECKS)
    visits.add(CHECKS)
    expect([visits.canGoBack, visits.canGoForward]).toEqual([true, false])
    visits.step(-1)
    visits.add(OTHER)
    expect(visits.canGoForward).toBe(false)
  })
})
