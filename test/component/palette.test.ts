import { screen, waitFor, within } from '@testing-library/svelte'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { FoundItems } from '../../electron/contract/query.ts'
import { makeCampaign, makeConnection, PREFERENCES } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'
import { makeRow } from './fake-items-main.ts'

function createMain(rows: readonly ItemRow[] = [], count = rows.length): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [
    makeCampaign(),
    makeCampaign({ id: 'k2', name: 'Back to School', reference: 'BS-015' }),
  ])
  main.preferences = { ...PREFERENCES, lastView: { connectionId: 'c1', campaignId: 'k1', tab: 'items' } }
  main.answer('items.find', () => ({ count, rows }))
  return main
}

const BACKPACKS = [1, 2, 3].map((at) =>
  makeRow(at, { itemName: `Backpack ${String(at)}`, campaignId: 'k2', posNumber: `BS26-${String(at)}` }),
)

const palette = (): HTMLElement => screen.getByRole('dialog', { name: 'Command palette' })
const field = (): HTMLElement => within(palette()).getByRole('combobox')
const groups = (): readonly string[] =>
  within(palette())
    .queryAllByRole('group')
    .map((group) => group.querySelector('.heading')?.textContent.trim().replaceAll(/\s+/gu, ' ') ?? '')
const options = (): readonly string[] =>
  within(palette())
    .queryAllByRole('option')
    .map(({ textContent }) => textContent.trim().replaceAll(/\s+/gu, ' '))
const selected = (): string =>
  within(palette()).getByRole('option', { selected: true }).textContent.trim().replaceAll(/\s+/gu, ' ')

async function open(main: FakeMain, text = '') {
  const user = await startApp(main)
  await user.keyboard('{Control>}k{/Control}')
  if (text !== '') await user.keyboard(text)
  return user
}

describe('the command palette', () => {
  it('lists items, campaigns, views, settings and commands together, the best groups first', async () => {
    const main = createMain(BACKPACKS, 57)
    main.preferences = {
      ...main.preferences,
      recentSearches: [{ connectionId: 'c1', searches: [{ search: 'backpack city', mode: null }] }],
    }
    await open(main, 'back')
    await waitFor(() =>
      expect(groups()).toEqual(['Campaigns 1', 'Items 57', 'Views and recent 1', 'Settings 4', 'Commands 2']),
    )
    expect(options()[0]).toMatch(/^Back to School BS-015 · /u)
    expect(options()).toContain('54 more items CtrlEnter')
    expect(options()).toContain('Search “backpack city” Recent search')
    expect(within(palette()).getByRole('status')).toHaveTextContent('65 results')
    // The matches are marked.
    expect([...palette().querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('Back')
    const { violations } = await axe.run(palette(), { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('leads to an item in the list of its campaign', async () => {
    const main = createMain(BACKPACKS, 57)
    main.answer('items.locate', () => 0)
    const user = await open(main, 'backpack')
    await waitFor(() => expect(options()[0]).toBe('Backpack 1 BS26-1 Back to School Status 1 Enter'))
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Back to School'))
    await waitFor(() => expect(main.inputs('items.locate').at(-1)).toMatchObject({ key: 1_001 }))
  })

  it('shows all found items as a list with the same search', async () => {
    const main = createMain(BACKPACKS, 57)
    const user = await open(main, 'backpack')
    await waitFor(() => expect(options()).toContain('54 more items CtrlEnter'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)?.query).toMatchObject({
        campaignIds: null,
        search: 'backpack',
        searchMode: 'words',
      }),
    )
  })

  it('limits the search of items to the open campaign by Tab', async () => {
    const main = createMain(BACKPACKS)
    const user = await open(main, 'backpack{Tab}')
    expect(within(palette()).getByRole('button', { name: 'Items of: Summer 2026' })).toBeVisible()
    expect(field()).toHaveFocus()
    await waitFor(() =>
      expect(main.inputs('items.find').at(-1)?.search).toMatchObject({ campaignIds: ['k1'] }),
    )
    await user.keyboard('{Tab}')
    await waitFor(() => expect(main.inputs('items.find').at(-1)?.search).toMatchObject({ campaignIds: null }))
  })

  it('limits itself to commands, campaigns or POS numbers by a prefix', async () => {
    const main = createMain(BACKPACKS)
    const user = await open(main, '>zoom')
    expect(groups()).toEqual(['Commands 2'])
    await user.clear(field())
    await user.keyboard('@bs-015')
    expect(groups()).toEqual(['Campaigns 1'])
    expect(main.inputs('items.find')).toEqual([])
    await user.clear(field())
    await user.keyboard('#0"1')
    await waitFor(() => expect(groups()).toEqual(['Items 3']))
    expect(main.inputs('items.find').at(-1)?.search).toEqual({
      campaignIds: null,
      search: 'pos:"0 1"',
      searchMode: 'fields',
      typed: '0"1',
    })
    await user.click(within(palette()).getByRole('button', { name: 'Commands' }))
    expect(field()).toHaveValue('>0"1')
  })

  it('lets what it searches be read before it is typed', async () => {
    const main = createMain(BACKPACKS)
    const user = await open(main)
    const prepared = (): readonly string[] => main.inputs('items.prepareFind').map(({ texts }) => texts)
    expect(prepared()).toEqual(['words'])
    await user.keyboard('#')
    expect(prepared()).toEqual(['words', 'posNumbers'])
    await user.keyboard('1')
    await waitFor(() => expect(groups()).toEqual(['Items 3']))
    expect(prepared()).toHaveLength(2)
  })

  it('adds late items below the other groups, and keeps the selection', async () => {
    const late = Promise.withResolvers<FoundItems>()
    const main = createMain()
    main.answer('items.find', () => late.promise)
    const user = await open(main, 'back{ArrowDown}')
    const before = options()
    const chosen = selected()
    expect(before.length).toBeGreaterThan(1)
    expect(within(palette()).getByRole('status')).toHaveTextContent('Searching items…')
    late.resolve({ count: 3, rows: BACKPACKS })
    await waitFor(() => expect(groups().at(-1)).toBe('Items 3'))
    expect(options().slice(0, before.length)).toEqual(before)
    expect(selected()).toBe(chosen)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(selected()).toMatch(/^Backpack 3/u)
  })

  it('opens an item that is found after Enter, and ignores the items of an earlier text', async () => {
    const answers: PromiseWithResolvers<FoundItems>[] = []
    const main = createMain()
    main.answer('items.find', () => {
      const answer = Promise.withResolvers<FoundItems>()
      answers.push(answer)
      return answer.promise
    })
    main.answer('items.locate', () => 0)
    const user = await open(main, 'bs26{Enter}')
    expect(palette()).toBeVisible()
    await waitFor(() => expect(answers).toHaveLength(4))
    answers[0]?.reject(new AppError('superseded'))
    answers[3]?.resolve({ count: 1, rows: BACKPACKS.slice(1, 2) })
    await waitFor(() => expect(main.inputs('items.locate').at(-1)).toMatchObject({ key: 1_002 }))
    expect(user).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reports that items could not be searched, and lists everything else', async () => {
    const main = createMain()
    main.answer('items.find', () => {
      throw new AppError('cacheBusy')
    })
    await open(main, 'back')
    expect(await within(palette()).findByRole('alert')).toBeVisible()
    expect(groups()[0]).toBe('Campaigns 1')
  })

  it('shows the other entries of a group in place, and selects the first of them', async () => {
    const user = await open(createMain(), 'row height')
    await waitFor(() => expect(groups()).toContain('Settings 1'))
    await user.clear(field())
    await user.keyboard('s')
    await waitFor(() => expect(options().some((option) => option.endsWith('more commands'))).toBe(true))
    const before = options().filter((option) => !/ more /u.test(option)).length
    await user.click(within(palette()).getByRole('option', { name: /more commands$/u }))
    expect(palette()).toBeVisible()
    expect(options().length).toBeGreaterThan(before)
  })

  it('finds settings and commands by other words for them', async () => {
    const user = await open(createMain(), 'status names')
    await waitFor(() => expect(options()).toEqual(['Statuses Appearance Enter']))
    await user.clear(field())
    await user.keyboard('check the connection')
    await waitFor(() => expect(options().some((text) => text.startsWith('Connection doctor'))).toBe(true))
    // Parts of those words find nothing.
    await user.clear(field())
    await user.keyboard('iagnose')
    await waitFor(() => expect(options()).toEqual([]))
  })

  it('leads to recent views, and to settings with their values', async () => {
    const main = createMain()
    const user = await open(main, 'back to{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Back to School'))
    await user.keyboard('{Control>}k{/Control}')
    expect(options()[0]).toMatch(/^Summer 2026 › Items/u)
    await user.keyboard('back')
    await waitFor(() => expect(selected()).toBe('Back To Summer 2026 › Items Alt←'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Summer 2026'))
    await user.keyboard('{Control>}k{/Control}theme')
    await waitFor(() => expect(selected()).toMatch(/^Theme Appearance/u))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeVisible()
  })
})
