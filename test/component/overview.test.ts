import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { clipJson, clipText } from '../../electron/contract/clip-text.ts'
import { DEFAULT_CHECKS } from '../../electron/contract/checks.ts'
import type { CampaignSummary } from '../../electron/contract/campaign.ts'
import type { NamedId } from '../../electron/contract/id-names.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const NO_FINDINGS = {
  accepted: 0,
  acceptedAt: null,
  unacceptedIds: null,
  elements: [],
  dates: [],
  problem: null,
} as const

async function showOverview(
  record: unknown,
  summary: Partial<CampaignSummary> = {},
  prepare: (main: FakeMain) => void = () => undefined,
): Promise<{ readonly main: FakeMain; readonly user: UserEvent }> {
  const main = new FakeMain([makeConnection()])
  const campaign = makeCampaign(summary)
  main.campaigns.set('c1', [campaign])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1', tab: 'overview' },
  }
  main.records.set('k1', {
    summary: campaign,
    json: record === null ? null : typeof record === 'string' ? record : JSON.stringify(record),
    recordFetchedAt: record === null ? null : Date.now() - 60 * 60_000,
  })
  prepare(main)
  const user = await startApp(main)
  return { main, user }
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const section = (name: string): HTMLElement => screen.getByRole('region', { name })

/** A group of fields. */
const fieldsOf = (name: string): HTMLElement => screen.getByRole('group', { name })

/** Opens groups of fields. */
async function open(user: UserEvent, ...names: readonly string[]): Promise<void> {
  for (const name of names) await user.click(await screen.findByRole('button', { name }))
}

/** The text of the value below a label. */
function valueOf(container: HTMLElement, label: string): string {
  const term = within(container).getByText(label, { selector: 'dt, dt *' }).closest('dt')
  return term?.nextElementSibling?.textContent.trim().replace(/\s+/gu, ' ') ?? ''
}

describe('the overview', () => {
  it('shows the full text of a clipped part of a person’s name', async () => {
    const firstName = clipText('A'.repeat(5_000))
    const { main, user } = await showOverview({
      owner: { firstName, lastName: 'B', email: 'a@print.example' },
    })
    main.answer('texts.read', () => 'A'.repeat(5_000))
    await open(user, 'People')
    const buttons = screen.getAllByRole('button', { name: /^Show all of/u })
    expect(buttons).toHaveLength(1)
    await user.click(buttons[0] ?? document.body)
    expect(await screen.findByText('5,000 characters')).toBeVisible()
    expect(main.inputs('texts.read')).toEqual([
      { connectionId: 'c1', of: { kind: 'campaign', campaignId: 'k1', path: ['owner', 'firstName'] } },
    ])
  })

  it.each([
    ['a table', 500, 1],
    ['entries where an edge would cut a table', 900, 0],
  ])('shows a list as %s', async (_, tableWidth, tableCount) => {
    const space = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(500)
    const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(tableWidth)
    onTestFinished(() => {
      space.mockRestore()
      width.mockRestore()
    })
    const { user } = await showOverview({
      name: 'Summer 2026',
      deliveries: [{ number: 'KW26-0107', qty: 1_200 }],
    })
    await open(user, 'Other fields')
    await waitFor(() => {
      expect(screen.getByText('KW26-0107')).toBeVisible()
      expect(screen.queryAllByRole('table')).toHaveLength(tableCount)
    })
    expect(screen.getByText('1,200')).toBeVisible()
  })

  it.each([
    [
      'members',
      ['meta'],
      () => `{${Array.from({ length: 1_000_000 }, (_, i) => `"a${String(i)}":1`).join()}}`,
    ],
    ['entries', ['meta'], () => `[${'{},'.repeat(999_999)}{}]`],
    ['groups', ['elementGroups'], () => `[${'{"elementId":"e","campaignItems":[]},'.repeat(999_999)}{}]`],
    ['events', ['notificationTemplateEvents'], () => `[${'{"name":"x"},'.repeat(999_999)}{}]`],
    ['fields', [], () => Array.from({ length: 1_000_000 }, (_, i) => `"a${String(i)}":1`).join()],
  ])('shows some of a million %s, and all on request', async (what, path, generate) => {
    const group = { groups: 'Elements', events: 'Notification events' }[what] ?? 'Other fields'
    const json = path[0] === undefined ? `{${generate()}}` : `{"${path[0]}":${generate()}}`
    const { main, user } = await showOverview(clipJson(json))
    await open(user, group)
    expect(document.querySelectorAll('*').length).toBeLessThan(15_000)
    const more = screen.queryByRole('button', { name: 'Show 470 more' })
    if (what === 'entries') await user.click(more ?? document.body)
    const rest = await screen.findByText(/^999,\d\d\d more$/u)
    await user.click(within(rest.parentElement ?? rest).getByRole('button', { name: /^Show all of/u }))
    expect(main.inputs('texts.read')).toEqual([
      { connectionId: 'c1', of: { kind: 'campaign', campaignId: 'k1', path } },
    ])
  })

  it('shows some of many elements, also if the start of their names is equal', async () => {
    const { main, user } = await showOverview({ name: 'Summer' })
    const elementName = clipText('W'.repeat(5_000))
    main.answer('reviews.counts', () => ({
      marks: { ok: 1, problem: 0, question: 0 },
      unmarked: 0,
      changed: 0,
    }))
    main.answer('reviews.elements', () =>
      Array.from({ length: 10_000 }, () => ({
        elementName,
        items: 1,
        marks: { ok: 1, problem: 0, question: 0 },
      })),
    )
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    await user.click(await screen.findByRole('button', { name: 'By element' }))
    const elements = await screen.findByRole('region', { name: 'Reviewed by element' })
    await user.click(await within(elements).findByRole('button', { name: 'Show 200 more' }))
    expect(elements.querySelectorAll('tbody tr')).toHaveLength(400)
  })

  it('shows a value of any depth', async () => {
    const json = `{"meta":${'['.repeat(5_000)}7${']'.repeat(5_000)}}`
    const { user } = await showOverview(clipJson(json))
    await open(user, 'Other fields')
    expect(await screen.findByText(/^\[+\{"…":1\}\]+$/u)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Show all of/u })).toBeVisible()
  })

  it('groups all fields by section', async () => {
    const { user } = await showOverview({
      _id: 'k1',
      name: 'Summer 2026',
      number: 14,
      status: 5,
      isLocked: true,
      isActive: false,
      campaignType: ['Seasonal', 'Promotion'],
      startAt: '2026-06-13T00:00:00.000Z',
      endAt: '2026-09-04T21:30:00.000Z',
      owner: { id: 'u1', firstName: 'Amelia', lastName: 'Thornbury', email: 'a@print.example' },
      kitter: { _id: 'u2', name: 'Brightfold', email: 'kit@print.example', contact: 'Tom' },
      defaults: {
        departmentGroup: 'Beauty',
        fileCopy: 3,
        rules: [
          {
            property: 'storeFormat',
            rule: 'in',
            values: ['Super'],
            filters: [{ property: 'region', ids: [], values: ['North'], rule: 'in' }],
            quantities: [{ property: 'storeFormat', values: ['Super'], amounts: [4] }],
          },
        ],
      },
      priceMeta: { packaging: 12.5, discount: -3 },
      elementGroups: [{ elementId: 'e1', campaignItems: [{ id: 'i1', name: 'Wobbler one' }] }],
      assetGroups: [{ assetId: 'a1', campaignItems: [] }],
      notificationTemplateEvents: [
        {
          id: 'n1',
          name: 'Brief ready',
          isSent: true,
          date: '2026-02-07T00:00:00.000Z',
          subject: 'The brief',
        },
      ],
      purchaseOrderNumber: '0045000',
      notes: 'Line one\nLine two',
      somethingNew: { deep: [1, 2] },
    })
    await screen.findByRole('heading', { name: /^Identity/u })
    expect(fieldsOf('Identity')).toHaveTextContent(/3 of 7 Summer 2026 · Number 14/u)
    await open(
      user,
      'Identity',
      'Status and flags',
      'Classification',
      'Dates',
      'People',
      'Allocation defaults',
      'Prices',
      'Elements',
      'Assets',
      'Notification events',
      'Other fields',
    )
    expect(valueOf(fieldsOf('Identity'), 'Number')).toBe('14')
    expect(valueOf(fieldsOf('Status and flags'), 'Locked')).toBe('Yes')
    expect(valueOf(fieldsOf('Status and flags'), 'Active')).toBe('No')
    expect(valueOf(fieldsOf('Classification'), 'Campaign type')).toBe('SeasonalPromotion')
    expect(valueOf(fieldsOf('Dates'), 'Start')).toBe('13 Jun 2026')
    expect(valueOf(fieldsOf('Dates'), 'End')).toMatch(/^4 Sept? 2026, \d\d:30$/)
    const people = fieldsOf('People')
    expect(valueOf(people, 'Owner')).toContain('Amelia Thornbury')
    expect(valueOf(people, 'Kitter')).toContain('Contact: Tom')
    const defaults = fieldsOf('Allocation defaults')
    expect(valueOf(defaults, 'Department group')).toBe('Beauty')
    expect(within(defaults).getByText('Rule 1')).toBeVisible()
    expect(within(defaults).getByRole('columnheader', { name: 'Amounts' })).toBeVisible()
    expect(valueOf(fieldsOf('Prices'), 'Packaging')).toBe('12.5')
    expect(valueOf(fieldsOf('Prices'), 'Discount')).toBe('-3')
    expect(fieldsOf('Elements')).toHaveTextContent(/e1\s*1 item/)
    expect(fieldsOf('Assets')).toHaveTextContent(/a1\s*0 items/)
    expect(fieldsOf('Notification events')).toHaveTextContent(/Brief ready\s*Sent\s*7 Feb 2026/)
    expect(valueOf(fieldsOf('Other fields'), 'Purchase order number')).toBe('0045000')
    expect(valueOf(fieldsOf('Other fields'), 'Something new')).toBe('Deep 12')
    const { violations } = await axe.run(section('Overview'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
  })

  it('expands groups and events to all of their contents', async () => {
    const { user } = await showOverview({
      elementGroups: [
        {
          elementId: { _id: 'e1', name: 'A3 poster', finish: 'matt' },
          campaignItems: [{ id: 'i1', name: 'Wobbler one' }, 'loose', { id: 'i3' }],
        },
      ],
      notificationTemplateEvents: [{ name: 'Brief ready', recipients: ['x@y.example'], odd: { a: 1 } }],
    })
    await open(user, 'Elements', 'Notification events')
    await user.click(within(fieldsOf('Elements')).getByText('A3 poster'))
    await waitFor(() => expect(fieldsOf('Elements')).toHaveTextContent(/Wobbler one\s*loose\s*i3/))
    expect(fieldsOf('Elements')).toHaveTextContent(/Finish\s*matt/)
    await user.click(within(fieldsOf('Notification events')).getByText('Brief ready'))
    await waitFor(() => expect(fieldsOf('Notification events')).toHaveTextContent('x@y.example'))
  })

  it('hides empty fields until they are shown, and saves the choice', async () => {
    const { main, user } = await showOverview({
      name: 'Summer 2026',
      season: '',
      brand: [],
      meta: {},
      notes: null,
    })
    await screen.findByRole('heading', { name: /^Identity/u })
    expect(screen.getByText('1 of 74 set')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /^Classification/u })).toBeNull()

    await user.click(screen.getByRole('checkbox', { name: 'Show empty fields' }))
    await open(user, 'Classification', 'Other fields')
    expect(valueOf(fieldsOf('Classification'), 'Season')).toBe('Empty text')
    expect(valueOf(fieldsOf('Classification'), 'Brand')).toBe('Empty list')
    expect(valueOf(fieldsOf('Classification'), 'Priority')).toBe('Not set')
    expect(valueOf(fieldsOf('Other fields'), 'Meta')).toBe('Empty object')
    expect(valueOf(fieldsOf('Other fields'), 'Notes')).toBe('Null')
    await waitFor(() => expect(main.preferences.showEmptyFields).toBe(true))
  })

  it('shows values of another type than documented, with a note', async () => {
    const { user } = await showOverview({
      name: { en: 'Summer' },
      status: 'draft',
      isLocked: 'yes',
      campaignType: 'Seasonal',
      startAt: 1_765_000_000_000,
      launchDate: 'soon',
      owner: 'Amelia',
      defaults: ['none'],
      priceMeta: 'free',
      elementGroups: { e1: 3 },
      notificationTemplateEvents: 'none',
    })
    await open(
      user,
      'Identity',
      'Status and flags',
      'Classification',
      'Dates',
      'People',
      'Prices',
      'Elements',
      'Notification events',
    )
    expect(fieldsOf('Identity')).toHaveTextContent('Summer')
    expect(valueOf(fieldsOf('Status and flags'), 'Status')).toBe('draft Received as text')
    expect(valueOf(fieldsOf('Status and flags'), 'Locked')).toBe('yes Received as text')
    expect(valueOf(fieldsOf('Classification'), 'Campaign type')).toBe('Seasonal Received as text')
    expect(valueOf(fieldsOf('Dates'), 'Start')).toContain('Received as a number')
    expect(valueOf(fieldsOf('Dates'), 'Launch')).toBe('soon')
    expect(section('Timeline')).toHaveTextContent(/0 dates set, 23 not set: .*, 2 invalid dates/u)
    await open(user, 'Show as table')
    expect(screen.getByRole('row', { name: 'Launch soon Not a date' })).toBeVisible()
    expect(valueOf(fieldsOf('People'), 'Owner')).toBe('Amelia Received as text')
    expect(fieldsOf('Prices')).toHaveTextContent('free')
    expect(fieldsOf('Elements')).toHaveTextContent('3')
    expect(fieldsOf('Notification events')).toHaveTextContent('none')
  })

  it.each([
    ['never', false, 'Details not fetched yet'],
    ['forbidden', false, 'No access to the details'],
    ['missing', false, 'Details not found'],
    ['missing', true, 'Campaign not in the service'],
  ] as const)('explains missing details: %s, unavailable %s', async (recordState, isUnavailable, title) => {
    await showOverview(null, { recordState, isUnavailable })
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  })

  it('offers the download of a campaign that was only found', async () => {
    const { main, user } = await showOverview(null, { copy: 'none', recordState: 'never' })
    await user.click(await screen.findByRole('button', { name: 'Download this campaign' }))
    await waitFor(() =>
      expect(main.inputs('downloads.start')).toMatchObject([{ connectionId: 'c1', campaignIds: ['k1'] }]),
    )
    expect(screen.queryByText('The items are not on this computer yet.')).toBeNull()
  })

  it('reports that the details are outdated', async () => {
    await showOverview({ name: 'Summer 2026' }, { recordState: 'forbidden' })
    expect(await screen.findByText(/the key has lost access \(403\)/)).toBeVisible()
    expect(screen.getByRole('heading', { name: /^Identity/u })).toBeVisible()
  })

  it.each(['{"name": "cut', '[1, 2]', '"text"'])('reports an unreadable record: %s', async (json) => {
    const { main, user } = await showOverview(json)
    expect(await screen.findByRole('heading', { name: 'Details can’t be read' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy as JSON' }))
    expect(main.inputs('app.copyText')).toHaveLength(1)
  })

  it('copies the full raw JSON, indented', async () => {
    const record = { name: 'Summer', big: 12_345, nested: { keep: [null, ''] } }
    const { main, user } = await showOverview(record)
    await user.click(await screen.findByRole('button', { name: 'Copy as JSON' }))
    expect(main.inputs('app.copyText')).toEqual([{ text: JSON.stringify(record, null, 2) }])
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  })

  it('shows another campaign from the top, without the failure of a copy, and returns to the same place', async () => {
    const { main, user } = await showOverview({ name: 'Summer' }, {}, (fakeMain) => {
      const other = makeCampaign({ id: 'k2', name: 'Winter' })
      fakeMain.campaigns.set('c1', [makeCampaign({}), other])
      fakeMain.records.set('k2', { summary: other, json: '{"name":"Winter"}', recordFetchedAt: 0 })
    })
    main.answer('app.copyText', () => {
      throw new AppError('internal')
    })
    await user.click(await screen.findByRole('button', { name: 'Copy as JSON' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    const page = screen.getByRole('region', { name: 'Overview' })
    page.scrollTop = 300
    await user.click(screen.getByRole('option', { name: /^Winter/u }))
    await waitFor(() => expect(page.scrollTop).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(page.scrollTop).toBe(300))
  })

  it('reports why it failed, and tries again', async () => {
    const main = new FakeMain([makeConnection()])
    main.campaigns.set('c1', [makeCampaign()])
    main.answer('campaigns.get', () => {
      throw new AppError('cacheBusy')
    })
    const user = await startApp(main)
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Another program is using your downloads.')
    main.answer('campaigns.get', () => ({
      summary: makeCampaign(),
      json: '{"name":"Summer"}',
      recordFetchedAt: 0,
    }))
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: /^Identity/u })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('edits the name of a status for this connection', async () => {
    const { main, user } = await showOverview({ status: 5, state: 2 })
    await open(user, 'Status and flags')
    await user.click(await screen.findByRole('button', { name: 'Status 5: add a name and a color' }))
    const dialog = screen.getByRole('dialog', { name: 'Status names' })
    const name = await within(dialog).findByRole('textbox', { name: 'Name of campaign status 5' })
    await waitFor(() => expect(name).toHaveFocus())
    await user.type(name, ' In print ')
    await user.click(within(dialog).getByRole('button', { name: 'Color of campaign status 5: Gray' }))
    await user.click(screen.getByRole('radio', { name: 'Green' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(
      await screen.findByRole('button', { name: 'In print (5): change its name or color' }),
    ).toHaveFocus()
    expect(main.inputs('connections.setLabels')).toEqual([
      {
        connectionId: 'c1',
        changes: [{ field: 'campaignStatus', label: { value: 5, name: 'In print', color: 'green' } }],
      },
    ])
    expect(screen.getByRole('button', { name: 'State 2: add a name and a color' })).toBeVisible()
  })
})

describe('the tiles of the overview', () => {
  const DAY = 86_400_000
  const day = (days: number): string => new Date(Date.now() + days * DAY).toISOString()
  const tile = (title: string): HTMLElement =>
    within(screen.getByRole('list', { name: 'Summary' })).getByRole('button', {
      name: new RegExp(`^${title}`, 'u'),
    })

  it('show what is due, ready, changed, to be checked and not reviewed, and lead there', async () => {
    const record = { finishBy: day(13), dispatchBy: day(20), artworkDue: day(-3) }
    const { main, user } = await showOverview(record, { unseenChanges: 56 })
    main.answer('changes.read', ({ start }) => ({
      start,
      rows: [],
      ...{ count: 56, itemCount: 56, unseenCount: 56, hiddenCount: 0 },
      kinds: { added: 12, changed: 41, gone: 3 },
      fields: [],
      campaign: [],
      layout: null,
    }))
    main.answer('checks.read', () => ({
      notice: null,
      settings: DEFAULT_CHECKS,
      results: [
        { ...NO_FINDINGS, id: 'quantityZero', count: 9, accepted: 5 },
        { ...NO_FINDINGS, id: 'noArtwork', count: 130 },
        { ...NO_FINDINGS, id: 'posMissing', count: 4, accepted: 4 },
      ],
    }))
    main.answer('reviews.counts', () => ({
      marks: { ok: 800, problem: 10, question: 2 },
      unmarked: 0,
      changed: 0,
    }))
    main.setCampaigns('c1', [makeCampaign({ unseenChanges: 56, itemCount: 1_400, expectedCount: 1_400 })])
    await waitFor(() => expect(tile('Due next')).toHaveTextContent(/13 days to go Finish by, /u))
    await waitFor(() =>
      expect(tile('Available offline')).toHaveTextContent('100% ready 1,400 items, 800 pictures'),
    )
    await waitFor(() => expect(tile('Changes')).toHaveTextContent('56 unseen 12 added, 41 edited, 3 deleted'))
    await waitFor(() => expect(tile('Review')).toHaveTextContent('812 of 1,400 588 left'))
    await waitFor(() => expect(tile('Checks')).toHaveTextContent('2 need attention No artwork: 130 items'))

    await user.click(tile('Due next'))
    expect(screen.getByRole('heading', { name: 'Timeline' })).toHaveFocus()
    await user.click(tile('Review'))
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(hasValue('review', 'none')),
      }),
    )
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    await user.click(tile('Checks'))
    expect(screen.getByRole('tab', { name: /^Checks/u })).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    await user.click(tile('Changes'))
    expect(screen.getByRole('tab', { name: /^Changes/u })).toHaveAttribute('aria-selected', 'true')
  })

  it('report a check that could not run', async () => {
    const { main } = await showOverview({})
    const problem = 'Add a value after “status:”.'
    main.answer('checks.read', () => ({
      notice: null,
      settings: { ...DEFAULT_CHECKS, own: [{ id: 'own', name: 'Mine', search: 'status:' }] },
      results: [{ ...NO_FINDINGS, id: 'own', count: 0, problem }],
    }))
    main.setCampaigns('c1', [makeCampaign()])
    await waitFor(() => expect(tile('Checks')).toHaveTextContent(`1 needs attention Mine: ${problem}`))
  })

  it('state plainly that nothing is left', async () => {
    const { main } = await showOverview({ finishBy: day(-2) })
    main.answer('reviews.counts', () => ({
      marks: { ok: 900, problem: 0, question: 0 },
      unmarked: 0,
      changed: 0,
    }))
    main.setCampaigns('c1', [makeCampaign()])
    await waitFor(() => expect(tile('Review')).toHaveTextContent('900 of 900 All reviewed'))
    expect(tile('Due next')).toHaveTextContent('Nothing due No upcoming dates')
    expect(tile('Changes')).toHaveTextContent('All seen No new changes')
    await waitFor(() => expect(tile('Checks')).toHaveTextContent('All passed No check needs attention'))
  })

  it('count reviews again after a change, although no list was shown', async () => {
    let ok = 10
    const { main } = await showOverview({}, {}, (fake) => {
      fake.answer('reviews.counts', () => ({
        marks: { ok, problem: 0, question: 0 },
        unmarked: 0,
        changed: 0,
      }))
    })
    await waitFor(() => expect(tile('Review')).toHaveTextContent('10 of 900'))
    ok = 310
    main.emit('reviews.changed', { connectionId: 'c1', merged: true })
    await waitFor(() => expect(tile('Review')).toHaveTextContent('310 of 900'))
  })

  it('state what is not known of a campaign that is not downloaded', async () => {
    const { main } = await showOverview({ finishBy: day(1) }, { copy: 'none', itemCount: 0, fetchedAt: null })
    await waitFor(() => expect(tile('Due next')).toHaveTextContent('1 day to go'))
    expect(tile('Available offline')).toHaveTextContent('Not downloaded 900 items')
    for (const title of ['Changes', 'Checks', 'Review'])
      expect(tile(title)).toHaveTextContent('– Not downloaded')
    expect(screen.getByRole('region', { name: 'People' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
    expect(main.inputs('reviews.counts')).toEqual([])
  })
})

describe('the people of the overview', () => {
  it('are shown once with all of their roles, and copied', async () => {
    const owner = { id: 'u1', firstName: 'Łukasz', lastName: 'Wójcik', email: 'l@print.example' }
    const kitter = { _id: 'u2', name: 'Quayside', email: 'kit@print.example', contact: 'Tom' }
    const { main, user } = await showOverview({ owner, ownerPrimary: owner, kitter })
    const people = await screen.findByRole('region', { name: 'People' })
    expect(
      within(people)
        .getAllByRole('listitem')
        .map((item) => item.textContent.trim()),
    ).toEqual([
      expect.stringMatching(/Łukasz Wójcik\s*Owner, Primary owner\s*l@print.example/u),
      expect.stringMatching(/Not set\s*Created by, Item owner, Backup owner$/u),
      expect.stringMatching(/Quayside\s*Kitter\s*Tom\s*kit@print.example/u),
    ])
    await user.click(within(people).getByRole('button', { name: 'Copy l@print.example' }))
    expect(main.inputs('app.copyText')).toEqual([{ text: 'l@print.example' }])
  })
})

describe('the fields of the overview', () => {
  it('are found by label, key and value, without case and accents', async () => {
    const { user } = await showOverview({ name: 'Été', purchaseOrderNumber: '0045', notes: 'Fold at 12 mm' })
    await screen.findByRole('region', { name: 'All fields' })
    const search = screen.getByRole('searchbox', { name: 'Search fields' })
    for (const [text, group, value] of [
      ['ETE', 'Identity', 'Été'],
      ['purchase', 'Other fields', '0045'],
      ['fold 12', 'Other fields', 'Fold at 12 mm'],
    ] as const) {
      await user.clear(search)
      await user.type(search, text)
      expect(screen.getByText('1 field found')).toBeVisible()
      expect(fieldsOf(group)).toHaveTextContent(value)
    }
    await user.type(search, ' nowhere')
    expect(screen.getByText('No fields match “fold 12 nowhere”.')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByText('3 of 74 set')).toBeVisible()
  })

  it('have names instead of ids that the record states', async () => {
    const { main, user } = await showOverview({
      owner: { id: uuid(1), firstName: 'Amelia', lastName: 'Thornbury', email: 'a@print.example' },
      elementGroups: [
        { elementId: uuid(2), element: { _id: uuid(2), name: 'A3 poster' }, campaignItems: [] },
      ],
      views: { [uuid(1)]: { overview: '2026-01-01T00:00:00Z' } },
      notificationTemplateEvents: [
        { id: uuid(4), name: 'Brief ready' },
        { id: uuid(5), name: 'Reminder', linkedEventId: uuid(4) },
      ],
    })
    await open(user, 'Elements', 'Other fields', 'Notification events')
    expect(fieldsOf('Elements')).toHaveTextContent('A3 poster')
    expect(fieldsOf('Other fields')).toHaveTextContent('Amelia Thornbury')
    await user.click(within(fieldsOf('Notification events')).getByText('Reminder'))
    expect(valueOf(fieldsOf('Notification events'), 'Linked event ID')).toBe('Brief ready')
    expect(main.inputs('campaigns.idNames')).toEqual([])
  })

  it('get names that only items state when they arrive, and are found by them', async () => {
    const names = Promise.withResolvers<readonly NamedId[]>()
    const { main, user } = await showOverview(
      {
        _id: uuid(9),
        name: 'Summer',
        owner: uuid(5),
        assetGroups: [{ assetId: uuid(1), campaignItems: [{ id: 'i1', name: 'Wobbler one' }] }],
        kittingId: uuid(2),
        tradingPeriodIds: [uuid(3), uuid(4)],
        templateId: '12',
      },
      {},
      (fake) => fake.answer('campaigns.idNames', () => names.promise),
    )
    await open(user, 'Assets', 'Other fields')
    expect(fieldsOf('Assets')).toHaveTextContent(uuid(1))
    // The own id is no reference to the campaign.
    expect(fieldsOf('Identity')).toHaveTextContent(/^Identity 2 of 7 Summer$/u)
    expect(main.inputs('campaigns.idNames')).toEqual([
      {
        connectionId: 'c1',
        campaignId: 'k1',
        references: [
          { id: uuid(5), itemIds: [] },
          { id: uuid(2), itemIds: [] },
          { id: uuid(1), itemIds: ['i1'] },
          { id: uuid(3), itemIds: [] },
          { id: uuid(4), itemIds: [] },
        ],
      },
    ])
    names.resolve([
      { id: uuid(1), name: 'Window bay' },
      { id: uuid(4), name: 'Period 4' },
      { id: uuid(5), name: 'Amelia Thornbury' },
    ])
    expect(await within(fieldsOf('Assets')).findByText('Window bay')).toBeVisible()
    expect(valueOf(fieldsOf('Other fields'), 'Kitting ID')).toBe(uuid(2))
    expect(valueOf(fieldsOf('Other fields'), 'Trading period IDs')).toBe(`${uuid(3)}Period 4`)
    expect(section('People')).toHaveTextContent('Amelia Thornbury')
    await user.click(within(fieldsOf('Assets')).getByText('Window bay'))
    expect(await within(fieldsOf('Assets')).findByText(`ID: ${uuid(1)}`)).toBeVisible()
    await user.type(screen.getByRole('searchbox', { name: 'Search fields' }), 'window bay')
    expect(screen.getByText('1 field found')).toBeVisible()
    await user.clear(screen.getByRole('searchbox', { name: 'Search fields' }))
    await open(user, 'Identity')
    expect(valueOf(fieldsOf('Identity'), 'ID')).toBe(uuid(9))
  })

  it('are not looked up in a campaign that is not downloaded', async () => {
    const { main, user } = await showOverview({ kittingId: uuid(2) }, { copy: 'none' })
    await open(user, 'Other fields')
    expect(valueOf(fieldsOf('Other fields'), 'Kitting ID')).toBe(uuid(2))
    expect(main.inputs('campaigns.idNames')).toEqual([])
  })

  it('are opened in the browser if they are https addresses', async () => {
    const { main, user } = await showOverview({
      meta: {
        proof: 'https://proofs.example/a?b=1',
        insecure: 'http://proofs.example/',
        key: 'https://me:secret@proofs.example/',
        sentence: 'See https://proofs.example/ for more',
        clipped: clipText(`https://proofs.example/${'a'.repeat(5_000)}`),
      },
    })
    await open(user, 'Other fields')
    const buttons = screen.getAllByRole('button', { name: /in your browser$/u })
    expect(buttons).toHaveLength(1)
    const answer = Promise.withResolvers<boolean>()
    main.answer('app.openExternal', () => answer.promise)
    const button = screen.getByRole('button', { name: 'Open proofs.example in your browser' })
    await user.dblClick(button)
    expect(main.inputs('app.openExternal')).toEqual([{ url: 'https://proofs.example/a?b=1' }])
    answer.resolve(false)
    await waitFor(async () => {
      await user.click(button)
      expect(main.inputs('app.openExternal')).toHaveLength(2)
    })
  })

  it('keep an id that the record names in two ways', async () => {
    const { user } = await showOverview({
      owner: { id: uuid(1), firstName: 'Amelia', lastName: 'Thornbury', email: 'a@print.example' },
      createdBy: { id: uuid(1), firstName: 'Tom', lastName: 'Oakes', email: 't@print.example' },
      kittingId: uuid(1),
    })
    await open(user, 'Other fields')
    expect(valueOf(fieldsOf('Other fields'), 'Kitting ID')).toBe(uuid(1))
  })
})

describe('the review section of the overview', () => {
  it('shows progress and counts that open their rows', async () => {
    const { main, user } = await showOverview({ _id: 'k1' })
    expect(await screen.findByText('No marks or notes yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Export review…' })).toBeNull()
    main.answer('reviews.counts', () => ({
      marks: { ok: 400, problem: 10, question: 0 },
      unmarked: 2,
      changed: 3,
    }))
    main.setCampaigns('c1', [makeCampaign()])
    await screen.findByText('410 of 900 reviewed')
    const reviewSection = screen.getByRole('region', { name: 'Review' })
    // The counts, and the commands to share them.
    expect(within(reviewSection).getAllByRole('button')).toHaveLength(7)
    await user.click(within(reviewSection).getByRole('button', { name: 'Problem: 10' }))
    await waitFor(() => {
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(hasValue('review', 'problem')),
      })
    })
  })
})
