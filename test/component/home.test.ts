import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { CampaignAttention, OpenCheck } from '../../electron/contract/attention.ts'
import type { CampaignCell } from '../../electron/contract/campaign-query.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import { DEFAULT_CHECKS } from '../../electron/contract/checks.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { makeCampaign, makeConnection, makeDownload, PREFERENCES } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'

/** A Thursday. */
const NOW = new Date(2026, 9, 1, 11, 30).getTime()

const NOTHING: CampaignAttention = {
  notice: null,
  settings: DEFAULT_CHECKS,
  checks: ['noArtwork', 'posDuplicate', 'datesOutOfOrder'].map((id) => check({ id })),
  changes: [],
  reviews: [],
}

function check(change: Partial<OpenCheck> & { readonly id: string }): OpenCheck {
  return { count: 0, campaigns: 0, campaignIds: [], problem: null, ...change }
}

const day = (days: number, hour = 0): string => new Date(2026, 9, 1 + days, hour).toISOString()

type Cells = Readonly<Record<string, CampaignCell>>

interface Scene {
  readonly campaigns?: readonly CampaignSummary[]
  /** Cells by campaign and column. */
  readonly cells?: Readonly<Record<string, Cells>>
  readonly attention?: Partial<CampaignAttention>
}

const summary = (change: Partial<CampaignSummary>): CampaignSummary =>
  makeCampaign({ fetchedAt: NOW - 3_600_000, ...change })

const SUMMER = summary({})
const WINTER = summary({ id: 'k2', name: 'Winter', reference: 'WI-1' })
const FOUND = summary({
  id: 'k3',
  name: 'Found only',
  copy: 'none',
  itemCount: 0,
  fetchedAt: null,
  reference: null,
})

function mainWith({ campaigns = [SUMMER, WINTER, FOUND], cells = {}, attention = {} }: Scene): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', campaigns)
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: null, tab: 'home' },
  }
  main.answer('campaigns.query', ({ columns }) => ({
    rows: campaigns.map(({ id }) => ({ id, cells: columns.map((column) => cells[id]?.[column] ?? null) })),
    total: campaigns.length,
  }))
  main.answer('campaigns.attention', () => ({ ...NOTHING, ...attention }))
  return main
}

async function showHome(scene: Scene): Promise<{ readonly main: FakeMain; readonly user: UserEvent }> {
  const main = mainWith(scene)
  const user = await startApp(main)
  return { main, user }
}

const section = (name: RegExp | string): Promise<HTMLElement> => screen.findByRole('region', { name })
/** The lines of a section as texts without repeated white space. */
async function linesOf(name: RegExp | string): Promise<readonly string[]> {
  const lists = within(await section(name)).getAllByRole('list')
  const lines = within(lists.at(-1) ?? document.body).getAllByRole('listitem')
  // Some versions of the locale data have commas in dates.
  return lines.map((line) => line.textContent.replace(/[\s,]+/gu, ' ').trim())
}

async function expectRows(main: FakeMain, query: object): Promise<void> {
  await waitFor(() => expect(main.inputs('items.open').at(-1)?.query).toMatchObject(query))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const DATES: Scene['cells'] = {
  k1: {
    items: 900,
    withoutArtwork: 43,
    lockedItems: 258,
    artworkDue: day(-102, 23),
    dispatchBy: day(0, 18),
    finishBy: day(2),
  },
  k2: { items: 40, withoutArtwork: 0, lockedItems: 0, launchDate: day(2, 9), startAt: day(15) },
  k3: { approvalDue: day(14, 23) },
}

describe('the dates of the home view', () => {
  it('are overdue, or due in the next days, with what they ask for', async () => {
    await showHome({ cells: DATES })
    expect(await linesOf('Overdue')).toEqual(['21 Jun 102 days Summer 2026 Artwork due 43 without artwork'])
    expect(await linesOf('Due in the next 14 days')).toEqual([
      'Today Summer 2026 Dispatch by 642 not locked',
      'Sat 3 Oct in 2 days Summer 2026 Finish by 642 not locked',
      'Sat 3 Oct in 2 days Winter Launch 40 items',
      'Thu 15 Oct in 14 days Found only Approval due Not downloaded',
    ])
    expect(screen.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    expect(screen.getByText(/^Thursday,? 1 October 2026$/u)).toBeVisible()
    expect(screen.getByText('Last download 10:30')).toBeVisible()
    const { violations } = await axe.run(screen.getByRole('main'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it.each([
    ['Overdue', /Artwork due/, { column: 'hasArtwork', operator: 'isNot', values: [true] }],
    ['Due in the next 14 days', /Finish by/, { column: 'isLocked', operator: 'isNot', values: [true] }],
  ])('lead to the items that they count (%s)', async (name, line, condition) => {
    const { main, user } = await showHome({ cells: DATES })
    await user.click(within(await section(name)).getByRole('button', { name: line }))
    await expectRows(main, { campaignIds: ['k1'], filters: allOf(condition as never) })
  })

  it('lead to the details of a campaign without items', async () => {
    const { main, user } = await showHome({ cells: DATES })
    await user.click(await screen.findByRole('button', { name: /Found only.*Approval due/ }))
    await waitFor(() =>
      expect(main.preferences.lastView).toMatchObject({ campaignId: 'k3', tab: 'overview' }),
    )
  })

  it('are only those that the person has chosen', async () => {
    const main = mainWith({ cells: DATES })
    main.preferences = { ...main.preferences, campaignDates: ['launchDate'] }
    await startApp(main)
    expect(await linesOf('Due in the next 14 days')).toEqual(['Sat 3 Oct in 2 days Winter Launch 40 items'])
    expect(screen.queryByRole('region', { name: 'Overdue' })).toBeNull()
    expect(screen.getByRole('button', { name: '1 of 25 dates' })).toBeVisible()
  })

  it('are reached by the strip of days', async () => {
    const { user } = await showHome({ cells: DATES })
    expect(await screen.findByRole('button', { name: /^Fri,? 2 Oct: 0 dates$/u })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: /^Sat,? 3 Oct: 2 dates$/u }))
    await waitFor(() => expect(screen.getByRole('button', { name: /Finish by/ })).toHaveFocus())
  })

  it('are limited, and the others follow', async () => {
    const campaigns = Array.from({ length: 200 }, (_, index) =>
      summary({ id: `n${String(index)}`, name: `Campaign ${String(index)}` }),
    )
    const cells = Object.fromEntries(campaigns.map(({ id }) => [id, { items: 1, dispatchBy: day(3) }]))
    const { user } = await showHome({ campaigns, cells })
    expect(await linesOf('Due in the next 14 days')).toHaveLength(30)
    expect(screen.getByRole('button', { name: /^Sun,? 4 Oct: 200 dates$/u })).toHaveTextContent('200')
    await user.click(screen.getByRole('button', { name: /^Show 170 more: Due/ }))
    expect(await linesOf('Due in the next 14 days')).toHaveLength(130)
    await waitFor(() => expect(screen.getByRole('button', { name: /Campaign 30 / })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: /^Show 70 more: Due/ }))
    expect(await linesOf('Due in the next 14 days')).toHaveLength(200)
  })

  it('report why they cannot be loaded, and are loaded again', async () => {
    const main = mainWith({ cells: DATES })
    main.answer('campaigns.query', () => {
      throw new AppError('cacheBusy')
    })
    const user = await startApp(main)
    expect(await screen.findByText('Dates couldn’t be loaded')).toBeVisible()
    main.answer('campaigns.query', mainAnswer(DATES))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await linesOf('Overdue')).toHaveLength(1)
    expect(screen.queryByText('Dates couldn’t be loaded')).toBeNull()
  })
})

function mainAnswer(cells: Scene['cells'] = {}) {
  return ({ columns }: { readonly columns: readonly string[] }) => ({
    rows: ['k1', 'k2', 'k3'].map((id) => ({
      id,
      cells: columns.map((column) => cells[id]?.[column] ?? null),
    })),
    total: 3,
  })
}

describe('what has changed', () => {
  const changes = [
    { campaignId: 'k1', added: 12, changed: 41, deleted: 3, since: NOW - 2 * DAY_MS },
    { campaignId: 'k2', added: 0, changed: 7, deleted: 0, since: NOW - DAY_MS },
  ]

  it('is counted by campaign and kind, and leads to the changes', async () => {
    const { main, user } = await showHome({ attention: { changes } })
    expect(await linesOf('Changed since Tuesday')).toEqual([
      'Summer 2026 +12 12 added 41 41 edited −3 3 deleted',
      'Winter 7 7 edited',
    ])
    await user.click(screen.getByRole('button', { name: /Winter.*7 edited/ }))
    await waitFor(() => expect(main.preferences.lastView).toMatchObject({ campaignId: 'k2', tab: 'changes' }))
  })

  it('can be marked as seen at once', async () => {
    const { main, user } = await showHome({ attention: { changes } })
    await user.click(await screen.findByRole('button', { name: 'Mark all as seen' }))
    await waitFor(() =>
      expect(main.inputs('changes.markCampaignsSeen')).toEqual([
        { connectionId: 'c1', campaignIds: ['k1', 'k2'] },
      ]),
    )
    main.answer('campaigns.attention', () => NOTHING)
    main.setCampaigns('c1', [SUMMER, WINTER, FOUND])
    expect(await screen.findByText('No unseen changes in 2 campaigns')).toBeVisible()
  })
})

describe('first downloads', () => {
  it('cannot be started again while all are running', async () => {
    const { main } = await showHome({ campaigns: [FOUND] })
    const button = await screen.findByRole('button', { name: 'Download 1 campaign' })
    expect(button).toBeEnabled()
    main.emit('download.progress', makeDownload({ campaignId: 'k3', state: 'waiting' }))
    await waitFor(() => expect(button).toBeDisabled())
  })

  it('give the focus back to the view after a state without controls', async () => {
    const found = { ...FOUND, recordState: 'never' } as const
    const { main } = await showHome({ campaigns: [found] })
    screen.getByRole('button', { name: 'Download 1 campaign' }).focus()
    main.emit('download.progress', makeDownload({ campaignId: 'k3', state: 'running' }))
    await waitFor(() => expect(document.body).toHaveFocus())
    main.setCampaigns('c1', [{ ...found, copy: 'complete', itemCount: 9, fetchedAt: NOW }])
    const view = await screen.findByRole('region', { name: 'Home' })
    await waitFor(() => expect(view).toContainElement(document.activeElement as HTMLElement))
    expect(view).not.toHaveFocus()
  })
})

describe('open checks', () => {
  const checks = [
    check({ id: 'noArtwork', count: 346, campaigns: 2, campaignIds: ['k1', 'k2'] }),
    check({ id: 'quantityZero' }),
    check({ id: 'posDuplicate', count: 4, campaigns: 1, campaignIds: ['k2'] }),
    check({ id: 'datesOutOfOrder', count: 2, campaigns: 2, campaignIds: ['k2', 'k1'] }),
  ]

  it('lead to their items in all campaigns, or in the only one', async () => {
    const { main, user } = await showHome({ attention: { checks } })
    expect(await linesOf('Open checks')).toEqual([
      'No artwork 2 campaigns 346 items',
      'Duplicate POS numbers 1 campaign 4 items',
      'Dates in the wrong order 2 campaigns 2 date pairs',
    ])
    await user.click(screen.getByRole('button', { name: /No artwork/ }))
    await expectRows(main, { campaignIds: null, filters: allOf(hasValue('hasArtwork', false)), list: null })
  })

  it('lead to the open findings if the query finds others too', async () => {
    const main = mainWith({ attention: { checks } })
    main.answer('checks.openIds', () => ['a', 'b'])
    const user = await startApp(main)
    await user.click(await screen.findByRole('button', { name: /Duplicate POS numbers/ }))
    await expectRows(main, { campaignIds: ['k2'], list: ['a', 'b'] })
    expect(main.inputs('checks.openIds')).toEqual([{ connectionId: 'c1', checkId: 'posDuplicate' }])
  })

  it('of records let the person choose the campaign', async () => {
    const { main, user } = await showHome({ attention: { checks } })
    await user.click(await screen.findByRole('button', { name: /Dates in the wrong order/ }))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent.trim()),
    ).toEqual(['Winter', 'Summer 2026'])
    await user.click(within(menu).getByRole('menuitem', { name: 'Winter' }))
    await waitFor(() => expect(main.preferences.lastView).toMatchObject({ campaignId: 'k2', tab: 'checks' }))
  })

  it('report why they cannot be counted', async () => {
    const main = mainWith({})
    main.answer('campaigns.attention', () => {
      throw new AppError('reviewsDamaged')
    })
    const user = await startApp(main)
    expect(await screen.findByText('Changes, checks and reviews couldn’t be counted')).toBeVisible()
    expect(screen.getByText('2 complete, oldest 1 h ago')).toBeVisible()
    main.answer('campaigns.attention', () => ({ ...NOTHING, checks }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await linesOf('Open checks')).toHaveLength(3)
  })
})

describe('downloads to refresh', () => {
  const campaigns = [
    summary({ id: 'old', name: 'Old', fetchedAt: NOW - 9 * DAY_MS }),
    summary({ id: 'part', name: 'Part', copy: 'incomplete', itemCount: 31, expectedCount: 40 }),
    SUMMER,
  ]

  it('are incomplete or old ones, which are downloaded together', async () => {
    const { main, user } = await showHome({ campaigns })
    expect(await linesOf('Downloads to refresh')).toEqual([
      'Part Incomplete: 31 of 40 items',
      'Old Downloaded 9 days ago',
    ])
    await user.click(screen.getByRole('button', { name: 'Download all' }))
    await waitFor(() =>
      expect(main.inputs('downloads.start')).toMatchObject([{ campaignIds: ['part', 'old'] }]),
    )
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Download all' })).toHaveAttribute('aria-disabled', 'true'),
    )
  })

  it('leave out campaigns that the service no longer returns', async () => {
    const unavailable = { isUnavailable: true, recordState: 'missing' } as const
    await showHome({
      campaigns: [
        ...campaigns,
        summary({ id: 'lost', name: 'Lost', fetchedAt: NOW - 99 * DAY_MS, ...unavailable }),
        summary({ id: 'half', name: 'Half', copy: 'incomplete', ...unavailable }),
      ],
    })
    expect(await linesOf('Downloads to refresh')).toHaveLength(2)
  })

  it('show that a download needs a decision, also if it is old', async () => {
    const { main } = await showHome({ campaigns })
    const icon = async (): Promise<string | null | undefined> =>
      (await screen.findByRole('button', { name: /^Old/u })).querySelector('svg')?.innerHTML
    const clock = await icon()
    const deletions = { deleted: 9, of: 10, examples: [] }
    main.emit(
      'download.progress',
      makeDownload({ campaignId: 'old', state: 'paused', pausedBy: 'decision', deletions }),
    )
    await screen.findByRole('button', { name: /^Old.*decision/iu })
    expect(await icon()).not.toBe(clock)
  })
})

describe('reviews in progress', () => {
  it('show how far they are, and lead to what is left', async () => {
    const reviews = [
      { campaignId: 'k1', reviewed: 812 },
      { campaignId: 'k2', reviewed: 900 },
    ]
    const { main, user } = await showHome({ attention: { reviews } })
    expect(await linesOf('Reviews in progress')).toEqual(['Summer 2026 812 of 900 812 of 900 items reviewed'])
    await user.click(screen.getByRole('button', { name: /812 of 900 items reviewed/ }))
    await expectRows(main, { campaignIds: ['k1'], filters: allOf(hasValue('review', 'none')) })
  })
})

describe('the home view', () => {
  it('says that all is well, and what comes next', async () => {
    await showHome({ cells: { k1: { items: 900, approvalDue: day(22, 8) } } })
    expect(await screen.findByText('All up to date')).toBeVisible()
    expect(screen.getByText('Nothing overdue or due before 16 October. No unseen changes.')).toBeVisible()
    expect(screen.getByText(/^Next:/)).toHaveTextContent(
      /^Next: Approval due for Summer 2026, Fri,? 23 Oct, in 22 days$/u,
    )
    expect(screen.getByText('No unseen changes in 2 campaigns')).toBeVisible()
    expect(screen.getByText('Checks passed: 3 (1,800 items)')).toBeVisible()
    expect(screen.getByText('2 complete, oldest 1 h ago')).toBeVisible()
    expect(screen.getByText('None')).toBeVisible()
  })

  it('does not say that all is well while something needs attention', async () => {
    await showHome({ attention: { checks: [check({ id: 'noArtwork', count: 1, campaigns: 1 })] } })
    expect(await screen.findByText('Nothing due')).toBeVisible()
    expect(screen.queryByText('All up to date')).toBeNull()
  })

  it('shows the dates of found campaigns before anything is downloaded', async () => {
    await showHome({ campaigns: [FOUND], cells: DATES })
    expect(await linesOf('Due in the next 14 days')).toHaveLength(1)
    expect(screen.getAllByText('Nothing downloaded yet')[0]).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download 1 campaign' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Open checks' })).toBeNull()
  })

  it('is loaded again when the data has changed', async () => {
    const { main } = await showHome({})
    await screen.findByText('All up to date')
    main.answer('campaigns.query', mainAnswer(DATES))
    main.emit('data.changed', { connectionId: 'c1', campaignIds: ['k1'] })
    expect(await linesOf('Overdue')).toHaveLength(1)
  })
})
