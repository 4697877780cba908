import { setTimeout } from 'node:timers/promises'
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import axe from 'axe-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { activateLanguage } from '../../electron/contract/messages.ts'
import type { ItemResult } from '../../electron/contract/query.ts'
import { UNKNOWN_UPDATES } from '../../electron/contract/updates.ts'
import { NO_VIEWS } from '../../electron/contract/views.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, EMPTY_RESULT, PREFERENCES } from '../support/contract-values.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'

function createMain(): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
  return main
}

const separator = (name: string): HTMLElement => screen.getByRole('separator', { name })
const heading = (): string => screen.getByRole('heading', { level: 1 }).textContent

describe('the frame', () => {
  it('has the focus in the middle at the start, as in a new window', async () => {
    await startApp(createMain())
    await waitFor(() =>
      expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement),
    )
  })

  it('has accessible landmarks and controls', async () => {
    await startApp(createMain())
    expect(campaignsPane()).toBeVisible()
    for (const name of ['Add campaign', 'Find campaigns', 'Download', 'Export']) {
      expect(screen.getByRole('button', { name })).toBeVisible()
    }
    expect(screen.getByRole('searchbox', { name: 'Search items…' })).toBeVisible()
    const { violations } = await axe.run(
      // Separators between two landmarks belong to neither.
      { include: document.body, exclude: ['[role="separator"]'] },
      { rules: { 'color-contrast': { enabled: false } } },
    )
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it('reports a failed start, and tries again', async () => {
    const main = createMain()
    main.answer('app.state', () => {
      throw new AppError('internal', { params: { logId: 'ab12' } })
    })
    const user = await startApp(main)
    expect(screen.getByRole('alert')).toHaveTextContent('Campaign Desk couldn’t start correctly')
    main.answer('app.state', () => ({
      version: '1',
      platform: 'linux',
      locale: 'en-GB',
      online: true,
      isPackaged: true,
      isSafeMode: false,
      dataFolder: '/',
      connections: main.connections,
      opened: null,
      preferences: PREFERENCES,
      views: NO_VIEWS,
      restored: null,
      updates: UNKNOWN_UPDATES,
      managed: null,
      notices: [],
    }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('navigation', { name: 'Campaigns' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names what can be undone in the menu, once while a search is typed', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.type(screen.getByRole('searchbox', { name: 'Search items…' }), 'wobbler')
    await waitFor(() =>
      expect(main.inputs('items.open').at(-1)).toMatchObject({ query: { search: 'wobbler' } }),
    )
    expect(main.inputs('app.nameUndo')).toEqual([{ undo: 'Undo search', redo: null }])
  })

  it('disables the commands of the menu that have no effect', async () => {
    const main = createMain()
    const user = await startApp(main)
    const disabled = () => main.inputs('app.disableCommands').at(-1)?.commands
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    await waitFor(() => expect(disabled()).not.toContain('tabChanges'))
    expect(disabled()).not.toContain('export')
    await user.click(screen.getByRole('option', { name: /^All items/ }))
    await waitFor(() => expect(disabled()).toContain('tabChanges'))
    await user.keyboard('{Control>},{/Control}')
    await waitFor(() => expect(disabled()).toContain('export'))
    expect(disabled()).not.toContain('zoomIn')
    expect(disabled()).not.toContain('undo')
  })

  it('opens the first list once, before the first render', async () => {
    const main = createMain()
    await startApp(main)
    expect(main.inputs('items.open')).toHaveLength(1)
    expect(main.calls.map(({ name }) => name).slice(0, 4)).toEqual([
      'app.state',
      'connections.open',
      'downloads.list',
      'items.open',
    ])
  })

  it('shows the connection that main has opened, without opening it again', async () => {
    const main = createMain()
    main.opensFirst = true
    await startApp(main)
    expect(screen.getByRole('grid', { name: 'Items' })).toBeVisible()
    expect(main.inputs('connections.open')).toEqual([])
  })

  it('renders without rows if they take long', async () => {
    const main = createMain()
    const { promise, resolve } = Promise.withResolvers<ItemResult>()
    main.answer('items.open', () => promise)
    const started = startApp(main)
    expect(await screen.findByRole('navigation', { name: 'Campaigns' })).toBeVisible()
    expect(screen.queryByRole('grid')).toBeNull()
    resolve(EMPTY_RESULT)
    expect(await screen.findByRole('grid', { name: 'Items' })).toBeVisible()
    await started
    expect(main.inputs('items.open')).toHaveLength(1)
  })

  it('shows its panes although the page had no width at first', async () => {
    const started = startApp(createMain(), 0)
    // No event reports the size that a page gets before its first frame.
    window.innerWidth = 1_280
    await started
    await waitFor(() => expect(campaignsPane()).toBeVisible())
  })

  it('resizes and closes panes by keyboard, and saves that', async () => {
    const main = createMain()
    const user = await startApp(main)
    const handle = separator('Width of the campaigns')
    handle.focus()
    await user.keyboard('{ArrowRight}')
    expect(handle).toHaveAttribute('aria-valuenow', '248')
    await user.keyboard('{End}{ArrowRight}')
    expect(handle).toHaveAttribute('aria-valuenow', '480')
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('navigation', { name: 'Campaigns' })).toBeNull()
    await waitFor(() =>
      expect(main.preferences.panes).toMatchObject({ campaignsWidth: 480, campaignsOpen: false }),
    )
    await user.click(screen.getByRole('button', { name: 'Show campaigns' }))
    expect(campaignsPane()).toBeVisible()
  })

  it('resizes and collapses panes by dragging', async () => {
    await startApp(createMain())
    const handle = separator('Width of the campaigns')
    handle.setPointerCapture = () => undefined
    await fireEvent.pointerDown(handle, { button: 0, clientX: 232, pointerId: 1 })
    await fireEvent.pointerMove(handle, { buttons: 1, clientX: 320, pointerId: 1 })
    expect(handle).toHaveAttribute('aria-valuenow', '320')
    await fireEvent.pointerMove(handle, { buttons: 1, clientX: 40, pointerId: 1 })
    expect(screen.queryByRole('navigation', { name: 'Campaigns' })).toBeNull()
  })

  it('shows panes as sheets in a narrow window, and closes one per Escape', async () => {
    const main = createMain()
    const user = await startApp(main, 760)
    expect(screen.queryByRole('navigation', { name: 'Campaigns' })).toBeNull()
    expect(screen.queryByRole('complementary', { name: 'Item details' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show campaigns' }))
    expect(campaignsPane()).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('navigation', { name: 'Campaigns' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show campaigns' }))
    await user.click(screen.getByRole('option', { name: /^Autumn/ }))
    expect(screen.queryByRole('navigation', { name: 'Campaigns' })).toBeNull()
    expect(heading()).toBe('Autumn')
    expect(main.inputs('preferences.save').every((saved) => saved.panes?.campaignsOpen ?? true)).toBe(true)
  })

  it('closes after settings are saved, also those that were being saved before', async () => {
    const main = createMain()
    const user = await startApp(main)
    const saved = Promise.withResolvers<null>()
    main.answer('preferences.save', () => saved.promise)
    await user.click(screen.getByRole('option', { name: /^Autumn/ }))
    main.emit('app.closing', null)
    expect(main.inputs('preferences.save').at(-1)?.lastView?.campaignId).toBe('k2')
    main.emit('app.closing', null)
    await setTimeout(0)
    expect(main.inputs('app.readyToClose')).toEqual([])
    saved.resolve(null)
    await waitFor(() => expect(main.inputs('app.readyToClose')).toHaveLength(2))
  })

  it('goes back and forward', async () => {
    const user = await startApp(createMain())
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    await user.click(screen.getByRole('option', { name: /^Autumn/ }))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(heading()).toBe('Summer 2026')
    expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    expect(screen.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await user.click(screen.getByRole('button', { name: 'Forward' }))
    expect(heading()).toBe('Autumn')
    // There is no next view, but the focus stays.
    const forward = screen.getByRole('button', { name: 'Forward' })
    expect(forward).toHaveFocus()
    expect(forward).toHaveAttribute('aria-disabled', 'true')
    await user.click(forward)
    expect(heading()).toBe('Autumn')
    await user.tab()
    expect(forward).toBeDisabled()
  })

  it('keeps the focus in its part when the focused element is removed', async () => {
    const user = await startApp(createMain())
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    screen.getByRole('tab', { name: 'Items' }).focus()
    await user.tab()
    const main = screen.getByRole('main')
    expect(main).toContainElement(document.activeElement as HTMLElement)
    await user.keyboard('{Control>}1{/Control}')
    await waitFor(() => expect(document.body).not.toHaveFocus())
    expect(screen.getByRole('tab', { name: 'Overview' })).toHaveFocus()
    await user.keyboard('{Control>}2{/Control}')
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Items' })).toHaveFocus())
  })

  it('keeps the new view’s buttons when the previous view is removed', async () => {
    const main = createMain()
    const record = { mode: 'full', complete: true, itemCount: 900, added: 0, changed: 0, deleted: 0 } as const
    main.answer('changes.downloads', () => [
      { ...record, downloadKey: 2, completedAt: 2_000, changed: 1, campaignFields: 0 },
      { ...record, downloadKey: 1, completedAt: 1_000, campaignFields: 0 },
    ])
    const user = await startApp(main)
    await user.click(within(campaignsPane()).getByText('Summer 2026'))
    await user.click(screen.getByRole('tab', { name: /Changes/ }))
    await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Search items…' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Items' }))
    expect(await screen.findByRole('searchbox', { name: 'Search items…' })).toBeVisible()
  })

  it('opens the campaign of a notification, also of another connection', async () => {
    const main = new FakeMain([makeConnection(), makeConnection({ id: 'c2', name: 'Shop Service' })])
    main.campaigns.set('c1', [makeCampaign()])
    main.campaigns.set('c2', [makeCampaign({ id: 'k7', name: 'Spring Fair' })])
    await startApp(main)
    main.emit('campaign.show', { connectionId: 'c2', campaignId: 'k7' })
    await waitFor(() => expect(heading()).toBe('Spring Fair'))
    main.emit('campaign.show', { connectionId: 'gone', campaignId: 'k1' })
    expect(heading()).toBe('Spring Fair')
  })

  it('shows the campaign in the window title', async () => {
    const user = await startApp(createMain())
    expect(document.title).toBe('All items – Print Example – Campaign Desk')
    await user.click(screen.getByRole('option', { name: /^Autumn/ }))
    expect(document.title).toBe('Autumn – Print Example – Campaign Desk')
  })

  it('shows the next campaign in the tab of the last one, whatever was shown between them', async () => {
    const user = await startApp(createMain())
    await user.click(screen.getByRole('option', { name: /^Autumn/ }))
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    await user.click(screen.getByRole('option', { name: /^All campaigns/ }))
    expect(screen.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  })

  it('runs the commands of the application menu', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    main.emit('menu.command', { command: 'tabOverview' })
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true'),
    )
    main.emit('menu.command', { command: 'search' })
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search items…' })).toHaveFocus())
    main.emit('menu.command', { command: 'toggleCampaigns' })
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Campaigns' })).toBeNull())
    main.emit('menu.command', { command: 'download' })
    await waitFor(() => {
      expect(main.inputs('downloads.start')).toEqual([
        { connectionId: 'c1', campaignIds: ['k1'], mode: 'recent' },
      ])
    })
    main.emit('menu.command', { command: 'findCampaigns' })
    await waitFor(() => expect(main.inputs('downloads.discover')).toHaveLength(1))
    main.emit('menu.command', { command: 'about' })
    const about = await screen.findByRole('dialog', { name: 'About Campaign Desk' })
    expect(about).toHaveTextContent('1.2.3')
    await user.click(within(about).getByRole('button', { name: 'Licenses' }))
    expect(await within(about).findByRole('region', { name: 'Licenses' })).toBeVisible()
    await user.click(within(about).getByRole('button', { name: 'Licenses' }))
    expect(within(about).queryByRole('region', { name: 'Licenses' })).toBeNull()
  })

  it('runs no command of a connection while a dialog is open', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.keyboard('{Control>},{/Control}')
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    main.emit('menu.command', { command: 'findCampaigns' })
    await user.keyboard('{Escape}')
    expect(main.inputs('downloads.discover')).toEqual([])
    await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    await waitFor(() => expect(main.inputs('downloads.discover')).toHaveLength(1))
  })

  it.each([
    ['export', 'Export items'],
    ['printList', 'Print list'],
    ['findList', 'Paste a list'],
  ] as const)('runs no command below the dialog of the command “%s”', async (command, name) => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    await user.click(screen.getByRole('option', { name: /^Autumn/ }))
    main.emit('menu.command', { command })
    const dialog = await screen.findByRole('dialog', { name })
    within(dialog).getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}1r{/Control}{Control>}{Shift>}f{/Shift}{/Control}?')
    for (const covered of ['tabOverview', 'download', 'findCampaigns', 'toggleCampaigns', 'export'] as const)
      main.emit('menu.command', { command: covered })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(heading()).toBe('Autumn')
    expect(screen.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
    expect(campaignsPane()).toBeVisible()
    expect([...main.inputs('downloads.start'), ...main.inputs('downloads.discover')]).toEqual([])
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    expect(heading()).toBe('Summer 2026')
  })

  it.each([
    ['linux', '{Control>},{/Control}'],
    ['darwin', '{Meta>},{/Meta}'],
  ] as const)('opens the settings by the keys of %s', async (platform, keys) => {
    const main = createMain()
    main.platform = platform
    const user = await startApp(main)
    await user.keyboard(keys)
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  })

  it('applies and saves the theme', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.keyboard('{Control>},{/Control}')
    const dialog = screen.getByRole('dialog', { name: 'Settings' })
    await user.click(within(dialog).getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    await user.click(within(dialog).getByRole('radio', { name: /^Comfortable/u }))
    await waitFor(() => expect(main.preferences).toMatchObject({ theme: 'dark', rowHeight: 'roomy' }))
    await user.click(within(dialog).getByRole('tab', { name: 'About' }))
    expect(dialog).toHaveTextContent('/home/someone/.config/Campaign Desk')
    await user.click(within(dialog).getByRole('button', { name: 'Open folder' }))
    expect(main.inputs('app.openDataFolder')).toHaveLength(1)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens the list of shortcuts on “?”, except in a text field', async () => {
    const user = await startApp(createMain())
    await user.type(screen.getByRole('textbox', { name: 'Filter campaigns' }), '?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.clear(screen.getByRole('textbox', { name: 'Filter campaigns' }))
    screen.getByRole('listbox').focus()
    await user.keyboard('?')
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Ctrl+Shift+F')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('listbox')).toHaveFocus()
  })

  it('lists shortcuts with the names of keys in the language of the interface', async () => {
    const user = await startApp(createMain())
    onTestFinished(() => activateLanguage('en'))
    await activateLanguage('de')
    screen.getByRole('listbox').focus()
    await user.keyboard('?')
    const list = screen.getByRole('dialog', { name: 'Tastenkürzel' })
    for (const keys of ['Strg+Umschalt+F', 'Bild auf, Bild ab', 'Pos1, Ende', 'Leertaste', 'Eingabe'])
      expect(list).toHaveTextContent(keys)
    expect(list).not.toHaveTextContent(/Ctrl|Shift|Enter|Page|Home/u)
  })

  it('searches commands and campaigns in the palette', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('autu{Enter}')
    expect(heading()).toBe('Autumn')
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('find camp{Enter}')
    expect(main.inputs('downloads.discover')).toHaveLength(1)
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('zzz')
    expect(await screen.findByText('Nothing matches “zzz”.')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('cycles through its parts with F6', async () => {
    const user = await startApp(createMain())
    screen.getByRole('listbox').focus()
    const main = screen.getByRole('main')
    await user.keyboard('{F6}')
    expect(main).toContainElement(document.activeElement as HTMLElement)
    await user.keyboard('{Shift>}{F6}{/Shift}')
    expect(screen.getByRole('listbox')).toHaveFocus()
  })

  it('opens the export dialog from the overview', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.click(screen.getByRole('option', { name: /^Summer/ }))
    await user.click(screen.getByRole('tab', { name: 'Overview' }))
    main.emit('menu.command', { command: 'export' })
    expect(await screen.findByRole('dialog', { name: /Export/ })).toBeVisible()
  })
})
