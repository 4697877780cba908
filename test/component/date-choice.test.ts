import { render, screen, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  CAMPAIGN_DATES,
  DEFAULT_CAMPAIGN_DATES,
  type CampaignDateKey,
} from '../../electron/contract/campaign-columns.ts'
import { AppModel } from '../../renderer/state/app.svelte.ts'
import DateChoice from '../../renderer/views/timeline/DateChoice.svelte'
import { DATE_GROUPS, markedKinds, shapesOf } from '../../renderer/timeline/date-kinds.ts'
import { appContext } from '../support/app-context.ts'
import { fillDomGaps } from '../support/dom-gaps.ts'

function open(): { readonly app: AppModel; readonly user: ReturnType<typeof userEvent.setup> } {
  fillDomGaps()
  const app = new AppModel()
  const counts = new Map<CampaignDateKey, number>([['artworkDue', 11]])
  render(DateChoice, { props: { counts, total: 12 }, context: appContext(app) })
  return { app, user: userEvent.setup() }
}

const box = (name: string | RegExp): HTMLElement => screen.getByRole('checkbox', { name })

describe('the choice of dates', () => {
  it('offers every date once', () => {
    expect(Object.values(DATE_GROUPS).flat().toSorted()).toEqual([...CAMPAIGN_DATES].toSorted())
  })

  it('shows and changes the chosen dates, in the order of the service', async () => {
    const { app, user } = open()
    await user.click(screen.getByRole('button', { name: '8 of 25 dates' }))
    expect(screen.getByRole('dialog', { name: 'Dates' })).toHaveTextContent(
      'Campaigns with each date, out of 12',
    )
    expect(box('Artwork due, 11 campaigns')).toBeChecked()
    expect(box('Sign-off, 0 campaigns')).not.toBeChecked()
    await user.click(box(/^Sign-off/u))
    await user.click(box(/^Artwork due/u))
    expect(app.preferences.current.campaignDates).toEqual(
      CAMPAIGN_DATES.filter(
        (key) =>
          key === 'signOffDate' ||
          (key !== 'artworkDue' && DEFAULT_CAMPAIGN_DATES.some((other) => other === key)),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'None' }))
    expect(app.preferences.current.campaignDates).toEqual([])
    expect(screen.getByRole('button', { name: '0 of 25 dates' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Deadlines' }))
    expect(app.preferences.current.campaignDates.toSorted()).toEqual(DEFAULT_CAMPAIGN_DATES.toSorted())
  })

  it('finds dates by their names, and reports when there are eight', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: '8 of 25 dates' }))
    await user.click(box(/^Sign-off/u))
    await user.click(box(/^Kit arrival/u))
    expect(screen.getByRole('status')).toHaveTextContent('At most 8 dates besides start and end.')
    expect(box(/^Picking/u)).toBeDisabled()
    expect(box(/^Sign-off/u)).toBeEnabled()
    expect(box(/^Start,/u)).toBeEnabled()
    await user.type(screen.getByRole('searchbox', { name: 'Find a date' }), 'ARRIVAL kit')
    expect(screen.getAllByRole('checkbox')).toHaveLength(3)
    await user.type(screen.getByRole('searchbox', { name: 'Find a date' }), ' nothing')
    expect(within(screen.getByRole('dialog')).getByText('No dates match')).toBeVisible()
  })

  it('gives every chosen date a different shape', () => {
    for (const key of CAMPAIGN_DATES) {
      const kinds = markedKinds([key, 'artworkDue', 'launchDate', ...CAMPAIGN_DATES.slice(-9)])
      const shapes = shapesOf(kinds)
      expect(kinds).toHaveLength(8)
      expect(new Set([...shapes.values()].map(({ path }) => path)).size).toBe(8)
    }
  })
})
