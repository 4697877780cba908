import { screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { MAX_PRINTED_ROWS } from '../../electron/contract/printed-list.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { createFormat } from '../../renderer/state/format.ts'
import { appliedFilters } from '../../renderer/state/filter-names.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

let main: FakeItemsMain

/** The items with an open print dialog. */
async function open(count: number, keys = '') {
  main = new FakeItemsMain(makeRows(count))
  const app = connectedApp(main)
  renderItems(app)
  const grid = await screen.findByRole('grid', { name: 'Items' })
  grid.focus()
  if (keys !== '') await userEvent.keyboard(keys)
  app.frame.action('printList')?.()
  const dialog = await screen.findByRole('dialog', { name: 'Print list' })
  return { dialog, of: within(dialog) }
}

beforeEach(() => {
  stubLayout()
})

describe('the print dialog', () => {
  it('starts with the columns and rows of the list', async () => {
    const { dialog, of } = await open(200)
    expect(dialog).toHaveTextContent('200 rows, 9 columns')
    expect(dialog).toHaveTextContent('30 rows per page')
    await userEvent.click(of.getByRole('radio', { name: 'Pictures' }))
    expect(dialog).toHaveTextContent('15 rows per page')
    await userEvent.selectOptions(of.getByRole('combobox', { name: 'Orientation' }), 'Portrait')
    await userEvent.selectOptions(of.getByRole('combobox', { name: 'Paper' }), 'US Letter')
    await userEvent.click(of.getByRole('button', { name: 'Print…' }))
    await waitFor(() => expect(main.inputs('lists.print')).toHaveLength(1))
    expect(main.inputs('lists.print')[0]).toMatchObject({
      campaignIds: ['k1'],
      ranges: [[0, 199]],
      title: 'Summer 2026',
      query: { search: '', sort: [] },
      output: 'print',
      options: { pictures: true, reviews: true, pageTotals: true, paper: 'letter', orientation: 'portrait' },
    })
    expect(
      (await axe.run(dialog, { iframes: false, rules: { 'color-contrast': { enabled: false } } })).violations,
    ).toEqual([])
  })

  it('prints the selected rows, if any', async () => {
    const { of } = await open(200, ' {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(of.getByRole('radio', { name: 'Selection: 3 rows' })).toBeChecked()
    await userEvent.click(of.getByRole('button', { name: 'Save as PDF…' }))
    await waitFor(() =>
      expect(main.inputs('lists.print')[0]).toMatchObject({ ranges: [[0, 2]], output: 'pdf' }),
    )
  })

  it('offers marks and notes among the folded options', async () => {
    const { of } = await open(20)
    await userEvent.click(of.getByRole('button', { name: /^Options/u }))
    await userEvent.click(of.getByRole('checkbox', { name: 'Marks and notes' }))
    await userEvent.click(of.getByRole('button', { name: 'Save as PDF…' }))
    await waitFor(() => expect(main.inputs('lists.print')[0]).toMatchObject({ options: { reviews: false } }))
  })

  it('prints in the language of the interface, or in another one', async () => {
    const { of } = await open(20)
    await userEvent.click(of.getByRole('button', { name: /^Options/u }))
    const language = of.getByRole('combobox', { name: 'Language' })
    expect(language).toHaveDisplayValue('Same as interface')
    await userEvent.selectOptions(language, 'Français')
    await userEvent.click(of.getByRole('button', { name: 'Save as PDF…' }))
    await waitFor(() => expect(main.inputs('lists.print')[0]).toMatchObject({ options: { language: 'fr' } }))
    await userEvent.selectOptions(of.getByRole('combobox', { name: 'Language' }), 'Same as interface')
    expect(of.getByRole('button', { name: /^Options/u })).not.toHaveTextContent('Français')
  })

  it('reports too many rows before printing', async () => {
    const { dialog } = await open(MAX_PRINTED_ROWS + 1)
    expect(dialog).toHaveTextContent('Only the first 5,000 of 5,001 rows are printed.')
  })

  it('reports why a PDF could not be created', async () => {
    const { of } = await open(20)
    main.answer('lists.print', () => {
      throw new AppError('notFound')
    })
    await userEvent.click(of.getByRole('button', { name: 'Print…' }))
    expect(await of.findByRole('alert')).toBeInTheDocument()
  })
})

describe('the search and filters of a printed list', () => {
  const naming = {
    labels: [{ value: 2, name: 'In print', color: 'neutral' }],
    format: createFormat('en-GB'),
  } as const

  it('are described in words', () => {
    expect(appliedFilters(EMPTY_QUERY, naming)).toEqual([])
    expect(
      appliedFilters(
        {
          ...EMPTY_QUERY,
          search: 'poster$',
          filters: allOf(
            hasValue('status', 2),
            { column: 'updatedAt', operator: 'greaterThan', value: '2026-08-01' },
            {
              match: 'any',
              conditions: [
                hasValue('review', 'problem'),
                { column: 'updatedAt', operator: 'inLast', count: 1, unit: 'weeks' },
                { column: 'qty', operator: 'between', from: 5, to: 15_000 },
              ],
            },
          ),
        },
        naming,
      ),
    ).toEqual([
      'Search: poster$',
      'Status is In print',
      'Updated after 1 Aug 2026',
      'Mark is Problem or Updated in the last 1 week or Quantity between 5 and 15,000',
    ])
  })
})
