import { fireEvent, waitFor } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CHOICE } from '../../electron/contract/export-profile.ts'
import { MAX_DRAGGED_ROWS } from '../../electron/contract/jobs.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { makeExport } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRows } from './fake-items-main.ts'
import { lineIn } from './grid-stage.ts'
import { listFooter, showItems } from './items-stage.ts'

let main: FakeItemsMain
let app: AppModel
let grid: HTMLElement

const drag = { jobId: 'x1', form: 'drag', fileName: 'Summer 2026 items.xlsx' } as const

async function show(rowCount = 20): Promise<void> {
  main = new FakeItemsMain(makeRows(rowCount))
  main.answer('exports.prepareDrag', () => makeExport(drag))
  ;({ app, grid } = await showItems(main, rowCount))
  await waitFor(() => expect(lineIn(grid, 4)).toHaveTextContent(/4/u))
}

/** Presses a row, and moves the pointer far enough for a drag. */
async function startDrag(index: number, init: Record<string, unknown> = {}): Promise<void> {
  const cell = lineIn(grid, index)?.querySelector('[aria-colindex="2"]')
  if (cell === null || cell === undefined) throw new Error('There is no such row.')
  const at = { pointerId: 1, clientX: 200, clientY: 24 + index * 28 + 10 }
  await fireEvent.pointerDown(cell, { button: 0, ...at, ...init })
  await fireEvent.pointerMove(window, { buttons: 1, ...at, clientX: 260 })
}

const release = (): Promise<unknown> => fireEvent.pointerUp(window, { pointerId: 1 })

function endExport(state: 'done' | 'cancelled' | 'failed'): void {
  const job = makeExport({ ...drag, state, rows: 2, totalRows: 2 })
  app.jobs.receiveExport(job)
  main.emit('export.progress', job)
}

beforeEach(() => {
  stubLayout()
})

describe('a drag of selected rows', () => {
  it('exports exactly these rows with the visible columns, and starts when the file is ready', async () => {
    await show()
    app.items.select(2, 'only')
    app.items.select(4, 'toggle')
    await startDrag(4)
    await waitFor(() => expect(main.inputs('exports.prepareDrag')).toHaveLength(1))
    expect(main.inputs('exports.prepareDrag')[0]).toMatchObject({
      connectionId: 'c1',
      selection: {
        ranges: [
          [2, 2],
          [4, 4],
        ],
      },
      title: 'Summer 2026',
      suggestedName: expect.stringMatching(/^Summer 2026 items \d{4}-\d\d-\d\d$/u),
      options: { format: 'xlsx', header: 'labels', columns: expect.arrayContaining(['itemName', 'qty']) },
    })
    expect(main.inputs('exports.prepareDrag')[0]?.options.columns).not.toContain('reviewMark')
    expect(listFooter()).toHaveTextContent('Keep holding: preparing 2 rows…')
    expect(main.inputs('exports.startDrag')).toEqual([])
    endExport('done')
    await waitFor(() => expect(main.inputs('exports.startDrag')).toEqual([{ jobId: 'x1' }]))
    expect(listFooter()).toHaveTextContent('Drop Summer 2026 items.xlsx in a folder or a message.')
    expect(app.jobs.ended).toEqual([])
    await release()
    expect(main.inputs('exports.cancel')).toEqual([])
  })

  it('cancels the export if the button is released before', async () => {
    await show()
    app.items.selectAll()
    await startDrag(3)
    await waitFor(() => expect(main.inputs('exports.prepareDrag')).toHaveLength(1))
    await release()
    await waitFor(() => expect(main.inputs('exports.cancel')).toEqual([{ jobId: 'x1' }]))
    endExport('cancelled')
    await waitFor(() => expect(listFooter()).toHaveTextContent('The drag ended before the file was ready.'))
    expect(main.inputs('exports.startDrag')).toEqual([])
  })

  it('leaves a failure to the status bar', async () => {
    await show()
    app.items.selectAll()
    await startDrag(3)
    await waitFor(() => expect(main.inputs('exports.prepareDrag')).toHaveLength(1))
    endExport('failed')
    await waitFor(() => expect(app.jobs.ended).toMatchObject([{ jobId: 'x1', state: 'failed' }]))
    expect(main.inputs('exports.startDrag')).toEqual([])
  })

  it.each([
    { last: 'csv', altKey: false, format: 'csv' },
    { last: 'json', altKey: false, format: 'xlsx' },
    { last: 'xlsx', altKey: true, format: 'csv' },
  ] as const)(
    'writes $format after an export as $last, with Alt $altKey',
    async ({ last, altKey, format }) => {
      await show()
      main.answer('exports.profiles', () => ({
        profiles: [],
        last: { choice: { ...DEFAULT_CHOICE, format: last, statuses: 'both' }, profileId: null },
        notice: null,
      }))
      app.items.select(1, 'only')
      await startDrag(1, { altKey })
      await waitFor(() =>
        expect(main.inputs('exports.prepareDrag')).toMatchObject([{ options: { format, statuses: 'both' } }]),
      )
      endExport('cancelled')
    },
  )

  it('offers Export for more rows than a drag can have', async () => {
    await show(MAX_DRAGGED_ROWS + 1)
    app.items.selectAll()
    await startDrag(1)
    await waitFor(() =>
      expect(listFooter()).toHaveTextContent('You can drag up to 100,000 rows. Export instead.'),
    )
    expect(main.inputs('exports.prepareDrag')).toEqual([])
    await release()
  })
})
