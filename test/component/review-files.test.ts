import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { differenceOf } from '../../electron/contract/review-merge.ts'
import { reviewedItem, type Review } from '../../electron/contract/review.ts'
import type { OpenedReviewFile, ShownDifference } from '../../electron/contract/review-file.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { press } from '../support/press.ts'
import { reviewedRow } from '../support/reviews.ts'
import { startApp } from '../support/start-app.ts'

function review(number: number, changes: Partial<Review> = {}): Review {
  return {
    campaignItemId: `item-${String(number)}`,
    campaignId: 'k1',
    mark: 'problem',
    markedAt: Date.UTC(2026, 10, 20),
    note: '',
    photos: [],
    item: reviewedItem(reviewedRow(number)),
    ...changes,
  }
}

function shown(mine: Review | null, theirs: Review): ShownDifference {
  const difference = differenceOf(mine, theirs)
  if (difference === null) throw new Error('They say the same.')
  return { ...difference, absent: false, changes: [] }
}

const CONFLICT = shown(review(1, { mark: 'ok', note: 'fine' }), review(1, { note: '<b>torn</b>' }))
const NEW = shown(null, review(2))

function openedFile(differences: readonly ShownDifference[]): OpenedReviewFile {
  return {
    openId: 'open-1',
    connectionId: 'c1',
    info: {
      fileName: 'kids.cdreview',
      bytes: 4_000,
      author: 'Ana',
      writtenAt: Date.UTC(2026, 10, 21),
      campaigns: [{ id: 'k1', name: 'Summer 2026', known: false }],
      items: 3,
      marks: { ok: 0, problem: 3, question: 0 },
      notes: 1,
      photos: 0,
      same: 1,
      absent: 1,
    },
    differences,
  }
}

async function readFile(
  differences: readonly ShownDifference[],
): Promise<{ readonly main: FakeMain; readonly user: UserEvent; readonly dialog: HTMLElement }> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.preferences = {
    ...PREFERENCES,
    lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1', tab: 'overview' },
  }
  main.answer('reviewFiles.openRequested', () => null)
  main.answer('reviewFiles.open', () => openedFile(differences))
  const user = await startApp(main)
  await user.keyboard('{Control>}k{/Control}import review{Enter}')
  return { main, user, dialog: await screen.findByRole('dialog') }
}

const expectAccessible = async (dialog: HTMLElement): Promise<void> => {
  const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
}

describe('a review file that is imported', () => {
  it('shows author, contents and differences first', async () => {
    const { dialog } = await readFile([CONFLICT, NEW])
    expect(within(dialog).getByRole('heading', { name: 'Review by Ana' })).toBeVisible()
    for (const words of [
      'kids.cdreview',
      'Summer 2026',
      'Not on this computer',
      '3 items: 3 marks and 1 note',
      '1 different',
      '1 new',
      '1 the same',
      'Merged reviews of 1 item appear after the next download.',
      'Check that this is the right connection.',
    ]) {
      expect(dialog).toHaveTextContent(words)
    }
    expect(within(dialog).queryByRole('button', { name: /^Merge/u })).toBeNull()
    await expectAccessible(dialog)
  })

  it('is merged by chosen differences, and can be undone', async () => {
    const { main, user, dialog } = await readFile([CONFLICT, NEW])
    main.answer('reviewFiles.merge', () => ({ count: 2, step: 7 }))
    main.answer('reviews.revert', () => ({ reverse: 8, count: 2, skipped: 0, item: null }))
    await user.click(within(dialog).getByRole('button', { name: 'Compare' }))
    const list = within(dialog).getByRole('listbox', { name: 'Differences' })
    expect(list).toHaveFocus()
    expect(within(dialog).getByRole('radio', { name: 'Mine' })).toBeChecked()
    // Only as text.
    expect(within(dialog).getByText('<b>torn</b>')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Merge 1 item' })).toBeVisible()
    await user.keyboard('b{ArrowUp}')
    expect(within(dialog).getByRole('heading', { name: 'Result' })).toBeVisible()
    await expectAccessible(dialog)
    await user.click(within(dialog).getByRole('button', { name: 'Use for all' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Theirs' }))
    expect(within(dialog).getByRole('radio', { name: 'Theirs' })).toBeChecked()
    await user.click(within(dialog).getByRole('button', { name: 'Use for all' }))
    await user.click(await screen.findByRole('menuitem', { name: 'As suggested' }))
    expect(within(dialog).getByRole('radio', { name: 'Mine' })).toBeChecked()
    await user.click(within(dialog).getByRole('radio', { name: 'Both' }))
    await user.click(within(dialog).getByRole('button', { name: 'Merge 2 items' }))
    expect(main.inputs('reviewFiles.merge')).toEqual([{ openId: 'open-1', choices: ['both', 'theirs'] }])
    const toast = await screen.findByRole('group', { name: 'Merged 2 items' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(toast).toHaveTextContent('kids.cdreview')
    await user.click(within(toast).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(main.inputs('reviews.revert')).toEqual([{ connectionId: 'c1', step: 7 }]))
    // What was undone is no longer confirmed.
    expect(screen.queryByRole('group', { name: 'Merged 2 items' })).toBeNull()
    // A merged file is closed already.
    expect(main.inputs('reviewFiles.close')).toEqual([])
  })

  it('is not merged by a double-click that shows the differences', async () => {
    const { main, dialog } = await readFile([CONFLICT, NEW])
    await press(within(dialog).getByRole('button', { name: 'Compare' }), 1)
    await press(within(dialog).getByRole('button', { name: 'Merge 1 item' }), 2)
    expect(main.inputs('reviewFiles.merge')).toEqual([])
  })

  it('merges at once without conflicts', async () => {
    const { main, user, dialog } = await readFile([NEW])
    main.answer('reviewFiles.merge', () => ({ count: 1, step: 7 }))
    await user.click(within(dialog).getByRole('button', { name: 'Merge 1 item' }))
    expect(main.inputs('reviewFiles.merge')).toEqual([{ openId: 'open-1', choices: ['theirs'] }])
  })

  it('has nothing to merge if it is equal, and is closed', async () => {
    const { main, user, dialog } = await readFile([])
    expect(dialog).toHaveTextContent('Nothing to merge')
    expect(within(dialog).queryByRole('button', { name: /Merge|Go through/u })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(main.inputs('reviewFiles.close')).toEqual([{ openId: 'open-1' }]))
  })

  it('does not offer both if they exceed the limits', async () => {
    const long = shown(review(1, { note: 'x'.repeat(6_000) }), review(1, { note: 'y'.repeat(6_000) }))
    const { user, dialog } = await readFile([long])
    await user.click(within(dialog).getByRole('button', { name: 'Compare' }))
    expect(within(dialog).queryByRole('radio', { name: 'Both' })).toBeNull()
    expect(dialog).toHaveTextContent('Both are too long for one item.')
    await user.keyboard('b')
    expect(within(dialog).getByRole('radio', { name: 'Mine' })).toBeChecked()
  })

  it('reports why a file cannot be used', async () => {
    const main = new FakeMain([makeConnection()])
    main.campaigns.set('c1', [makeCampaign()])
    main.answer('reviewFiles.open', () => {
      throw new AppError('reviewFileUnusable', { params: { reason: 'it is damaged' } })
    })
    const user = await startApp(main)
    await user.keyboard('{Control>}k{/Control}import review{Enter}')
    expect(await screen.findByText(/it is damaged/u)).toBeVisible()
  })
})

describe('the export of a review', () => {
  it('remembers the name of the author, and reports what was written', async () => {
    const main = new FakeMain([makeConnection()])
    main.campaigns.set('c1', [makeCampaign()])
    main.preferences = {
      ...PREFERENCES,
      lastView: { ...PREFERENCES.lastView, connectionId: 'c1', campaignId: 'k1', tab: 'overview' },
    }
    main.answer('reviewFiles.write', () => ({
      fileName: 'kids.cdreview',
      items: 2,
      marks: 2,
      notes: 0,
      photos: 1,
      bytes: 900,
    }))
    const user = await startApp(main)
    await user.keyboard('{Control>}k{/Control}export review{Enter}')
    const name = await screen.findByRole('textbox', { name: 'Your name' })
    expect(name).toHaveFocus()
    // There is nothing to export yet.
    const dialog = screen.getByRole('dialog')
    expect(await within(dialog).findByText('No marks or notes yet')).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Export…' })).toBeDisabled()
    main.answer('reviewFiles.counts', () => ({ items: 3, marks: 2, notes: 1, photos: 0 }))
    await user.keyboard('{Escape}{Control>}k{/Control}export review{Enter}')
    expect(await screen.findByText('3 items: 2 marks and 1 note')).toBeVisible()
    await user.keyboard(' Ana {Enter}')
    const toast = await screen.findByRole('group', { name: 'Exported kids.cdreview' })
    expect(toast).toHaveTextContent('2 items: 2 marks and 1 photo')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(main.inputs('reviewFiles.write')).toEqual([
      {
        connectionId: 'c1',
        scope: { kind: 'campaign', campaignId: 'k1' },
        author: 'Ana',
        suggestedName: 'Summer 2026 – Ana',
      },
    ])
    await user.click(within(toast).getByRole('button', { name: 'Show in folder' }))
    expect(main.inputs('reviewFiles.showWritten')).toHaveLength(1)
    await user.click(within(toast).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('group', { name: 'Exported kids.cdreview' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}export review{Enter}')
    expect(await screen.findByRole('textbox', { name: 'Your name' })).toHaveValue('Ana')
  })
})
