import { render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { EMPTY_CAMPAIGN_QUERY } from '../../electron/contract/campaign-query.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import CampaignActions from '../../renderer/views/campaigns/CampaignActions.svelte'
import ExportTableButton from '../../renderer/views/campaigns/ExportTableButton.svelte'
import { appContext } from '../support/app-context.ts'
import { makeCampaign, makeConnection, makeDownload, makeExport } from '../support/contract-values.ts'
import { fillDomGaps, stubLayout } from '../support/dom-gaps.ts'
import { FakeMain } from '../support/fake-main.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'
import { chooseFormat, exportButton, openOptions } from './export-steps.ts'
import { connectedApp } from './items-stage.ts'

const summer = makeCampaign({ unseenChanges: 7, itemCount: 900 })
const winter = makeCampaign({ id: 'k2', name: 'Winter', itemCount: 420 })
const spring = makeCampaign({ id: 'k3', name: 'Spring', itemCount: 0, copy: 'none', recordState: 'never' })
const autumn = makeCampaign({
  id: 'k4',
  name: 'Autumn',
  itemCount: 0,
  copy: 'none',
  recordState: 'forbidden',
})
const ALL = [summer, winter, spring, autumn]

let main: FakeMain
let app: AppModel
let compared: (readonly string[])[]

beforeEach(() => {
  fillDomGaps()
  stubLayout()
  main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', ALL)
  app = connectedApp(main)
  app.receiveKey('c1', { storage: 'keychain', reason: null })
  app.campaigns = ALL
  compared = []
})

function show(campaigns: readonly CampaignSummary[]): HTMLElement {
  render(CampaignActions, {
    props: {
      campaigns,
      oncompare: (...pair: readonly CampaignSummary[]) => compared.push(pair.map(({ id }) => id)),
    },
    context: appContext(app),
  })
  return screen.getByRole('group', { name: 'Actions for selected campaigns' })
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const enabled = (group: HTMLElement): readonly string[] =>
  within(group)
    .getAllByRole('button')
    .filter((each) => !each.matches(':disabled, [aria-disabled=true]'))
    .map((each) => each.textContent.trim())

/** Waits until a button shows this reason on hover. */
async function expectReason(name: string, reason: string): Promise<void> {
  await userEvent.hover(button(name))
  await waitFor(() => expect(document.querySelector('.tooltip')?.textContent).toBe(reason))
  await userEvent.unhover(button(name))
}

describe('the actions on selected campaigns', () => {
  it('are disabled without a selection, and name the reason', async () => {
    const group = show([])
    expect(
      within(group)
        .getAllByRole('button')
        .map((each) => each.textContent.trim()),
    ).toEqual(['Download', 'Refresh details', 'Compare', 'Export items', 'Mark as seen', 'Remove'])
    expect(enabled(group)).toEqual([])
    await expectReason('Remove', 'Select campaigns first')
    expect((await axe.run(group, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  it.each<readonly [string, readonly CampaignSummary[], readonly string[]]>([
    ['a downloaded campaign', [winter], ['Download', 'Export items', 'Remove']],
    ['unseen changes', [summer], ['Download', 'Export items', 'Mark as seen', 'Remove']],
    ['a found campaign', [spring], ['Download', 'Refresh details', 'Remove']],
    ['two downloaded', [summer, winter], ['Download', 'Compare', 'Export items', 'Mark as seen', 'Remove']],
    ['one of two downloaded', [winter, spring], ['Download', 'Refresh details', 'Export items', 'Remove']],
    ['all', ALL, ['Download', 'Refresh details', 'Export items', 'Mark as seen', 'Remove']],
  ])('that apply to %s are enabled', (_, campaigns, labels) => {
    expect(enabled(show(campaigns))).toEqual(labels)
  })

  it('name the reason for each that does not apply', async () => {
    show([winter])
    await expectReason('Refresh details', 'Use Download for downloaded campaigns')
    await expectReason('Compare', 'Select two campaigns to compare')
    await expectReason('Mark as seen', 'No unseen changes')
  })

  it('wait for running downloads', async () => {
    app.jobs.receiveDownload(makeDownload({ campaignId: 'k1', state: 'waiting' }))
    expect(enabled(show([summer]))).toEqual(['Export items', 'Mark as seen'])
    await expectReason('Remove', 'Cancel the download first')
    await expectReason('Download', 'Already downloading')
  })

  it('download, compare and remove the selected campaigns', async () => {
    show([summer, winter])
    await userEvent.click(button('Download'))
    expect(main.inputs('downloads.start')).toEqual([
      { connectionId: 'c1', campaignIds: ['k1', 'k2'], mode: 'recent' },
    ])
    await userEvent.click(button('Compare'))
    expect(compared).toEqual([['k1', 'k2']])
  })

  it('ask before they remove', async () => {
    show([summer, winter])
    await userEvent.click(button('Remove'))
    expect(app.dialogs.current).toEqual({ kind: 'removeCampaigns', campaignIds: ['k1', 'k2'] })
  })

  it('fetch the details of those that are not downloaded as one job', async () => {
    show(ALL)
    await userEvent.click(button('Refresh details'))
    expect(main.inputs('downloads.fetchDetails')).toEqual([{ connectionId: 'c1', campaignIds: ['k3', 'k4'] }])
    await waitFor(() => expect(app.jobs.queue).toMatchObject([{ kind: 'details', totalItems: 2 }]))
  })

  it('ask for a missing key before they fetch details', async () => {
    app.receiveKey('c1', { storage: 'none', reason: null })
    show([spring])
    await userEvent.click(button('Refresh details'))
    expect(app.dialogs.current).toEqual({ kind: 'replaceKey', connectionId: 'c1' })
    expect(main.inputs('downloads.fetchDetails')).toEqual([])
  })

  it('mark the changes of those that have unseen ones as seen', async () => {
    show([summer, winter])
    await userEvent.click(button('Mark as seen'))
    expect(main.inputs('changes.markCampaignsSeen')).toEqual([{ connectionId: 'c1', campaignIds: ['k1'] }])
    await waitFor(() => expect(app.announcer.text).toContain('Changes marked as seen.'))
  })

  it('mark changes as unseen again by undo', async () => {
    main.answer('changes.markCampaignsSeen', () => 7)
    main.answer('changes.markUnseen', () => true)
    show([summer, winter])
    await userEvent.click(button('Mark as seen'))
    await waitFor(() => expect(app.history.nextUndo?.name).toBe('mark as seen'))
    await app.history.undo()
    expect(main.inputs('changes.markUnseen')).toEqual([{ connectionId: 'c1', step: 7 }])
    expect(app.history.nextRedo?.name).toBe('mark as seen')
  })

  it('report why changes could not be marked as seen', async () => {
    main.answer('changes.markCampaignsSeen', () => {
      throw new AppError('cacheBusy')
    })
    show([summer])
    await userEvent.click(button('Mark as seen'))
    await waitFor(() => expect(app.notices.visible).toMatchObject([{ fault: { code: 'cacheBusy' } }]))
  })

  it('are the same in the menu of a narrow footer', async () => {
    show([winter])
    await userEvent.click(button('Actions'))
    const menu = screen.getByRole('menu', { name: 'Actions for selected campaigns' })
    expect(within(menu).getAllByRole('menuitem')).toHaveLength(6)
    expect(within(menu).getByRole('menuitem', { name: /^Compare/u })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(within(menu).getByRole('menuitem', { name: /^Remove/u }))
    expect(app.dialogs.current).toEqual({ kind: 'removeCampaigns', campaignIds: ['k2'] })
  })
})

describe('several campaigns in the pane', () => {
  it('have the actions in their menu, and export exactly their items', async () => {
    const user = await startApp(main)
    const option = (name: RegExp) => within(campaignsPane()).getByRole('option', { name })
    await user.click(option(/^Summer/u))
    await user.keyboard('{Control>}')
    await user.click(option(/^Winter/u))
    await user.click(option(/^Spring/u))
    await user.keyboard('{/Control}')
    await user.pointer({ keys: '[MouseRight]', target: option(/^Winter/u) })
    await user.click(screen.getByRole('menuitem', { name: /^Refresh details of 3 campaigns/u }))
    expect(main.inputs('downloads.fetchDetails')).toEqual([{ connectionId: 'c1', campaignIds: ['k3'] }])
    await user.pointer({ keys: '[MouseRight]', target: option(/^Winter/u) })
    await user.click(screen.getByRole('menuitem', { name: /^Mark changes of 3 campaigns as seen/u }))
    expect(main.inputs('changes.markCampaignsSeen')).toEqual([{ connectionId: 'c1', campaignIds: ['k1'] }])

    await user.pointer({ keys: '[MouseRight]', target: option(/^Winter/u) })
    await user.click(screen.getByRole('menuitem', { name: /^Export items of 3 campaigns/u }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export items' }))
    expect(dialog.getByText(/^1,320 rows, /u)).toBeVisible()
    expect(dialog.getByText('All of 2 campaigns')).toBeVisible()
    await user.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      query: { campaignIds: ['k1', 'k2'], search: '' },
      selection: null,
      title: '2 campaigns',
      suggestedName: expect.stringMatching(/^2 campaigns items /u) as string,
    })
    expect(main.inputs('exports.start')[0]?.options.columns).toContain('campaignName')
  })
})

describe('the export of the table', () => {
  const query = { ...EMPTY_CAMPAIGN_QUERY, search: 'week' }

  function showButton(count: number): void {
    render(ExportTableButton, {
      props: { connection: makeConnection(), query, columns: ['name', 'startAt', 'items'], count },
      context: appContext(app),
    })
  }

  it('exports the campaigns with the query and columns of the table', async () => {
    main.answer('exports.startCampaigns', () => makeExport({ state: 'done', rows: 3, totalRows: 3 }))
    showButton(3)
    app.frame.action('export')?.()
    const dialog = within(await screen.findByRole('dialog', { name: 'Export campaigns' }))
    expect(dialog.getByText('This table: 3 campaigns')).toBeVisible()
    await chooseFormat(dialog, 'CSV')
    await openOptions(dialog)
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Statuses' }), 'numbers')
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.startCampaigns')).toHaveLength(1))
    expect(main.inputs('exports.startCampaigns')[0]).toMatchObject({
      connectionId: 'c1',
      query,
      columns: ['name', 'startAt', 'items'],
      suggestedName: 'Print Example campaigns',
      options: { format: 'csv', statuses: 'numbers' },
    })
    expect(app.jobs.exports).toHaveLength(1)
  })

  it('announces that there are no campaigns', async () => {
    showButton(0)
    app.frame.action('export')?.()
    await waitFor(() => expect(app.announcer.text).toBe('No campaigns to export'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the option after a search for campaigns', () => {
  it('is stored with the connection', async () => {
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: /^Connection: / }))
    await user.click(screen.getByText('Automatic downloads…'))
    await user.click(screen.getByRole('checkbox', { name: 'Fetch the details of found campaigns' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(main.inputs('connections.setAutomatic')).toEqual([
      {
        connectionId: 'c1',
        automatic: { onStart: false, everyMinutes: null, campaignIds: [], fetchesDetails: true },
      },
    ])
  })
})

describe('a fetch of details in the status bar and the queue', () => {
  const job = makeDownload({
    kind: 'details',
    campaignId: null,
    campaignName: null,
    pages: 0,
    items: 120,
    totalItems: 500,
    secondsLeft: null,
    details: { fetched: 118, forbidden: 1, missing: 1, skipped: 0, failed: 0 },
  })

  it('shows its progress, and can be paused and canceled', async () => {
    const user = await startApp(main)
    main.emit('download.progress', job)
    await screen.findByText('Fetching campaign details')
    expect(screen.getByRole('progressbar', { name: 'Fetching campaign details' })).toHaveAttribute(
      'aria-valuetext',
      'Details: 120 of 500',
    )
    await user.keyboard('{Control>}j{/Control}')
    const panel = within(screen.getByRole('dialog', { name: 'Activity' }))
    expect(panel.getByText('Details: 120 of 500')).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Pause: Fetching campaign details' }))
    expect(main.inputs('downloads.pause')).toEqual([{ jobId: 'j1' }])
    await user.click(panel.getByRole('button', { name: 'Cancel: Fetching campaign details' }))
    expect(main.inputs('downloads.cancel')).toEqual([{ jobId: 'j1' }])
  })

  it('reports its results, and does not replace a failed search', async () => {
    const user = await startApp(main)
    main.emit('download.progress', {
      ...job,
      jobId: 'search',
      kind: 'discovery',
      state: 'failed',
      error: new AppError('serviceFailed').toFault(),
    })
    main.emit('download.progress', {
      ...job,
      state: 'done',
      items: 500,
      details: { fetched: 480, forbidden: 15, missing: 5, skipped: 0, failed: 0 },
    })
    await user.keyboard('{Control>}j{/Control}')
    const panel = within(screen.getByRole('dialog', { name: 'Activity' }))
    expect(panel.getByText('Details of 480 campaigns fetched')).toBeInTheDocument()
    expect(panel.getByText('15 refused, 5 not found')).toBeInTheDocument()
    expect(panel.getByText('The search for campaigns failed.')).toBeInTheDocument()
  })

  it('offers to retry what failed', async () => {
    const user = await startApp(main)
    main.emit('download.progress', {
      ...job,
      state: 'incomplete',
      error: new AppError('downloadIncomplete').toFault(),
      details: { fetched: 498, forbidden: 0, missing: 0, skipped: 0, failed: 2 },
    })
    await user.keyboard('{Control>}j{/Control}')
    const panel = within(screen.getByRole('dialog', { name: 'Activity' }))
    expect(panel.getByText('Details of 498 campaigns fetched. 2 failed.')).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(main.inputs('downloads.retry')).toEqual([{ connectionId: 'c1', jobId: 'j1' }])
  })
})
