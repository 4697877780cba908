import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import {
  DEFAULT_CHECKS,
  type CheckResult,
  type CheckReport,
  type CheckSettings,
} from '../../electron/contract/checks.ts'
import { FakeMain } from '../support/fake-main.ts'
import { EMPTY_RESULT, makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'
import { makeRow } from './fake-items-main.ts'

function finding(change: Partial<CheckResult> & { readonly id: string }): CheckResult {
  return {
    ...{ count: 0, accepted: 0, acceptedAt: null, unacceptedIds: null, elements: [], dates: [] },
    ...{ problem: null, ...change },
  }
}

const FINDINGS: readonly CheckResult[] = [
  finding({ id: 'quantityZero', count: 1_204 }),
  finding({ id: 'quantityBeyond' }),
  finding({ id: 'noArtwork', count: 3, accepted: 2, unacceptedIds: ['a'] }),
  finding({ id: 'posDuplicate', count: 2, accepted: 2, unacceptedIds: [] }),
  finding({ id: 'elementWithoutItems', count: 7, elements: ['A', 'B', 'B', 'D', 'E', 'F', 'G'] }),
  finding({
    id: 'datesOutOfOrder',
    count: 1,
    dates: [
      {
        first: 'artworkDue',
        firstAt: Date.UTC(2026, 4, 4),
        second: 'dispatchBy',
        secondAt: Date.UTC(2026, 4, 1),
      },
    ],
  }),
  finding({ id: 'own', problem: 'That cannot be searched for.' }),
]

const SETTINGS: CheckSettings = { ...DEFAULT_CHECKS, own: [{ id: 'own', name: 'Mine', search: 'qty:1' }] }

async function showChecks(
  report: () => CheckReport = () => ({ notice: null, settings: SETTINGS, results: FINDINGS }),
): Promise<{ readonly main: FakeMain; readonly user: UserEvent }> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1', tab: 'checks' },
  }
  main.answer('checks.read', report)
  const user = await startApp(main)
  return { main, user }
}

const check = (name: string): HTMLElement => {
  const item = screen.getByRole('heading', { name, level: 3 }).closest('li')
  if (item === null) throw new Error(`There is no check ${name}.`)
  return item
}

describe('the checks view', () => {
  it('shows when findings were accepted, where that is known', async () => {
    const acceptedAt = new Date(2026, 4, 3, 12).getTime()
    const results = [
      finding({ id: 'noArtwork', count: 3, accepted: 2, acceptedAt }),
      finding({ id: 'posDuplicate', count: 2, accepted: 2, acceptedAt }),
      finding({ id: 'quantityZero', count: 2, accepted: 2 }),
    ]
    await showChecks(() => ({ notice: null, settings: SETTINGS, results }))
    expect(check('No artwork')).toHaveTextContent('Items without artwork · 2 accepted on 3 May 2026')
    expect(check('Duplicate POS numbers')).toHaveTextContent('Accepted on 3 May 2026 · One POS number')
    expect(check('Quantity is 0')).not.toHaveTextContent('ccepted on')
  })

  it('narrows the checks by name and description while typing', async () => {
    const { user } = await showChecks()
    await user.keyboard('{Control>}f{/Control}')
    const field = screen.getByRole('searchbox', { name: 'Search checks' })
    expect(field).toHaveFocus()
    await user.keyboard('ARTWÖRK items')
    await waitFor(() => {
      expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
        'No artwork',
      ])
    })
    expect(screen.getByText('of 7 checks shown')).toHaveTextContent('1 of 7 checks shown')
    await user.keyboard(' zebra')
    expect(
      await screen.findByRole('heading', { name: 'No checks match “ARTWÖRK items zebra”' }),
    ).toBeVisible()
    expect(screen.queryByText('No check needs attention.')).toBeNull()
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1] ?? document.body)
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(7))
    expect(field).toHaveValue('')
    expect(screen.getByRole('region', { name: 'Checks of this campaign' })).toHaveFocus()
  })

  it('divides the checks by what is to be done, with their counts', async () => {
    await showChecks()
    const names = (section: string): readonly string[] => {
      const heading = screen.getByRole('heading', { name: section, level: 2 })
      const list = heading.nextElementSibling
      if (!(list instanceof HTMLElement)) throw new Error(`There is no section ${section}.`)
      return within(list)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent)
    }
    // A check that could not run is first, then those with the most findings.
    expect(names('Needs attention 5')).toEqual([
      'Mine',
      'Quantity is 0',
      'Element without items',
      'No artwork',
      'Dates in the wrong order',
    ])
    expect(names('Passed 1')).toEqual(['Quantity over 10,000'])
    expect(names('Accepted 1')).toEqual(['Duplicate POS numbers'])
    expect(screen.getByText(/of 7 checks need attention/u)).toHaveTextContent('5 of 7 checks need attention')
    expect(screen.getByText('1,213 findings in 900 items')).toBeVisible()
    expect(check('Quantity is 0')).toHaveTextContent('1,204 items')
    expect(check('No artwork')).toHaveTextContent('1 item')
    expect(check('No artwork')).toHaveTextContent('2 accepted')
    expect(check('Element without items')).toHaveTextContent('7 elements')
    expect(check('Element without items')).toHaveTextContent('and 2 more')
    expect(check('Dates in the wrong order')).toHaveTextContent(
      'Artwork due 4 May 2026 is after Dispatch by 1 May 2026',
    )
    expect(check('Mine')).toHaveTextContent('That cannot be searched for.')
    const { violations } = await axe.run(screen.getByRole('tabpanel'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it('shows one severity, in another order', async () => {
    const { user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Sort: Most items' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'All severities' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Problem' }))
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Quantity is 0',
      'Duplicate POS numbers',
    ])
  })

  it('opens the rows that were not accepted', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Show findings of “No artwork”' }))
    await waitFor(() => {
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(hasValue('hasArtwork', false)),
        list: ['a'],
      })
    })
    expect(screen.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
  })

  it('keeps the filters of the list that shows the rows, unless they exclude all', async () => {
    const { main, user } = await showChecks()
    const counts = new Map([
      [1, 5],
      [2, 3],
    ])
    main.answer('items.open', ({ query }) => ({
      ...EMPTY_RESULT,
      count: counts.get(query.filters.conditions.length) ?? 0,
      total: 900,
    }))
    const lastFilters = () => main.inputs('items.open').at(-1)?.query.filters
    const showNoArtwork = async (): Promise<void> => {
      await user.click(screen.getByRole('tab', { name: /^Checks/u }))
      await user.click(await screen.findByRole('button', { name: 'Show findings of “No artwork”' }))
    }
    await user.click(screen.getByRole('tab', { name: 'Items' }))
    await user.click(await screen.findByRole('button', { name: 'View: Default' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Locked' }))
    await screen.findByRole('button', { name: 'View: Locked' })
    await showNoArtwork()
    const both = allOf(hasValue('hasArtwork', false), hasValue('isLocked', true))
    await waitFor(() => expect(lastFilters()).toEqual(both))
    counts.set(2, 0)
    await showNoArtwork()
    await waitFor(() => expect(lastFilters()).toEqual(allOf(hasValue('hasArtwork', false))))
  })

  it('accepts results, and undoes that', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Accept findings of “Quantity is 0”' }))
    await user.click(screen.getByRole('button', { name: 'Undo accepting “Duplicate POS numbers”' }))
    expect(main.inputs('checks.accept')).toEqual([
      { connectionId: 'c1', campaignId: 'k1', checkId: 'quantityZero', accepted: true },
      { connectionId: 'c1', campaignId: 'k1', checkId: 'posDuplicate', accepted: false },
    ])
    expect(main.inputs('checks.read')).toHaveLength(3)
  })

  it('accepts the results of a check while those of another one are being accepted', async () => {
    const { main, user } = await showChecks()
    const answers: ((step: number) => void)[] = []
    main.answer('checks.accept', () => new Promise<number>((resolve) => answers.push(resolve)))
    await user.click(screen.getByRole('button', { name: 'Accept findings of “Quantity is 0”' }))
    await user.click(screen.getByRole('button', { name: 'Accept findings of “No artwork”' }))
    expect(main.inputs('checks.accept').map(({ checkId }) => checkId)).toEqual(['quantityZero', 'noArtwork'])
    for (const [step, answer] of answers.entries()) answer(step + 1)
    expect(await screen.findByText(/Accepted: No artwork\./u)).toBeInTheDocument()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(main.inputs('checks.revert')).toHaveLength(1))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(main.inputs('checks.revert').map(({ step }) => step)).toEqual([2, 1]))
  })

  it('reverts accepted results by undo, also from another view', async () => {
    const { main, user } = await showChecks()
    main.answer('checks.accept', () => 5)
    main.answer('checks.revert', ({ step }) => step + 1)
    await user.click(screen.getByRole('button', { name: 'Accept findings of “Quantity is 0”' }))
    await user.click(screen.getByRole('tab', { name: /^Overview/u }))
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByRole('tab', { name: /^Checks/u, selected: true })
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(main.inputs('checks.revert').map(({ step }) => step)).toEqual([5, 6]))
  })

  it('runs again when the data changes', async () => {
    const { main } = await showChecks()
    main.setCampaigns('c1', [makeCampaign()])
    await waitFor(() => expect(main.inputs('checks.read').length).toBeGreaterThan(1))
  })

  it('reports why checks cannot run, and tries again', async () => {
    const { main, user } = await showChecks(() => {
      throw new AppError('cacheUnavailable')
    })
    expect(screen.getByRole('alert')).toHaveTextContent('Checks couldn’t run')
    main.answer('checks.read', () => ({ notice: null, settings: SETTINGS, results: FINDINGS }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(check('Quantity is 0')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const pane = (name: string) => within(screen.getByRole('form', { name }))

describe('the rules of checks', () => {
  it('have two settings for the standard checks', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Standard checks…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Standard checks' }))
    const most = dialog.getByRole('textbox', { name: 'Maximum quantity' })
    await user.clear(most)
    await user.type(most, 'many')
    expect(dialog.getByText('Enter a whole number, or leave it empty.')).toBeVisible()
    await user.clear(most)
    await user.type(dialog.getByRole('textbox', { name: 'POS number format' }), 'POS-###')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.inputs('checks.configure')).toEqual([
      { connectionId: 'c1', change: { mostQuantity: null, posForm: 'POS-###' } },
    ])
  })

  it('follow the changes of another window, and save only what was changed in this one', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Standard checks…' }))
    const own = [...SETTINGS.own, { id: 'other', name: 'Theirs', search: 'qty:2' }]
    const results = [...FINDINGS, finding({ id: 'other', count: 1 })]
    main.answer('checks.read', () => ({
      notice: null,
      settings: { ...SETTINGS, posForm: 'X', own },
      results,
    }))
    main.emit('checks.changed', { connectionId: 'c2' })
    main.emit('checks.changed', { connectionId: 'c1' })
    await screen.findByText('Theirs')
    const most = screen.getByRole('textbox', { name: 'Maximum quantity' })
    await user.clear(most)
    await user.type(most, '7{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.inputs('checks.configure').map(({ change }) => change)).toEqual([{ mostQuantity: 7 }])
  })

  it('give the focus back to what opened them', async () => {
    const { user } = await showChecks()
    const button = screen.getByRole('button', { name: 'New rule' })
    await user.click(button)
    await waitFor(() => expect(pane('New rule').getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('report invalid values, and are saved only if they are valid', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'New rule' }))
    const rule = pane('New rule')
    expect(rule.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await user.click(rule.getByRole('button', { name: 'Save rule' }))
    expect(rule.getByText('Enter a name.')).toBeVisible()
    expect(rule.getAllByText('Add a filter or a search.').length).toBeGreaterThan(0)
    expect(main.inputs('checks.configure')).toEqual([])
    await user.type(rule.getByRole('textbox', { name: 'Name' }), ' Big ')
    await user.type(rule.getByRole('textbox', { name: 'Search by fields' }), 'nosuch:1')
    expect(rule.getByText('Check the search: there is no such field.')).toBeVisible()
    await user.clear(rule.getByRole('textbox', { name: 'Search by fields' }))
    await user.type(rule.getByRole('textbox', { name: 'Search by fields' }), 'qty:>500')
    await user.click(rule.getByRole('radio', { name: 'Problem' }))
    await user.click(rule.getByRole('radio', { name: 'This campaign' }))
    await user.click(rule.getByRole('button', { name: 'Save rule' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(screen.getByRole('region', { name: 'Checks of this campaign' })).toHaveFocus()
    expect(main.inputs('checks.configure').map(({ change }) => change)).toEqual([
      {
        saved: {
          ...{ id: expect.any(String) as string, name: 'Big', search: 'qty:>500' },
          ...{ severity: 'problem', campaignId: 'k1' },
        },
      },
    ])
  })

  it('count what they would find, with the first items', async () => {
    const { main, user } = await showChecks()
    main.answer('checks.preview', () => ({ count: 30, total: 107, campaigns: 12, rows: [makeRow(1)] }))
    await user.click(screen.getByRole('button', { name: 'Edit rule “Mine”' }))
    const rule = pane('Edit rule')
    expect(await rule.findByText('30 items')).toBeVisible()
    expect(rule.getByText('in Summer 2026; 107 in all 12 campaigns')).toBeVisible()
    expect(main.inputs('checks.preview')).toMatchObject([{ campaignId: 'k1', search: 'qty:1' }])
    await user.click(rule.getByRole('radio', { name: 'This campaign' }))
    expect(await rule.findByText('in Summer 2026')).toBeVisible()
    await user.click(rule.getByRole('button', { name: /Poster/u }))
    expect(screen.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
  })

  it('are edited, duplicated and deleted', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Edit rule “Mine”' }))
    await user.click(pane('Edit rule').getByRole('button', { name: 'Duplicate' }))
    expect(pane('New rule').getByRole('textbox', { name: 'Name' })).toHaveValue('Mine (copy)')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('form')).toBeNull()
    expect(main.inputs('checks.configure')).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Edit rule “Mine”' }))
    await user.click(pane('Edit rule').getByRole('button', { name: 'Delete rule…' }))
    await user.click(
      within(screen.getByRole('dialog', { name: 'Delete rule?' })).getByRole('button', {
        name: 'Delete rule',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(main.inputs('checks.configure').map(({ change }) => change)).toEqual([{ deletedId: 'own' }])
  })

  it('start from a built-in check', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Duplicate “No artwork”' }))
    await user.click(pane('New rule').getByRole('button', { name: 'Save rule' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(main.inputs('checks.configure')[0]?.change.saved).toMatchObject({
      name: 'No artwork',
      filters: allOf(hasValue('hasArtwork', false)),
      severity: 'attention',
    })
  })

  it('combine conditions with a search', async () => {
    const { main, user } = await showChecks()
    main.answer('items.values', () => ({
      values: [{ value: 500, count: 3 }],
      distinct: 1,
      empty: 0,
      min: 500,
      max: 500,
    }))
    await user.click(screen.getByRole('button', { name: 'New rule' }))
    await user.keyboard('Large')
    await user.click(pane('New rule').getByRole('button', { name: 'Add filter' }))
    await user.click(screen.getByRole('option', { name: 'Item' }))
    await user.keyboard('poster')
    // Enter saves at once what was typed.
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(main.inputs('checks.configure')[0]?.change.saved).toMatchObject({
      name: 'Large',
      search: '',
      filters: allOf({ column: 'itemName', operator: 'contains', text: 'poster' }),
    })
  })

  it('start from the conditions of a list', async () => {
    const { main, user } = await showChecks()
    main.answer('items.open', () => EMPTY_RESULT)
    await user.click(screen.getByRole('tab', { name: 'Items' }))
    await user.click(await screen.findByRole('button', { name: 'View: Default' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Locked' }))
    await screen.findByRole('button', { name: 'View: Locked' })
    await user.click(screen.getByRole('button', { name: /^Filter/u }))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'New check from this list…' }))
    const name = within(await screen.findByRole('form', { name: 'New rule' })).getByRole('textbox', {
      name: 'Name',
    })
    await waitFor(() => expect(name).toHaveFocus())
    await user.keyboard('Locked items{Enter}')
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    expect(main.inputs('checks.configure')[0]?.change.saved).toMatchObject({
      name: 'Locked items',
      search: '',
      filters: allOf(hasValue('isLocked', true)),
    })
  })
})
