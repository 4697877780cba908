import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reviewedItem, type Review } from '../../electron/contract/review.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import OrphanedReviewsDialog from '../../renderer/views/items/OrphanedReviewsDialog.svelte'
import { makeExport } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { exportButton } from './export-steps.ts'
import { CONNECTION, FakeItemsMain, makeRows } from './fake-items-main.ts'
import { connectedApp } from './items-stage.ts'
import { appContext } from '../support/app-context.ts'

let main: FakeItemsMain
let app: AppModel
const onclose = vi.fn()

beforeEach(async () => {
  stubLayout()
  onclose.mockReset()
  main = new FakeItemsMain([])
  const [row] = makeRows(1)
  if (row === undefined) throw new Error('There is no row.')
  const review = {
    campaignItemId: 'gone',
    campaignId: 'k1',
    mark: 'problem',
    markedAt: 1,
    note: '',
    photos: [],
  }
  main.answer('reviews.orphaned', () => [{ ...review, item: reviewedItem(row) } as Review])
  app = connectedApp(main)
  app.campaignId = 'k1'
  const props = { connectionId: CONNECTION.id, campaignId: 'k1', onclose }
  render(OrphanedReviewsDialog, { props, context: appContext(app) })
  await screen.findByText('Problem')
})

it('shows some of 100,000 orphaned reviews, with equal ids and long notes', async () => {
  cleanup()
  const [row] = makeRows(1)
  const review = { campaignItemId: 'same', campaignId: 'k1', mark: 'ok', markedAt: 1, photos: [] }
  const note = 'W'.repeat(10_000)
  main.answer('reviews.orphaned', () =>
    Array.from({ length: 100_000 }, () => ({ ...review, note, item: row }) as unknown as Review),
  )
  const props = { connectionId: CONNECTION.id, campaignId: 'k1', onclose }
  render(OrphanedReviewsDialog, { props, context: appContext(app) })
  const list = await screen.findByRole('list', { name: messages.review.orphanedTitle })
  expect(list.textContent.length).toBeLessThan(300_000)
  await userEvent.click(within(list).getByRole('button', { name: 'Show 100 more' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(201)
})

const repeatExport = () => userEvent.click(screen.getByRole('button', { name: 'Export again' }))

describe('the dialog of orphaned reviews', () => {
  it('copies in main, which has the full values', async () => {
    main.answer('reviews.copyOrphaned', () => null)
    await userEvent.click(screen.getByRole('button', { name: messages.review.orphanedCopy }))
    const input = { connectionId: CONNECTION.id, campaignId: 'k1' }
    expect(main.inputs('reviews.copyOrphaned')).toEqual([input])
  })

  it('repeats the export, and shows it in the status bar', async () => {
    main.answer('exports.repeat', () => ({ kind: 'started', job: makeExport() }))
    await repeatExport()
    await waitFor(() => expect(onclose).toHaveBeenCalledOnce())
    expect(main.inputs('exports.repeat')).toEqual([
      { connectionId: CONNECTION.id, list: 'gone', campaignId: 'k1', mode: 'same' },
    ])
    expect(app.jobs.exports.map(({ jobId }) => jobId)).toEqual(['x1'])
  })

  it('opens the export dialog if there is no earlier export', async () => {
    main.answer('exports.repeat', () => ({ kind: 'nothing' }))
    await repeatExport()
    const dialog = await screen.findByRole('dialog', { name: 'Export marks of deleted items' })
    await userEvent.click(exportButton(within(dialog)))
    expect(main.inputs('exports.startOrphaned')).toHaveLength(1)
    expect(onclose).not.toHaveBeenCalled()
  })

  it('asks before it replaces a changed file', async () => {
    main.answer('exports.repeat', () => ({ kind: 'changed', fileName: 'gone.csv', folder: '/there' }))
    await repeatExport()
    await waitFor(() => expect(app.dialogs.current).toMatchObject({ kind: 'repeatExport', list: 'gone' }))
  })
})
