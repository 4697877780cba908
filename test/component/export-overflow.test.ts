import { render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiInput } from '../../electron/contract/api.ts'
import type { ExportPreview } from '../../electron/contract/export-preview.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import ExportToast from '../../renderer/views/items/export/ExportToast.svelte'
import { appContext } from '../support/app-context.ts'
import { makeExport, EMPTY_PREVIEW } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { chooseFormat, exportButton, openOptions } from './export-steps.ts'
import { CONNECTION, FakeItemsMain, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

const LABEL = 'Rows beyond 1,048,576'

let main: FakeItemsMain
let app: AppModel

beforeEach(() => {
  stubLayout()
})

/** The preview that main returns for a list of two million rows. */
function runPreflight({ of, preset }: ApiInput<'exports.preview'>): ExportPreview {
  if (!('items' in of)) return EMPTY_PREVIEW
  const { format, rowsBeyond } = of.items.options
  const isLimited =
    format === 'xlsx' || (format === 'csv' && (preset !== 'rfc4180' || rowsBeyond !== 'oneFile'))
  if (!isLimited) return EMPTY_PREVIEW
  const several = rowsBeyond === 'files'
  const remedies = format === 'xlsx' && rowsBeyond !== 'oneFile' ? (['sheets'] as const) : []
  return {
    ...EMPTY_PREVIEW,
    rows: 2_000_000,
    files: several ? 2 : 1,
    findings: [
      {
        kind: 'rows',
        count: 951_425,
        examples: [],
        characters: [],
        remedies: [
          ...remedies,
          ...(several ? [] : (['files'] as const)),
          ...(format === 'csv' ? (['xlsx'] as const) : []),
        ],
      },
    ],
  }
}

async function open(preview: (input: ApiInput<'exports.preview'>) => ExportPreview = runPreflight) {
  main = new FakeItemsMain(makeRows(20))
  main.answer('exports.preview', (input) => preview(input))
  app = connectedApp(main)
  renderItems(app)
  await screen.findByRole('grid', { name: 'Items' })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  return within(await screen.findByRole('dialog', { name: 'Export items' }))
}

describe('the export of more rows than a sheet holds', () => {
  it('offers the choice only for such a list', async () => {
    const dialog = await open(() => EMPTY_PREVIEW)
    expect(await dialog.findByText('No values will change.')).toBeInTheDocument()
    await openOptions(dialog)
    expect(dialog.queryByRole('combobox', { name: LABEL })).toBeNull()
  })

  it('continues in further sheets, or in further files by one click', async () => {
    const dialog = await open()
    expect(await dialog.findByText('Rows over the sheet limit of 1,048,576: 951,425')).toBeInTheDocument()
    expect(dialog.getByText('They continue on additional sheets.')).toBeInTheDocument()
    await openOptions(dialog)
    expect(dialog.getByRole('combobox', { name: LABEL })).toHaveDisplayValue('In additional sheets')
    await userEvent.click(dialog.getByRole('button', { name: 'Use several files' }))
    expect(dialog.getByRole('combobox', { name: LABEL })).toHaveDisplayValue('In additional files')
    expect(await dialog.findByText(/They continue in additional files \(2 in total\)/)).toBeInTheDocument()
    expect(dialog.getByText(/^Excel workbook · 2 files/)).toBeInTheDocument()
    expect(dialog.getByTitle(/ \(1 of 2\)\.xlsx$/)).toBeInTheDocument()
    const results = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    })
    expect(results.violations.map(({ id }) => id)).toEqual([])
    await userEvent.click(exportButton(dialog))
    expect(main.inputs('exports.start')[0]).toMatchObject({
      options: { format: 'xlsx', rowsBeyond: 'files' },
    })
    // The choice is kept, even if the next list is short.
    expect(app.exportProfiles.lastChoice.rowsBeyond).toBe('files')
  })

  it('offers several files or a workbook for a CSV file', async () => {
    const dialog = await open()
    await openOptions(dialog)
    await chooseFormat(dialog, 'CSV')
    expect(await dialog.findByText(/open only the first/)).toBeInTheDocument()
    expect(dialog.getByRole('combobox', { name: LABEL })).toHaveDisplayValue('In the same file')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Open with' }), 'rfc4180')
    await waitFor(() => expect(dialog.queryByRole('combobox', { name: LABEL })).toBeNull())
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Open with' }), 'excel')
    await userEvent.click(await dialog.findByRole('button', { name: 'Use several files' }))
    expect(dialog.getByRole('combobox', { name: LABEL })).toHaveDisplayValue('In additional files')
    await userEvent.click(await dialog.findByRole('button', { name: 'Use Excel workbook' }))
    expect(await dialog.findByRole('button', { name: 'Use additional sheets' })).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Use additional sheets' }))
    expect(dialog.getByRole('combobox', { name: LABEL })).toHaveDisplayValue('In additional sheets')
  })

  it('is disabled if nothing is to be written', async () => {
    const dialog = await open()
    await dialog.findByText('1 issue to review before export', { selector: '.found' })
    await openOptions(dialog)
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: LABEL }), 'Don’t export')
    expect(await dialog.findByText('Nothing is exported, as you chose.')).toBeInTheDocument()
    expect(exportButton(dialog)).toBeDisabled()
    // Machine formats have no such limit.
    await chooseFormat(dialog, 'JSON')
    expect(exportButton(dialog)).toBeEnabled()
  })

  it('reports several files, and opens the first', async () => {
    const dialog = await open()
    render(ExportToast, { context: appContext(app) })
    const job = makeExport({ connectionId: CONNECTION.id, fileName: 'Summer.csv', totalRows: 2_000_000 })
    main.answer('exports.start', () => job)
    await userEvent.click(exportButton(dialog))
    app.jobs.receiveExport({
      ...job,
      state: 'done',
      rows: 2_000_000,
      verifiedRows: 2_000_000,
      parts: { files: 3, removed: 1, stayed: 2 },
    })
    const toast = within(await screen.findByRole('group', { name: 'Exported 2,000,000 rows' }))
    expect(
      toast.getByText(
        /^Summer \(1 of 3\)\.csv and 2 more · .* · verified\. Earlier files removed: 1\. Earlier files kept because they were changed: 2\.$/,
      ),
    ).toBeInTheDocument()
    await userEvent.click(toast.getByRole('button', { name: 'Open first file' }))
    expect(main.inputs('exports.open')).toEqual([{ jobId: job.jobId }])
  })
})
