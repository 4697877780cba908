import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload, makeExport } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

function createMain(): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  return main
}

const bar = (): HTMLElement => screen.getByRole('contentinfo', { name: 'Status' })
/** The text that assistive technology announces. */
const announced = (): string => bar().querySelector('[aria-live="polite"]')?.textContent.trim() ?? ''

describe('the status bar', () => {
  it('shows connection, network and key', async () => {
    await startApp(createMain())
    expect(bar()).toHaveTextContent('Online')
    expect(bar()).toHaveTextContent('Print Example · print.example')
    expect(bar()).toHaveTextContent('Key in keychain')
  })

  it('marks a service as reachable only after a request has reached it', async () => {
    const main = createMain()
    await startApp(main)
    const network = within(bar()).getByText('Online').parentElement
    expect(network).toHaveClass('unknown')
    expect(network).not.toHaveClass('online')
    main.emit('connection.service', { connectionId: 'c1', service: { state: 'reachable', since: null } })
    await waitFor(() => expect(network).toHaveClass('online'))
    expect(network).not.toHaveClass('unknown')
  })

  it('shows a missing network without an alert', async () => {
    const main = createMain()
    await startApp(main)
    main.emit('app.online', { online: false })
    await waitFor(() => expect(bar()).toHaveTextContent('Offline'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('option', { name: /^Summer/ })).toBeVisible()
  })

  it('lets main check the network when the system reports that it is gone, or back', async () => {
    const main = createMain()
    await startApp(main)
    expect(main.inputs('app.checkNetwork')).toEqual([])
    window.dispatchEvent(new Event('offline'))
    expect(main.inputs('app.checkNetwork')).toHaveLength(1)
    window.dispatchEvent(new Event('online'))
    expect(main.inputs('app.checkNetwork')).toHaveLength(2)
  })

  it('distinguishes an unreachable service from a missing network', async () => {
    const main = createMain()
    const user = await startApp(main)
    const since = new Date()
    since.setHours(14, 49, 0, 0)
    const unreachable = { state: 'unreachable', since: since.getTime() } as const
    main.emit('connection.service', { connectionId: 'another', service: unreachable })
    expect(bar()).toHaveTextContent('Online')
    main.emit('connection.service', { connectionId: 'c1', service: unreachable })
    await waitFor(() => expect(bar()).toHaveTextContent('print.example doesn’t respond'))
    expect(bar()).not.toHaveTextContent('Online')
    expect(bar()).toHaveTextContent(/Your data is from \d/u)
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(within(bar()).getByRole('button', { name: 'Try now' }))
    expect(main.inputs('connections.checkService')).toHaveLength(1)
    main.emit('connection.service', { connectionId: 'c1', service: { state: 'reachable', since: null } })
    // The pressed button is removed. A second press must not hit an unrelated control.
    await waitFor(() => expect(within(bar()).getByRole('button', { name: 'Activity' })).toHaveFocus())
    main.emit('app.online', { online: false })
    await waitFor(() => expect(bar()).toHaveTextContent('Offline'))
    main.emit('app.online', { online: true })
    main.emit('connection.service', { connectionId: 'c1', service: { state: 'reachable', since: null } })
    await waitFor(() => expect(bar()).toHaveTextContent('Online'))
  })

  it('shows the key’s state after a slow keychain has answered', async () => {
    const main = createMain()
    main.answer('connections.open', () => ({
      connection: makeConnection(),
      key: null,
      campaigns: [makeCampaign()],
      notice: null,
    }))
    await startApp(main)
    expect(bar()).not.toHaveTextContent('Key')
    main.emit('connection.key', { connectionId: 'another', key: { storage: 'none', reason: null } })
    main.emit('connection.key', { connectionId: 'c1', key: { storage: 'keychain', reason: null } })
    await waitFor(() => expect(bar()).toHaveTextContent('Key in keychain'))
  })

  it('shows the key’s state if it arrives before the connection', async () => {
    const main = createMain()
    main.answer('connections.open', () => {
      main.emit('connection.key', { connectionId: 'c1', key: { storage: 'keychain', reason: null } })
      return { connection: makeConnection(), key: null, campaigns: [makeCampaign()], notice: null }
    })
    await startApp(main)
    await waitFor(() => expect(bar()).toHaveTextContent('Key in keychain'))
  })

  it('explains why the key is kept for this session only', async () => {
    const main = createMain()
    main.keys.set('c1', { storage: 'session', reason: 'This computer has no keychain.' })
    const user = await startApp(main)
    await user.click(within(bar()).getByRole('button', { name: 'Key for this session only' }))
    const about = screen.getByRole('dialog', { name: 'API key' })
    expect(about).toHaveTextContent('This computer has no keychain.')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(within(bar()).getByRole('button', { name: 'Key for this session only' })).toHaveFocus()
  })

  it('opens the key dialog for a missing key', async () => {
    const main = createMain()
    main.keys.set('c1', { storage: 'none', reason: null })
    const user = await startApp(main)
    await user.click(within(bar()).getByRole('button', { name: 'No key' }))
    await user.click(screen.getByRole('button', { name: 'Enter the key…' }))
    expect(screen.getByRole('dialog', { name: 'Replace API key' })).toBeVisible()
  })

  it('shows that the sample needs neither network nor key', async () => {
    const main = new FakeMain([makeConnection({ kind: 'sample', baseUrl: null, name: 'Sample data' })])
    await startApp(main)
    expect(bar()).toHaveTextContent('Sample data, no network')
    expect(bar()).not.toHaveTextContent('Online')
    const buttons = within(bar()).getAllByRole('button')
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Activity'])
  })

  it('shows progress of a running download, and cancels it', async () => {
    const main = createMain()
    const user = await startApp(main)
    main.emit('download.progress', makeDownload())
    expect(announced()).toBe('')
    const progress = await within(bar()).findByRole('progressbar', { name: 'Downloading Summer 2026' })
    expect(progress).toHaveAttribute('aria-valuenow', '3400')
    expect(progress).toHaveAttribute('aria-valuemax', '6000')
    expect(progress).toHaveAttribute(
      'aria-valuetext',
      '3,400 of 6,000 items · 4 pages · 850 items/s · 3 s left',
    )
    expect(bar()).toHaveTextContent('3,400 / 6,000')
    await user.click(within(bar()).getByRole('button', { name: 'Cancel: Downloading Summer 2026' }))
    expect(main.inputs('downloads.cancel')).toEqual([{ jobId: 'j1' }])

    main.emit('download.progress', makeDownload({ state: 'cancelled' }))
    const outcome = 'Download of Summer 2026 canceled. Nothing changed.'
    await within(bar()).findByText(outcome)
    expect(announced()).toBe(outcome)
    await user.click(within(bar()).getByRole('button', { name: 'Dismiss' }))
    expect(bar()).not.toHaveTextContent(outcome)
  })

  it('counts waiting downloads, and cancels all', async () => {
    const main = createMain()
    const user = await startApp(main)
    main.emit('download.progress', makeDownload())
    for (const at of [2, 3, 4]) {
      main.emit(
        'download.progress',
        makeDownload({ jobId: `j${String(at)}`, campaignId: `k${String(at)}`, state: 'waiting' }),
      )
    }
    await user.click(await within(bar()).findByText('+3 more'))
    const activity = screen.getByRole('dialog', { name: 'Activity' })
    expect(within(activity).getByRole('heading', { name: 'Waiting 3' })).toBeVisible()
    await user.click(within(activity).getByRole('button', { name: 'Cancel all' }))
    expect(main.inputs('downloads.cancel').map((input) => input.jobId)).toEqual(['j1', 'j2', 'j3', 'j4'])
  })

  it('summarizes several downloads in one sentence', async () => {
    const main = createMain()
    await startApp(main)
    main.emit('download.progress', makeDownload({ state: 'running' }))
    main.emit('download.progress', makeDownload({ jobId: 'j2', campaignId: 'k2', state: 'waiting' }))
    main.emit('download.progress', makeDownload({ state: 'done', items: 900 }))
    main.emit('download.progress', makeDownload({ jobId: 'j2', campaignId: 'k2', state: 'done', items: 100 }))
    await within(bar()).findByText('Downloaded 2 campaigns, 1,000 items.')
    expect(announced()).toBe('Downloaded 2 campaigns, 1,000 items.')
  })

  it('replaces good news by new jobs, but keeps failures', async () => {
    const main = createMain()
    await startApp(main)
    main.emit('download.progress', makeDownload({ state: 'done', items: 900 }))
    main.emit(
      'download.progress',
      makeDownload({
        jobId: 'j2',
        campaignId: 'k2',
        campaignName: 'Autumn',
        state: 'failed',
        error: new AppError('diskFull').toFault(),
      }),
    )
    main.emit(
      'download.progress',
      makeDownload({ jobId: 'j3', campaignId: 'k3', campaignName: 'Kids', state: 'running' }),
    )
    main.emit(
      'download.progress',
      makeDownload({ jobId: 'j3', campaignId: 'k3', campaignName: 'Kids', state: 'cancelled' }),
    )
    await within(bar()).findByText('1 problem')
  })

  it('reports a job that failed before its first progress', async () => {
    const main = createMain()
    await startApp(main)
    main.emit('export.progress', makeExport({ jobId: 'e1', state: 'done' }))
    main.emit(
      'export.progress',
      makeExport({
        jobId: 'e2',
        fileName: 'again.csv',
        state: 'failed',
        error: new AppError('diskFull').toFault(),
      }),
    )
    await within(bar()).findByText('Export of again.csv failed.')
  })

  it('reports a failure with its message and copyable details', async () => {
    const main = createMain()
    const user = await startApp(main)
    main.emit(
      'download.progress',
      makeDownload({
        state: 'failed',
        error: new AppError('serviceFailed', {
          params: { host: 'print.example', status: 503 },
          detail: 'GET /campaign-items: 503',
        }).toFault(),
      }),
    )
    await user.click(await within(bar()).findByText('Summer 2026 couldn’t be downloaded.'))
    const activity = screen.getByRole('dialog', { name: 'Activity' })
    expect(activity).toHaveTextContent('print.example reported an error (503).')
    await user.click(within(activity).getByRole('button', { name: 'Copy details' }))
    expect(main.inputs('app.copyText')[0]?.text).toContain('GET /campaign-items: 503')
  })

  it('shows the folder of a written file', async () => {
    const main = createMain()
    const user = await startApp(main)
    main.emit('export.progress', makeExport())
    await within(bar()).findByRole('progressbar', { name: 'Writing Summer 2026.csv' })
    main.emit('export.progress', makeExport({ state: 'done', rows: 900 }))
    await user.click(await within(bar()).findByText('Exported 900 rows to Summer 2026.csv.'))
    await user.click(screen.getByRole('button', { name: 'Show file' }))
    expect(main.inputs('exports.show')).toEqual([{ jobId: 'x1' }])
  })

  it('offers another location for a failed export, but not for printing', async () => {
    const main = createMain()
    const user = await startApp(main)
    const error = new AppError('fileNotWritten', {
      params: { reason: 'it is open in another program' },
    }).toFault()
    main.emit('export.progress', makeExport({ state: 'failed', error }))
    await user.click(await within(bar()).findByText('Export of Summer 2026.csv failed.'))
    const activity = within(screen.getByRole('dialog', { name: 'Activity' }))
    await user.click(activity.getByRole('button', { name: 'Save elsewhere…' }))
    expect(main.inputs('exports.saveElsewhere')).toEqual([{ jobId: 'x1' }])
    // The person closed the save dialog.
    expect(activity.getByRole('button', { name: 'Save elsewhere…' })).toBeInTheDocument()
    main.answer('exports.saveElsewhere', () => makeExport({ jobId: 'x2', fileName: 'Other.csv' }))
    await user.click(activity.getByRole('button', { name: 'Save elsewhere…' }))
    expect(await activity.findByText(/Other\.csv/)).toBeInTheDocument()
    expect(activity.queryByText('Export of Summer 2026.csv failed.')).toBeNull()
    main.emit('export.progress', makeExport({ jobId: 'p1', form: 'print', state: 'failed', error }))
    expect(await activity.findByText(/couldn’t be printed/)).toBeInTheDocument()
    expect(activity.queryByRole('button', { name: 'Save elsewhere…' })).toBeNull()
  })

  it('does not report jobs that ended before the window opened', async () => {
    const main = createMain()
    main.downloads = [makeDownload({ state: 'done' })]
    await startApp(main)
    expect(bar()).not.toHaveTextContent('Downloaded')
  })
})
