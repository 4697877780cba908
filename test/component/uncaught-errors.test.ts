import { screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { reportUncaughtErrors, reportWorkerError } from '../../renderer/state/uncaught-errors.ts'
import { showUncaughtError } from '../../renderer/views/frame/show-uncaught-error.ts'
import { fillDomGaps } from '../support/dom-gaps.ts'
import { FakeMain } from '../support/fake-main.ts'

const TITLE = 'Something went wrong in this window'

let main: FakeMain
let stop: () => void
beforeEach(() => {
  fillDomGaps()
  main = new FakeMain()
  main.install()
  stop = reportUncaughtErrors(showUncaughtError)
})
afterEach(async () => {
  stop()
  const notice = screen.queryByRole('button', { name: 'Dismiss' })
  if (notice !== null) await userEvent.click(notice)
  document.body.replaceChildren()
})

function raise(error: unknown, message = String(error)): void {
  window.dispatchEvent(new ErrorEvent('error', { error, message }))
}

function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
}

describe('an unhandled error', () => {
  it('is logged, and offers to reload the window', async () => {
    raise(new TypeError('no such column'))
    await screen.findByText(TITLE)
    expect(main.inputs('app.reportError')).toEqual([
      {
        source: 'error',
        message: 'TypeError: no such column',
        stack: expect.stringContaining('no such column') as string,
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getByText(/^Log entry abcd1234/u)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(main.inputs('app.reload')).toHaveLength(1)
  })

  it('is shown once however often it repeats, and again after it was dismissed', async () => {
    raise(new Error('first'))
    reject(new Error('second'))
    await waitFor(() => expect(main.inputs('app.reportError')).toHaveLength(2))
    await screen.findByText(TITLE)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(TITLE)).toBeNull()
    raise(new Error('third'))
    await screen.findByText(TITLE)
  })

  it('is shown inside an open dialog, where it can be clicked', async () => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
    raise(new Error('behind a dialog'))
    expect(dialog).toContainElement(await screen.findByText(TITLE))
  })

  it('is shown although main does not answer', async () => {
    main.answer('app.reportError', () => {
      throw new AppError('internal')
    })
    raise(new Error('cut off'))
    await screen.findByText(TITLE)
  })

  it('is reported a limited number of times', async () => {
    for (let frame = 0; frame < 200; frame += 1) raise(new Error('in every frame'))
    await screen.findByText(TITLE)
    expect(main.inputs('app.reportError')).toHaveLength(10)
  })

  it('is cut to the length that main accepts', async () => {
    const error = Object.assign(new Error('x'.repeat(50_000)), { stack: 'y'.repeat(50_000) })
    raise(error)
    await screen.findByText(TITLE)
    const [report] = main.inputs('app.reportError')
    expect(report?.message).toHaveLength(2_000)
    expect(report?.stack).toHaveLength(10_000)
  })

  it('reports values that are not errors by type only', async () => {
    reject('a text that may be secret')
    await screen.findByText(TITLE)
    expect(main.inputs('app.reportError')).toEqual([
      { source: 'rejection', message: 'not an error: string', stack: null },
    ])
  })
})

it('a worker error is logged without a notice, because its owner reports it', async () => {
  reportWorkerError(
    new ErrorEvent('error', { message: 'out of memory', filename: 'picture-worker.js', lineno: 3, colno: 7 }),
  )
  await waitFor(() => {
    expect(main.inputs('app.reportError')).toEqual([
      { source: 'worker', message: 'out of memory (picture-worker.js:3:7)', stack: null },
    ])
  })
  expect(screen.queryByText(TITLE)).toBeNull()
})

it.each<[string, unknown, string?]>([
  ['a canceled call', new AppError('cancelled')],
  ['a call that a newer one replaced', new AppError('superseded')],
  ['sizes that change again', undefined, 'ResizeObserver loop completed with undelivered notifications.'],
])('%s is not reported', async (_what, error, message) => {
  if (message === undefined) reject(error)
  else raise(error, message)
  // Reports are sent in order: a following one proves that there was none before.
  reportWorkerError(new ErrorEvent('error', { message: 'later' }))
  await waitFor(() =>
    expect(main.inputs('app.reportError').map((report) => report.message)).toEqual(['later']),
  )
  expect(screen.queryByText(TITLE)).toBeNull()
})
