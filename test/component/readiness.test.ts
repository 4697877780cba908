import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { PictureState } from '../../electron/contract/pictures.ts'
import { FakeMain } from '../support/fake-main.ts'
import {
  makeCampaign,
  makeConnection,
  makePictureRun,
  makePictures,
  PREFERENCES,
} from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

interface Shown {
  readonly main: FakeMain
  readonly user: UserEvent
}

async function show(pictures: Partial<PictureState>, summary: Partial<CampaignSummary> = {}): Promise<Shown> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign({ itemCount: 6_000, expectedCount: 6_000, ...summary })])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1', tab: 'overview' },
  }
  let current = makePictures(pictures)
  main.answer('pictures.state', () => current)
  main.answer('pictures.choose', ({ choice, forField }) => {
    current = { ...current, choice, forField }
    return current
  })
  const user = await startApp(main)
  await user.click(await tile())
  return { main, user }
}

/** The tile of the overview that leads to the section. */
const tile = (): Promise<HTMLElement> => screen.findByRole('button', { name: /^Available offline/u })

const section = (): HTMLElement => screen.getByRole('region', { name: 'Available offline' })

describe('the readiness section of the downloaded copy', () => {
  it('shows what is downloaded, what is missing, and why', async () => {
    await show({
      total: 4_120,
      available: 4_117,
      bytes: 310_000_000,
      missing: [
        { problem: 'notFound', count: 2 },
        { problem: null, count: 1 },
      ],
    })
    await waitFor(() => {
      expect(section()).toHaveTextContent(
        '6,000 of 6,000 items, 4,117 of 4,120 pictures, 310 MB; 3 missing: file not found (2), not downloaded yet (1)',
      )
    })
    expect(within(section()).getByLabelText('Incomplete')).toBeInTheDocument()
    const { violations } = await axe.run(section(), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('offers nothing if everything is downloaded', async () => {
    await show({ total: 1, available: 1, bytes: 2_000 })
    await waitFor(() => expect(within(section()).getByLabelText('Ready')).toBeInTheDocument())
    expect(section()).toHaveTextContent('6,000 of 6,000 items, 1 of 1 picture, 2 kB')
    expect(within(section()).queryByRole('button', { name: 'Download the rest' })).toBeNull()
  })

  it('shows the progress of a run that starts before its request is answered', async () => {
    const { main, user } = await show({ available: 1, missing: [{ problem: 'notFetched', count: 799 }] })
    main.answer('pictures.start', () => {
      main.emit('pictures.progress', makePictureRun())
      return makePictureRun({ state: 'waiting', pictures: 0, totalPictures: null })
    })
    await user.click(await within(section()).findByRole('button', { name: 'Download the rest' }))
    await waitFor(() => expect(section()).toHaveTextContent('120 of 800 pictures'))
  })

  it('downloads the rest with progress, and can be stopped', async () => {
    const { main, user } = await show({ available: 1, missing: [{ problem: 'notFetched', count: 799 }] })
    await user.click(await within(section()).findByRole('button', { name: 'Download the rest' }))
    expect(main.inputs('pictures.start')).toEqual([{ connectionId: 'c1', campaignId: 'k1' }])
    await waitFor(() => {
      expect(section()).toHaveTextContent('120 of 800 pictures')
      expect(section()).not.toHaveTextContent('799 missing')
    })
    await user.click(within(section()).getByRole('button', { name: 'Stop' }))
    expect(main.inputs('pictures.cancel')).toEqual([{ jobId: 'p1' }])
    const requests = main.inputs('pictures.state').length
    main.emit('pictures.progress', makePictureRun({ state: 'cancelled' }))
    await waitFor(() => expect(main.inputs('pictures.state').length).toBeGreaterThan(requests))
  })

  it('warns of an old snapshot by the chosen age', async () => {
    const days = (count: number): number => Date.now() - count * 86_400_000
    const { main, user } = await show({}, { fetchedAt: days(8) })
    await waitFor(() => {
      expect(section()).toHaveTextContent('Downloaded 8 days ago. Get recent changes first.')
    })
    await user.click(screen.getByRole('button', { name: 'Get recent changes' }))
    expect(main.inputs('downloads.start')).toEqual([
      { connectionId: 'c1', campaignIds: ['k1'], mode: 'recent' },
    ])
    await user.keyboard('{Control>},{/Control}')
    await user.click(screen.getByRole('tab', { name: 'Downloads' }))
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Warn when a download is older than' }),
      '14 days',
    )
    await user.keyboard('{Escape}')
    await user.click(await tile())
    await waitFor(() => expect(section()).not.toHaveTextContent('Get recent changes first.'))
  })

  it('changes which pictures are downloaded', async () => {
    const { main, user } = await show({})
    await user.click(await within(section()).findByRole('radio', { name: 'Original files' }))
    await user.click(
      await within(section()).findByRole('checkbox', { name: 'Keep these pictures when space runs low' }),
    )
    await waitFor(() => expect(within(section()).getByRole('checkbox')).toBeChecked())
    await user.click(within(section()).getByRole('radio', { name: 'None' }))
    await waitFor(() => expect(main.inputs('pictures.choose')).toHaveLength(3))
    expect(main.inputs('pictures.choose').map(({ choice, forField }) => [choice, forField])).toEqual([
      ['full', false],
      ['full', true],
      ['none', true],
    ])
  })

  it('makes no request for a campaign that is not downloaded', async () => {
    const { main } = await show({}, { copy: 'none', itemCount: 0, fetchedAt: null })
    expect(await tile()).toHaveTextContent(/Not downloaded 6,000 items/u)
    expect(screen.queryByRole('region', { name: 'Available offline' })).toBeNull()
    expect(main.inputs('pictures.state')).toEqual([])
  })
})

describe('pictures among the downloads', () => {
  it('are listed with progress, and automatic ones are reported only if some are missing', async () => {
    const { main, user } = await show({})
    main.emit('pictures.progress', makePictureRun({ origin: 'schedule' }))
    await user.keyboard('{Control>}j{/Control}')
    const queue = screen.getByRole('dialog', { name: 'Activity' })
    await waitFor(() => expect(queue).toHaveTextContent('Pictures of Summer 2026'))
    expect(queue).toHaveTextContent('120 of 800 pictures')
    await user.click(
      within(queue).getByRole('button', { name: 'Cancel: Downloading pictures of Summer 2026' }),
    )
    expect(main.inputs('pictures.cancel')).toEqual([{ jobId: 'p1' }])
    main.emit('pictures.progress', makePictureRun({ origin: 'schedule', state: 'done' }))
    await waitFor(() => expect(queue).toHaveTextContent('Nothing running'))
    const missing = [{ problem: 'notFound', count: 2 }] as const
    main.emit('pictures.progress', makePictureRun({ origin: 'schedule', state: 'incomplete', missing }))
    await waitFor(() =>
      expect(queue).toHaveTextContent('Pictures of Summer 2026: 2 missing: file not found.'),
    )
    await user.click(within(queue).getByRole('button', { name: 'Download the rest' }))
    expect(main.inputs('pictures.start')).toEqual([{ connectionId: 'c1', campaignId: 'k1' }])
    // The next run of the campaign replaces the failure.
    main.emit('pictures.progress', makePictureRun({ jobId: 'p2', origin: 'schedule' }))
    await waitFor(() => expect(within(queue).queryByRole('region', { name: /^Failed/u })).toBeNull())
    main.emit('pictures.progress', makePictureRun({ jobId: 'p2', state: 'incomplete', missing }))
    const failed = await within(queue).findByRole('region', { name: /^Failed 1/u })
    await user.click(within(failed).getByRole('button', { name: 'Dismiss' }))
    expect(within(queue).queryByRole('region', { name: /^Failed/u })).toBeNull()
    expect(main.inputs('downloads.dismiss')).toEqual([{ connectionId: 'c1', jobIds: ['p2'] }])
  })
})
