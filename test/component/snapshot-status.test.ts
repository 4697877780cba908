import { screen, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { messages } from '../../electron/contract/messages.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload, PREFERENCES } from '../support/contract-values.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'

function createMain(change: Partial<CampaignSummary> = {}): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign(change)])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1' },
  }
  main.answer('changes.downloads', () => [
    {
      downloadKey: 2,
      mode: 'recent',
      complete: true,
      completedAt: Date.now(),
      itemCount: 900,
      added: 3,
      changed: 12,
      deleted: 0,
      campaignFields: 0,
    },
  ])
  return main
}

const statusButton = (): HTMLElement =>
  screen.getByRole('button', {
    name: /^(Complete|Incomplete|Deleted in the service|No access|Paused|Not downloaded)/u,
  })
const row = (): HTMLElement => within(campaignsPane()).getByRole('option', { name: /^Summer/u })
const statusDialog = (): HTMLElement => screen.getByRole('dialog', { name: 'Downloaded copy' })

describe('the status of a snapshot', () => {
  it('shows count, time and mode of a complete one, and downloads it again', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(statusButton())
    expect(statusDialog()).toHaveTextContent(/All 900 items, as of/u)
    expect(await within(statusDialog()).findByText(/^Last download: recent changes/u)).toHaveTextContent(
      '3 added, 12 edited, 0 deleted.',
    )
    await user.click(within(statusDialog()).getByRole('button', { name: 'Download everything' }))
    expect(main.inputs('downloads.start')).toEqual([{ connectionId: 'c1', campaignIds: ['k1'] }])
  })

  it('shows what an incomplete one lacks, and why', async () => {
    const reason = '900 items expected, 812 fetched.'
    const user = await startApp(createMain({ copy: 'incomplete', itemCount: 812, incompleteReason: reason }))
    expect(row()).toHaveTextContent('incomplete')
    await user.click(statusButton())
    expect(statusDialog()).toHaveTextContent(reason)
    expect(statusDialog()).toHaveTextContent('Download everything again later.')
    expect(within(statusDialog()).queryByRole('button', { name: 'Get recent changes' })).toBeNull()
  })

  it('reports that the service no longer has the campaign, and keeps the snapshot', async () => {
    const user = await startApp(createMain({ recordState: 'missing', isUnavailable: true }))
    expect(row()).toHaveTextContent('deleted in the service')
    await user.click(statusButton())
    expect(statusDialog()).toHaveTextContent(/stays until you remove it/u)
    await user.click(within(statusDialog()).getByRole('button', { name: 'Remove…' }))
    expect(screen.getByRole('dialog', { name: 'Remove Summer 2026 from this computer?' })).toBeVisible()
  })

  it('reports that the key may not read the details', async () => {
    const user = await startApp(createMain({ recordState: 'forbidden' }))
    expect(row()).toHaveTextContent('no access to details')
    await user.click(statusButton())
    expect(statusDialog()).toHaveTextContent('Only the details can’t be accessed (403).')
  })

  it.each([
    ['missing', false, 'details not found', 'Only the details are missing (404).'],
    ['forbidden', true, 'no longer accessible', 'Your copy stays'],
  ] as const)(
    'distinguishes a refused record from a refused campaign: %s, unavailable %s',
    async (recordState, isUnavailable, short, text) => {
      const user = await startApp(createMain({ recordState, isUnavailable }))
      expect(row()).toHaveTextContent(short)
      await user.click(statusButton())
      expect(statusDialog()).toHaveTextContent(text)
      expect(screen.queryByRole('button', { name: 'Remove…' })).toBeNull()
    },
  )

  it('reports an unfinished download, and resumes it', async () => {
    const main = createMain()
    main.downloads = [makeDownload({ state: 'paused', pausedBy: 'person', origin: 'resumed' })]
    const user = await startApp(main)
    expect(row()).toHaveTextContent('paused at 3,400')
    await user.click(statusButton())
    expect(statusDialog()).toHaveTextContent(
      /3,400 of 6,000 items downloaded\. The list shows the previous copy\./u,
    )
    await user.click(within(statusDialog()).getByRole('button', { name: 'Resume' }))
    expect(main.inputs('downloads.resume')).toEqual([{ jobId: 'j1' }])
  })

  it('offers no resume for a download that waits for the network', async () => {
    const main = createMain()
    main.downloads = [makeDownload({ state: 'paused', pausedBy: 'offline' })]
    const user = await startApp(main)
    await user.click(statusButton())
    expect(statusDialog()).toHaveTextContent(messages.queue.pausedBy.offline)
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  })
})

describe('the Download button', () => {
  it('downloads recent changes of a complete snapshot, or everything', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(screen.getByRole('button', { name: 'Download options' }))
    await user.click(screen.getByRole('menuitem', { name: /^Download everything/u }))
    await user.keyboard('{Control>}{Shift>}r{/Shift}{/Control}')
    expect(main.inputs('downloads.start')).toEqual([
      { connectionId: 'c1', campaignIds: ['k1'], mode: 'recent' },
      { connectionId: 'c1', campaignIds: ['k1'] },
      { connectionId: 'c1', campaignIds: ['k1'] },
    ])
  })

  it('disables recent changes without a snapshot', async () => {
    const user = await startApp(createMain({ copy: 'none', itemCount: 0, fetchedAt: null }))
    await user.click(screen.getByRole('button', { name: 'Download options' }))
    expect(screen.getByRole('menuitem', { name: /^Get recent changes/u })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

describe('a search for campaigns', () => {
  it('is stopped and resumed', async () => {
    const main = createMain()
    const user = await startApp(main)
    const job = makeDownload({
      kind: 'discovery',
      campaignId: null,
      campaignName: null,
      campaignsFound: 7,
      items: 500,
    })
    main.emit('download.progress', job)
    await user.click(await screen.findByRole('button', { name: 'Stop finding campaigns' }))
    expect(main.inputs('downloads.pause')).toEqual([{ jobId: 'j1' }])
    main.emit('download.progress', { ...job, state: 'paused', pausedBy: 'person' })
    expect(await within(campaignsPane()).findByText('Search stopped')).toBeVisible()
    await user.click(within(campaignsPane()).getByRole('button', { name: 'Continue' }))
    expect(main.inputs('downloads.resume')).toEqual([{ jobId: 'j1' }])
  })
})
