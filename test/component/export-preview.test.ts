import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ApiInput } from '../../electron/contract/api.ts'
import {
  PREFLIGHT_FINDING_KINDS,
  type ExportPreview,
  type PreflightFinding,
  type PreflightFindingKind,
  type PreflightRemedy,
} from '../../electron/contract/export-preview.ts'
import { EMPTY_PREVIEW } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { chooseFormat, editColumns, exportButton } from './export-steps.ts'
import { FakeItemsMain, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

type PreviewInput = ApiInput<'exports.preview'>

let main: FakeItemsMain
let dialog: HTMLElement

const preview = () => within(within(dialog).getByRole('region', { name: 'Preview' }))
const previewInputs = (): readonly PreviewInput[] => main.inputs('exports.preview')

function finding(
  kind: PreflightFindingKind,
  remedies: readonly PreflightRemedy[],
  change: Partial<PreflightFinding> = {},
): PreflightFinding {
  const example = {
    row: 97,
    posNumber: '007',
    itemName: 'Poster',
    column: 'Item',
    text: 'MAR1',
    becomes: '1 Mar',
  }
  return { kind, count: 3, examples: [example], characters: [], remedies, ...change }
}

/** Opens the dialog; main answers each preview by the next function, the last one repeatedly. */
async function open(...answers: (() => Promise<ExportPreview> | ExportPreview)[]): Promise<void> {
  main = new FakeItemsMain(makeRows(200))
  main.answer('exports.preview', () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer?.() ?? EMPTY_PREVIEW
  })
  const app = connectedApp(main)
  renderItems(app)
  await screen.findByRole('grid', { name: 'Items' })
  app.frame.action('export')?.()
  dialog = await screen.findByRole('dialog', { name: 'Export items' })
}

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations).toEqual([])
}

beforeEach(() => {
  stubLayout()
})

describe('the export preview', () => {
  it('ends values at the edge of the first rows, instead of showing a part of a number', async () => {
    const space = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
    const column = vi
      .spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, 0, 100, 24))
    onTestFinished(() => {
      space.mockRestore()
      column.mockRestore()
    })
    const codes = ['KW26-0107', 'KW26-0108', 'KW26-0109', 'KW26-0110']
    const firstRows = [codes.map((text) => ({ text, kind: 'text', finding: null }) as const)]
    await open(() => ({ ...EMPTY_PREVIEW, columns: codes, firstRows }))
    const rows = await preview().findByRole('region', { name: 'First rows' })
    const cut = (): readonly (readonly [string, string])[] =>
      within(rows)
        .getAllByRole('cell')
        .flatMap((cell) => {
          const edges = ['clip-start', 'clip-end', 'clip-away'].filter((name) =>
            cell.classList.contains(name),
          )
          return edges.length === 0 ? [] : [[cell.textContent, edges.join(' ')] as const]
        })
    await waitFor(() => expect(within(rows).getByRole('table')).toHaveStyle({ width: '500px' }))
    expect(cut()).toEqual([])
    rows.scrollLeft = 30
    await fireEvent.scroll(rows)
    expect(cut()).toEqual([
      ['KW26-0107', 'clip-start'],
      ['KW26-0109', 'clip-away'],
    ])
    rows.scrollLeft = 60
    await fireEvent.scroll(rows)
    expect(cut()).toEqual([
      ['KW26-0107', 'clip-away'],
      ['KW26-0109', 'clip-end'],
    ])
    const { style } = within(rows).getByRole('table')
    expect(style.getPropertyValue('--clip-end')).toBe('40px')
  })

  it('shows progress, and the first rows as soon as they are available', async () => {
    const end = Promise.withResolvers<ExportPreview>()
    await open(() => end.promise)
    expect(await preview().findByText('Checking rows')).toBeInTheDocument()
    const [{ runId } = { runId: '' }] = previewInputs()
    main.emit('export.preview', { runId: 'another', preview: { ...EMPTY_PREVIEW, rows: 7 } })
    main.emit('export.preview', {
      runId,
      preview: { ...EMPTY_PREVIEW, rows: 6_000, checkedRows: 2_000, bytes: null },
    })
    expect(await preview().findByText('Rows 1–1 of 6,000')).toBeInTheDocument()
    expect(preview().getByRole('cell', { name: 'Wobbler' })).toBeInTheDocument()
    expect(await preview().findByRole('progressbar', { name: 'Checking rows' })).toHaveAttribute(
      'aria-valuetext',
      'Checking 2,000 of 6,000 rows',
    )
    expect(preview().getByRole('status')).toHaveTextContent(/^$/u)
    await expectAccessible()
    end.resolve({ ...EMPTY_PREVIEW, rows: 6_000, checkedRows: 6_000, bytes: 90_000, bytesAreExact: false })
    expect(await within(dialog).findByText('Excel workbook · about 90 kB')).toBeInTheDocument()
    expect(preview().queryByRole('progressbar')).toBeNull()
    expect(preview().getByRole('status')).toHaveTextContent('No values will change. 6,000 rows checked.')
  })

  it('reports that there are no rows', async () => {
    await open(() => ({ ...EMPTY_PREVIEW, rows: 0, checkedRows: 0, firstRows: [] }))
    expect(await preview().findByText('No rows to export.')).toBeInTheDocument()
    expect(preview().queryByRole('table')).toBeNull()
    await expectAccessible()
  })

  it('describes every kind of finding with its count, examples and remedies', async () => {
    const findings = PREFLIGHT_FINDING_KINDS.map((kind) => finding(kind, ['xlsx'], { count: 1_234 }))
    await open(() => ({ ...EMPTY_PREVIEW, findings }))
    const list = within(await preview().findByRole('list', { name: 'Issues' }))
    expect(list.getAllByRole('listitem')).toHaveLength(PREFLIGHT_FINDING_KINDS.length)
    expect(list.getByText('Read as dates: 1,234')).toBeInTheDocument()
    expect(list.getAllByText('007 · Item · row 98').length).toBeGreaterThan(1)
    // One step for each, with one action.
    for (const [index] of PREFLIGHT_FINDING_KINDS.entries()) {
      expect(
        preview().getByText(`${String(index + 1)} of ${String(PREFLIGHT_FINDING_KINDS.length)}`),
      ).toBeVisible()
      expect(preview().getByRole('button', { name: 'Use Excel workbook' })).toHaveAccessibleDescription(
        /: 1,234/u,
      )
      const next = preview().getByRole('button', { name: 'Next value' })
      if (index < PREFLIGHT_FINDING_KINDS.length - 1) await userEvent.click(next)
      else expect(next).toHaveAttribute('aria-disabled', 'true')
    }
    expect(preview().getByRole('status')).toHaveTextContent(
      `${String(PREFLIGHT_FINDING_KINDS.length)} issues to review before export`,
    )
    await expectAccessible()
  })

  it('applies a remedy by click, checks again, and keeps the focus', async () => {
    await open(
      () => EMPTY_PREVIEW,
      () => ({ ...EMPTY_PREVIEW, findings: [finding('formula', ['xlsx', 'guard'])] }),
      () => ({ ...EMPTY_PREVIEW, findings: [finding('encoding', ['utf8'])] }),
      () => ({ ...EMPTY_PREVIEW, findings: [finding('date', ['xlsx'])] }),
      () => EMPTY_PREVIEW,
    )
    await userEvent.click(within(dialog).getByRole('radio', { name: 'CSV' }))
    await userEvent.click(await preview().findByRole('button', { name: 'Other options' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Add an apostrophe' }))
    expect(within(dialog).getByRole('region', { name: 'Preview' })).toHaveFocus()
    await userEvent.click(await preview().findByRole('button', { name: 'Use UTF-8' }))
    await userEvent.click(await preview().findByRole('button', { name: 'Use Excel workbook' }))
    expect(
      await preview().findByText('No values will change.', { selector: '.no-findings' }),
    ).toBeInTheDocument()
    expect(within(dialog).getByRole('radio', { name: 'Excel workbook' })).toBeChecked()
    const options = previewInputs().map(({ of }) => ('items' in of ? of.items.options : null))
    expect(options.map((each) => each?.format)).toEqual(['xlsx', 'csv', 'csv', 'csv', 'xlsx'])
    expect(options[2]?.style.guard).toBe(true)
    expect(options[3]?.style.encoding).toBe('utf8Mark')
  })

  it('reports why the check failed, still allows the export, and checks again on request', async () => {
    await open(
      () => {
        throw new AppError('cacheDamaged')
      },
      () => ({ ...EMPTY_PREVIEW, rows: 77 }),
    )
    const alert = await preview().findByRole('alert')
    expect(alert).toHaveTextContent('Rows couldn’t be checked')
    expect(exportButton(within(dialog))).toBeEnabled()
    await expectAccessible()
    await userEvent.click(preview().getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(preview().queryByRole('alert')).toBeNull())
    expect(previewInputs()).toHaveLength(2)
  })

  it('stops when another option is chosen, and ignores its late result', async () => {
    const first = Promise.withResolvers<ExportPreview>()
    await open(
      () => first.promise,
      () => ({ ...EMPTY_PREVIEW, rows: 77 }),
    )
    await waitFor(() => expect(previewInputs()).toHaveLength(1))
    await chooseFormat(within(dialog), 'JSON')
    await waitFor(() =>
      expect(main.inputs('exports.stopPreview')).toEqual([{ runId: previewInputs()[0]?.runId }]),
    )
    expect(await preview().findByText('Rows 1–1 of 77')).toBeInTheDocument()
    first.resolve({ ...EMPTY_PREVIEW, rows: 5 })
    await first.promise
    main.emit('export.preview', {
      runId: previewInputs()[0]?.runId ?? '',
      preview: { ...EMPTY_PREVIEW, rows: 5 },
    })
    expect(preview().getByText('Rows 1–1 of 77')).toBeInTheDocument()
  })

  it('does not run without columns, or again for another file name', async () => {
    await open(() => EMPTY_PREVIEW)
    expect(await preview().findByText('Rows 1–1 of 3')).toBeInTheDocument()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rename' }))
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'File name' }), 'x')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
    await editColumns(within(dialog))
    expect(previewInputs()).toHaveLength(1)
    for (const box of within(dialog).getAllByRole('checkbox', { checked: true })) await fireEvent.click(box)
    expect(await preview().findByText('Choose at least one column.')).toBeInTheDocument()
    expect(preview().queryByRole('table')).toBeNull()
    expect(exportButton(within(dialog))).toBeDisabled()
  })

  it('steps through the affected cells, and shows each in its row', async () => {
    const cell = (text: string, becomes?: string) =>
      ({
        text,
        kind: 'text',
        finding: becomes === undefined ? null : 'date',
        ...(becomes === undefined ? {} : { becomes }),
      }) as const
    const example = { posNumber: 'P1', itemName: 'Poster', column: 'Item' }
    await open(() => ({
      ...EMPTY_PREVIEW,
      rows: 200,
      checkedRows: 200,
      columns: ['Item', 'Quantity'],
      firstRows: [[cell('1/2', '1 Feb'), cell('7')]],
      rowsWithFindings: [{ row: 140, cells: [cell('MAR1', '1 Mar'), cell('8')] }],
      findings: [
        finding('date', ['xlsx'], {
          count: 2,
          examples: [
            { ...example, row: 1, text: '1/2', becomes: '1 Feb' },
            { ...example, row: 140, text: 'MAR1', becomes: '1 Mar' },
          ],
        }),
      ],
    }))
    const rows = within(await preview().findByRole('region', { name: 'First rows' }))
    const current = (): string | undefined =>
      rows.getAllByRole('cell').find((each) => each.classList.contains('current'))?.textContent
    expect(rows.getByRole('cell', { name: /^1\/2\s*becomes\s*1 Feb$/u })).toBeInTheDocument()
    expect(current()).toBeUndefined()
    await userEvent.click(preview().getByRole('button', { name: 'Next value' }))
    await waitFor(() => expect(current()).toContain('1 Mar'))
    // The position is that among the issues, which are counted beside it.
    expect(preview().getByText('1 issue to review before export', { selector: '.found' })).toBeVisible()
    expect(preview().getByText('1 of 1')).toHaveTextContent('1 of 1 P1 · Item · row 141')
    expect(rows.getByRole('rowheader', { name: '141' })).toBeInTheDocument()
    await userEvent.click(preview().getByRole('button', { name: 'P1 · Item · row 2' }))
    await waitFor(() => expect(current()).toContain('1 Feb'))
    await expectAccessible()
  })

  it('shows the start of a file of text', async () => {
    await open(
      () => EMPTY_PREVIEW,
      () => ({ ...EMPTY_PREVIEW, fileLines: ['[', '{"posNumber":"007","qty":-1.5e3,"isLocked":null}'] }),
    )
    await chooseFormat(within(dialog), 'JSON')
    const text = await preview().findByRole('region', { name: 'Start of the file' })
    expect(
      within(text)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['[', '{"posNumber":"007","qty":-1.5e3,"isLocked":null}'])
    await expectAccessible()
  })
})
