import { render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { AppError, toFault } from '../../electron/contract/app-error.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import type { RepeatExportResult } from '../../electron/contract/repeat-export.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import ExportToast from '../../renderer/views/items/export/ExportToast.svelte'
import { appContext } from '../support/app-context.ts'
import {
  makeCampaign,
  makeConnection,
  makeExport,
  EMPTY_PREVIEW,
  PREFERENCES,
} from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'
import { chooseFormat, chooseInProfiles, editColumns, exportButton, openOptions } from './export-steps.ts'
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

/** Renders what the frame of the window shows above each view. */
function renderToast(): void {
  render(ExportToast, { context: appContext(app) })
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
    expect(dialog.getByText('This list', { exact: false })).toBeInTheDocument()
    expect(dialog.getByRole('radio', { name: 'Excel workbook' })).toBeChecked()
    await chooseFormat(dialog, 'CSV')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Open with' }), 'rfc4180')
    await openOptions(dialog)
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Delimiter' }), 'Tab')
    await editColumns(dialog)
    expect(dialog.getByRole('radio', { name: 'This list 67' })).toBeChecked()
    expect(dialog.getByRole('radio', { name: 'All 200' })).not.toBeChecked()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Quantity' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    expect(dialog.getByRole('button', { name: 'Edit' })).toHaveFocus()
    expect(dialog.getByText(/^67 rows, \d+ columns$/u)).toBeInTheDocument()
    await userEvent.click(exportButton(dialog))
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
    expect(exportButton(dialog)).toBeEnabled()
  })

  it('exports in another language than that of the interface, with its name, if the format has words', async () => {
    await show()
    const dialog = await openExport()
    await openOptions(dialog)
    const language = { name: 'Language' }
    expect(dialog.getByRole('combobox', language)).toHaveDisplayValue('Same as interface')
    await userEvent.selectOptions(dialog.getByRole('combobox', language), 'Français')
    expect(dialog.getByText('1 changed')).toBeInTheDocument()
    await waitFor(() => expect(main.inputs('exports.target').at(-1)?.suggestedName).toContain(' articles '))
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      suggestedName: expect.stringMatching(/^Summer 2026 articles \d{4}-\d\d-\d\d$/u),
      options: { language: 'fr' },
    })
    await waitFor(() =>
      expect(main.inputs('exports.preview').at(-1)?.of).toMatchObject({
        items: { options: { language: 'fr' } },
      }),
    )
    // The default name is stored in a form that follows the language.
    expect(app.exportProfiles.lastChoice).toMatchObject({
      language: 'fr',
      nameTemplate: '{campaign} items {date}',
    })

    await chooseFormat(dialog, 'JSON')
    expect(dialog.queryByRole('combobox', language)).toBeNull()
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(2))
    expect(main.inputs('exports.start')[1]?.options).not.toHaveProperty('language')
    expect(main.inputs('exports.start')[1]?.suggestedName).toContain(' items ')

    await chooseFormat(dialog, 'Excel workbook')
    expect(dialog.getByRole('combobox', language)).toHaveDisplayValue('Français')
    await userEvent.click(dialog.getByRole('button', { name: 'Reset' }))
    expect(dialog.getByRole('combobox', language)).toHaveDisplayValue('Same as interface')
  })

  it('exports the extras that the format supports', async () => {
    await show()
    const dialog = await openExport()
    await openOptions(dialog)
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Multiple artworks' }), 'rows')
    expect(dialog.queryByRole('combobox', { name: 'Separator' })).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Artwork links' }))
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { extras: { ...NO_EXTRAS, artworks: 'rows', links: true } },
    })

    // Records as received have no columns to choose.
    await chooseFormat(dialog, 'JSON')
    expect(dialog.getByText(/^200 rows, \d+ columns$/u)).toBeInTheDocument()
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Fields' }), 'received')
    expect(dialog.getByText('200 rows, every field')).toBeInTheDocument()
    await editColumns(dialog)
    expect(dialog.queryByRole('checkbox', { name: 'Quantity' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    expect(dialog.queryByRole('combobox', { name: 'Multiple artworks' })).toBeNull()
    await userEvent.click(exportButton(dialog))
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
    const choice = { name: 'Pictures' }
    await openOptions(dialog)
    expect(dialog.queryByText(/Rows with a picture/u)).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', choice))
    expect(await dialog.findByText(/Rows with a picture: 812 of 1,204\./u)).toBeInTheDocument()
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { extras: { ...NO_EXTRAS, pictures: true } },
    })
    await chooseFormat(dialog, 'CSV')
    expect(dialog.queryByRole('checkbox', choice)).toBeNull()
  })

  it('cannot export selected rows that are no longer known after a change of the data', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    const first = grid.querySelector('[role=row][aria-rowindex="2"] [aria-colindex="1"]')
    await userEvent.click(first ?? grid)
    await waitFor(() => expect(app.items.selectedCount).toBe(199))
    const dialog = await openExport()
    expect(dialog.getByRole('button', { name: 'Export 199 rows' })).toBeEnabled()
    app.dataVersion += 1
    main.emit('data.changed', { connectionId: 'c1', campaignIds: ['k1'] })
    expect(await dialog.findByText('The list has changed. Select the rows again.')).toBeVisible()
    expect(exportButton(dialog)).toBeDisabled()
  })

  it('exports the selection if there is one', async () => {
    const grid = await show()
    grid.focus()
    await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    const dialog = await openExport()
    expect(dialog.getByText('Selection', { exact: false })).toBeInTheDocument()
    expect(dialog.getByText(/^3 rows, /u)).toBeInTheDocument()
    await userEvent.click(exportButton(dialog))
    expect(main.inputs('exports.start')[0]).toMatchObject({ selection: { ranges: [[0, 2]] } })
  })

  it('shows the progress of an export, and its success in a toast', async () => {
    await show()
    renderToast()
    main.answer('exports.start', () => makeExport({}))
    const dialog = await openExport()
    const start = exportButton(dialog)
    await userEvent.click(start)
    expect(await dialog.findByText('Writing Summer 2026.csv')).toBeInTheDocument()
    app.jobs.receiveExport(makeExport({ rows: 50, totalRows: 200 }))
    expect(await dialog.findByText('50 of 200 rows')).toBeInTheDocument()
    // A second press does not export again.
    await userEvent.click(start)
    expect(main.inputs('exports.start')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Continue in the background' })).toBeEnabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel export' }))
    expect(main.inputs('exports.cancel')).toEqual([{ jobId: 'x1' }])
    app.jobs.receiveExport(
      makeExport({ state: 'done', rows: 200, totalRows: 200, verifiedRows: 200, bytes: 4_096 }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const toast = within(await screen.findByRole('group', { name: 'Exported 200 rows' }))
    expect(toast.getByText('Summer 2026.csv · 4.1 kB · verified')).toBeInTheDocument()
    await userEvent.click(toast.getByRole('button', { name: 'Show in folder' }))
    expect(main.inputs('exports.show')).toEqual([{ jobId: 'x1' }])
    main.answer('exports.open', () => {
      throw new AppError('fileGone', { params: { file: 'Summer 2026.csv' } })
    })
    await userEvent.click(toast.getByRole('button', { name: 'Open' }))
    expect(main.inputs('exports.open')).toEqual([{ jobId: 'x1' }])
    expect(await toast.findByRole('alert')).toHaveTextContent('Summer 2026.csv was moved, renamed or deleted')
    await userEvent.click(toast.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('group', { name: 'Exported 200 rows' })).toBeNull()
  })

  it('shows the options again after a cancelled export', async () => {
    await show()
    main.answer('exports.start', () => makeExport({}))
    const dialog = await openExport()
    await userEvent.click(exportButton(dialog))
    await dialog.findByText('Writing Summer 2026.csv')
    app.jobs.receiveExport(makeExport({ state: 'cancelled' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInTheDocument())
    expect(exportButton(dialog)).toBeEnabled()
    expect(app.announcer.text).toContain('No file was created.')
  })

  it('reports a failure beside the options, and exports elsewhere', async () => {
    await show()
    main.answer('exports.start', () => makeExport({}))
    main.answer('exports.saveElsewhere', () => makeExport({ jobId: 'x2' }))
    const dialog = await openExport()
    await userEvent.click(exportButton(dialog))
    await dialog.findByText('Writing Summer 2026.csv')
    const fault = toFault(new AppError('diskFull'))
    app.jobs.receiveExport(makeExport({ state: 'failed', error: fault }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(fault.message)
    expect(exportButton(dialog)).toBeEnabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Save elsewhere…' }))
    expect(main.inputs('exports.saveElsewhere')).toEqual([{ jobId: 'x1' }])
    app.jobs.receiveExport(makeExport({ jobId: 'x2', state: 'done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('continues in the background, and still reports the success', async () => {
    await show()
    renderToast()
    main.answer('exports.start', () => makeExport({}))
    const dialog = await openExport()
    await userEvent.click(exportButton(dialog))
    await userEvent.click(await dialog.findByRole('button', { name: 'Continue in the background' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    app.jobs.receiveExport(makeExport({ state: 'done', rows: 1, totalRows: 1 }))
    expect(await screen.findByRole('group', { name: 'Exported 1 row' })).toBeInTheDocument()
  })

  it('reports that the typed name selected the format', async () => {
    await show()
    renderToast()
    main.answer('exports.start', () => makeExport({}))
    const dialog = await openExport()
    await userEvent.click(exportButton(dialog))
    await dialog.findByText('Writing Summer 2026.csv')
    app.jobs.receiveExport(
      makeExport({ state: 'done', typedFormat: 'csv', rows: 200, totalRows: 200, bytes: 4_096 }),
    )
    expect(await screen.findByText(/Exported as CSV to match the extension\.$/u)).toBeInTheDocument()
  })

  it('keeps what was chosen when it is closed and opened again', async () => {
    await show()
    await userEvent.type(searchBox(), 'wobbler')
    await waitFor(() => expect(listFooter()).toHaveTextContent('67 of 200 items'))
    const dialog = await openExport()
    await chooseFormat(dialog, 'JSON Lines')
    await openOptions(dialog)
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Statuses' }), 'both')
    await editColumns(dialog)
    await userEvent.click(dialog.getByRole('radio', { name: 'All 200' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Quantity' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    const rowsAndColumns = dialog.getByText(/^200 rows, \d+ columns$/u).textContent
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'File name' }), ' for Ana')
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    expect(dialog.getByRole('button', { name: 'Rename' })).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))

    const again = await openExport()
    expect(again.getByRole('button', { name: 'JSON Lines, more formats' })).toBeInTheDocument()
    expect(again.getByText(rowsAndColumns)).toBeInTheDocument()
    expect(again.getByText('1 changed')).toBeInTheDocument()
    await waitFor(() => expect(again.getByTitle(/ for Ana\.jsonl$/u)).toBeInTheDocument())
    await userEvent.click(again.getByRole('button', { name: 'Reset' }))
    expect(again.queryByText('1 changed')).toBeNull()
    expect(again.getByRole('button', { name: /^Options/u })).toHaveFocus()
  })

  it('asks for folder and name only on request, and reports a missing folder', async () => {
    await show()
    main.answer('exports.target', ({ suggestedName, format }) => ({
      fileName: `${suggestedName} (2).${format}`,
      folders: ['Documents', 'POS lists'],
      isFound: false,
    }))
    const dialog = await openExport()
    expect(await dialog.findByTitle(/^Summer 2026 items \d{4}-\d\d-\d\d \(2\)\.xlsx$/u)).toBeInTheDocument()
    expect(dialog.getByText('“POS lists” not found. Choose another folder.')).toBeInTheDocument()
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    expect(main.inputs('exports.start')[0]).not.toHaveProperty('ask')
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(dialog.getByText('Documents › POS lists')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Save as…' }))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(2))
    expect(main.inputs('exports.start')[1]).toMatchObject({ ask: true })
  })

  it('shows at most eight controls at first', async () => {
    await show()
    const dialog = await openExport()
    await dialog.findByText('No values will change.', { selector: '.no-findings' })
    // Radio buttons with the menu of the other formats are one choice.
    const names = dialog
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim())
    expect(names.filter((name) => name !== 'More formats')).toEqual([
      'Close',
      'Profile: No profile',
      'Edit',
      'Rename',
      expect.stringMatching(/^Options/u),
      'Cancel',
      'Export 200 rows',
    ])
    expect(dialog.getAllByRole('radio')).toHaveLength(2)
    expect(dialog.queryByRole('combobox')).toBeNull()
    expect(dialog.queryByRole('textbox')).toBeNull()
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })

  it('orders the columns in one list by keyboard, and keeps an unchecked one in its line', async () => {
    await show()
    const dialog = await openExport()
    await editColumns(dialog)
    const names = (): readonly string[] =>
      dialog.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label') ?? '')
    const before = names()
    expect(before.slice(0, 2)).toEqual(['POS number', 'Item'])
    dialog.getByRole('button', { name: 'Move Item' }).focus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Item', 'POS number']))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Move Item' })).toHaveFocus())
    expect(app.announcer.text).toMatch(/^Item is column 1 of \d+\./u)
    await userEvent.click(dialog.getByRole('checkbox', { name: 'POS number' }))
    expect(names().slice(0, 2)).toEqual(['Item', 'POS number'])
    expect(dialog.queryByRole('button', { name: 'Move POS number' })).toBeNull()
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Find a column' }), 'mark')
    expect(names().every((name) => /mark/iu.test(name))).toBe(true)
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Mark' }))
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Find a column' }), '{Escape}')
    // Escape first empties the search, then returns to the options.
    expect(dialog.getByRole('searchbox', { name: 'Find a column' })).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await userEvent.click(exportButton(dialog))
    await waitFor(() => expect(main.inputs('exports.start')).toHaveLength(1))
    const { columns = [] } = main.inputs('exports.start')[0]?.options ?? {}
    expect(columns[0]).toBe('itemName')
    expect(columns).not.toContain('posNumber')
    expect(columns.at(-1)).toBe('reviewMark')
  })

  it('saves choices as a profile, and offers it again', async () => {
    await show()
    const dialog = await openExport()
    const picker = dialog.getByRole('button', { name: /^Profile:/u })
    const menu = (line: string): Promise<void> => chooseInProfiles(dialog, line)
    await chooseFormat(dialog, 'JSON Lines')
    await menu('Save as profile…')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Enter a name.')).toBeInTheDocument()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Profile name' }), 'For the script{Enter}')
    expect(await dialog.findByText('Profile “For the script” saved.')).toBeInTheDocument()
    expect(picker).toHaveTextContent('For the script')
    expect(main.inputs('exports.saveProfiles').at(-1)).toMatchObject({
      profiles: [{ name: 'For the script', choice: { format: 'jsonl', columns: null } }],
    })

    await userEvent.click(dialog.getByRole('radio', { name: 'Excel workbook' }))
    await menu('Save as profile…')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Profile name' }), 'for the SCRIPT')
    expect(dialog.getByText('Replaces the profile “For the script”.')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(dialog.getByText('Changed since saved.')).toBeInTheDocument()
    await menu('No profile')
    await menu('For the script')
    expect(dialog.getByRole('button', { name: 'JSON Lines, more formats' })).toBeInTheDocument()

    await editColumns(dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Move Item up' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Move Item' })).toHaveFocus())
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await menu('Save changes to “For the script”')
    expect(await dialog.findByText('Profile “For the script” saved.')).toBeInTheDocument()
    const [savedProfile] = app.exportProfiles.profiles
    expect(savedProfile?.choice.columns?.slice(0, 2)).toEqual(['itemName', 'posNumber'])

    await userEvent.click(exportButton(dialog))
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
    await chooseInProfiles(dialog, 'Save as profile…')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Profile name' }), 'Mine{Enter}')
    expect(await dialog.findByRole('alert')).toHaveTextContent('Profile couldn’t be saved')
    expect(dialog.getByRole('textbox', { name: 'Profile name' })).toHaveValue('Mine')
    expect(app.exportProfiles.profiles).toEqual([])
  })

  it('creates the file name from a template', async () => {
    await show()
    await userEvent.type(searchBox(), 'wobbler')
    await waitFor(() => expect(listFooter()).toHaveTextContent('67 of 200 items'))
    const dialog = await openExport()
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }))
    const name = dialog.getByRole('textbox', { name: 'File name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'For: ')
    await userEvent.click(dialog.getByRole('button', { name: 'Connection' }))
    expect(name).toHaveValue('For: {connection}')
    await waitFor(() => expect(name).toHaveFocus())
    await userEvent.keyboard(', ')
    await userEvent.click(dialog.getByRole('button', { name: 'Number of rows' }))
    expect(dialog.getByText(/^Result: For Print Example, 67\.\w+$/u)).toBeInTheDocument()
    await userEvent.type(name, ' {{Rows}')
    expect(
      dialog.getByText(/^Unknown: \{Rows\}. Result: For Print Example, 67 \{Rows\}\./u),
    ).toBeInTheDocument()
    await userEvent.type(name, '{Backspace>7/}')
    await userEvent.click(exportButton(dialog))
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
    await userEvent.click(exportButton(dialog))
    expect(await dialog.findByRole('alert')).toHaveTextContent('the disk is full')
    expect(exportButton(dialog)).toBeEnabled()
  })

  it('opens by the menu command', async () => {
    await show()
    app.frame.action('export')?.()
    expect(await screen.findByRole('dialog', { name: 'Export items' })).toBeInTheDocument()
  })
})

describe('an export that is repeated', () => {
  it('replaces the file that the question names, also if another campaign is shown by then', async () => {
    const stage = new FakeMain([makeConnection()])
    stage.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
    const lastView = {
      ...PREFERENCES.lastView,
      connectionId: 'c1',
      campaignId: 'k1',
      tab: 'overview' as const,
    }
    stage.preferences = { ...PREFERENCES, lastView }
    const found = Promise.withResolvers<RepeatExportResult>()
    stage.answer('exports.repeat', () => found.promise)
    const user = await startApp(stage)
    stage.emit('menu.command', { command: 'repeatExport' })
    stage.emit('campaign.show', { connectionId: 'c1', campaignId: 'k2' })
    await waitFor(() => expect(document.title).toMatch(/^Autumn/u))
    found.resolve({ kind: 'changed', fileName: 'summer.xlsx', folder: '/there' })
    const dialog = await screen.findByRole('dialog', { name: 'Replace the file?' })
    expect(dialog).toHaveTextContent('summer.xlsx')
    await user.click(within(dialog).getByRole('button', { name: 'Replace' }))
    const repeated = { connectionId: 'c1', list: 'items', campaignId: 'k1' }
    expect(stage.inputs('exports.repeat')).toEqual([
      { ...repeated, mode: 'same' },
      { ...repeated, mode: 'replace' },
    ])
  })
})
