import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload } from '../support/contract-values.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'

const CAMPAIGNS: readonly CampaignSummary[] = [
  makeCampaign(),
  makeCampaign({
    id: 'k2',
    name: 'Été – Plage',
    reference: 'ET-1',
    copy: 'incomplete',
    itemCount: 7,
    expectedCount: 10,
    incompleteReason: '10 items expected, 7 fetched.',
  }),
  makeCampaign({
    id: 'k3',
    name: null,
    reference: null,
    shortReference: null,
    number: null,
    copy: 'none',
    itemCount: 0,
    expectedCount: 40,
    fetchedAt: null,
    recordState: 'never',
  }),
]

function createMain(campaigns: readonly CampaignSummary[] = CAMPAIGNS): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', campaigns)
  return main
}

const option = (name: RegExp | string): HTMLElement => within(campaignsPane()).getByRole('option', { name })
const options = (): readonly string[] =>
  within(campaignsPane())
    .getAllByRole('option')
    .map((element) => element.textContent.trim().replace(/\s+/gu, ' '))

describe('the campaigns pane', () => {
  it('shows name, size, completeness and age of each campaign', async () => {
    await startApp(createMain())
    expect(options().slice(0, 3)).toEqual(['Home', 'All campaigns 3', 'All items 907'])
    expect(options().slice(3)).toEqual([
      'Summer 2026 900 items SU-2026-014 complete 2 h ago',
      'Été – Plage 7 items ET-1 incomplete, 2 h ago',
      'Unnamed (k3) 40 items not downloaded',
    ])
    const { violations } = await axe.run(campaignsPane(), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it.each([
    ['summer', ['Summer 2026']],
    ['ete pl', ['Été – Plage']],
    ['su-2026', ['Summer 2026']],
    ['k3', ['Unnamed (k3)']],
  ])('filters campaigns while typing: %s', async (words, found) => {
    const user = await startApp(createMain())
    await user.type(screen.getByRole('textbox', { name: 'Filter campaigns' }), words)
    expect(options().map((text) => text.replace(/ \d+ items.*/u, ''))).toEqual(found)
  })

  it('reports that no campaign matches, and clears the filter by Escape', async () => {
    const user = await startApp(createMain())
    const filter = screen.getByRole('textbox', { name: 'Filter campaigns' })
    await user.type(filter, 'nowhere')
    expect(screen.getByText('No campaigns match “nowhere”')).toBeVisible()
    await user.clear(filter)
    await user.click(filter)
    await user.paste('nowhere '.repeat(200))
    const title = screen.getByRole('heading', { name: /^No campaigns match “nowhere/u })
    expect(title.textContent.length).toBeLessThan(100)
    await user.keyboard('{Escape}')
    expect(filter).toHaveValue('')
    expect(options()).toHaveLength(6)
  })

  it('opens the filtered campaign by Enter', async () => {
    const user = await startApp(createMain())
    await user.type(screen.getByRole('textbox', { name: 'Filter campaigns' }), 'plage{Enter}')
    expect(screen.getByRole('heading', { name: 'Été – Plage' })).toBeVisible()
    expect(screen.getByRole('listbox')).toHaveFocus()
  })

  it('opens campaigns by arrow keys', async () => {
    const user = await startApp(createMain())
    screen.getByRole('listbox').focus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('heading', { level: 1, name: 'Summer 2026' })).toBeVisible()
    await user.keyboard('{End}')
    expect(screen.getByRole('heading', { level: 1, name: 'Unnamed (k3)' })).toBeVisible()
    await user.keyboard('{Home}')
    expect(option('Home')).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('heading', { level: 1, name: 'All campaigns' })).toBeVisible()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('heading', { level: 1, name: 'All items' })).toBeVisible()
  })

  it('shows all items as rows or as pictures, as those of the campaign before', async () => {
    const user = await startApp(createMain())
    await user.click(option(/^Summer/))
    await user.click(screen.getByRole('tab', { name: 'Artwork' }))
    await user.click(option(/^All items/))
    expect(screen.getByRole('tab', { name: 'Artwork' })).toHaveAttribute('aria-selected', 'true')
  })

  it('opens a campaign when the button is pressed, because new campaigns may move it away', async () => {
    const main = createMain()
    await startApp(main)
    const row = option(/Été – Plage/u)
    await fireEvent.mouseDown(row, { button: 0, detail: 1 })
    main.setCampaigns('c1', [makeCampaign({ id: 'k0', name: 'A new one' }), ...CAMPAIGNS])
    await within(campaignsPane()).findByText('A new one')
    await fireEvent.mouseUp(row)
    expect(option(/Été – Plage/u)).toHaveAttribute('aria-current', 'page')
    expect(await screen.findByRole('heading', { level: 1, name: 'Été – Plage' })).toBeVisible()
  })

  it('opens campaigns by clicks of assistive technology', async () => {
    await startApp(createMain())
    await fireEvent.click(option(/Été – Plage/u), { detail: 0 })
    expect(option(/Été – Plage/u)).toHaveAttribute('aria-current', 'page')
    await fireEvent.click(option(/All items/u), { detail: 0 })
    expect(option(/All items/u)).toHaveAttribute('aria-selected', 'true')
  })

  it('opens only the menu by the other button', async () => {
    const user = await startApp(createMain())
    await user.pointer({ keys: '[MouseRight]', target: option(/Été – Plage/u) })
    expect(await screen.findByRole('menu')).toBeVisible()
    expect(option(/Été – Plage/u)).not.toHaveAttribute('aria-current')
  })

  it('offers to download a campaign that is not downloaded', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(option(/^Unnamed/))
    expect(screen.getByRole('heading', { name: 'Download 40 items' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Download this campaign' }))
    expect(main.inputs('downloads.start')).toEqual([{ connectionId: 'c1', campaignIds: ['k3'] }])
    expect(await screen.findByText('Unnamed (k3) is waiting')).toBeVisible()

    main.emit(
      'download.progress',
      makeDownload({ jobId: 'queued-1', campaignId: 'k3', items: 10, totalItems: 40, pages: 1 }),
    )
    expect(await screen.findByRole('progressbar', { name: 'Downloading Unnamed (k3)' })).toHaveAttribute(
      'aria-valuenow',
      '10',
    )
    expect(option(/not downloaded 10 \/ 40/)).toBeVisible()
  })

  it('fetches the details of a campaign that is not downloaded, and shows them', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(option(/^Unnamed/))
    const button = () => screen.getByRole('button', { name: 'Fetch details only' })
    main.answer('campaigns.fetchDetails', () => {
      throw new AppError('serviceFailed')
    })
    await user.click(button())
    expect(await screen.findByText('Details couldn’t be fetched')).toBeVisible()

    main.answer('campaigns.fetchDetails', () => {
      const campaigns = main.campaigns.get('c1') ?? []
      const fetched = campaigns.map((each) =>
        each.id === 'k3' ? { ...each, name: 'Spring', recordState: 'fetched' as const } : each,
      )
      main.campaigns.set('c1', fetched)
      const summary = fetched.find(({ id }) => id === 'k3')
      if (summary !== undefined)
        main.records.set('k3', { summary, json: '{"prefix":"SP"}', recordFetchedAt: Date.now() })
      main.emit('data.changed', { connectionId: 'c1', campaignIds: ['k3'] })
      return 'fetched'
    })
    await user.click(button())
    expect(await screen.findByText('SP')).toBeVisible()
    expect(main.inputs('campaigns.fetchDetails')).toEqual(
      Array(2).fill({ connectionId: 'c1', campaignId: 'k3' }),
    )
    expect(main.inputs('downloads.start')).toEqual([])
    await user.click(screen.getByRole('tab', { name: 'Items' }))
    expect(screen.queryByRole('button', { name: 'Fetch details only' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Download this campaign' })).toBeVisible()
  })

  it('reports why a snapshot is incomplete', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(option(/^Été/))
    await user.click(screen.getByRole('button', { name: /^Incomplete/u }))
    expect(screen.getByText(/10 items expected, 7 fetched\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Download everything' }))
    expect(main.inputs('downloads.start')).toEqual([{ connectionId: 'c1', campaignIds: ['k2'] }])
  })

  it('downloads several selected campaigns together', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(option(/^Summer/))
    await fireEvent.click(option(/^Unnamed/), { ctrlKey: true })
    expect(campaignsPane()).toHaveTextContent('2 selected')
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(main.inputs('downloads.start')).toEqual([
      { connectionId: 'c1', campaignIds: ['k1', 'k3'], mode: 'recent' },
    ])
  })

  it('selects a range by Shift', async () => {
    const user = await startApp(createMain())
    await user.click(option(/^Summer/))
    await fireEvent.click(option(/^Unnamed/), { shiftKey: true })
    expect(campaignsPane()).toHaveTextContent('3 selected')
  })

  it('downloads every campaign without a complete snapshot from "All items"', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(main.inputs('downloads.start')).toEqual([{ connectionId: 'c1', campaignIds: ['k2', 'k3'] }])
  })

  it('removes a campaign after a confirmation that names the loss', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(option(/^Summer/))
    await fireEvent.contextMenu(option(/^Summer/))
    const menu = screen.getByRole('menu', { name: 'Actions for Summer 2026' })
    await user.click(within(menu).getByText('Remove from this computer…'))
    const dialog = screen.getByRole('dialog', { name: 'Remove Summer 2026 from this computer?' })
    expect(dialog).toHaveTextContent('Deletes the downloaded copy (900 items).')
    expect(dialog).toHaveTextContent('Nothing changes in the service.')
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(options()).toHaveLength(5))
    expect(main.inputs('campaigns.remove')).toEqual([{ connectionId: 'c1', campaignIds: ['k1'] }])
    expect(screen.getByRole('heading', { level: 1, name: 'All campaigns' })).toBeVisible()
  })

  it('removes a campaign without snapshot from the list', async () => {
    const main = createMain()
    const user = await startApp(main)
    await fireEvent.contextMenu(option(/^Unnamed/))
    const menu = screen.getByRole('menu', { name: /^Actions for/ })
    expect(within(menu).queryByText('Remove from this computer…')).toBeNull()
    await user.click(within(menu).getByText('Remove from the list…'))
    const dialog = screen.getByRole('dialog', { name: /from the list\?$/ })
    expect(dialog).toHaveTextContent('It is not downloaded.')
    expect(dialog).not.toHaveTextContent('lost')
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(main.inputs('campaigns.remove')).toEqual([{ connectionId: 'c1', campaignIds: ['k3'] }]),
    )
  })

  it('adds a campaign by id or address', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Add campaign' }))
    const field = screen.getByRole('textbox', { name: 'ID or address' })
    await user.keyboard('{Enter}')
    expect(field).toHaveAccessibleDescription(/Enter a campaign ID/)

    main.answer('downloads.add', () => {
      throw new AppError('notACampaignId')
    })
    await user.type(field, 'hello{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter a campaign ID, such as/))

    main.answer('downloads.add', () => {
      main.campaigns.set('c1', [
        ...CAMPAIGNS,
        makeCampaign({ id: 'k4', name: 'New one', copy: 'none', itemCount: 0 }),
      ])
      return makeDownload({ jobId: 'a1', campaignId: 'k4', state: 'waiting' })
    })
    await user.type(field, '{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'New one' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reports the failed download of a campaign that is not in the list', async () => {
    const main = createMain()
    await startApp(main)
    main.emit(
      'download.progress',
      makeDownload({
        campaignId: 'missing-id',
        campaignName: null,
        state: 'failed',
        error: new AppError('serviceNotFound', { params: { host: 'print.example' } }).toFault(),
      }),
    )
    const notice = await within(campaignsPane()).findByRole('alert')
    expect(notice).toHaveTextContent('missing-id couldn’t be downloaded.')
    expect(notice).toHaveTextContent('has nothing at this address (404)')
  })

  it('finds a campaign by its first letters, ignoring accents', async () => {
    const user = await startApp(createMain([...CAMPAIGNS, makeCampaign({ id: 'k4', name: 'Summer sale' })]))
    await user.click(option(/^All items/))
    const list = within(campaignsPane()).getByRole('listbox')
    const active = (): string =>
      document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''
    await user.keyboard('ete')
    expect(active()).toContain('Été')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Été – Plage')
  })

  it('searches for campaigns, with progress and a button to cancel', async () => {
    const main = createMain([])
    const user = await startApp(main)
    await user.click(within(campaignsPane()).getByRole('button', { name: 'Find campaigns' }))
    expect(within(campaignsPane()).getByRole('button', { name: 'Find campaigns' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    main.emit(
      'download.progress',
      makeDownload({
        jobId: 'queued-1',
        kind: 'discovery',
        campaignId: null,
        campaignName: null,
        campaignsFound: 3,
        items: 500,
        totalItems: 1_000,
      }),
    )
    await within(campaignsPane()).findByText('3 found')
    await user.click(within(campaignsPane()).getByRole('button', { name: 'Cancel: Finding campaigns' }))
    expect(main.inputs('downloads.cancel')).toEqual([{ jobId: 'queued-1' }])

    main.emit(
      'download.progress',
      makeDownload({
        jobId: 'queued-1',
        kind: 'discovery',
        campaignId: null,
        campaignName: null,
        state: 'failed',
        error: new AppError('timeout', { params: { host: 'print.example' } }).toFault(),
      }),
    )
    const notice = await within(campaignsPane()).findByRole('alert')
    expect(notice).toHaveTextContent('Search for campaigns failed')
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect(main.inputs('downloads.discover')).toHaveLength(2)
  })

  it('searches for campaigns from the empty main view', async () => {
    const main = createMain([])
    const user = await startApp(main)
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Find campaigns' }))
    expect(main.inputs('downloads.discover')).toHaveLength(1)
  })

  it('opens the key dialog instead of searching without a key', async () => {
    const main = createMain()
    main.keys.set('c1', { storage: 'none', reason: null })
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Find campaigns' }))
    expect(screen.getByRole('dialog', { name: 'Replace API key' })).toBeVisible()
    expect(main.inputs('downloads.discover')).toEqual([])
  })

  it('renders only visible campaigns of thousands', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      makeCampaign({ id: `k${String(at)}`, name: `Campaign ${String(at)}` }),
    )
    const user = await startApp(createMain(many))
    expect(options().length).toBeLessThan(60)
    expect(option(/^Campaign 0 /)).toHaveAttribute('aria-setsize', '3000')
    await user.type(screen.getByRole('textbox', { name: 'Filter campaigns' }), '2999')
    expect(options()).toHaveLength(1)
  })

  it('reloads once for several changes, and never shows an older answer', async () => {
    const main = createMain()
    await startApp(main)
    const answers = [[makeCampaign({ name: 'First' })], [makeCampaign({ name: 'Second' })]]
    const releases: (() => void)[] = []
    let requests = 0
    main.answer('campaigns.list', async () => {
      const answer = answers[Math.min(requests, answers.length - 1)] ?? []
      requests += 1
      await new Promise<void>((resolve) => releases.push(resolve))
      return answer
    })
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    await waitFor(() => expect(releases).toHaveLength(1))
    releases[0]?.()
    await waitFor(() => expect(releases).toHaveLength(2))
    releases[1]?.()
    await within(campaignsPane()).findByText('Second')
    expect(requests).toBe(2)
  })
})
