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

function finding(change: Partial<CheckResult> & { readonly id: string }): CheckResult {
  return { count: 0, accepted: 0, unacceptedIds: null, elements: [], dates: [], problem: null, ...change }
}

const FINDINGS: readonly CheckResult[] = [
  finding({ id: 'quantityZero', count: 1_204 }),
  finding({ id: 'quantityBeyond' }),
  finding({ id: 'noArtwork', count: 3, accepted: 2, unacceptedIds: ['a'] }),
  finding({ id: 'posDuplicate', count: 2, accepted: 2, unacceptedIds: [] }),
  finding({ id: 'elementWithoutItems', count: 7, elements: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }),
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
  const item = screen.getByRole('heading', { name, level: 2 }).closest('li')
  if (item === null) throw new Error(`There is no check ${name}.`)
  return item
}

describe('the checks view', () => {
  it('describes the results of each check', async () => {
    await showChecks()
    expect(screen.getByText('4 checks have found something')).toBeVisible()
    expect(check('Quantity zero')).toHaveTextContent('1,204 items')
    expect(check('Quantity over 10,000')).toHaveTextContent('Nothing found')
    expect(check('No artwork')).toHaveTextContent('2 accepted')
    expect(check('Duplicate POS numbers')).toHaveTextContent('All accepted')
    expect(check('Element without items')).toHaveTextContent('7 elements')
    expect(check('Element without items')).toHaveTextContent('and 2 more')
    expect(check('Dates out of order')).toHaveTextContent(
      'Artwork due 4 May 2026 is after Dispatch by 1 May 2026',
    )
    expect(check('Mine')).toHaveTextContent('That cannot be searched for.')
    const { violations } = await axe.run(screen.getByRole('tabpanel'), {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it('opens the rows that were not accepted', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Show what “No artwork” has found' }))
    await waitFor(() => {
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: ['k1'],
        filters: allOf(hasValue('hasArtwork', false)),
        list: ['a'],
      })
    })
    expect(screen.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
  })

  it('accepts results, and undoes that', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Accept what “Quantity zero” has found' }))
    await user.click(
      screen.getByRole('button', { name: 'Take back what was accepted of “Duplicate POS numbers”' }),
    )
    expect(main.inputs('checks.accept')).toEqual([
      { connectionId: 'c1', campaignId: 'k1', checkId: 'quantityZero', accepted: true },
      { connectionId: 'c1', campaignId: 'k1', checkId: 'posDuplicate', accepted: false },
    ])
    expect(main.inputs('checks.read')).toHaveLength(3)
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
    expect(screen.getByRole('alert')).toHaveTextContent('The checks cannot be carried out')
    main.answer('checks.read', () => ({ notice: null, settings: SETTINGS, results: FINDINGS }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(check('Quantity zero')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the rules of checks', () => {
  it('are edited in a dialog that reports invalid values and saves only valid ones', async () => {
    const { main, user } = await showChecks()
    await user.click(screen.getByRole('button', { name: 'Change the rules…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Rules of the checks' }))
    const most = dialog.getByRole('textbox', { name: 'Largest usual quantity' })
    await user.clear(most)
    await user.type(most, 'many')
    expect(dialog.getByText('Give a whole number, or nothing.')).toBeVisible()
    await user.clear(most)
    await user.type(dialog.getByRole('textbox', { name: 'Form of a POS number' }), 'POS-###')
    await user.click(dialog.getByRole('button', { name: 'Remove “Mine”' }))
    await user.click(dialog.getByRole('button', { name: 'Add a check' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Give it a name.')).toBeVisible()
    expect(dialog.getByText('Add a filter or a search.')).toBeVisible()
    expect(main.inputs('checks.configure')).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'Name of check 1' }), ' Big ')
    await user.type(dialog.getByRole('textbox', { name: 'Search of check 1' }), 'nosuch:1')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('This cannot be searched for: there is no field of that name.')).toBeVisible()
    await user.clear(dialog.getByRole('textbox', { name: 'Search of check 1' }))
    await user.type(dialog.getByRole('textbox', { name: 'Search of check 1' }), 'qty:>500')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.inputs('checks.configure')[0]?.settings).toMatchObject({
      mostQuantity: null,
      posForm: 'POS-###',
      own: [{ name: 'Big', search: 'qty:>500' }],
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
    await user.click(screen.getByRole('button', { name: 'Change the rules…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Rules of the checks' }))
    await user.click(dialog.getByRole('button', { name: 'Add a check' }))
    expect(dialog.getByRole('textbox', { name: 'Name of check 2' })).toHaveFocus()
    await user.keyboard('Large')
    const added = within(dialog.getByRole('listitem', { name: 'Check 2' }))
    await user.click(added.getByRole('button', { name: 'Add filter' }))
    await user.click(screen.getByRole('menuitem', { name: 'Item' }))
    await user.keyboard('poster')
    // Enter saves at once what was typed.
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.inputs('checks.configure')[0]?.settings.own).toMatchObject([
      { id: 'own', name: 'Mine', search: 'qty:1' },
      {
        name: 'Large',
        search: '',
        filters: allOf({ column: 'itemName', operator: 'contains', text: 'poster' }),
      },
    ])
  })

  it('start from the conditions of a list', async () => {
    const { main, user } = await showChecks()
    main.answer('items.open', () => EMPTY_RESULT)
    await user.click(screen.getByRole('tab', { name: 'Items' }))
    await user.click(await screen.findByRole('button', { name: 'View: Default view' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Locked' }))
    await screen.findByRole('button', { name: 'View: Locked' })
    await user.click(screen.getByRole('button', { name: /^Filter/u }))
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'New check from this list…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rules of the checks' }))
    const name = dialog.getByRole('textbox', { name: 'Name of check 2' })
    await waitFor(() => expect(name).toHaveFocus())
    await user.keyboard('Locked items{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.inputs('checks.configure')[0]?.settings.own[1]).toMatchObject({
      name: 'Locked items',
      search: '',
      filters: allOf(hasValue('isLocked', true)),
    })
  })
})
