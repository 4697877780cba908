import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { JobsModel } from '../../renderer/state/jobs.svelte.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload, makePictureRun } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const waiting = (name: string, change: Partial<DownloadJob> = {}): DownloadJob =>
  makeDownload({
    jobId: `j-${name}`.toLowerCase(),
    campaignId: name,
    campaignName: name,
    state: 'waiting',
    items: 0,
    totalItems: null,
    pages: 0,
    itemsPerSecond: null,
    secondsLeft: null,
    ...change,
  })

/** Main’s queue, which applies moves. */
function createMain(downloads: readonly DownloadJob[]): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.downloads = downloads
  main.answer('downloads.move', ({ jobId, before }) => {
    const otherJobs = main.downloads.filter((job) => job.jobId !== jobId)
    const moved = main.downloads.find((job) => job.jobId === jobId)
    const index = before === null ? otherJobs.length : otherJobs.findIndex((job) => job.jobId === before)
    if (moved !== undefined) main.downloads = otherJobs.toSpliced(index, 0, moved)
    return null
  })
  return main
}

async function open(main: FakeMain): Promise<UserEvent> {
  const user = await startApp(main)
  await user.keyboard('{Control>}j{/Control}')
  return user
}

const panel = (): HTMLElement => screen.getByRole('dialog', { name: 'Activity' })
const group = (name: RegExp): HTMLElement => within(panel()).getByRole('region', { name })
const subjects = (name: RegExp): readonly (string | null)[] =>
  [...group(name).querySelectorAll('.subject')].map((subject) => subject.textContent)

const THREE = [waiting('One'), waiting('Two'), waiting('Three')]

describe('the list of jobs', () => {
  const ids = (jobs: readonly { readonly jobId: string }[]): readonly string[] =>
    jobs.map(({ jobId }) => jobId)

  it('contains all pending downloads, and the latest ended ones', () => {
    const jobs = new JobsModel()
    const downloads = Array.from({ length: 230 }, (_, index) => waiting(String(index)))
    for (const job of downloads) jobs.receiveDownload(job)
    expect(ids(jobs.pending)).toEqual(ids(downloads))
    // All but the first one end.
    for (const job of downloads.slice(1)) jobs.receiveDownload({ ...job, state: 'done' })
    expect(ids(jobs.pending)).toEqual(['j-0'])
    expect(ids(jobs.ended)).toEqual(ids(downloads.slice(-200)).toReversed())
  })

  it('contains each failed download until its campaign is downloaded again', () => {
    const jobs = new JobsModel()
    const failed = waiting('Failed', { state: 'failed', error: new AppError('serviceForbidden').toFault() })
    jobs.receiveDownload(failed)
    const downloads = Array.from({ length: 230 }, (_, index) => waiting(String(index), { state: 'done' }))
    for (const job of downloads) jobs.receiveDownload(job)
    expect(ids(jobs.ended)).toEqual(ids([failed, ...downloads.slice(-200)]).toReversed())
    jobs.receiveDownload({ ...failed, jobId: 'later', state: 'done' })
    expect(ids(jobs.ended)).not.toContain(failed.jobId)
  })
})

describe('the activity panel', () => {
  it('opens without downloads, and reports that', async () => {
    await open(createMain([]))
    expect(panel()).toHaveTextContent('Nothing running or waiting')
    for (const name of ['Resume all', 'Pause all', 'Cancel all'])
      expect(within(panel()).getByRole('button', { name })).toBeDisabled()
  })

  it('gets the focus although its first buttons are disabled, and closes with Escape', async () => {
    const user = await open(createMain([]))
    expect(within(panel()).getAllByRole('button')[0]).toBeDisabled()
    await waitFor(() => expect(panel()).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('disables the buttons that do not apply, and keeps them in their places', async () => {
    const main = createMain([makeDownload()])
    const user = await open(main)
    const buttons = (): readonly string[] =>
      within(panel())
        .getAllByRole('button', { name: / all$/u })
        .map(
          (button) =>
            `${button.textContent.trim()} ${button.matches(':disabled, [aria-disabled=true]') ? 'off' : 'on'}`,
        )
    expect(buttons()).toEqual(['Resume all off', 'Pause all on', 'Cancel all on'])
    main.emit('download.progress', makeDownload({ state: 'paused', pausedBy: 'person' }))
    await waitFor(() => expect(buttons()).toEqual(['Resume all on', 'Pause all off', 'Cancel all on']))
    await user.hover(within(panel()).getByRole('button', { name: 'Pause all' }))
    expect(await screen.findByText('Nothing to pause')).toBeInTheDocument()
    main.emit('download.progress', makeDownload({ state: 'done' }))
    await waitFor(() => expect(buttons()).toEqual(['Resume all off', 'Pause all off', 'Cancel all off']))
  })

  it('shows the state, reason and progress of each download', async () => {
    await open(
      createMain([
        makeDownload({ phase: 'checking' }),
        makeDownload({
          jobId: 'j2',
          campaignName: 'Autumn',
          phase: 'rereading',
          origin: 'schedule',
          note: 'Something was deleted at the service, so that the whole list is read.',
        }),
        makeDownload({ jobId: 'j3', campaignName: 'Winter', mode: 'recent' }),
        waiting('Spring', { origin: 'resumed', items: 40, totalItems: 90, pages: 1 }),
        waiting('Kids', { state: 'paused', pausedBy: 'metered', origin: 'schedule' }),
        waiting('Late', { state: 'paused', pausedBy: 'offline' }),
      ]),
    )
    expect(group(/^Running 3/)).toHaveTextContent('Checking for changes · 3,400 of 6,000 items · 3 s left')
    expect(group(/^Running/)).toHaveTextContent('Reading the list again')
    expect(group(/^Running/)).toHaveTextContent(
      'Scheduled. Something was deleted at the service, so that the whole list is read.',
    )
    expect(group(/^Running/)).toHaveTextContent('Reading changes')
    expect(group(/^Waiting 1/)).toHaveTextContent('Resumed.')
    expect(group(/^Paused 2/)).toHaveTextContent('Waiting for an unmetered network.')
    expect(group(/^Paused/)).toHaveTextContent('Waiting for the network.')
    expect(screen.queryByRole('alert')).toBeNull()
    const { violations } = await axe.run(panel(), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('pauses and resumes one download, and all', async () => {
    const main = createMain([makeDownload(), waiting('Two', { state: 'paused', pausedBy: 'person' })])
    const user = await open(main)
    await user.click(within(panel()).getByRole('button', { name: 'Pause: Downloading Summer 2026' }))
    await user.click(within(panel()).getByRole('button', { name: 'Resume: Downloading Two' }))
    await user.click(within(panel()).getByRole('button', { name: 'Pause all' }))
    await user.click(within(panel()).getByRole('button', { name: 'Resume all' }))
    expect(main.inputs('downloads.pause')).toEqual([{ jobId: 'j1' }, { jobId: null }])
    expect(main.inputs('downloads.resume')).toEqual([{ jobId: 'j-two' }, { jobId: null }])
  })

  it('moves a download by Alt and an arrow, announces its position and keeps the focus', async () => {
    const main = createMain(THREE)
    const user = await open(main)
    expect(subjects(/^Waiting/)).toEqual(['One', 'Two', 'Three'])
    within(panel()).getByRole('button', { name: 'Move One in the queue' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(subjects(/^Waiting/)).toEqual(['Two', 'One', 'Three']))
    expect(main.inputs('downloads.move')).toEqual([{ jobId: 'j-one', before: 'j-three' }])
    await waitFor(() =>
      expect(within(panel()).getByRole('button', { name: 'Move One in the queue' })).toHaveFocus(),
    )
    expect(screen.getByText(/One is number 2 of 3\./)).toBeInTheDocument()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() =>
      expect(main.inputs('downloads.move').at(-1)).toEqual({ jobId: 'j-one', before: null }),
    )
  })

  it('moves a download among those of its group, in which there are pictures too', async () => {
    const paused = { state: 'paused', pausedBy: 'person' } as const
    const main = createMain([waiting('One', paused), waiting('Two', paused)])
    main.answer('pictures.list', () => [makePictureRun({ jobId: 'p1', ...paused })])
    const user = await open(main)
    expect(subjects(/^Paused/)).toHaveLength(3)
    within(panel()).getByRole('button', { name: 'Move One in the queue' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(subjects(/^Paused/).slice(0, 2)).toEqual(['Two', 'One']))
    expect(main.inputs('downloads.move')).toEqual([{ jobId: 'j-one', before: null }])
    expect(screen.getByText(/One is number 2 of 2\./)).toBeInTheDocument()
    await user.click(within(panel()).getByRole('button', { name: 'Actions for One' }))
    expect(screen.getByRole('menuitem', { name: /^Move down/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('moves a download from its menu', async () => {
    const main = createMain(THREE)
    const user = await open(main)
    await user.click(within(panel()).getByRole('button', { name: 'Actions for Three' }))
    await user.click(screen.getByRole('menuitem', { name: 'Download first' }))
    await waitFor(() => expect(subjects(/^Waiting/)).toEqual(['Three', 'One', 'Two']))
  })

  it('moves a download by dragging', async () => {
    const main = createMain(THREE)
    await open(main)
    const rows = [...group(/^Waiting/).querySelectorAll('li')]
    for (const [index, row] of rows.entries()) {
      row.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: index * 40, width: 400, height: 40 })
    }
    const grip = within(panel()).getByRole('button', { name: 'Move Three in the queue' })
    grip.setPointerCapture = () => undefined
    await fireEvent.pointerDown(grip, { button: 0, clientY: 90, pointerId: 1 })
    await fireEvent.pointerMove(grip, { buttons: 1, clientY: 5, pointerId: 1 })
    await fireEvent.pointerUp(grip, { clientY: 5, pointerId: 1 })
    await waitFor(() =>
      expect(main.inputs('downloads.move')).toEqual([{ jobId: 'j-three', before: 'j-one' }]),
    )
    expect(subjects(/^Waiting/)).toEqual(['Three', 'One', 'Two'])
  })

  it('restores the order if a move fails', async () => {
    const main = createMain(THREE)
    main.answer('downloads.move', () => {
      throw new AppError('shuttingDown')
    })
    const user = await open(main)
    await user.click(within(panel()).getByRole('button', { name: 'Actions for Three' }))
    await user.click(screen.getByRole('menuitem', { name: 'Download first' }))
    expect(await screen.findByText(/Campaign Desk is closing/)).toBeInTheDocument()
    expect(subjects(/^Waiting/)).toEqual(['One', 'Two', 'Three'])
  })

  it('retries one failed download, and all', async () => {
    const main = createMain([])
    const fault = new AppError('unreachable', { params: { host: 'print.example' } }).toFault()
    const user = await open(main)
    for (const name of ['One', 'Two']) {
      main.emit('download.progress', waiting(name, { state: 'failed', error: fault }))
    }
    main.answer('downloads.retry', ({ jobId }) => {
      for (const job of jobId === null ? THREE.slice(0, 2) : []) main.emit('download.progress', job)
      return jobId === null ? THREE.slice(0, 2) : []
    })
    const ended = await within(panel()).findAllByRole('alert')
    expect(ended).toHaveLength(2)
    const [first] = ended
    if (first === undefined) throw new Error('There is no notice')
    await user.click(within(first).getByRole('button', { name: 'Try again' }))
    await user.click(within(panel()).getByRole('button', { name: 'Retry all' }))
    expect(main.inputs('downloads.retry')).toEqual([
      { connectionId: 'c1', jobId: 'j-two' },
      { connectionId: 'c1', jobId: null },
    ])
    await waitFor(() => expect(subjects(/^Waiting/)).toEqual(['One', 'Two']))
    // A new failure is shown again.
    main.emit('download.progress', waiting('One', { state: 'failed', error: fault }))
    expect(await within(panel()).findByRole('alert')).toHaveTextContent('One couldn’t be downloaded.')
  })

  it('keeps finished jobs until they are cleared, which can be undone', async () => {
    const main = createMain([])
    const user = await open(main)
    for (const name of ['One', 'Two'])
      main.emit('download.progress', waiting(name, { state: 'done', items: 5 }))
    main.emit('download.progress', makeDownload())
    await within(panel()).findByRole('region', { name: /^Finished 2/u })
    main.emit('download.progress', makeDownload({ state: 'done' }))
    expect(await within(panel()).findByRole('region', { name: /^Finished 3/u })).toHaveTextContent('One')
    await user.click(within(panel()).getByRole('button', { name: 'Clear finished' }))
    expect(within(panel()).queryByRole('region', { name: /^Finished/u })).toBeNull()
    await user.keyboard('{Escape}{Control>}z{/Control}')
    expect(await within(panel()).findByRole('region', { name: /^Finished 3/u })).toBeVisible()
  })

  it('offers to undo in the list that it was cleared', async () => {
    const main = createMain([])
    const user = await open(main)
    main.emit('download.progress', waiting('One', { state: 'done', items: 5 }))
    main.emit('download.progress', waiting('Two', { state: 'done', items: 5 }))
    await within(panel()).findByRole('region', { name: /^Finished 2/u })
    await user.click(within(panel()).getByRole('button', { name: 'Clear finished' }))
    expect(panel()).toHaveTextContent('2 entries cleared')
    expect(panel()).toContainElement(document.activeElement as HTMLElement)
    await user.click(within(panel()).getByRole('button', { name: 'Undo' }))
    await within(panel()).findByRole('region', { name: /^Finished 2/u })
    expect(panel()).not.toHaveTextContent('entries cleared')
  })

  it('shows what a finished download has changed, and leads there', async () => {
    const main = createMain([])
    const user = await open(main)
    main.emit(
      'download.progress',
      makeDownload({
        state: 'done',
        items: 260,
        endedAt: Date.now(),
        changes: { added: 1, changed: 5, deleted: 1 },
      }),
    )
    const finished = await within(panel()).findByRole('region', { name: /^Finished 1/u })
    expect(finished).toHaveTextContent(/Downloaded Summer 2026\s*just now\s*260 items, 7 changes/u)
    await user.click(within(finished).getByRole('button', { name: 'Changes of Summer 2026' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: /^Changes/u })).toHaveAttribute('aria-selected', 'true'),
    )
  })

  it('counts no changes for a first download, which only adds', async () => {
    const main = createMain([])
    await open(main)
    const changes = { added: 260, changed: 0, deleted: 0 }
    main.emit('download.progress', makeDownload({ state: 'done', items: 260, changes }))
    const finished = await within(panel()).findByRole('region', { name: /^Finished 1/u })
    expect(finished).toHaveTextContent('260 items')
    expect(finished).not.toHaveTextContent('changes')
  })

  it('says when a download failed, how much was fetched, and whether a retry continues there', async () => {
    const main = createMain([])
    await open(main)
    const endedAt = Date.now()
    const failed = (code: 'serviceFailed' | 'badAnswer', items: number): DownloadJob =>
      makeDownload({
        state: 'failed',
        items,
        totalItems: 1_400,
        endedAt,
        error: new AppError(code).toFault(),
      })
    main.emit('download.progress', failed('serviceFailed', 1_120))
    const alert = await within(panel()).findByRole('alert')
    expect(alert).toHaveTextContent('1,120 of 1,400 items fetched. “Try again” continues from there.')
    expect(alert).toHaveTextContent(/\d?\d:\d\d/u)
    main.emit('download.progress', failed('badAnswer', 1_200))
    await waitFor(() => expect(alert).toHaveTextContent('1,200 of 1,400 items fetched.'))
    expect(alert).not.toHaveTextContent('continues')
    main.emit('download.progress', failed('serviceFailed', 0))
    await waitFor(() => expect(alert).not.toHaveTextContent('items fetched'))
  })

  it('shows the share that is done only if the total is known', async () => {
    await open(
      createMain([
        makeDownload({ items: 3_000, totalItems: 6_000 }),
        makeDownload({ jobId: 'j2', campaignName: 'Autumn', items: 20, totalItems: null }),
      ]),
    )
    const [known, unknown] = within(group(/^Running 2/u)).getAllByRole('listitem')
    expect(known).toHaveTextContent('50%')
    expect(unknown).not.toHaveTextContent('%')
  })

  it('downloads a waiting campaign first by one button', async () => {
    const main = createMain(THREE)
    const user = await open(main)
    expect(within(panel()).getByRole('button', { name: 'Download first: One' })).toBeDisabled()
    await user.click(within(panel()).getByRole('button', { name: 'Download first: Three' }))
    await waitFor(() => expect(subjects(/^Waiting/)).toEqual(['Three', 'One', 'Two']))
    expect(within(group(/^Waiting/)).getAllByRole('listitem')[0]).toHaveTextContent('starts next')
  })

  it('closes by its button', async () => {
    const user = await open(createMain([]))
    await user.click(within(panel()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lists failures separately, with explanation, retry and dismiss', async () => {
    const main = createMain([])
    const user = await open(main)
    const error = new AppError('serviceFailed', { params: { host: 'print.example', status: 503 } }).toFault()
    main.emit('download.progress', waiting('One', { state: 'failed', error }))
    main.emit('download.progress', waiting('Two', { state: 'done', items: 5 }))
    const failed = await within(panel()).findByRole('region', { name: /^Failed 1/u })
    expect(failed).toHaveTextContent('print.example reported an error (503). Try again later.')
    expect(within(failed).getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(within(panel()).getByRole('region', { name: /^Finished 1/u })).not.toHaveTextContent('One')
    await user.click(within(panel()).getByRole('button', { name: 'Clear finished' }))
    expect(within(panel()).getByRole('region', { name: /^Failed 1/u })).toBeVisible()
    await user.click(within(failed).getByRole('button', { name: 'Dismiss' }))
    expect(within(panel()).queryByRole('region', { name: /^Failed/u })).toBeNull()
    expect(main.inputs('downloads.dismiss')).toEqual([{ connectionId: 'c1', jobIds: ['j-one'] }])
  })

  it('does not list jobs of another connection', async () => {
    const main = createMain([])
    await open(main)
    main.emit('download.progress', waiting('One', { connectionId: 'c2', state: 'done', items: 5 }))
    main.emit('download.progress', waiting('Two', { state: 'done', items: 5 }))
    const finished = await within(panel()).findByRole('region', { name: /^Finished 1/u })
    expect(finished).not.toHaveTextContent('One')
    expect(screen.getByRole('contentinfo', { name: 'Status' })).not.toHaveTextContent('One')
  })

  it('opens the connection doctor from a network error', async () => {
    const main = createMain([])
    const user = await open(main)
    main.emit(
      'download.progress',
      waiting('One', { state: 'failed', error: new AppError('tls', { params: { host: 'h' } }).toFault() }),
    )
    await user.click(await within(panel()).findByRole('button', { name: 'Connection doctor…' }))
    expect(await screen.findByRole('dialog', { name: 'Connection doctor' })).toBeVisible()
    expect(main.inputs('connections.diagnose')[0]?.of).toEqual({ connectionId: 'c1' })
  })

  it('reports waiting downloads in the status bar without an alert', async () => {
    const main = createMain([
      waiting('One', { state: 'paused', pausedBy: 'offline' }),
      waiting('Two', { state: 'paused', pausedBy: 'offline' }),
    ])
    await startApp(main)
    expect(screen.getByRole('contentinfo', { name: 'Status' })).toHaveTextContent(
      '2 downloads are waiting for the network',
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a download that needs a decision', () => {
  const job = (change: Partial<DownloadJob> = {}): DownloadJob =>
    makeDownload({
      state: 'paused',
      pausedBy: 'decision',
      deletions: { deleted: 4_200, of: 6_000, examples: ['Wobbler A', 'Wobbler B'] },
      ...change,
    })
  const dialog = (): HTMLElement => screen.getByRole('dialog', { name: 'Delete items of Summer 2026?' })

  it('is listed separately, and asks with the number of deletions', async () => {
    const main = createMain([job({ origin: 'schedule' })])
    const user = await open(main)
    expect(group(/^Needs your decision/u)).toHaveTextContent('no longer lists 4,200 of 6,000 items')
    expect(within(panel()).getByRole('button', { name: 'Resume all' })).toBeDisabled()
    await user.click(within(panel()).getByRole('button', { name: 'Review deletions: Summer 2026' }))
    expect(dialog()).toHaveTextContent('4,200 of 6,000 items')
    expect(
      within(dialog())
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Wobbler A', 'Wobbler B', 'and 4,198 more'])
    await user.click(within(dialog()).getByRole('button', { name: 'Delete 4,200 items' }))
    expect(main.inputs('downloads.decide')).toEqual([{ jobId: 'j1', accept: true }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens the dialog at once only if the person started it', async () => {
    const main = createMain([])
    const user = await startApp(main)
    main.emit('download.progress', job({ jobId: 'j2', origin: 'schedule' }))
    expect(await screen.findByText('1 download needs your decision')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    main.emit('download.progress', job())
    await user.click(await screen.findByRole('button', { name: 'Keep copy' }))
    expect(main.inputs('downloads.decide')).toEqual([{ jobId: 'j1', accept: false }])
  })

  it('closes the dialog when it was decided elsewhere', async () => {
    const main = createMain([])
    await startApp(main)
    main.emit('download.progress', job())
    await screen.findByRole('button', { name: 'Keep copy' })
    main.emit('download.progress', job({ state: 'done', pausedBy: null, deletions: null }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
