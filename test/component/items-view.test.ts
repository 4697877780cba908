import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import type { ApiInput } from '../../electron/contract/api.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import type { ExportJob } from '../../electron/contract/jobs.ts'
import { AppModel, appContext } from '../../renderer/state/app.svelte.ts'
import ItemsView from '../../renderer/views/items/ItemsView.svelte'
import { NOTHING_FOUND } from '../support/fake-bridge.ts'
import { CONNECTION, FakeMain, makeRow, makeRows, stubLayout } from './items-fake.ts'

let main: FakeMain
let app: AppModel

const CAMPAIGN = {
  id: 'k1',
  name: 'Summer 2026',
  reference: null,
  shortReference: null,
  number: null,
  status: null,
  state: null,
  copy: 'complete',
  itemCount: 0,
  expectedCount: 0,
  incompleteReason: null,
  fetchedAt: 0,
  recordState: 'fetched',
  newestUpdatedAt: null,
  unseenChanges: 0,
} as const

async function show(rows = makeRows(200), campaignId: string | null = 'k1'): Promise<HTMLElement> {
  main = new FakeMain(rows)
  main.install()
  app = new AppModel()
  app.connections = [CONNECTION]
  app.connectionId = CONNECTION.id
  app.campaigns = [{ ...CAMPAIGN, itemCount: rows.length }]
  render(ItemsView, { props: { connection: CONNECTION, campaignId }, context: appContext(app) })
  return screen.findByRole('grid', { name: 'Items' })
}

const search = (): HTMLElement => screen.getByRole('combobox', { name: 'Search items' })
const footer = (): HTMLElement | null => document.querySelector('footer.list-footer')
const rowCount = (grid: HTMLElement): number => Number(grid.getAttribute('aria-rowcount')) - 1

beforeEach(() => {
  stubLayout()
})

describe('the items view', () => {
  it('shows the rows, what they come to, and the details of the first', async () => {
    const grid = await show()
    expect(rowCount(grid)).toBe(200)
    expect(footer()).toHaveTextContent('200 items · quantity 19,900')
    const details = screen.getByRole('complementary', { name: 'Item details' })
    expect(details).toHaveTextContent('Wobbler 0')
    expect(details).toHaveTextContent('1 / 200')
    await waitFor(() => {
      expect(details).toHaveTextContent(/mystery.*deep.*42/)
    })
  })

  it('searches while typing, and clears with Escape', async () => {
    const grid = await show()
    await userEvent.type(search(), 'wobbler 1')
    await waitFor(() => {
      expect(footer()).toHaveTextContent(/of 200 items/)
    })
    expect(rowCount(grid)).toBeLessThan(200)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => {
      expect(rowCount(grid)).toBe(200)
    })
    expect(search()).toHaveValue('')
  })

  it('says below the field what is wrong with a pattern, and keeps the rows', async () => {
    const grid = await show()
    await userEvent.click(screen.getByRole('button', { name: /^How to search/ }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: /^Pattern/ }))
    await userEvent.type(search(), '((')
    expect(await screen.findByRole('alert')).toHaveTextContent('a bracket is not closed')
    expect(search()).toHaveAttribute('aria-invalid', 'true')
    expect(rowCount(grid)).toBe(200)
  })

  it('says that a search takes its time, and keeps the rows meanwhile', async () => {
    const grid = await show()
    let answer = (): void => undefined
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    main.instead.set('items.open', async () => {
      await waiting
      throw new AppError('searchTooSlow')
    })
    await userEvent.type(search(), 'wobbler')
    expect(await screen.findByText('Searching…')).toBeVisible()
    expect(rowCount(grid)).toBe(200)
    answer()
    expect(await screen.findByRole('alert')).toHaveTextContent(/Make it simpler/)
    expect(screen.queryByText('Searching…')).toBeNull()
    expect(rowCount(grid)).toBe(200)
  })

  it('says why nothing was found, and leads back', async () => {
    const grid = await show()
    await userEvent.type(search(), 'nobody')
    expect(await screen.findByText('No items found')).toBeInTheDocument()
    expect(screen.getByText(/“nobody”/)).toBeInTheDocument()
    expect(rowCount(grid)).toBe(0)
    await userEvent.click(screen.getByText('Clear the search'))
    await waitFor(() => {
      expect(rowCount(grid)).toBe(200)
    })
    expect(grid).toHaveFocus()
  })

  it('narrows by the values of a column, and shows that as a chip that can be taken away', async () => {
    const grid = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const panel = within(screen.getByRole('dialog', { name: 'Filters' }))
    await fireEvent.click(await panel.findByRole('checkbox', { name: 'Draft, 50' }))
    await waitFor(() => {
      expect(rowCount(grid)).toBe(50)
    })
    await userEvent.click(panel.getByRole('tab', { name: 'Element' }))
    await fireEvent.click(await panel.findByRole('checkbox', { name: /^empty/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Status: Draft' }))
    await waitFor(() => {
      expect(rowCount(grid)).toBe(100)
    })
    expect(app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.query.filters).toEqual({
      elementName: { values: [null] },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => {
      expect(rowCount(grid)).toBe(200)
    })
  })

  it('begins a search with what is typed in the list, in place of the one before', async () => {
    const grid = await show()
    await userEvent.type(search(), 'poster')
    await userEvent.keyboard('{Enter}')
    expect(grid).toHaveFocus()
    await userEvent.keyboard('wobbler 1')
    expect(search()).toHaveFocus()
    expect(search()).toHaveValue('wobbler 1')
  })

  it('copies one cell, and inverts the selection', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{Control>}{Home}{Shift>}c{/Shift}{/Control}')
    expect(main.inputs('app.copyText')).toEqual([{ text: '000000000000' }])
    expect(footer()).toHaveTextContent('Cell copied')
    await userEvent.keyboard(' {ArrowDown} {Control>}{Shift>}a{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}c{/Control}')
    expect(main.inputs('items.copy').at(-1)).toMatchObject({ ranges: [[2, 199]] })
  })

  it('freezes columns up to one, keeps that with the list, and lets them go', async () => {
    const grid = await show()
    const header = (name: RegExp): HTMLElement => within(grid).getByRole('columnheader', { name })
    const choose = async (name: RegExp, what: string): Promise<void> => {
      await fireEvent.contextMenu(header(name))
      await userEvent.click(screen.getByRole('menuitem', { name: what }))
    }
    await choose(/^Item/u, 'Freeze up to this column')
    const left = (name: RegExp): string => header(name).style.left
    expect([left(/^POS/u), left(/^Item/u), left(/^Quantity/u)]).toEqual([
      '36px',
      expect.stringMatching(/px$/u),
      '',
    ])
    expect(app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.columns?.frozen).toBe(2)
    await choose(/^Quantity/u, 'Unfreeze the columns')
    expect(left(/^POS/u)).toBe('')
  })

  it('fits all columns at once', async () => {
    const grid = await show()
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Item' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Fit all columns' }))
    const widths = app.views.stateOf({ connectionId: 'c1', campaignId: 'k1' })?.columns?.widths ?? {}
    expect(Object.keys(widths)).toHaveLength(within(grid).getAllByRole('columnheader').length - 1)
  })

  it('shows pictures beside the names in rows of that height, for items that have artwork', async () => {
    const grid = await show([
      makeRow(0, { hasArtwork: true }),
      makeRow(1, { hasArtwork: null, artworkNames: 'front.pdf' }),
      makeRow(2, { hasArtwork: false }),
    ])
    const pictures = (): (string | null)[] =>
      [...grid.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
    expect(pictures()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Compact rows' }))
    await userEvent.click(screen.getByRole('button', { name: 'Rows with pictures' }))
    await waitFor(() => {
      expect(pictures()).toEqual(['campaign-desk://picture/c1/1000/0', 'campaign-desk://picture/c1/1001/0'])
    })
    // One that cannot be had leaves its place empty.
    const [first] = grid.querySelectorAll('img')
    if (first !== undefined) await fireEvent.error(first)
    expect(pictures()).toEqual(['campaign-desk://picture/c1/1001/0'])
    await userEvent.click(screen.getByRole('button', { name: 'Normal rows' }))
    expect(pictures()).toEqual([])
  })

  it('follows what was downloaded, but only for its own campaigns', async () => {
    const grid = await show()
    main.rows = [...main.rows, makeRow(9_001)]
    main.emit('data.changed', { connectionId: CONNECTION.id, campaignIds: ['another'] })
    main.emit('data.changed', { connectionId: 'another', campaignIds: null })
    expect(main.inputs('items.open')).toHaveLength(1)
    main.emit('data.changed', { connectionId: CONNECTION.id, campaignIds: ['k1'] })
    await waitFor(() => {
      expect(rowCount(grid)).toBe(201)
    })
  })

  it('keeps everything when a status is given a name', async () => {
    main = new FakeMain(makeRows(50))
    main.install()
    app = new AppModel()
    const { rerender } = render(ItemsView, {
      props: { connection: CONNECTION, campaignId: 'k1' },
      context: appContext(app),
    })
    const grid = await screen.findByRole('grid', { name: 'Items' })
    grid.focus()
    await userEvent.keyboard('{ArrowDown} ')
    const itemStatus = [{ value: 2, name: 'Ready', color: 'green' as const }]
    await rerender({
      connection: { ...CONNECTION, labels: { ...CONNECTION.labels, itemStatus } },
      campaignId: 'k1',
    })
    expect(grid).toHaveTextContent('Ready')
    expect(footer()).toHaveTextContent('1 selected')
    expect(main.inputs('items.open')).toHaveLength(1)
  })

  it('is found again as it was left', async () => {
    main = new FakeMain(makeRows(500))
    main.install()
    app = new AppModel()
    const props = { connection: CONNECTION, campaignId: 'k1' }
    const first = render(ItemsView, { props, context: appContext(app) })
    const grid = await screen.findByRole('grid', { name: 'Items' })
    await userEvent.type(search(), 'poster')
    await waitFor(() => {
      expect(footer()).toHaveTextContent('333 of 500 items')
    })
    grid.scrollTop = 100 * 34
    await fireEvent.scroll(grid)
    first.unmount()
    render(ItemsView, { props, context: appContext(app) })
    const again = screen.getByRole('grid', { name: 'Items' })
    expect(again.scrollTop).toBe(100 * 34)
    expect(rowCount(again)).toBe(333)
    expect(search()).toHaveValue('poster')
    // What it derives still follows.
    await userEvent.clear(search())
    await waitFor(() => {
      expect(footer()).toHaveTextContent('500 items')
    })
  })

  it('says why the rows cannot be shown, and tries again', async () => {
    main = new FakeMain(makeRows(3))
    main.instead.set('items.open', () => {
      throw new AppError('cacheBusy')
    })
    main.install()
    app = new AppModel()
    render(ItemsView, { props: { connection: CONNECTION, campaignId: 'k1' }, context: appContext(app) })
    expect(await screen.findByRole('alert')).toHaveTextContent('Another program is using the local copy')
    main.instead.clear()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid')).toHaveAttribute('aria-rowcount', '4')
  })

  it('offers for a row and a column what can be done there', async () => {
    const grid = await show()
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Element' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Fit to content' }))
    expect(app.preferences.current.columns.widths.elementName).toBeGreaterThan(0)
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Quantity' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Sort descending' }))
    await waitFor(() => {
      expect(within(grid).getByRole('columnheader', { name: 'Quantity' })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
    })
    expect(grid).toHaveFocus()
    await userEvent.keyboard('{Control>}{Home}{End}{/Control}{Home}')
    await fireEvent.contextMenu(within(grid).getByRole('columnheader', { name: 'Quantity' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Hide this column' }))
    expect(within(grid).queryByRole('columnheader', { name: 'Quantity' })).toBeNull()
    await userEvent.keyboard('{Control>}{Home}{/Control}{Home}{ArrowRight}{Shift>}{F10}{/Shift}')
    await userEvent.click(screen.getByRole('menuitem', { name: /^Copy row/ }))
    await waitFor(() => {
      expect(footer()).toHaveTextContent('1 row copied')
    })
  })

  it('goes to the next and the previous item from the details', async () => {
    await show()
    const details = screen.getByRole('complementary', { name: 'Item details' })
    await userEvent.click(within(details).getByRole('button', { name: 'Next item' }))
    await waitFor(() => {
      expect(details).toHaveTextContent('2 / 200')
    })
    expect(details).toHaveTextContent('Poster 1')
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    expect(details).toHaveTextContent('4 / 200')
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(details).toHaveTextContent('3 / 200')
  })

  it('has nothing that a reader of the page would stumble over', async () => {
    await show()
    const found = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    })
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })
})

describe('export', () => {
  const job = (change: Partial<ExportJob>): ExportJob => ({
    jobId: 'j1',
    connectionId: CONNECTION.id,
    form: 'list',
    typedFormat: null,
    state: 'running',
    fileName: 'Summer 2026.csv',
    rows: 0,
    totalRows: 0,
    bytes: 0,
    readBack: null,
    parts: null,
    error: null,
    ...change,
  })

  async function open() {
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    return within(await screen.findByRole('dialog', { name: 'Export items' }))
  }

  it('writes the list as it is shown', async () => {
    await show()
    await userEvent.type(search(), 'wobbler')
    await waitFor(() => {
      expect(footer()).toHaveTextContent('67 of 200 items')
    })
    const dialog = await open()
    expect(dialog.getByRole('radio', { name: 'This list: 67 rows' })).toBeChecked()
    expect(dialog.getByRole('radio', { name: 'All of Summer 2026: 200 rows' })).not.toBeChecked()
    expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeChecked()
    await userEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'To be opened with' }), 'rfc4180')
    await userEvent.click(dialog.getByText('Adjust'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Between cells' }), 'Tab')
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Quantity' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => {
      expect(main.inputs('exports.start')).toHaveLength(1)
    })
    expect(main.inputs('exports.start')[0]).toMatchObject({
      query: { campaignIds: ['k1'], search: 'wobbler' },
      selection: null,
      title: 'Summer 2026',
      suggestedName: expect.stringMatching(/^Summer 2026 items \d{4}-\d\d-\d\d$/u),
      options: { format: 'csv', style: { ...MACHINE_STYLE, delimiter: '\t' }, header: 'labels' },
    })
    const { options } = main.inputs('exports.start')[0] as { options: { columns: string[] } }
    expect(options.columns).not.toContain('qty')
    // The person closed the question for the place: the choices are still there.
    expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled()
  })

  it('writes what its format can have beside rows and columns', async () => {
    await show()
    const dialog = await open()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Several artworks' }), 'rows')
    expect(dialog.queryByRole('combobox', { name: 'Between their names' })).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Address of the artwork in a last column' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => {
      expect(main.inputs('exports.start')).toHaveLength(1)
    })
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { extras: { ...NO_EXTRAS, artworks: 'rows', links: true } },
    })

    // Items as they were received have no columns to choose.
    await userEvent.click(dialog.getByRole('radio', { name: 'JSON' }))
    expect(dialog.getByRole('checkbox', { name: 'Quantity' })).toBeInTheDocument()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Fields' }), 'received')
    expect(dialog.queryByRole('checkbox', { name: 'Quantity' })).toBeNull()
    expect(dialog.queryByRole('combobox', { name: 'Several artworks' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => {
      expect(main.inputs('exports.start')).toHaveLength(2)
    })
    expect(main.inputs('exports.start')[1]).toMatchObject({
      options: { format: 'json', extras: { records: 'received' } },
    })
  })

  it('puts pictures into a workbook, and says how many of its rows have one here', async () => {
    await show()
    main.instead.set('exports.look', ({ of }: ApiInput<'exports.look'>) => ({
      ...NOTHING_FOUND,
      rows: 1_204,
      looked: 1_204,
      pictures: 'items' in of && of.items.options.extras.pictures ? 812 : null,
    }))
    const dialog = await open()
    const choice = { name: 'Picture of the artwork in a first column' }
    expect(dialog.queryByText(/have a picture/u)).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', choice))
    expect(
      await dialog.findByText(/812 of 1,204 rows have a picture on this computer\./u),
    ).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => {
      expect(main.inputs('exports.start')).toHaveLength(1)
    })
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { extras: { ...NO_EXTRAS, pictures: true } },
    })
    await userEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    expect(dialog.queryByRole('checkbox', choice)).toBeNull()
  })

  it('writes the selection when there is one', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    const dialog = await open()
    expect(dialog.getByRole('radio', { name: 'Selection: 3 rows' })).toBeChecked()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    expect(main.inputs('exports.start')[0]).toMatchObject({ selection: { ranges: [[0, 2]] } })
  })

  it('tells how far it is, how it ended, and where the file is', async () => {
    await show()
    main.instead.set('exports.start', () => job({}))
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    expect(await dialog.findByText('Writing Summer 2026.csv')).toBeInTheDocument()
    app.jobs.receiveExport(job({ rows: 50, totalRows: 200 }))
    expect(await dialog.findByText('50 of 200 rows')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the export' }))
    expect(main.inputs('exports.cancel')).toEqual([{ jobId: 'j1' }])
    app.jobs.receiveExport(job({ state: 'done', rows: 200, totalRows: 200, bytes: 4_096 }))
    expect(await dialog.findByText('Summer 2026.csv is ready')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Show in folder' }))
    expect(main.inputs('exports.show')).toEqual([{ jobId: 'j1' }])
    main.instead.set('exports.open', () => {
      throw new AppError('fileGone', { params: { file: 'Summer 2026.csv' } })
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Open' }))
    expect(main.inputs('exports.open')).toEqual([{ jobId: 'j1' }])
    expect(await dialog.findByRole('alert')).toHaveTextContent('Summer 2026.csv is not where it was written')
  })

  it('says so when the name that was typed has decided the format', async () => {
    await show()
    main.instead.set('exports.start', () => job({}))
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    app.jobs.receiveExport(
      job({ state: 'done', typedFormat: 'csv', rows: 200, totalRows: 200, bytes: 4_096 }),
    )
    expect(await dialog.findByText('Written as CSV, as the name that you typed says.')).toBeInTheDocument()
  })

  it('keeps what was chosen as a profile, which is offered the next time', async () => {
    await show()
    const dialog = await open()
    const picker = dialog.getByRole('combobox', { name: 'Profile' })
    const menu = async (line: string): Promise<void> => {
      await userEvent.click(dialog.getByRole('button', { name: 'Manage profiles' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: line }))
    }
    await userEvent.click(dialog.getByRole('radio', { name: 'JSON Lines' }))
    await menu('Save as a profile…')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Give the profile a name.')).toBeInTheDocument()
    await userEvent.type(
      dialog.getByRole('textbox', { name: 'Name of the profile' }),
      'For the script{Enter}',
    )
    expect(await dialog.findByText('Profile “For the script” saved.')).toBeInTheDocument()
    expect(picker).toHaveDisplayValue('For the script')
    expect(main.inputs('exports.saveProfiles').at(-1)).toMatchObject({
      profiles: [{ name: 'For the script', choice: { format: 'jsonl', columns: null } }],
    })

    await userEvent.click(dialog.getByRole('radio', { name: 'Excel workbook' }))
    await menu('Save as a profile…')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the profile' }), 'for the SCRIPT')
    expect(
      dialog.getByText('There is a profile “For the script” already. It will be replaced.'),
    ).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(dialog.getByText('Changed since it was saved.')).toBeInTheDocument()
    await userEvent.selectOptions(picker, 'No profile')
    await userEvent.selectOptions(picker, 'For the script')
    expect(dialog.getByRole('radio', { name: 'JSON Lines' })).toBeChecked()

    await userEvent.click(dialog.getByText('Order of the columns'))
    await userEvent.click(dialog.getByRole('button', { name: 'Move Item up' }))
    await waitFor(() => {
      expect(dialog.getByRole('button', { name: 'Move Item' })).toHaveFocus()
    })
    await menu('Save changes to “For the script”')
    expect(await dialog.findByText('Profile “For the script” saved.')).toBeInTheDocument()
    const [kept] = app.exportProfiles.profiles
    expect(kept?.choice.columns?.slice(0, 2)).toEqual(['itemName', 'posNumber'])

    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => {
      expect(main.inputs('exports.start')).toHaveLength(1)
    })
    expect(main.inputs('exports.start')[0]).toMatchObject({ options: { format: 'jsonl' } })
    expect(app.exportProfiles.lastProfile?.name).toBe('For the script')

    await menu('Delete “For the script”')
    expect(await dialog.findByText('Profile “For the script” deleted.')).toBeInTheDocument()
    expect(app.exportProfiles.profiles).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    await waitFor(() => {
      expect(app.exportProfiles.profiles).toEqual([kept])
    })
  })

  it('says so when a profile could not be kept, and has lost nothing', async () => {
    await show()
    main.instead.set('exports.saveProfiles', () => {
      throw new AppError('diskFull')
    })
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: 'Manage profiles' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as a profile…' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the profile' }), 'Mine{Enter}')
    expect(await dialog.findByRole('alert')).toHaveTextContent('The profile could not be kept')
    expect(dialog.getByRole('textbox', { name: 'Name of the profile' })).toHaveValue('Mine')
    expect(app.exportProfiles.profiles).toEqual([])
  })

  it('makes the name of the file of a template', async () => {
    await show()
    await userEvent.type(search(), 'wobbler')
    await waitFor(() => {
      expect(footer()).toHaveTextContent('67 of 200 items')
    })
    const dialog = await open()
    const name = dialog.getByRole('textbox', { name: 'File name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'For: ')
    await userEvent.click(dialog.getByRole('button', { name: 'Connection' }))
    expect(name).toHaveValue('For: {connection}')
    await waitFor(() => {
      expect(name).toHaveFocus()
    })
    await userEvent.keyboard(', ')
    await userEvent.click(dialog.getByRole('button', { name: 'Number of rows' }))
    expect(dialog.getByText(/^Now: For Print Example, 67\.\w+$/u)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => {
      expect(main.inputs('exports.start')[0]).toMatchObject({ suggestedName: 'For: Print Example, 67' })
    })
  })

  it('says why a file could not be written', async () => {
    await show()
    main.instead.set('exports.start', () => {
      throw new AppError('fileNotWritten', { params: { reason: 'the disk is full' } })
    })
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('the disk is full')
    expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled()
  })

  it('opens by the command of the menu', async () => {
    await show()
    app.frame.carryOut('export')
    expect(await screen.findByRole('dialog', { name: 'Export items' })).toBeInTheDocument()
  })
})
