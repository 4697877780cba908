import { screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { REPORT_COLUMNS, type ReportCounts } from '../../electron/contract/report.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeExport } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

async function open(counts: ReportCounts) {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.answer('reports.counts', () => counts)
  const user = await startApp(main)
  await user.click(screen.getByText('Summer 2026'))
  await user.keyboard('{Control>}p{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Review report' })
  return { main, user, dialog, of: within(dialog) }
}

const SOME: ReportCounts = { problem: 18, question: 7, ok: 387, noted: 1 }

describe('the report dialog', () => {
  it('leads to the printed list of the same campaign', async () => {
    const { main, user, of } = await open(SOME)
    await user.click(of.getByRole('radio', { name: 'Pictures' }))
    expect(await screen.findByRole('tab', { name: 'Items', selected: true })).toBeVisible()
    await waitFor(() => expect(main.inputs('items.open').at(-1)?.query.campaignIds).toEqual(['k1']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('starts with problems and questions, and counts the items', async () => {
    const { main, user, dialog, of } = await open(SOME)
    await waitFor(() => expect(dialog).toHaveTextContent('25 items'))
    await user.click(of.getByRole('checkbox', { name: 'Questions' }))
    await user.click(of.getByRole('checkbox', { name: 'OK' }))
    expect(dialog).toHaveTextContent('405 items')
    main.answer('reports.start', () =>
      makeExport({ form: 'report', fileName: 'Review.pdf', rows: 0, totalRows: 405 }),
    )
    await user.selectOptions(of.getByRole('combobox', { name: 'Paper' }), 'US Letter')
    await user.click(of.getByRole('button', { name: 'Save as PDF…' }))
    expect(main.inputs('reports.start')).toEqual([
      {
        connectionId: 'c1',
        campaignId: 'k1',
        output: 'pdf',
        options: { sections: ['problem', 'ok'], columns: REPORT_COLUMNS, paper: 'letter' },
      },
    ])
    expect(dialog).toHaveTextContent('0 of 405 items')
  })

  it('counts the pages of the shown options only, not those of the page that is replaced', async () => {
    const { main, user, dialog, of } = await open(SOME)
    const frame = (): HTMLIFrameElement => of.getByTitle('Printed pages')
    const report = (pages: number): void => {
      const { contentWindow: source } = frame()
      window.dispatchEvent(new MessageEvent('message', { source, data: { pages, page: 1 } }))
    }
    const paper = of.getByRole('combobox', { name: 'Paper' })
    await user.selectOptions(paper, 'A4')
    await waitFor(() => {
      report(2)
      expect(dialog).toHaveTextContent('2 pages, A4 portrait')
    })
    const replaced = frame()
    const opened = main.inputs('reports.preview').length
    const next = Promise.withResolvers<{ url: string }>()
    main.answer('reports.preview', () => next.promise)
    await user.selectOptions(paper, 'US Letter')
    await waitFor(() => expect(main.inputs('reports.preview')).toHaveLength(opened + 1))
    report(2)
    await tick()
    expect(dialog).not.toHaveTextContent('2 pages')
    next.resolve({ url: 'about:blank#letter' })
    await waitFor(() => expect(frame()).not.toBe(replaced))
    await waitFor(() => {
      report(3)
      expect(dialog).toHaveTextContent('3 pages, US Letter portrait')
    })
  })

  it('reports too many items in advance', async () => {
    const { user, dialog, of } = await open({ ...SOME, ok: 6_000 })
    await waitFor(() => expect(of.getByRole('checkbox', { name: 'Problems' })).toBeChecked())
    if (!of.getByRole<HTMLInputElement>('checkbox', { name: 'OK' }).checked)
      await user.click(of.getByRole('checkbox', { name: 'OK' }))
    expect(dialog).toHaveTextContent('Only the first 5,000 of 6,0')
  })

  it('is disabled if nothing was reviewed', async () => {
    const { dialog, of } = await open({ problem: 0, question: 0, ok: 0, noted: 0 })
    await waitFor(() => expect(dialog).toHaveTextContent('No marks or notes yet.'))
    expect(of.getByRole('button', { name: 'Save as PDF…' })).toBeDisabled()
    expect(of.getByRole('button', { name: 'Print…' })).toBeDisabled()
  })

  it('stays open with the error if the report could not be created', async () => {
    const { main, user, of } = await open(SOME)
    main.answer('reports.start', () => {
      throw new AppError('notFound')
    })
    await user.click(await of.findByRole('button', { name: 'Print…' }))
    expect(await of.findByRole('alert')).toHaveTextContent('Report couldn’t be created')
  })

  it('shows the options again if the file could not be written', async () => {
    const { main, user, of } = await open(SOME)
    const job = makeExport({ form: 'report', fileName: 'Review.pdf', rows: 0, totalRows: 25 })
    main.answer('reports.start', () => job)
    await user.click(await of.findByRole('button', { name: 'Save as PDF…' }))
    expect(await of.findByRole('progressbar')).toBeVisible()
    main.emit('export.progress', { ...job, state: 'failed', error: new AppError('fileNotWritten').toFault() })
    expect(await of.findByRole('alert')).toHaveTextContent('Report couldn’t be created')

    main.answer('reports.start', () => ({ ...job, jobId: 'second' }))
    await user.click(of.getByRole('button', { name: 'Save as PDF…' }))
    expect(await of.findByRole('progressbar')).toBeVisible()
    expect(of.queryByRole('alert')).toBeNull()
  })

  it('counts again if the marks could not be read', async () => {
    const { main, user } = await open(SOME)
    await user.keyboard('{Escape}')
    main.answer('reports.counts', () => {
      throw new AppError('reviewsUnavailable')
    })
    await user.keyboard('{Control>}p{/Control}')
    const again = await screen.findByRole('dialog', { name: 'Review report' })
    expect(await within(again).findByRole('alert')).toHaveTextContent('Marks and notes couldn’t be loaded')
    main.answer('reports.counts', () => SOME)
    await user.click(within(again).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(again).toHaveTextContent(/Summer 2026 · \d+ items/u))
    expect(within(again).queryByRole('alert')).toBeNull()
  })
})
