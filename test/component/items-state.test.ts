import { beforeEach, describe, expect, it, vi } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { ViewQuery } from '../../electron/contract/views.ts'
import { PLAIN_VIEW } from '../../renderer/state/items-query.ts'
import type { History } from '../../renderer/state/history.svelte.ts'
import type { ItemsState } from '../../renderer/state/items.svelte.ts'
import { FakeItemsMain, listWithHistory, makeRow, makeRows } from './fake-items-main.ts'

let main: FakeItemsMain
let items: ItemsState
let history: History

beforeEach(() => {
  main = new FakeItemsMain(makeRows(600))
  main.install()
  const list = listWithHistory()
  items = list.items
  history = list.history
  return () => items.close()
})

/** The searches in order. */
const searches = (): readonly string[] =>
  main.inputs('items.open').map((input) => (input as { query: { search: string } }).query.search)

const nameAt = (index: number): string | null | undefined => items.result?.rows.get(index)?.itemName

describe('ItemsState', () => {
  it('opens with the first rows, from the top', async () => {
    await items.show('c1', 'k1')
    expect(items.result).toMatchObject({ count: 600, total: 600, target: { kind: 'top' } })
    expect(nameAt(0)).toBe('Wobbler 0')
    expect(items.activeRow?.itemName).toBe('Wobbler 0')
    expect(main.inputs('items.open')).toEqual([
      { connectionId: 'c1', query: { ...EMPTY_QUERY, campaignIds: ['k1'] } },
    ])
  })

  it('requests all campaigns for null', async () => {
    await items.show('c1', null)
    expect(main.inputs('items.open')[0]).toMatchObject({ query: { campaignIds: null } })
  })

  it('starts with a restored query', async () => {
    await items.show('c1', 'k1', { ...PLAIN_VIEW, search: 'wobbler', filters: allOf(hasValue('status', 0)) })
    expect(items.search.typed).toBe('wobbler')
    expect(items.result?.count).toBe(50)
    expect(items.narrowed).toBe(true)
  })

  it('starts without an invalid pattern, and reports that', async () => {
    await items.show('c1', 'k1', { ...PLAIN_VIEW, search: '[a', filters: allOf(hasValue('status', 0)) })
    expect(items.search.problem).toMatch(/bracket is not closed/)
    expect(items.search.typed).toBe('[a')
    expect(items.result?.count).toBe(150)
  })

  it('keeps the previous campaign’s rows for a short time until the next are loaded', async () => {
    await items.show('c1', 'k1')
    items.selectAll()
    let answer: () => void = () => undefined
    main.answer('items.open', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { resultId: 1, count: 7, total: 7, qtySum: 0, groups: null, missing: null, missingCount: 0 }
    })
    vi.useFakeTimers()
    const showing = items.show('c1', 'k2')
    await vi.advanceTimersByTimeAsync(100)
    expect(items.result?.count).toBe(600)
    await vi.advanceTimersByTimeAsync(300)
    expect(items.result).toBeNull()
    vi.useRealTimers()
    answer()
    await showing
    expect(items.result?.count).toBe(7)
    expect(items.selectedCount).toBe(0)
  })

  it('never shows rows of another connection', async () => {
    await items.show('c1', 'k1')
    const showing = items.show('c2', null)
    expect(items.result).toBeNull()
    await showing
    expect(items.result?.count).toBe(600)
  })

  it('restores position and selection, updated to changed data', async () => {
    await items.show('c1', 'k1')
    items.setVisibleRows(100, 120)
    items.select(110, 'check')
    main.rows = [makeRow(9_001), ...main.rows]
    expect(items.resume('c1', 'another')).toBe('none')
    expect(items.resume('c1', 'k1')).toBe('previous')
    expect(items.result?.target).toEqual({ kind: 'at', index: 100 })
    await items.reopen()
    expect(items.result).toMatchObject({ count: 601, target: { kind: 'shift', from: 110, to: 111 } })
    expect(items.selection.ranges).toEqual([[111, 111]])
  })

  it('searches at the first key, and once for all keys typed during the search', async () => {
    vi.useFakeTimers()
    await items.show('c1', 'k1')
    for (const typed of ['w', 'wo', 'wob']) items.search.type(typed)
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    expect(searches()).toEqual(['', 'w', 'wob'])
    expect(items.result?.count).toBe(200)
  })

  it('searches at every key if no search is running', async () => {
    await items.show('c1', 'k1')
    vi.useFakeTimers()
    for (const typed of ['w', 'wo', 'wob']) {
      items.search.type(typed)
      await vi.advanceTimersByTimeAsync(0)
    }
    vi.useRealTimers()
    expect(searches()).toEqual(['', 'w', 'wo', 'wob'])
  })

  it('shows only the answer to the latest query', async () => {
    await items.show('c1', 'k1')
    const waiting: (() => void)[] = []
    let requestCount = 0
    main.answer('items.open', async () => {
      requestCount += 1
      const mine = requestCount
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { resultId: 1, count: mine, total: 600, qtySum: 0, missing: null, missingCount: 0, groups: null }
    })
    items.search.typed = 'a'
    const first = items.search.apply()
    await vi.waitFor(() => expect(waiting).toHaveLength(1), 60_000)
    items.search.typed = 'ab'
    const second = items.search.apply()
    await vi.waitFor(() => expect(waiting).toHaveLength(2), 60_000)
    waiting[1]?.()
    await second
    waiting[0]?.()
    await first
    expect(items.result?.count).toBe(2)
    expect(items.busy).toBe(false)
  })

  it('reports an invalid pattern, and keeps the last rows', async () => {
    await items.show('c1', 'k1')
    items.search.chosenMode = 'pattern'
    items.search.typed = '[a'
    await items.search.apply()
    expect(items.search.problem).toMatch(/bracket is not closed/)
    expect(items.result?.count).toBe(600)
    expect(items.fault).toBeNull()
    items.search.typed = 'wobbler'
    await items.search.apply()
    expect(items.search.problem).toBeNull()
    expect(items.result?.count).toBe(200)
  })

  it('clears the error when the text returns to the shown search', async () => {
    await items.show('c1', 'k1')
    items.search.chosenMode = 'pattern'
    items.search.typed = '('
    await items.search.apply()
    expect(items.search.problem).not.toBeNull()
    await items.search.clear()
    expect(items.search.problem).toBeNull()
    expect(items.query.search).toBe('')
  })

  it('ignores a superseded query', async () => {
    await items.show('c1', 'k1')
    main.answer('items.open', () => {
      throw new AppError('superseded')
    })
    await items.filters.only('status', 1)
    expect(items.fault).toBeNull()
    expect(items.search.problem).toBeNull()
  })

  it('sorts ascending, descending and in service order', async () => {
    await items.show('c1', 'k1')
    await items.sortBy('qty', false)
    expect(items.query.sort).toEqual([{ key: 'qty', direction: 1 }])
    await items.sortBy('qty', false)
    expect(nameAt(0)).toBe('Poster 599')
    await items.sortBy('itemName', true)
    expect(items.query.sort).toEqual([
      { key: 'qty', direction: -1 },
      { key: 'itemName', direction: 1 },
    ])
    await items.sortBy('qty', false)
    expect(items.query.sort).toEqual([])
  })

  it('keeps the active row visible and selected rows selected when the sort changes', async () => {
    await items.show('c1', 'k1')
    items.select(10, 'toggle')
    items.select(20, 'toggle')
    await items.sortBy('qty', false)
    await items.sortBy('qty', false)
    expect(items.active).toBe(579)
    expect(items.activeRow?.qty).toBe(20)
    expect(items.result?.target).toEqual({ kind: 'reveal', index: 579 })
    expect(items.selection.ranges).toEqual([
      [579, 579],
      [589, 589],
    ])
  })

  it('clears the selection for another search', async () => {
    await items.show('c1', 'k1')
    items.selectAll()
    items.search.typed = 'wobbler'
    await items.search.apply()
    expect(items.selectedCount).toBe(0)
    expect(items.active).toBe(0)
  })

  it('returns to the active row among all when the search is cleared', async () => {
    await items.show('c1', 'k1', { ...PLAIN_VIEW, search: 'wobbler 300' })
    items.select(0, 'only')
    await items.search.clear()
    expect(items.active).toBe(300)
    expect(items.result?.target).toEqual({ kind: 'reveal', index: 300 })
    expect(items.selection.ranges).toEqual([[300, 300]])
  })

  it('keeps position, active row and selection when the data changes', async () => {
    await items.show('c1', 'k1')
    items.setVisibleRows(40, 60)
    items.select(50, 'toggle')
    main.rows = [makeRow(9_001), makeRow(9_002), ...main.rows]
    await items.reopen()
    expect(items.result).toMatchObject({ count: 602, target: { kind: 'shift', from: 50, to: 52 } })
    expect(items.activeRow?.qty).toBe(50)
    expect(items.selection.ranges).toEqual([[52, 52]])
  })

  it('activates the first row if the active one is deleted', async () => {
    await items.show('c1', 'k1')
    items.setVisibleRows(40, 60)
    items.select(50, 'toggle')
    main.rows = main.rows.filter((row) => row.qty !== 50)
    await items.reopen()
    expect(items.result?.count).toBe(599)
    expect(items.selectedCount).toBe(0)
    expect(items.active).toBe(0)
  })

  it('keeps everything selected when rows are added', async () => {
    await items.show('c1', 'k1')
    items.selectAll()
    main.rows = [...main.rows, makeRow(9_001)]
    await items.reopen()
    expect(items.selectedCount).toBe(601)
  })

  it('opens the result again if main no longer has it', async () => {
    await items.show('c1', 'k1')
    main.forgetResults()
    items.result?.rows.request(500, 540, 1)
    await vi.waitFor(() => expect(main.inputs('items.open')).toHaveLength(2), 60_000)
    await vi.waitFor(() => expect(items.busy).toBe(false), 60_000)
    expect(items.fault).toBeNull()
  })

  it('reports why there are no rows, and recovers', async () => {
    main.answer('items.open', () => {
      throw new AppError('cacheBusy')
    })
    await items.show('c1', 'k1')
    expect(items.fault?.code).toBe('cacheBusy')
    expect(items.result).toBeNull()
    main.answerByDefault('items.open')
    await items.reopen()
    expect(items.fault).toBeNull()
    expect(items.result?.count).toBe(600)
  })

  it('copies the selection, or else the active row', async () => {
    await items.show('c1', 'k1')
    expect(await items.copy(['itemName'])).toBe(1)
    items.select(3, 'only')
    items.select(7, 'extend')
    expect(await items.copy(['itemName', 'qty'])).toBe(5)
    expect(main.inputs('items.copy')[1]).toMatchObject({ ranges: [[3, 7]], columns: ['itemName', 'qty'] })
  })

  it('counts values of a column while they are needed, by the current filters', async () => {
    await items.show('c1', 'k1')
    expect(main.inputs('items.values')).toHaveLength(0)
    await items.counts.load('elementName', '')
    expect(items.counts.values).toMatchObject({ values: [{ value: 'Shelf', count: 300 }], empty: 300 })
    await items.counts.load('status', '')
    expect(items.counts.values?.values).toHaveLength(4)
    await items.filters.set(allOf({ column: 'elementName', operator: 'isEmpty' }))
    await vi.waitFor(
      () => expect(items.counts.values?.values.map(({ value }) => value)).toEqual([1, 3]),
      60_000,
    )
    items.counts.close()
    await items.filters.clear()
    expect(main.inputs('items.values')).toHaveLength(3)
  })

  it('undoes and redoes filters one by one, also after another list', async () => {
    await items.show('c1', 'k1')
    const [one, two] = [allOf(hasValue('status', 1)), allOf(hasValue('status', 1, 2))]
    await items.filters.set(one)
    await items.filters.set(two)
    await items.filters.set(allOf(...two.conditions, hasValue('unseen', true)))
    await history.undo()
    expect(items.query.filters).toEqual(two)
    await history.undo()
    expect(items.query.filters).toEqual(one)
    await history.redo()
    expect(items.result?.count).toBe(300)
    await items.filters.clear()
    expect(history.nextRedo).toBeNull()
    await history.undo()
    expect(items.query.filters).toEqual(two)
    await items.show('c1', 'k2')
    expect([history.nextUndo?.name, history.nextRedo?.name]).toEqual(['filter', 'filter'])
  })

  it('undoes and redoes a chosen view as one step, with search, filters, sort, groups and columns', async () => {
    const list = listWithHistory()
    const { columns } = list
    items = list.items
    history = list.history
    const previousColumns = columns()
    await items.show('c1', 'k1')
    await items.filters.only('status', 1)
    await items.setSort([{ key: 'qty', direction: -1 }])
    const queryBefore = items.query
    const view: ViewQuery = {
      ...PLAIN_VIEW,
      search: 'wobbler',
      filters: allOf({ column: 'qty', operator: 'atLeast', value: 10 }),
      sort: [{ key: 'itemName', direction: 1 }],
      group: 'status',
    }
    const viewColumns = { order: ['qty', 'itemName'], widths: {} } as const
    await items.applyView(view, viewColumns)
    await items.filters.lift('qty')
    await history.undo()
    expect([items.query, items.search.typed, columns()]).toEqual([view, 'wobbler', viewColumns])
    await history.undo()
    expect([items.query, items.search.typed, columns()]).toEqual([queryBefore, '', previousColumns])
    expect(items.result?.groups).toBeNull()
    await history.redo()
    expect([items.query, items.search.typed, columns()]).toEqual([view, 'wobbler', viewColumns])
    await history.undo()
    await history.undo()
    expect(items.query).toEqual({ ...PLAIN_VIEW, filters: allOf(hasValue('status', 1)) })
    // The same query again is no step.
    await items.applyView(items.query)
    await history.undo()
    expect(items.query).toEqual(PLAIN_VIEW)
    expect(history.nextUndo).toBeNull()
  })

  it('removes groups for a pasted list, and restores them by undo', async () => {
    await items.show('c1', 'k1')
    await items.search.choose('pattern')
    items.search.typed = '^wob'
    await items.search.apply()
    await items.setGroup('status')
    await items.filters.set(allOf({ column: 'qty', operator: 'atMost', value: 500 }))
    const previousQuery = items.query
    const posNumbers = [599, 30, 4, 22].map((at) => makeRow(at).posNumber ?? '')
    await items.findList(posNumbers)
    expect(items.query).toMatchObject({ list: posNumbers, search: '', sort: [], group: null })
    expect(items.result?.groups).toBeNull()
    expect([0, 1, 2].map(nameAt)).toEqual(['Wobbler 30', 'Poster 4', 'Poster 22'])
    await items.findList(null)
    await history.undo()
    expect(items.query.list).toEqual(posNumbers)
    await history.undo()
    expect(items.query).toEqual(previousQuery)
    expect([items.search.typed, items.search.mode]).toEqual(['^wob', 'pattern'])
    expect(items.result?.groups).toHaveLength(4)
  })

  it('undoes a typed range as one step', async () => {
    await items.show('c1', 'k1')
    for (const [from, to] of [
      [5, 500],
      [50, 500],
      [50, 59],
    ] as const)
      await items.filters.set(allOf({ column: 'qty', operator: 'between', from, to }), 'typed')
    expect(items.result?.count).toBe(10)
    await history.undo()
    expect(items.query.filters).toEqual(NO_FILTERS)
    expect(history.nextUndo).toBeNull()
  })

  it('replaces and removes the conditions on a column, also within groups', async () => {
    await items.show('c1', 'k1')
    const [draft, shelf] = [hasValue('status', 1), hasValue('elementName', 'Shelf')]
    await items.filters.set({ match: 'any', conditions: [draft, allOf(shelf, hasValue('status', 2))] })
    await items.filters.only('status', 3)
    expect(items.query.filters).toEqual(
      allOf({ match: 'any', conditions: [allOf(shelf)] }, hasValue('status', 3)),
    )
    await items.filters.lift('elementName')
    expect(items.query.filters).toEqual(allOf(hasValue('status', 3)))
    await items.filters.removeAt(0)
    expect(items.query.filters).toEqual(NO_FILTERS)
    expect(items.narrowed).toBe(false)
  })

  it('keeps the rows while the pattern of a filter is invalid, and says so', async () => {
    await items.show('c1', 'k1')
    main.answer('items.open', () => {
      throw new AppError('filterPatternInvalid', { params: { reason: 'a group is not closed' } })
    })
    await items.filters.set(allOf({ column: 'itemName', operator: 'matchesPattern', text: '(' }))
    expect(items.filterProblem).toContain('a group is not closed')
    expect(items.fault).toBeNull()
    expect(items.result?.count).toBe(600)
    main.answerByDefault('items.open')
    await items.filters.clear()
    expect(items.filterProblem).toBeNull()
  })
})

describe('row selection', () => {
  beforeEach(async () => {
    await items.show('c1', 'k1')
  })

  it('drops a clicked row when moving to another', () => {
    items.select(5, 'only')
    expect(items.selection.ranges).toEqual([[5, 5]])
    items.moveTo(6, false)
    expect(items.selection.ranges).toEqual([])
    expect(items.active).toBe(6)
  })

  it('keeps marked rows while moving', () => {
    items.select(5, 'check')
    items.moveTo(9, false)
    items.select(9, 'check')
    expect(items.selection.ranges).toEqual([
      [5, 5],
      [9, 9],
    ])
  })

  it('extends from the anchor by Shift, repeatedly', () => {
    items.moveTo(4, false)
    items.moveTo(6, true)
    items.moveTo(7, true)
    expect(items.selection.ranges).toEqual([[4, 7]])
    items.moveTo(2, true)
    expect(items.selection.ranges).toEqual([[2, 4]])
  })

  it('stays inside the list', () => {
    items.moveTo(10_000, false)
    expect(items.active).toBe(599)
    items.moveTo(-5, false)
    expect(items.active).toBe(0)
  })
})
