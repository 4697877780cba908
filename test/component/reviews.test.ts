import { screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { reviewedItem, type Review } from '../../electron/contract/review.ts'
import { guardDoublePress } from '../../renderer/components/double-press.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { listenToMain } from '../../renderer/state/app-lifecycle.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { press } from '../support/press.ts'
import { CONNECTION, FakeItemsMain, makeRows } from './fake-items-main.ts'
import { answerReviews } from './fake-reviews.ts'
import { connectedApp, renderItems } from './items-stage.ts'

let main: FakeItemsMain
let app: AppModel
let stop = (): void => undefined
/** The saved reviews by service id. */
let saved: Map<string, Review>

async function show(rows = makeRows(40)): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  saved = answerReviews(main)
  app = connectedApp(main)
  app.preferences.load({ ...app.preferences.current, reviewing: true })
  stop = listenToMain(app)
  renderItems(app)
  const grid = await screen.findByRole('grid', { name: 'Items' })
  grid.focus()
  return grid
}

const checkOf = (grid: HTMLElement, at: number): HTMLElement | null =>
  grid.querySelector(`[role=row][aria-rowindex="${String(at + 2)}"] [aria-colindex="1"]`)
const details = (): HTMLElement => screen.getByRole('complementary', { name: 'Item details' })
const note = (): HTMLElement => screen.getByRole('textbox', { name: 'Note' })
const markOf = (at: number): Review['mark'] | undefined => saved.get(`ci-${String(at)}`)?.mark

beforeEach(() => {
  stop()
  stubLayout()
})

describe('reviewing a list', () => {
  it('marks a row by a key, moves to the next row and announces the mark', async () => {
    const grid = await show()
    await userEvent.keyboard('1')
    await waitFor(() => expect(details()).toHaveTextContent('2 of 40'))
    expect(app.announcer.text).toContain('1 item marked as OK.')
    await userEvent.keyboard('2')
    await waitFor(() => expect(details()).toHaveTextContent('3 of 40'))
    await userEvent.keyboard('3')
    await waitFor(() => expect(checkOf(grid, 2)).toHaveAccessibleName('Select this row, Question'))
    expect([markOf(0), markOf(1), markOf(2)]).toEqual(['ok', 'problem', 'question'])
    expect(checkOf(grid, 0)).toHaveAccessibleName('Select this row, OK')
    await waitFor(() =>
      expect(document.querySelector('[data-review-progress]')).toHaveTextContent('3 of 40 reviewed'),
    )
    // Digits are marks, not the start of a search.
    expect(main.inputs('items.open')).toHaveLength(1)
  })

  it('marks a row for each key, however fast they are pressed', async () => {
    await show()
    await userEvent.keyboard('1231{Control>}z{/Control}')
    await waitFor(() => expect(app.announcer.text).toContain('Undone'))
    expect([markOf(0), markOf(1), markOf(2), markOf(3)]).toEqual(['ok', 'problem', 'question', undefined])
  })

  it('undoes marks and scrolls to their rows', async () => {
    const grid = await show()
    await userEvent.keyboard('1')
    await waitFor(() => expect(details()).toHaveTextContent('2 of 40'))
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(details()).toHaveTextContent('1 of 40'))
    expect(markOf(0)).toBeUndefined()
    await waitFor(() => expect(checkOf(grid, 0)).toHaveAccessibleName('Select this row'))
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(app.announcer.text).toContain('Nothing to undo'))
  })

  it('marks all selected rows in one call, by their indexes', async () => {
    await show()
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}2')
    await waitFor(() => expect(details()).toHaveTextContent('4 of 40'))
    expect(main.inputs('reviews.mark')).toMatchObject([{ ranges: [[0, 2]], mark: 'problem' }])
    expect(app.announcer.text).toContain('3 items marked as problem.')
  })

  it('marks the item in the viewer whatever is selected, and moves to the next', async () => {
    await show(makeRows(40).map((row) => ({ ...row, hasArtwork: true, artworkNames: 'front.png' })))
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const viewer = await screen.findByRole('dialog', { name: 'Artwork viewer' })
    await userEvent.keyboard('2')
    await waitFor(() => expect(viewer).toHaveTextContent('4 of 40'))
    expect(main.inputs('reviews.mark')).toMatchObject([{ ranges: [[2, 2]], mark: 'problem' }])
    await userEvent.keyboard('{PageUp}')
    await waitFor(() => expect(viewer).toHaveTextContent('Problem'))
    await userEvent.keyboard('{F2}')
    await waitFor(() => expect(note()).toHaveFocus())
    expect(screen.queryByRole('dialog', { name: 'Artwork viewer' })).toBeNull()
  })

  it('marks one item in the viewer by a double-click', async () => {
    onTestFinished(guardDoublePress())
    await show(makeRows(40).map((row) => ({ ...row, hasArtwork: true, artworkNames: 'front.png' })))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const viewer = await screen.findByRole('dialog', { name: 'Artwork viewer' })
    const markOk = (): HTMLElement => within(viewer).getByRole('button', { name: /^OK/u })
    markOk().focus()
    await press(markOk(), 1)
    await waitFor(() => expect(viewer).toHaveTextContent('2 of 40'))
    await press(markOk(), 2)
    expect(main.inputs('reviews.mark')).toMatchObject([{ ranges: [[0, 0]], mark: 'ok' }])
    // The keys of the viewer still work.
    await userEvent.keyboard('{PageDown}')
    expect(viewer).toHaveTextContent('3 of 40')
  })

  it('saves a note while typing, and returns the focus to the list', async () => {
    const grid = await show()
    await userEvent.keyboard('{F2}')
    await waitFor(() => expect(note()).toHaveFocus())
    await userEvent.type(note(), 'Torn')
    await waitFor(() => expect(saved.get('ci-0')?.note).toBe('Torn'))
    expect(await within(details()).findByText('Saved')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(grid).toHaveFocus()
    await waitFor(() => expect(checkOf(grid, 0)).toHaveAccessibleName('Select this row, with a note'))
    // Another item has its own note.
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(note()).toHaveValue(''))
  })

  it('sends the latest text of a note while an earlier one is pending', async () => {
    await show()
    const sentNotes: string[] = []
    let finishFirst = (): void => undefined
    const first = new Promise<void>((resolve) => {
      finishFirst = resolve
    })
    main.answer('reviews.note', async ({ note: text }) => {
      sentNotes.push(text)
      if (sentNotes.length === 1) await first
      return { step: 1 }
    })
    await userEvent.keyboard('{F2}')
    await userEvent.type(note(), 'abc')
    expect(sentNotes).toEqual(['a'])
    finishFirst()
    await app.reviews.notes.flush()
    expect(sentNotes).toEqual(['a', 'abc'])
  })

  it('reports a note that could not be saved', async () => {
    await show()
    main.answer('reviews.note', () => {
      throw new AppError('reviewsUnavailable', { params: { reason: 'the disk is full' } })
    })
    await userEvent.keyboard('{F2}')
    await userEvent.type(note(), 'a')
    expect(await within(details()).findByText(/the disk is full/u)).toBeInTheDocument()
  })

  it('keeps the text of a note that could not be saved, until it is saved', async () => {
    const grid = await show()
    main.answer('reviews.note', () => {
      throw new AppError('reviewsUnavailable', { params: { reason: 'the disk is full' } })
    })
    await userEvent.keyboard('{F2}')
    await userEvent.type(note(), 'Torn')
    await userEvent.keyboard('{Escape}{ArrowDown}')
    await waitFor(() => expect(note()).toHaveValue(''))
    // Another note that is saved does not hide that this one is not.
    const written: (readonly [number, string])[] = []
    main.answer('reviews.note', ({ key, note: text }) => {
      written.push([key, text])
      return { step: 1 }
    })
    await userEvent.keyboard('{F2}b{Escape}')
    await app.reviews.notes.flush()
    expect(within(details()).getByText(/the disk is full/u)).toBeInTheDocument()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(note()).toHaveValue('Torn'))
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.click(within(details()).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(within(details()).queryByText(/the disk is full/u)).toBeNull())
    const [first, second] = main.rows
    expect(written).toEqual([
      [second?.key, 'b'],
      [first?.key, 'Torn'],
    ])
  })

  it('lists the changes of an item since its review', async () => {
    const grid = await show()
    const [row] = main.rows
    if (row === undefined) throw new Error('There are no rows.')
    saved.set(row.campaignItemId, {
      campaignItemId: row.campaignItemId,
      campaignId: 'k1',
      mark: 'ok',
      markedAt: 1,
      note: '',
      photos: [],
      item: reviewedItem({ ...row, qty: 12 }),
    })
    main.emit('reviews.changed', { connectionId: CONNECTION.id, merged: false })
    expect(await within(details()).findByText('Quantity: 12 → 0')).toBeInTheDocument()
    expect(checkOf(grid, 0)).toHaveAccessibleName('Select this row, OK, changed since your review')
  })

  it('filters the list by marks', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
    await userEvent.click(screen.getByRole('option', { name: 'Mark' }))
    await userEvent.click(screen.getByRole('button', { name: 'Choose values' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Problem' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Changed since review' }))
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)).toMatchObject({
        query: { filters: allOf(hasValue('review', 'problem', 'changed')) },
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: /^Remove the filter Mark/u }))
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)).toMatchObject({ query: { filters: NO_FILTERS } }),
    )
  })

  it('searches for digits and letters when reviewing is off', async () => {
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Hide marks' }))
    expect(app.preferences.current.reviewing).toBe(false)
    screen.getByRole('grid').focus()
    await userEvent.keyboard('2')
    expect(screen.getByRole('searchbox', { name: 'Search items…' })).toHaveFocus()
    expect(main.inputs('reviews.mark')).toEqual([])
  })

  it('offers the review columns in the export dialog', async () => {
    await show()
    app.frame.action('export')?.()
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: /^Edit/u }))
    for (const name of ['Mark', 'Note', 'Marked at', 'Changed since review'])
      expect(within(dialog).getByRole('checkbox', { name })).toBeChecked()
  })
})
