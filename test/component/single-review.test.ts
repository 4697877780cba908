import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { reviewedItem, REVIEW_MARKS, type Review } from '../../electron/contract/review.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { listenToMain } from '../../renderer/state/app-lifecycle.ts'
import { runCommand } from '../../renderer/state/commands.ts'
import { ResultMarks } from '../../renderer/state/result-marks.svelte.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { CONNECTION, FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'
import { answerReviews } from './fake-reviews.ts'
import { connectedApp, renderItems } from './items-stage.ts'

let main: FakeItemsMain
let app: AppModel
let stop = (): void => undefined
let saved: Map<string, Review>

/** Shows a list of items. */
async function show(rows = makeRows(60)): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  saved = answerReviews(main)
  app = connectedApp(main)
  app.preferences.load({ ...app.preferences.current })
  app.ready = true
  stop = listenToMain(app)
  renderItems(app)
  const grid = await screen.findByRole('grid', { name: 'Items' })
  grid.focus()
  return grid
}

const review = (): HTMLElement => screen.getByRole('region', { name: 'Review of single items' })

/** Opens the review of single items by its keys. */
async function openReview(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  const list = await screen.findByRole('listbox', { name: 'Items to review' })
  await waitFor(() => expect(list).toHaveFocus())
  await waitFor(() => expect(main.inputs('reviews.marks')).not.toEqual([]))
  return list
}

const position = (): string =>
  /\d+ of \d+/u.exec(within(review()).getByRole('heading').parentElement?.textContent ?? '')?.[0] ?? ''
const progress = (): HTMLElement | null => document.querySelector('[data-review-progress]')
const markOf = (at: number): Review['mark'] | undefined => saved.get(`ci-${String(at)}`)?.mark

function saveReview(at: number, change: Partial<Review>): void {
  const row = makeRow(at)
  saved.set(row.campaignItemId, {
    campaignItemId: row.campaignItemId,
    campaignId: 'k1',
    mark: null,
    markedAt: 1,
    note: '',
    photos: [],
    item: reviewedItem(row),
    ...change,
  })
  main.emit('reviews.changed', { connectionId: CONNECTION.id, merged: false })
}

beforeEach(() => {
  stop()
  stubLayout()
})

describe('the review of single items', () => {
  it('marks 50 items with 50 keys, however fast they are pressed', async () => {
    await show()
    await openReview()
    const keys = '12'.repeat(25)
    await userEvent.keyboard(keys)
    await waitFor(() => expect(progress()).toHaveTextContent('50 of 60 reviewed'))
    expect(Array.from({ length: 50 }, (_, at) => markOf(at))).toEqual(
      Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? 'ok' : 'problem')),
    )
    expect(markOf(50)).toBeUndefined()
    await waitFor(() => expect(position()).toBe('51 of 60'))
    await waitFor(() => expect(main.inputs('reviews.mark')).toHaveLength(50))
  })

  it('skips items that have a mark, and continues at the start of the list', async () => {
    await show(makeRows(6))
    for (const at of [1, 2, 4]) saveReview(at, { mark: 'ok' })
    await openReview()
    await waitFor(() => expect(progress()).toHaveTextContent('3 of 6 reviewed'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await waitFor(() => expect(position()).toBe('3 of 6'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(position()).toBe('4 of 6'))
    await userEvent.keyboard('1')
    await waitFor(() => expect(position()).toBe('6 of 6'))
    await userEvent.keyboard('3')
    await waitFor(() => expect(position()).toBe('1 of 6'))
    await userEvent.keyboard('1')
    // All are reviewed: it stays at the last one.
    await waitFor(() => expect(review()).toHaveTextContent('All 6 items reviewed'))
    expect(position()).toBe('1 of 6')
    expect(within(review()).getByRole('button', { name: /^Next unreviewed/u })).toBeDisabled()
    await userEvent.click(within(review()).getByRole('button', { name: 'Back to the list' }))
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Items' })).toHaveFocus())
  })

  it('stays at a marked item if the person chose that', async () => {
    await show()
    app.preferences.change({ singleReview: { ...app.preferences.current.singleReview, advances: false } })
    await openReview()
    await userEvent.keyboard('2')
    await waitFor(() => expect(markOf(0)).toBe('problem'))
    expect(position()).toBe('1 of 60')
    await userEvent.keyboard('0')
    await waitFor(() => expect(markOf(0)).toBeNull())
  })

  it('undoes the last mark from the toast, and shows its item', async () => {
    await show()
    await openReview()
    await userEvent.keyboard('12')
    const toast = await screen.findByRole('group', { name: '000000000001 marked as problem' })
    await waitFor(() => expect(markOf(1)).toBe('problem'))
    await userEvent.click(within(toast).getByRole('button', { name: /^Undo/u }))
    await waitFor(() => expect(markOf(1)).toBeUndefined())
    await waitFor(() => expect(position()).toBe('2 of 60'))
    expect(screen.queryByRole('group', { name: /marked as/u })).toBeNull()
    await waitFor(() => expect(progress()).toHaveTextContent('1 of 60 reviewed'))
    // The mark before it is undone by keys.
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(markOf(0)).toBeUndefined())
  })

  it('opens a photo that is pressed, and removes it only in the viewer', async () => {
    await show()
    await openReview()
    const { campaignItemId } = makeRow(0)
    const hash = '1'.repeat(64)
    main.answer('reviews.removePhoto', () => {
      saveReview(0, { photos: [] })
      return { step: 1 }
    })
    saveReview(0, {
      photos: [{ hash, kind: 'jpeg', width: 640, height: 480, bytes: 12_345, addedAt: 1_700_000_000_000 }],
    })
    const photo = await within(review()).findByRole('button', { name: /^Photo 1 of 1/u })
    expect(within(review()).queryByRole('button', { name: /^Remove photo/u })).toBeNull()
    await userEvent.click(photo)
    const viewer = await screen.findByRole('dialog', { name: 'Photo viewer' })
    expect(main.inputs('reviews.removePhoto')).toEqual([])
    await userEvent.click(within(viewer).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(main.inputs('reviews.removePhoto')).toMatchObject([{ id: campaignItemId, hash }]),
    )
    expect(await within(review()).findByRole('button', { name: 'Undo' })).toBeVisible()
  })

  it('removes a mark by a second press of its button', async () => {
    await show()
    await openReview()
    const button = (name: RegExp): HTMLElement => within(review()).getByRole('button', { name })
    await userEvent.keyboard('1{ArrowUp}')
    await waitFor(() => expect(button(/^OK/u)).toHaveAttribute('aria-pressed', 'true'))
    await userEvent.click(button(/^OK/u))
    await waitFor(() => expect(markOf(0)).toBeNull())
    expect(position()).toBe('1 of 60')
  })

  it('writes a note with N, and returns to the list with Escape', async () => {
    await show()
    const list = await openReview()
    await userEvent.keyboard('n')
    const note = screen.getByRole('textbox', { name: 'Note' })
    await waitFor(() => expect(note).toHaveFocus())
    await userEvent.keyboard('Torn 123')
    await waitFor(() => expect(saved.get('ci-0')?.note).toBe('Torn 123'))
    await userEvent.keyboard('{Escape}')
    expect(list).toHaveFocus()
    // Digits in the note are no marks.
    expect(main.inputs('reviews.mark')).toEqual([])
    await userEvent.keyboard('2')
    await waitFor(() => expect(position()).toBe('2 of 60'))
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  })

  it('is left with Escape to the same row, with the same selection', async () => {
    const grid = await show()
    await userEvent.keyboard('{ArrowDown} {ArrowDown} ')
    expect(app.items.selection.ranges).toEqual([[1, 2]])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(grid).toBeInTheDocument()
    await openReview()
    expect(position()).toBe('5 of 60')
    await userEvent.keyboard('1')
    await waitFor(() => expect(position()).toBe('6 of 60'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Items' })).toHaveFocus())
    expect(app.items.active).toBe(5)
    expect(app.items.selection.ranges).toEqual([[1, 2]])
    // Only the shown item was marked.
    expect(main.inputs('reviews.mark')).toMatchObject([{ ranges: [[4, 4]] }])
    expect(screen.queryByRole('region', { name: 'Review of single items' })).toBeNull()
  })

  it('is left when another view is shown', async () => {
    await show()
    await openReview()
    app.show('k1', 'overview')
    expect(app.frame.singleReview).toBe(false)
    await runCommand(app, 'reviewItems')
    expect([app.tab, app.frame.singleReview]).toEqual(['items', true])
    await runCommand(app, 'reviewItems')
    expect(app.frame.singleReview).toBe(false)
  })

  it('shows what has changed in an item since its review', async () => {
    await show(makeRows(3))
    saveReview(0, { mark: 'ok', item: reviewedItem(makeRow(0, { qty: 420 })) })
    await openReview()
    await waitFor(() => expect(review()).toHaveTextContent('was 420'))
  })

  it('has a message and a way back without items, and after a failure', async () => {
    await show()
    await openReview()
    main.answer('items.open', () => {
      throw new AppError('cacheUnavailable')
    })
    await app.items.reopen()
    main.answerByDefault('items.open')
    const failure = await screen.findByRole('alert')
    expect(failure).toHaveTextContent('Items couldn’t be shown')
    await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await app.items.filters.set(allOf(hasValue('status', 99)))
    await waitFor(() => expect(review()).toHaveTextContent('No items found'))
    await userEvent.click(within(review()).getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(position()).toMatch(/ of 60$/u))
  })

  it('reports marks that could not be read', async () => {
    await show()
    main.answer('reviews.marks', () => {
      throw new AppError('reviewsUnavailable', { params: { reason: 'the disk is full' } })
    })
    await openReview()
    await waitFor(() => expect(review()).toHaveTextContent('Marks couldn’t be read'))
  })
})

describe('the touch layout', () => {
  beforeEach(() => {
    const matchMedia = window.matchMedia.bind(window)
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(matchMedia(media), { matches: media.includes('pointer: coarse') }),
    )
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  async function openTouch(): Promise<HTMLElement> {
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Review of single items' })
    await waitFor(() => expect(main.inputs('reviews.marks')).not.toEqual([]))
    return dialog
  }
  const heading = (dialog: HTMLElement): HTMLElement | null | undefined =>
    dialog.querySelector<HTMLElement>('.facts .title')

  it('is used if the main pointer is a finger, and marks by its buttons', async () => {
    await show()
    const dialog = await openTouch()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Problem' }))
    await waitFor(() => expect(markOf(0)).toBe('problem'))
    await waitFor(() => expect(heading(dialog)).toHaveTextContent('2 of 60'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next item' }))
    await waitFor(() => expect(heading(dialog)).toHaveTextContent('3 of 60'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next unreviewed' }))
    await waitFor(() => expect(heading(dialog)).toHaveTextContent('4 of 60'))
  })

  it('has the marks at the side that the person chose, which is remembered', async () => {
    await show()
    const dialog = await openTouch()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move marks to the left' }))
    expect(app.preferences.current.singleReview.marksAt).toBe('start')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move marks to the right' }))
    expect(app.preferences.current.singleReview.marksAt).toBe('end')
  })

  it('moves to the next item by a swipe', async () => {
    await show()
    const dialog = await openTouch()
    const picture = dialog.querySelector('.picture [role=presentation], [role=presentation].picture')
    const pointer = { pointerId: 7, pointerType: 'touch', isPrimary: true }
    const swipe = async (from: number, to: number): Promise<void> => {
      if (picture === null) throw new Error('There is no picture.')
      await fireEvent.pointerDown(picture, { ...pointer, clientX: from, clientY: 200 })
      await fireEvent.pointerUp(picture, { ...pointer, clientX: to, clientY: 210 })
    }
    await swipe(500, 300)
    await waitFor(() => expect(heading(dialog)).toHaveTextContent('2 of 60'))
    await swipe(300, 310)
    await swipe(300, 500)
    await waitFor(() => expect(heading(dialog)).toHaveTextContent('1 of 60'))
  })

  it('announces the next items without a mark', async () => {
    await show(makeRows(8))
    saveReview(1, { mark: 'ok' })
    const dialog = await openTouch()
    const names = (): readonly (string | undefined)[] =>
      within(dialog)
        .getAllByRole('button', { name: /^Not reviewed/u })
        .map((button) => /\d{12}/u.exec(button.textContent)?.[0])
    await waitFor(() =>
      expect(names()).toEqual(['000000000002', '000000000003', '000000000004', '000000000005']),
    )
  })
})

describe('marks from the context menu', () => {
  it('name the number of selected items before they are marked, and can be undone at once', async () => {
    const grid = await show()
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    const menu = await screen.findByRole('menu', { name: 'Item' })
    await userEvent.click(within(menu).getByRole('menuitem', { name: /^Mark 3 items as problem/u }))
    await waitFor(() => expect([markOf(0), markOf(1), markOf(2)]).toEqual(['problem', 'problem', 'problem']))
    expect(main.inputs('reviews.mark')).toMatchObject([{ ranges: [[0, 2]], mark: 'problem' }])
    expect(app.items.selection.ranges).toEqual([[0, 2]])
    const toast = screen.getByRole('group', { name: '3 items marked as problem' })
    await userEvent.click(within(toast).getByRole('button', { name: /^Undo/u }))
    await waitFor(() => expect(markOf(0)).toBeUndefined())
    expect(grid).toBeInTheDocument()
  })

  it('mark one item', async () => {
    await show()
    await userEvent.keyboard('{Shift>}{F10}{/Shift}')
    const menu = await screen.findByRole('menu', { name: 'Item' })
    await userEvent.click(within(menu).getByRole('menuitem', { name: /^Mark as OK/u }))
    await waitFor(() => expect(markOf(0)).toBe('ok'))
    expect(app.items.active).toBe(0)
  })
})

describe('the marks of a result', () => {
  it('find the next rows without a mark as a search through all rows does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(null, ...REVIEW_MARKS), { minLength: 1, maxLength: 30 }),
        fc.nat(29),
        async (rows, start) => {
          const fake = new FakeItemsMain([])
          fake.install()
          fake.answer('reviews.marks', () =>
            Uint8Array.from(rows, (mark) => (mark === null ? 0 : REVIEW_MARKS.indexOf(mark) + 1)),
          )
          const from = Math.min(start, rows.length - 1)
          const result = { connectionId: CONNECTION.id, campaignId: null, resultId: 1, count: rows.length }
          const marks = new ResultMarks(() => result, { isChanging: false, revision: 0 })
          marks.follow()
          await waitFor(() => expect(marks.reviewed).toBe(rows.filter((mark) => mark !== null).length))
          const indexes = [...rows.keys()]
          const unmarked = [...indexes.slice(from + 1), ...indexes.slice(0, from)].filter(
            (index) => rows[index] === null,
          )
          expect(marks.nextUnreviewed(from)).toBe(unmarked[0] ?? null)
          expect(marks.upNext(from, 4)).toEqual(unmarked.slice(0, 4))
        },
      ),
      { numRuns: 40 },
    )
  })
})
