import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiInput } from '../../electron/contract/api.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'
import { fold } from '../../electron/contract/fold.ts'
import { MAX_SEARCH_LENGTH } from '../../electron/contract/base-schemas.ts'
import type { FacetValue } from '../../electron/contract/query.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { PLAIN_VIEW } from '../../renderer/state/items-query.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { CONNECTION, FakeItemsMain, makeRow, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

let main: FakeItemsMain
let app: AppModel

async function show(rows = makeRows(200)): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  main.answer('items.values', ({ column, find }) => {
    const counts = new Map<FacetValue, number>()
    for (const row of rows) {
      const value = isFieldKey(column) ? null : row[column]
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const values = [...counts].filter(([value]) => fold(String(value)).includes(fold(find)))
    return {
      values: values.map(([value, count]) => ({ value, count })),
      distinct: counts.size,
      empty: 0,
      min: null,
      max: null,
    }
  })
  app = connectedApp(main)
  renderItems(app)
  return screen.findByRole('grid', { name: 'Items' })
}

const box = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search items…' })
const searchModeButton = (): HTMLElement => screen.getByRole('button', { name: /^Search mode/ })
/** The status of the search box. */
const status = (): HTMLElement | null =>
  box().closest('.search-box')?.querySelector<HTMLElement>('[role="status"]') ?? null
const rowCount = (grid: HTMLElement): number => Number(grid.getAttribute('aria-rowcount')) - 1
const lastQuery = (): ApiInput<'items.open'>['query'] | undefined => main.inputs('items.open').at(-1)?.query
const marks = (grid: HTMLElement): readonly (string | null)[] =>
  [...grid.querySelectorAll('mark')].map((mark) => mark.textContent)

beforeEach(() => {
  stubLayout()
})

describe('the search mode', () => {
  it('is detected from the text, and shown next to the field', async () => {
    await show()
    expect(searchModeButton()).toHaveAccessibleName('Search mode: Words, automatic')
    await userEvent.type(box(), 'wobbler 3')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'wobbler 3', searchMode: 'words' }))
    await userEvent.clear(box())
    await userEvent.type(box(), '^wob.*3$')
    expect(searchModeButton()).toHaveAccessibleName('Search mode: Pattern, automatic')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: '^wob.*3$', searchMode: 'pattern' }))
  })

  it('is chosen by keyboard, kept while typing, and saved with the query', async () => {
    await show()
    await userEvent.type(box(), 'wobbler')
    searchModeButton().focus()
    await userEvent.keyboard('{Enter}')
    const menu = within(screen.getByRole('menu', { name: 'Search mode' }))
    expect(menu.getByRole('menuitemradio', { name: /^Automatic/ })).toHaveAttribute('aria-checked', 'true')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(searchModeButton()).toHaveAccessibleName('Search mode: Pattern')
    expect(box()).toHaveFocus()
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'wobbler', searchMode: 'pattern' }))
    await userEvent.type(box(), ' 1')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'wobbler 1', searchMode: 'pattern' }))
  })

  it('is restored if it differs from the detected one', async () => {
    main = new FakeItemsMain(makeRows(9))
    app = connectedApp(main)
    app.views.saveListState(
      { connectionId: CONNECTION.id, campaignId: 'k1' },
      { query: { ...PLAIN_VIEW, search: 'wobbler', searchMode: 'pattern' } },
    )
    renderItems(app)
    await screen.findByRole('grid', { name: 'Items' })
    expect(searchModeButton()).toHaveAccessibleName('Search mode: Pattern')
  })
})

describe('highlighted hits', () => {
  it('mark each word in all searched columns, ignoring case and accents', async () => {
    const grid = await show([
      makeRow(1, { itemName: 'Été Wobbler', elementName: 'SHELF', workflowTemplateName: 'Shelf talker' }),
    ])
    await userEvent.type(box(), 'ete shelf')
    await waitFor(() => expect(marks(grid)).toEqual(['Été', 'SHELF', 'Shelf']))
  })

  it('mark matches of a pattern', async () => {
    const grid = await show([makeRow(12, { itemName: 'Poster 12', posNumber: '000000000012' })])
    await userEvent.type(box(), 'post..|12$')
    await waitFor(() => expect(marks(grid)).toEqual(['12', 'Poster', '12']))
  })
})

describe('a pasted list', () => {
  const posNumber = (at: number): string => String(at).padStart(12, '0')
  const pasted = [posNumber(7), 'nowhere', posNumber(3), posNumber(5)].join('\r\n')

  it('is found in its order, with the entries that were not found', async () => {
    const grid = await show()
    app.preferences.change({
      recentSearches: [{ connectionId: CONNECTION.id, searches: [{ search: 'recent', mode: null }] }],
    })
    box().focus()
    expect(await screen.findByRole('listbox', { name: 'Recent and saved searches' })).toBeVisible()
    await userEvent.paste(pasted)
    const chip = await screen.findByRole('button', { name: /^List: 3 of 4 found/ })
    expect(box()).toHaveValue('')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(rowCount(grid)).toBe(3)
    expect(
      within(grid)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getByRole('gridcell', { name: /^(?:Poster|Wobbler)/ })
            .textContent.trim(),
        ),
    ).toEqual(['Poster 7', 'Wobbler 3', 'Poster 5'])
    expect(app.announcer.text).toContain('3 of 4 found')

    await userEvent.click(chip)
    const panel = within(screen.getByRole('dialog', { name: 'Searched list' }))
    expect(panel.getByRole('list', { name: 'Not found: 1' })).toHaveTextContent('nowhere')
    await userEvent.click(panel.getByRole('button', { name: 'Copy missing entries' }))
    expect(main.inputs('app.copyText')).toEqual([{ text: 'nowhere' }])
    expect(await panel.findByText('Copied')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(chip).toHaveFocus()

    await userEvent.click(screen.getByRole('button', { name: 'Remove list: 3 of 4 found' }))
    await waitFor(() => expect(rowCount(grid)).toBe(200))
    expect(screen.queryByRole('button', { name: /^List:/ })).toBeNull()
  })

  it('is entered in a dialog from the menu of the search box', async () => {
    const grid = await show()
    await userEvent.click(searchModeButton())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Paste a list…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Paste a list' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Find' }))
    expect(dialog.getByRole('status')).toHaveTextContent('Paste at least one entry.')
    const field = dialog.getByRole('textbox', { name: 'POS numbers or IDs' })
    expect(field).toHaveAttribute('aria-invalid', 'true')
    await userEvent.type(field, `${posNumber(8)}; ${posNumber(9)}`)
    expect(dialog.getByRole('status')).toHaveTextContent('2 entries')
    await userEvent.click(dialog.getByRole('button', { name: 'Find' }))
    expect(await screen.findByRole('button', { name: /^List: 2 of 2 found/ })).toBeInTheDocument()
    expect(rowCount(grid)).toBe(2)
    expect(grid).toHaveFocus()
  })

  it('is restored to its order after a sort, and can be changed', async () => {
    await show()
    box().focus()
    await userEvent.paste(pasted)
    const chip = await screen.findByRole('button', { name: /^List: 3 of 4 found/ })
    await userEvent.click(screen.getByRole('columnheader', { name: /POS number/ }))
    await waitFor(() => expect(lastQuery()?.sort).toHaveLength(1))
    await userEvent.click(chip)
    await userEvent.click(screen.getByRole('button', { name: 'Pasted order' }))
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ sort: [], list: expect.arrayContaining(['nowhere']) as unknown }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Change list…' }))
    expect(screen.getByRole('textbox', { name: 'POS numbers or IDs' })).toHaveValue(
      pasted.replaceAll('\r', ''),
    )
  })

  it('reports that nothing was found, and can be removed', async () => {
    const grid = await show()
    box().focus()
    await userEvent.paste('nowhere\nneither')
    expect(await screen.findByText(/No items match the pasted list/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Remove list' }))
    await waitFor(() => expect(rowCount(grid)).toBe(200))
  })

  it('is not assumed for a single pasted line', async () => {
    await show()
    box().focus()
    await userEvent.paste('wobbler 12')
    expect(box()).toHaveValue('wobbler 12')
    expect(screen.queryByRole('button', { name: /^List:/ })).toBeNull()
  })
})

describe('a dropped list', () => {
  const posNumber = (at: number): string => String(at).padStart(12, '0')
  const listed = [posNumber(7), 'nowhere', posNumber(3)].join('\r\n')
  const invitation = (): HTMLElement | null => screen.queryByText('Drop to search for each line')

  /** Text or files of a drag; jsdom has no DataTransfer. */
  function transfer(text: string | null, ...files: readonly File[]): DataTransfer {
    const types = [...(text === null ? [] : ['text/plain']), ...(files.length === 0 ? [] : ['Files'])]
    return { types, files, getData: () => text ?? '' } as unknown as DataTransfer
  }

  /** A file of a list; jsdom reads files only with a FileReader. */
  function file(name: string, text: string): File {
    const bytes = new TextEncoder().encode(text)
    return Object.assign(new File([bytes], name), { arrayBuffer: () => Promise.resolve(bytes.buffer) })
  }

  /** Drags over the field and drops. Returns whether the browser was kept from handling the drop. */
  async function drop(dataTransfer: DataTransfer): Promise<boolean> {
    await fireEvent.dragEnter(box(), { dataTransfer })
    await fireEvent.dragOver(box(), { dataTransfer })
    return !(await fireEvent.drop(box(), { dataTransfer }))
  }

  it('is found like a pasted one, as text from another program or as files', async () => {
    const grid = await show()
    await fireEvent.dragEnter(box(), { dataTransfer: transfer(listed) })
    expect(invitation()).toBeVisible()
    await fireEvent.dragLeave(box())
    expect(invitation()).toBeNull()
    expect(await drop(transfer(listed))).toBe(true)
    expect(invitation()).toBeNull()
    expect(await screen.findByRole('button', { name: /^List: 2 of 3 found/ })).toBeVisible()
    expect(rowCount(grid)).toBe(2)

    const files = [file('a.csv', `\ufeff${posNumber(1)}\n`), file('b.txt', `${posNumber(2)}\n`)]
    expect(await drop(transfer(null, ...files))).toBe(true)
    expect(await screen.findByRole('button', { name: /^List: 2 of 2 found/ })).toBeVisible()
    expect(lastQuery()).toMatchObject({ list: [posNumber(1), posNumber(2)], search: '' })
  })

  it('is search text if it is a single line', async () => {
    await show()
    await userEvent.type(box(), 'poster')
    expect(await drop(transfer(' wobbler 12\n'))).toBe(true)
    expect(box()).toHaveValue('wobbler 12')
    expect(box()).toHaveFocus()
    expect(screen.queryByRole('button', { name: /^List:/ })).toBeNull()
  })

  it('is refused with a reason that the next list removes', async () => {
    await show()
    const messages = (): readonly string[] => app.notices.visible.map(({ fault }) => fault.message)
    await drop(transfer(null, file('list.xlsx', 'PK\u0003\u0004')))
    await waitFor(() =>
      expect(messages()).toEqual([expect.stringContaining('“list.xlsx” isn’t a text file')]),
    )
    await drop(transfer(null, file('empty.txt', ' \n')))
    await waitFor(() => expect(messages()).toEqual([expect.stringContaining('no entries')]))
    expect(lastQuery()?.list ?? null).toBeNull()
    await drop(transfer(null, file('a.txt', posNumber(1))))
    expect(await screen.findByRole('button', { name: /^List: 1 of 1 found/ })).toBeVisible()
    expect(messages()).toEqual([])
  })

  it('leaves text of the field, other content and review files alone', async () => {
    await show()
    await userEvent.type(box(), 'poster')
    await fireEvent.dragStart(box())
    expect(await drop(transfer(listed))).toBe(false)
    await fireEvent.dragEnd(box())
    expect(await drop({ types: ['text/html'], files: [] } as unknown as DataTransfer)).toBe(false)
    const handleFirst = (event: Event): void => event.preventDefault()
    window.addEventListener('drop', handleFirst, { capture: true, once: true })
    await drop(transfer(null, file('a.cdreview', posNumber(1))))
    expect(box()).toHaveValue('poster')
    expect(screen.queryByRole('button', { name: /^List:/ })).toBeNull()
    expect(app.notices.visible).toEqual([])
  })
})

describe('a search by fields', () => {
  const options = (): readonly (string | null)[] =>
    screen.queryAllByRole('option').map((option) => option.firstElementChild?.textContent ?? null)

  it('is detected, and marks hits in the named columns', async () => {
    const grid = await show()
    await userEvent.type(box(), 'pos:12 -poster')
    expect(searchModeButton()).toHaveAccessibleName('Search mode: Fields, automatic')
    await waitFor(() => {
      expect(lastQuery()).toMatchObject({ search: 'pos:12 -poster', searchMode: 'fields' })
      expect(marks(grid)).not.toEqual([])
    })
    expect(new Set(marks(grid))).toEqual(new Set(['12']))
  })

  it('suggests keys and then values, by keyboard alone', async () => {
    await show()
    await userEvent.click(searchModeButton())
    await userEvent.click(screen.getByRole('menuitemradio', { name: /^Fields/ }))
    expect(box()).toHaveFocus()
    // A search box does not support aria-expanded, so a live region announces the list.
    expect(box()).not.toHaveAttribute('aria-expanded')
    expect(box()).toHaveAttribute('aria-autocomplete', 'list')
    await userEvent.keyboard('el')
    expect(screen.getByText('3 suggestions. Use the arrow keys.')).toHaveAttribute('role', 'status')
    expect(options()).toEqual(['element:', 'elementName:', 'elementId:'])
    expect(box()).not.toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{ArrowDown}')
    const key = screen.getByRole('option', { name: /^element:/ })
    expect(key).toHaveAttribute('aria-selected', 'true')
    expect(box()).toHaveAttribute('aria-activedescendant', key.id)
    expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Suggestions' }).id)
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveValue('element:')
    expect(await screen.findByRole('option', { name: /^Shelf/ })).toBeInTheDocument()
    expect(options()).toEqual(['Shelf', 'empty'])
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    expect(box()).toHaveValue('element:Shelf ')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'element:Shelf ', searchMode: 'fields' }))
    // Escape closes the list, and a second one clears the text.
    expect(box()).toHaveAttribute('aria-controls')
    await userEvent.keyboard('{Escape}')
    expect(box()).not.toHaveAttribute('aria-controls')
    expect(screen.queryByText(/^\d+ suggestions?\. /u)).toBeNull()
    expect(box()).toHaveValue('element:Shelf ')
    await userEvent.keyboard('{Escape}')
    expect(box()).toHaveValue('')
  })

  it('suggests status names, and applies a suggestion by click', async () => {
    await show()
    await userEvent.type(box(), 'status:dra')
    const draft = await screen.findByRole('option', { name: /^1/ })
    expect(draft).toHaveTextContent('Draft · 50')
    await userEvent.click(draft)
    expect(box()).toHaveValue('status:1 ')
    expect(box()).toHaveFocus()
  })

  it('shows a quiet hint after a pause, and keeps the rows', async () => {
    const grid = await show()
    await userEvent.type(box(), 'wobbler')
    await waitFor(() => expect(rowCount(grid)).toBe(67))
    const earlierRequests = main.inputs('items.open').length
    // Pasted at once: slow typing would search for the first half as words.
    await userEvent.paste(' qty:many')
    expect(box()).not.toHaveAccessibleDescription()
    await waitFor(() => expect(box()).toHaveAccessibleDescription(/Enter a number, such as 5/))
    expect(box()).toHaveAccessibleDescription(/Showing results for “wobbler”\./)
    expect(status()).toHaveTextContent(/Enter a number/)
    expect(box()).not.toHaveAttribute('aria-invalid')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.querySelector('.mirror .wrong')).toHaveTextContent('many')
    expect(rowCount(grid)).toBe(67)
    const searched = main.inputs('items.open').slice(earlierRequests)
    expect(searched.map(({ query }) => query.search)).not.toContain('wobbler qty:many')
    // It disappears with the next key.
    await userEvent.keyboard('{Backspace}')
    expect(box()).not.toHaveAccessibleDescription()
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}>9')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'wobbler qty:>9' }))
    expect(box()).not.toHaveAccessibleDescription()
  })

  it('names the field that lacks a value', async () => {
    await show()
    await userEvent.type(box(), 'x status:3,{Enter}')
    expect(box()).toHaveAccessibleDescription(/Add a value after “status:3,”\. Showing /)
  })

  it('offers to search for the same text as words', async () => {
    await show()
    await userEvent.type(box(), 'pos:"x{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Search for these words instead' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'pos:"x', searchMode: 'words' }))
    expect(box()).not.toHaveAccessibleDescription()
    expect(box()).toHaveFocus()
    expect(searchModeButton()).toHaveAccessibleName('Search mode: Words')
  })

  it('shows the hint at once on Enter', async () => {
    await show()
    await userEvent.type(box(), 'pos:"x{Enter}')
    expect(box()).toHaveAccessibleDescription(/Add a closing quotation mark/)
    expect(box()).toHaveFocus()
  })
})

describe('a text that is too long', () => {
  it('is not searched for, and named until it is shorter', async () => {
    const grid = await show()
    await userEvent.type(box(), 'wobbler')
    await waitFor(() => expect(rowCount(grid)).toBe(67))
    const earlierRequests = main.inputs('items.open').length
    await fireEvent.input(box(), { target: { value: `pos:"${'x'.repeat(MAX_SEARCH_LENGTH)}` } })
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveAccessibleDescription(
      'Shorten the search to 10,000 characters or fewer. Showing results for “wobbler”.',
    )
    expect(screen.queryByRole('button', { name: 'Search for these words instead' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(app.notices.visible).toEqual([])
    expect(main.inputs('items.open')).toHaveLength(earlierRequests)
    expect(rowCount(grid)).toBe(67)
    await fireEvent.input(box(), { target: { value: 'poster' } })
    expect(box()).not.toHaveAccessibleDescription()
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'poster' }))
  })
})

describe('an unknown field', () => {
  it('is corrected with Enter if nothing can be searched for', async () => {
    await show()
    await userEvent.type(box(), '-poster statsu:3')
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveAccessibleDescription(/Unknown field “statsu”\./)
    expect(status()).toHaveTextContent('Did you mean status? Press Enter to accept.')
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveValue('-poster status:3')
    expect(box()).toHaveFocus()
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ search: '-poster status:3', searchMode: 'fields' }),
    )
  })

  it('is searched for as a word, and corrected with the Right arrow or a click', async () => {
    await show()
    await userEvent.type(box(), 'quantity:>9')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'quantity:>9', searchMode: 'words' }))
    expect(await screen.findByText('Searched as words.')).toBeInTheDocument()
    expect(status()).toHaveTextContent('Did you mean qty? Press the Right arrow key to accept.')
    await userEvent.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}')
    expect(box()).toHaveValue('qty:>9')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'qty:>9', searchMode: 'fields' }))

    await userEvent.clear(box())
    await userEvent.type(box(), 'statsu:1')
    await userEvent.click(await screen.findByRole('button', { name: 'status:' }))
    expect(box()).toHaveValue('status:1')
    expect(box()).toHaveFocus()
  })

  it('is not corrected if the person chose to search for words', async () => {
    await show()
    await userEvent.click(searchModeButton())
    await userEvent.click(screen.getByRole('menuitemradio', { name: /^Words/ }))
    await userEvent.type(box(), 'statsu:1{Enter}')
    expect(screen.queryByText('Did you mean')).toBeNull()
  })
})

describe('an empty search field', () => {
  const starts = (): readonly string[] =>
    screen.queryAllByRole('option').map((option) => option.textContent.replaceAll(/\s+/gu, ' ').trim())
  const recents = () => app.preferences.current.recentSearches[0]?.searches.map(({ search }) => search) ?? []

  async function searchAndLeave(text: string): Promise<void> {
    await userEvent.clear(box())
    await userEvent.type(box(), text)
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: text }))
    await screen.findAllByRole('row')
    await userEvent.keyboard('{Enter}')
  }

  it('offers recent searches that found something, without their beginnings', async () => {
    await show()
    for (const text of ['wobb', 'wobbler', 'nothing at all', 'poster 1']) await searchAndLeave(text)
    await waitFor(() => expect(recents()).toEqual(['poster 1', 'wobbler']))
    await userEvent.clear(box())
    expect(starts()).toEqual([
      expect.stringContaining('poster 1'),
      expect.stringContaining('wobbler'),
      'Clear recent searches',
    ])
    expect(status()).toHaveTextContent('3 searches.')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(box()).toHaveValue('wobbler')
    expect(box()).toHaveFocus()
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'wobbler', searchMode: 'words' }))
    expect(starts()).toEqual([])
  })

  it('removes one with Delete, and all of them; Escape closes the list first', async () => {
    const grid = await show()
    for (const text of ['wobbler', 'poster 1', 'poster 2']) await searchAndLeave(text)
    await userEvent.clear(box())
    await userEvent.keyboard('{ArrowDown}{Delete}')
    expect(recents()).toEqual(['poster 1', 'wobbler'])
    expect(app.announcer.text).toContain('Removed “poster 2”.')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(recents()).toEqual([])
    expect(starts()).toEqual([])
    expect(box()).toHaveFocus()
    app.preferences.change({
      recentSearches: [{ connectionId: CONNECTION.id, searches: [{ search: 'x', mode: 'pattern' }] }],
    })
    await userEvent.click(box())
    expect(starts()).toEqual([expect.stringMatching(/x.*Pattern/), 'Clear recent searches'])
    await userEvent.keyboard('{Escape}')
    expect(starts()).toEqual([])
    expect(box()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(grid).toHaveFocus()
  })

  it('offers saved views that contain a search', async () => {
    await show()
    const view = { place: null, columns: app.preferences.current.columns }
    await app.views.saveView({
      ...view,
      id: 'v1',
      name: 'Posters',
      query: { ...PLAIN_VIEW, search: 'poster' },
    })
    await app.views.saveView({
      ...view,
      id: 'v2',
      name: 'No search',
      query: { ...PLAIN_VIEW, group: 'status' },
    })
    box().focus()
    await waitFor(() => expect(starts()).toEqual([expect.stringMatching(/Posters.*poster/)]))
    await userEvent.click(screen.getByRole('option'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'poster' }))
    expect(box()).toHaveValue('poster')
  })

  it('names its scope and its keys until it has the focus', async () => {
    await show()
    expect(box()).toHaveAttribute('placeholder', expect.stringMatching(/^Search items in /))
    expect(box()).toHaveAttribute('aria-keyshortcuts', 'Control+F')
    expect(screen.getByText('Ctrl+F')).toBeInTheDocument()
  })
})
