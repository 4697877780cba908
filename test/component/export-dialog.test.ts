import { screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { makeExport, EMPTY_PREVIEW } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRows } from './fake-items-main.ts'
import { openExport, showItems, searchBox, listFooter } from './items-stage.ts'

let main: FakeItemsMain
let app: AppModel

async function show(rows = makeRows(200), campaignId: string | null = 'k1'): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  const stage = await showItems(main, rows.length, campaignId)
  app = stage.app
  return stage.grid
}

beforeEach(() => {
  stubLayout()
})

describe('the export dialog', () => {
  it('exports the visible list', async () => {
    await show()
    await userEvent.type(searchBox(), 'wobbler')
    await waitFor(() => expect(listFooter()).toHaveTextContent('67 of 200 items'))
    const dialog = await openExport()
    expect(dialog.getByRole('radio', { name: 'This list: 67 rows' })).toBeChecked()
    expect(dialog.getByRole('radio', { name: 'All of Summer 2026: 200 rows' })).not.toBeChecked()
    expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeChecked()
    await userEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'To be opened with' }), 'rfc4180')
    await userEvent.click(dialog.getByText('Adjust'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Between cells' }), 'Tab')
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Quantity' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      query: { campaignIds: ['k1'], search: 'wobbler' },
      selection: null,
      title: 'Summer 2026',
      suggestedName: expect.stringMatching(/^Summer 2026 items \d{4}-\d\d-\d\d$/u),
      options: {
        format: 'csv',
        style: { ...MACHINE_STYLE, guard: false, delimiter: '\t' },
        header: 'labels',
      },
    })
    expect(main.inputs('exports.start')[0]?.options.columns).not.toContain('qty')
    // The person closed the save dialog; the choices are kept.
    expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled()
  })

  it('exports the extras that the format supports', async () => {
    await show()
    const dialog = await openExport()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Several artworks' }), 'rows')
    expect(dialog.queryByRole('combobox', { name: 'Between their names' })).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Address of the artwork in a last column' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { extras: { ...NO_EXTRAS, artworks: 'rows', links: true } },
    })

    // Records as received have no columns to choose.
    await userEvent.click(dialog.getByRole('radio', { name: 'JSON' }))
    expect(dialog.getByRole('checkbox', { name: 'Quantity' })).toBeInTheDocument()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Fields' }), 'received')
    expect(dialog.queryByRole('checkbox', { name: 'Quantity' })).toBeNull()
    expect(dialog.queryByRole('combobox', { name: 'Several artworks' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(2))
    expect(main.inputs('exports.start')[1]).toMatchObject({
      options: { format: 'json', extras: { records: 'received' } },
    })
  })

  it('exports pictures, and reports how many rows have one', async () => {
    await show()
    main.answer('exports.preview', ({ of }) => ({
      ...EMPTY_PREVIEW,
      rows: 1_204,
      checkedRows: 1_204,
      pictures: 'items' in of && of.items.options.extras.pictures ? 812 : null,
    }))
    const dialog = await openExport()
    const choice = { name: 'Picture of the artwork in a first column' }
    expect(dialog.queryByText(/have a picture/u)).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', choice))
    expect(
      await dialog.findByText(/812 of 1,204 rows have a picture on this computer\./u),
    ).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { extras: { ...NO_EXTRAS, pictures: true } },
    })
    await userEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
    expect(dialog.queryByRole('checkbox', choice)).toBeNull()
  })

  it('exports the selection if there is one', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    const dialog = await openExport()
    expect(dialog.getByRole('radio', { name: 'Selection: 3 rows' })).toBeChecked()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    expect(main.inputs('exports.start')[0]).toMatchObject({ selection: { ranges: [[0, 2]] } })
  })

  it('shows progress, result and location of an export', async () => {
    await show()
    main.answer('exports.start', () => makeExport({}))
    const dialog = await openExport()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    expect(await dialog.findByText('Writing Summer 2026.csv')).toBeInTheDocument()
    app.jobs.receiveExport(makeExport({ rows: 50, totalRows: 200 }))
    expect(await dialog.findByText('50 of 200 rows')).toBeInTheDocument()
    const button = (name: string): HTMLElement => dialog.getByRole('button', { name })
    const [cancel, showInFolder] = [button('Cancel the export'), button('Show in folder')]
    const background = button('Continue in the background')
    for (const name of ['Show in folder', 'Open']) expect(button(name)).toBeDisabled()
    await userEvent.click(cancel)
    expect(main.inputs('exports.cancel')).toEqual([{ jobId: 'x1' }])
    app.jobs.receiveExport(makeExport({ state: 'done', rows: 200, totalRows: 200, bytes: 4_096 }))
    expect(await dialog.findByText('Summer 2026.csv is ready')).toBeInTheDocument()
    // Each keeps its place.
    expect(button('Cancel the export')).toBe(cancel)
    expect(button('Show in folder')).toBe(showInFolder)
    expect(background).toHaveTextContent('Close')
    expect(cancel).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(showInFolder)
    expect(main.inputs('exports.show')).toEqual([{ jobId: 'x1' }])
    main.answer('exports.open', () => {
      throw new AppError('fileGone', { params: { file: 'Summer 2026.csv' } })
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Open' }))
    expect(main.inputs('exports.open')).toEqual([{ jobId: 'x1' }])
    expect(await dialog.findByRole('alert')).toHaveTextContent('Summer 2026.csv is not where it was written')
  })

  it('reports that the typed name selected the format', async () => {
    await show()
    main.answer('exports.start', () => makeExport({}))
    const dialog = await openExport()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    app.jobs.receiveExport(
      makeExport({ state: 'done', typedFormat: 'csv', rows: 200, totalRows: 200, bytes: 4_096 }),
    )
    expect(await dialog.findByText('Written as CSV, as the name that you typed says.')).toBeInTheDocument()
  })

  it('saves choices as a profile, and offers it again', async () => {
    await show()
    const dialog = await openExport()
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
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Move Item' })).toHaveFocus())
    await menu('Save changes to “For the script”')
    expect(await dialog.findByText('Profile “For the script” saved.')).toBeInTheDocument()
    const [savedProfile] = app.exportProfiles.profiles
    expect(savedProfile?.choice.columns?.slice(0, 2)).toEqual(['itemName', 'posNumber'])

    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({ options: { format: 'jsonl' } })
    expect(app.exportProfiles.lastProfile?.name).toBe('For the script')

    await menu('Delete “For the script”')
    expect(await dialog.findByText('Profile “For the script” deleted.')).toBeInTheDocument()
    expect(app.exportProfiles.profiles).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(app.exportProfiles.profiles).toEqual([savedProfile]))
  })

  it('reports that a profile could not be saved, and keeps the entered name', async () => {
    await show()
    main.answer('exports.saveProfiles', () => {
      throw new AppError('diskFull')
    })
    const dialog = await openExport()
    await userEvent.click(dialog.getByRole('button', { name: 'Manage profiles' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as a profile…' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of the profile' }), 'Mine{Enter}')
    expect(await dialog.findByRole('alert')).toHaveTextContent('The profile could not be kept')
    expect(dialog.getByRole('textbox', { name: 'Name of the profile' })).toHaveValue('Mine')
    expect(app.exportProfiles.profiles).toEqual([])
  })

  it('creates the file name from a template', async () => {
    await show()
    await userEvent.type(searchBox(), 'wobbler')
    await waitFor(() => expect(listFooter()).toHaveTextContent('67 of 200 items'))
    const dialog = await openExport()
    const name = dialog.getByRole('textbox', { name: 'File name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'For: ')
    await userEvent.click(dialog.getByRole('button', { name: 'Connection' }))
    expect(name).toHaveValue('For: {connection}')
    await waitFor(() => expect(name).toHaveFocus())
    await userEvent.keyboard(', ')
    await userEvent.click(dialog.getByRole('button', { name: 'Number of rows' }))
    expect(dialog.getByText(/^Now: For Print Example, 67\.\w+$/u)).toBeInTheDocument()
    await userEvent.type(name, ' {{Rows}')
    expect(
      dialog.getByText(
        /^\{Rows\} stands for nothing and will stay as it is: For Print Example, 67 \{Rows\}\./u,
      ),
    ).toBeInTheDocument()
    await userEvent.type(name, '{Backspace>7/}')
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    await waitFor(() =>
      expect(main.inputs('exports.start')[0]).toMatchObject({ suggestedName: 'For: Print Example, 67' }),
    )
  })

  it('reports why a file could not be written', async () => {
    await show()
    main.answer('exports.start', () => {
      throw new AppError('fileNotWritten', { params: { reason: 'the disk is full' } })
    })
    const dialog = await openExport()
    await userEvent.click(dialog.getByRole('button', { name: 'Export…' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('the disk is full')
    expect(dialog.getByRole('button', { name: 'Export…' })).toBeEnabled()
  })

  it('opens by the menu command', async () => {
    await show()
    app.frame.action('export')?.()
    expect(await screen.findByRole('dialog', { name: 'Export items' })).toBeInTheDocument()
  })
})
