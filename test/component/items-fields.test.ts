import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { clipJson } from '../../electron/contract/clip-text.ts'
import { screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_FIELD_COLUMNS, type FieldKey } from '../../electron/contract/fields.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { CONNECTION, FakeItemsMain, makeRow } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

let main: FakeItemsMain
let app: AppModel

const ROUND = 'artworkJob › round'
const VALUES = ['12345678901234567890', '"two"', 'true', undefined, '[1,"b"]']
const FOUND = {
  fields: [
    { key: '/artworkJob/round', example: '12345678901234567890', count: 1_600 },
    { key: '/notes', example: 'Call the store', count: 3 },
  ],
  sampleSize: 2_000,
  total: 60_000,
} as const

async function show(order?: readonly FieldKey[]): Promise<HTMLElement> {
  main = new FakeItemsMain(
    VALUES.map((value, at) =>
      makeRow(at, value === undefined ? {} : { fields: { '/artworkJob/round': value } }),
    ),
  )
  main.found = FOUND
  app = connectedApp(main)
  if (order !== undefined) {
    app.views.saveListState(
      { connectionId: CONNECTION.id, campaignId: 'k1' },
      { columns: { order: ['posNumber', ...order], widths: {} } },
    )
  }
  renderItems(app)
  return screen.findByRole('grid', { name: 'Items' })
}

async function openChooser(): Promise<ReturnType<typeof within>> {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  return within(screen.getByRole('dialog', { name: 'Columns' }))
}

const headers = (): readonly string[] =>
  screen.getAllByRole('columnheader').map((header) => header.textContent.trim())

/** The texts of the last column by row. */
const lastCells = (grid: HTMLElement): readonly string[] =>
  [0, 1, 2, 3, 4].map((at) => {
    const row = grid.querySelector(`[role=row][aria-rowindex="${String(at + 2)}"]`)
    return row?.lastElementChild?.textContent.trim() ?? 'no row'
  })

beforeEach(() => {
  stubLayout()
})

describe('body fields as columns', () => {
  it('are chosen from a sample, and shown as they were sent', async () => {
    const grid = await show()
    const chooser = await openChooser()
    const others = within(await chooser.findByRole('group', { name: 'Other fields from the service' }))
    expect(await others.findByText(/From 2,000 of 60,000 items/u)).toBeInTheDocument()
    expect(others.getByText('Call the store')).toBeInTheDocument()
    expect(others.getByText('80%')).toBeInTheDocument()
    expect(others.getByText('<1%')).toBeInTheDocument()
    expect(main.inputs('items.fields')).toEqual([{ connectionId: 'c1', campaignIds: ['k1'] }])

    await userEvent.click(others.getByRole('checkbox', { name: ROUND }))
    await waitFor(() =>
      expect(lastCells(grid)).toEqual(['12345678901234567890', 'two', 'Yes', '', '[1,"b"]']),
    )
    expect(headers().at(-1)).toBe(ROUND)
    // It is listed with the visible columns now.
    expect(others.queryByRole('checkbox', { name: ROUND })).toBeNull()
    expect(chooser.getByRole('checkbox', { name: ROUND })).toBeChecked()
    expect(app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.columns?.order.at(-1)).toBe(
      '/artworkJob/round',
    )

    await userEvent.click(chooser.getByRole('checkbox', { name: ROUND }))
    expect(headers()).not.toContain(ROUND)
    expect(others.getByRole('checkbox', { name: ROUND })).not.toBeChecked()
  })

  it('are found by typing, like other columns', async () => {
    await show()
    const chooser = await openChooser()
    await chooser.findByRole('checkbox', { name: 'notes' })
    const find = chooser.getByRole('textbox', { name: 'Find a column' })
    await userEvent.type(find, 'note')
    expect(
      chooser.getAllByRole('checkbox').map((box: HTMLElement) => box.getAttribute('aria-label')),
    ).toEqual(['notes'])
    await userEvent.clear(find)
    await userEvent.type(find, 'LOCK')
    expect(chooser.getByRole('checkbox', { name: 'Locked' })).toBeChecked()
    expect(chooser.queryByRole('button', { name: 'Move Locked' })).toBeNull()
  })

  it('are restored with the list, and sort and copy like other columns', async () => {
    const grid = await show(['/artworkJob/round'])
    expect(lastCells(grid)[1]).toBe('two')
    expect(main.inputs('items.window')).toEqual([expect.objectContaining({ fields: ['/artworkJob/round'] })])
    await userEvent.click(within(grid).getByRole('columnheader', { name: ROUND }))
    expect(main.inputs('items.open').at(-1)).toMatchObject({
      query: { sort: [{ key: '/artworkJob/round', direction: 1 }] },
    })
    await waitFor(() => {
      expect(within(grid).getByRole('columnheader', { name: ROUND })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
    })
    grid.focus()
    await userEvent.keyboard('{Control>}c{/Control}')
    expect(main.inputs('items.copy').at(-1)).toMatchObject({ columns: ['posNumber', '/artworkJob/round'] })
  })

  it('are added from the details, which keeps the selection', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard(' {ArrowDown}{ArrowDown} ')
    const selected = (): number => grid.querySelectorAll('[role=row][aria-selected=true]').length
    expect(selected()).toBe(2)
    const details = within(screen.getByRole('complementary', { name: 'Item details' }))
    await userEvent.click(await details.findByRole('button', { name: 'Show mystery › deep as a column' }))
    expect(headers().at(-1)).toBe('mystery › deep')
    await waitFor(() =>
      expect(main.inputs('items.window').at(-1)).toMatchObject({ fields: ['/mystery/deep'] }),
    )
    expect(details.queryByRole('button', { name: 'Show mystery › deep as a column' })).toBeNull()
    expect(details.getByRole('button', { name: 'Show mystery as a column' })).toBeInTheDocument()
    expect(selected()).toBe(2)
    expect(screen.getByText('mystery › deep is now the last column.')).toBeInTheDocument()
  })

  it('are filtered by value or by cell, and the filter can be removed', async () => {
    const grid = await show(['/artworkJob/round'])
    const rows = (): number => Number(grid.getAttribute('aria-rowcount')) - 1
    await userEvent.pointer({
      keys: '[MouseRight]',
      target: within(grid).getByRole('columnheader', { name: ROUND }),
    })
    await userEvent.click(screen.getByRole('menuitem', { name: `Filter by “${ROUND}”…` }))
    const builder = within(await screen.findByRole('dialog', { name: 'Filter' }))
    await userEvent.click(await builder.findByRole('button', { name: 'Choose values' }))
    expect(await screen.findByRole('checkbox', { name: 'Yes, 1' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'two, 1' }))
    await waitFor(() => expect(rows()).toBe(1))
    expect(main.inputs('items.open').at(-1)).toMatchObject({
      query: { filters: allOf(hasValue('/artworkJob/round', '"two"')) },
    })
    const chip = screen.getByRole('button', { name: `Remove the filter ${ROUND} is two` })
    await userEvent.click(chip)
    await waitFor(() => expect(rows()).toBe(5))
    const cell = grid.querySelector('[role=row][aria-rowindex="4"]')?.lastElementChild
    await userEvent.pointer({
      keys: '[MouseRight]',
      target: cell ?? grid,
      coords: { clientY: 30 + 2 * 34 + 5 },
    })
    await userEvent.click(screen.getByRole('menuitem', { name: `Filter to “${ROUND}: Yes”` }))
    await waitFor(() => expect(rows()).toBe(1))
  })

  it('keep the digits of numbers in the details and in copied text', async () => {
    await show()
    const json = '{"_id":"ci-0","long":12345678901234567890,"sizes":[1.10,2]}'
    main.answer('items.get', () => ({
      row: makeRow(0),
      artworks: [],
      artworkCount: 0,
      previousValues: {},
      json,
      fetchedAt: 0,
    }))
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    const details = screen.getByRole('complementary', { name: 'Item details' })
    await waitFor(() => expect(details).toHaveTextContent('12345678901234567890'))
    expect(details).toHaveTextContent('1.10')
    await userEvent.click(within(details).getByRole('button', { name: 'Copy raw JSON' }))
    const [{ text }] = main.inputs('app.copyText') as [{ text: string }]
    expect(text.replaceAll(/\s/gu, '')).toBe(json)
  })

  it('are shown at any depth, and a few of very many', async () => {
    await show()
    const json = clipJson(
      `{"deep":${'['.repeat(5_000)}7${']'.repeat(5_000)},"many":{${Array.from({ length: 100_000 }, (_, i) => `"m${String(i)}":1`).join()}}}`,
    )
    main.answer('items.get', () => ({
      row: makeRow(0),
      artworks: [],
      artworkCount: 0,
      previousValues: {},
      json,
      fetchedAt: 0,
    }))
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    const details = screen.getByRole('complementary', { name: 'Item details' })
    const showMore = await within(details).findByRole('button', { name: 'Show 480 more' })
    expect(within(details).getByText(/^\[+\{"…":1\}\]+$/u)).toBeInTheDocument()
    await userEvent.click(showMore)
    expect(await within(details).findByText('99,500 more')).toBeInTheDocument()
    expect(within(details).getByRole('button', { name: 'Show all of many' })).toBeInTheDocument()
  })

  it('are limited in number', async () => {
    await show(Array.from({ length: MAX_FIELD_COLUMNS }, (_, at): FieldKey => `/field${String(at)}`))
    const chooser = await openChooser()
    expect(await chooser.findByText('At most 100 of these columns.')).toBeInTheDocument()
    expect(chooser.getByRole('checkbox', { name: 'notes' })).toBeDisabled()
    const details = within(screen.getByRole('complementary', { name: 'Item details' }))
    expect(details.queryByRole('button', { name: /as a column/u })).toBeNull()
  })

  it('report why they could not be found', async () => {
    await show()
    main.answer('items.fields', () => {
      throw new Error('broken')
    })
    const chooser = await openChooser()
    expect(await chooser.findByRole('alert')).not.toBeEmptyDOMElement()
    expect(chooser.getByRole('checkbox', { name: 'Quantity' })).toBeChecked()
  })
})
