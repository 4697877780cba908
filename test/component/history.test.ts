import { screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiName } from '../../electron/contract/api.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Review, ReviewPhoto } from '../../electron/contract/review.ts'
import { ActionUnavailable, History, type HistoryEntry } from '../../renderer/state/history.svelte.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { removePhoto } from '../../renderer/state/photo-commands.ts'
import { markActive } from '../../renderer/state/review-commands.ts'
import { runCommand } from '../../renderer/state/commands.ts'
import { makeCampaign } from '../support/contract-values.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems, searchBox } from './items-stage.ts'

const PHOTO: ReviewPhoto = {
  hash: '1'.repeat(64),
  kind: 'jpeg',
  width: 640,
  height: 480,
  bytes: 12_345,
  addedAt: 1_700_000_000_000,
}

let main: FakeItemsMain
let app: AppModel
/** Reverted steps, marks and notes in the order in which they were sent. */
let sentCalls: readonly (readonly unknown[])[]

async function show(): Promise<HTMLElement> {
  main = new FakeItemsMain(makeRows(40))
  sentCalls = []
  let step = 0
  const nextStep = (...call: readonly unknown[]): { readonly step: number } => {
    step += 1
    sentCalls = [...sentCalls, [...call, step]]
    return { step }
  }
  main.answer('reviews.get', (): readonly Review[] => [])
  main.answer('reviews.mark', ({ ranges, mark }) => ({ count: ranges.length, ...nextStep('mark', mark) }))
  main.answer('reviews.note', ({ note, continues }) =>
    continues === null ? nextStep('note', note) : { step: continues },
  )
  main.answer('reviews.revert', (input) => {
    const { step: reverse } = nextStep('revert', input.step)
    return { reverse, count: 1, skipped: 0, item: { key: 1_000, campaignId: 'k1' } }
  })
  main.answer('reviews.listSteps', () => [])
  main.answer('reviews.progress', () => ({ reviewed: 0, inResult: 0, orphaned: 0 }))
  app = connectedApp(main)
  app.preferences.load({ ...app.preferences.current, reviewing: true })
  renderItems(app)
  const grid = await screen.findByRole('grid', { name: 'Items' })
  grid.focus()
  return grid
}

const undo = () => userEvent.keyboard('{Control>}z{/Control}')
const redo = () => userEvent.keyboard('{Control>}y{/Control}')
const lastSort = (): unknown => main.inputs('items.open').at(-1)?.query.sort

beforeEach(() => {
  stubLayout()
})

/** Chooses a height of the rows. */
async function chooseRowHeight(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Row height' }))
  await userEvent.click(
    within(screen.getByRole('menu', { name: 'Row height' })).getByRole('menuitemradio', { name }),
  )
}

describe('undo', () => {
  it('reverts the last action: a mark after a sort, then the sort', async () => {
    const grid = await show()
    await userEvent.click(within(grid).getByRole('columnheader', { name: 'Quantity' }))
    await waitFor(() => expect(lastSort()).toEqual([{ key: 'qty', direction: 1 }]))
    grid.focus()
    await userEvent.keyboard('2')
    await waitFor(() => expect(app.history.nextUndo?.name).toBe('mark'))
    await undo()
    await waitFor(() => {
      expect(sentCalls).toEqual([
        ['mark', 'problem', 1],
        ['revert', 1, 2],
      ])
    })
    expect(lastSort()).toEqual([{ key: 'qty', direction: 1 }])
    expect(app.announcer.text).toContain('Undone: mark.')
    await undo()
    await waitFor(() => expect(lastSort()).toEqual([]))
    expect(app.announcer.text).toContain('Undone: sort.')
    await redo()
    await redo()
    await waitFor(() => expect(sentCalls.at(-1)).toEqual(['revert', 2, 3]))
    expect(lastSort()).toEqual([{ key: 'qty', direction: 1 }])
  })

  it('reverts marks, filters and searches in reverse order', async () => {
    const grid = await show()
    await userEvent.keyboard('1')
    await app.history.undo()
    await app.history.redo()
    await userEvent.keyboard('wob')
    await waitFor(() => expect(main.inputs('items.open').at(-1)).toMatchObject({ query: { search: 'wob' } }))
    await userEvent.keyboard('{Enter}')
    grid.focus()
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}3')
    expect(app.history.nextUndo?.name).toBe('mark (2 items)')
    await undo()
    await waitFor(() => expect(app.history.nextUndo?.name).toBe('search'))
    await undo()
    await waitFor(() => expect(main.inputs('items.open').at(-1)).toMatchObject({ query: { search: '' } }))
    expect(app.history.nextUndo?.name).toBe('mark')
  })

  it('restores a search that was just cleared in its field', async () => {
    await show()
    await userEvent.type(searchBox(), 'wob')
    await waitFor(() => expect(app.history.nextUndo?.name).toBe('search'))
    // As long as the field has what was typed, the keys are for its text.
    await undo()
    expect(searchBox()).toHaveValue('wob')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(app.items.query.search).toBe(''))
    await undo()
    await waitFor(() => expect(searchBox()).toHaveValue('wob'))
    await undo()
    await waitFor(() => expect(searchBox()).toHaveValue(''))
    await redo()
    await waitFor(() => expect(searchBox()).toHaveValue('wob'))
  })

  it('restores the columns after a column change', async () => {
    const grid = await show()
    const names = (): readonly string[] =>
      within(grid)
        .getAllByRole('columnheader')
        .map((header) => header.textContent.trim())
    const previousNames = names()
    grid.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}{ArrowRight}{Alt>}{ArrowRight}{/Alt}')
    expect(names()).not.toEqual(previousNames)
    await undo()
    await waitFor(() => expect(names()).toEqual(previousNames))
    expect(app.announcer.text).toContain('Undone: column change.')
  })

  it('restores the row height, and shows the rows for it', async () => {
    await show()
    const height = () => app.preferences.current.rowHeight
    expect(height()).toBe('normal')
    await chooseRowHeight('Comfortable')
    await chooseRowHeight('Large thumbnails')
    expect(height()).toBe('thumbnail')
    await app.history.undo()
    expect(height()).toBe('roomy')
    expect(app.announcer.text).toContain('Undone: row height.')
    app.show('k1', 'overview')
    await app.history.undo()
    expect([height(), app.tab]).toEqual(['normal', 'items'])
    await app.history.redo()
    expect(height()).toBe('roomy')
  })

  it('reverts a whole note outside its field, which has its own undo', async () => {
    const grid = await show()
    await userEvent.keyboard('{F2}')
    const note = screen.getByRole('textbox', { name: 'Note' })
    await waitFor(() => expect(note).toHaveFocus())
    await userEvent.type(note, 'Torn')
    await undo()
    expect(sentCalls.filter(([what]) => what === 'revert')).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(grid).toHaveFocus()
    await undo()
    await waitFor(() => {
      expect(sentCalls).toEqual([
        ['note', 'T', 1],
        ['revert', 1, 2],
      ])
    })
    expect(app.history.nextRedo?.name).toBe('note')
  })

  it('reverts nothing while a dialog is open, by keys or by the menu', async () => {
    const grid = await show()
    await userEvent.keyboard('2')
    await userEvent.keyboard('{Control>}e{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Export items' })
    within(dialog).getAllByRole('radio')[0]?.focus()
    await undo()
    await runCommand(app, 'undo')
    expect(app.history.nextUndo?.name).toBe('mark')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    grid.focus()
    await undo()
    await waitFor(() => {
      expect(sentCalls).toEqual([
        ['mark', 'problem', 1],
        ['revert', 1, 2],
      ])
    })
  })

  it('skips an action of a removed campaign, and reports that', async () => {
    const grid = await show()
    await userEvent.click(within(grid).getByRole('columnheader', { name: 'Quantity' }))
    app.campaigns = [makeCampaign({ id: 'k2' })]
    await app.history.undo()
    expect(app.notices.visible.map(({ fault }) => fault.message)).toEqual([
      expect.stringContaining('“sort” can’t be undone or redone: the campaign is no longer on this computer'),
    ])
    expect([app.history.nextUndo, app.history.nextRedo]).toEqual([null, null])
  })

  it('reverts no actions of another connection', async () => {
    await show()
    await userEvent.keyboard('1')
    app.connectionId = 'c2'
    expect(app.history.nextUndo).toBeNull()
    await app.history.undo()
    expect(app.announcer.text).toContain('Nothing to undo')
    app.connectionId = 'c1'
    expect(app.history.nextUndo?.name).toBe('mark')
  })

  it.each<[ApiName, () => Promise<void>]>([
    ['reviews.revert', () => app.history.undo()],
    ['reviews.mark', () => markActive(app, { items: app.items, go: () => undefined }, 'problem')],
    ['reviews.removePhoto', () => removePhoto(app, 'ci-0', PHOTO)],
  ])('shows a failure in the connection that was left meanwhile: %s', async (call, run) => {
    await show()
    await markActive(app, { items: app.items, go: () => undefined }, 'ok')
    main.answer(call, () => {
      app.connectionId = 'c2'
      throw new AppError('diskFull')
    })
    await run()
    expect(app.notices.visible).toEqual([])
    app.connectionId = 'c1'
    expect(app.notices.visible).toMatchObject([{ fault: { code: 'diskFull' } }])
  })

  it('includes the marks of an earlier session', async () => {
    await show()
    main.answer('reviews.listSteps', () => [{ step: 7, kind: 'mark', takenAt: 5 }])
    app.preferences.change({ reviewing: false })
    app.history.forget('c1')
    app.connectionId = 'c2'
    app.connectionId = 'c1'
    app.preferences.change({ reviewing: true })
    await waitFor(() => expect(app.history.nextUndo?.name).toBe('mark'))
    await app.history.undo()
    expect(sentCalls).toEqual([['revert', 7, 1]])
  })
})

describe('typing in a list under review', () => {
  it.each(['poster', 'note', 'unit', 'corner', 'frame'])(
    'searches for “%s” and triggers no command',
    async (word) => {
      await show()
      let opened = false
      document.addEventListener('click', ({ target }) => {
        opened ||= target instanceof HTMLInputElement && target.type === 'file'
      })
      await userEvent.keyboard(word)
      expect(searchBox()).toHaveFocus()
      expect(searchBox()).toHaveValue(word)
      expect(opened).toBe(false)
      expect(sentCalls).toEqual([])
    },
  )

  it('opens the photo picker by a modifier key', async () => {
    await show()
    let opened = false
    document.addEventListener('click', ({ target }) => {
      opened ||= target instanceof HTMLInputElement && target.type === 'file'
    })
    await userEvent.keyboard('{Control>}u{/Control}')
    await waitFor(() => expect(opened).toBe(true))
  })
})

describe('History', () => {
  const entry = (name: string, log: string[], fails?: Error): HistoryEntry => ({
    name,
    undo: () => {
      log.push(`undo ${name}`)
      return fails === undefined ? Promise.resolve(null) : Promise.reject(fails)
    },
    redo: () => {
      log.push(`redo ${name}`)
      return Promise.resolve(null)
    },
  })

  it('runs actions one by one, and keeps a failed one for a retry', async () => {
    const log: string[] = []
    const reported: string[] = []
    const history = new History({
      connectionId: () => 'c1',
      announce: () => undefined,
      report: ({ message }) => reported.push(message),
    })
    history.record(entry('a', log))
    history.record(entry('b', log, new Error('The disk is full.')))
    history.record(entry('c', log, new ActionUnavailable('it is gone')))
    await Promise.all([history.undo(), history.undo()])
    expect(log).toEqual(['undo c', 'undo b'])
    expect(reported).toHaveLength(2)
    expect(history.nextUndo?.name).toBe('b')
    history.discard(history.nextUndo ?? entry('', log))
    await history.undo()
    await history.redo()
    expect(log).toEqual(['undo c', 'undo b', 'undo a', 'redo a'])
    history.record(entry('d', log))
    expect(history.nextRedo).toBeNull()
  })
})
