import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../electron/contract/preferences.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'

interface OpenSettings {
  readonly main: FakeMain
  readonly user: UserEvent
  readonly dialog: ReturnType<typeof within>
}

const settings = (): HTMLElement => screen.getByRole('dialog', { name: 'Settings' })

async function openSettings(changed: Partial<Preferences> = {}): Promise<OpenSettings> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.preferences = { ...main.preferences, ...changed }
  const user = await startApp(main)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  return { main, user, dialog: within(settings()) }
}

/** Opens the settings at the shortcuts. */
async function openShortcuts(changed: Partial<Preferences> = {}): Promise<OpenSettings> {
  const opened = await openSettings(changed)
  await opened.user.click(opened.dialog.getByRole('tab', { name: 'Shortcuts' }))
  return opened
}

/** The shared preferences as main stores them. */
const stored = async (main: FakeMain, expected: Partial<Preferences>): Promise<void> => {
  await waitFor(() => expect(main.preferences).toMatchObject(expected))
}

describe('the settings', () => {
  it('show one section at a time, which arrow keys change', async () => {
    const { user, dialog } = await openSettings()
    expect(dialog.getByRole('searchbox', { name: 'Search settings' })).toHaveFocus()
    expect(dialog.getByRole('tab', { name: 'Appearance' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowDown}')
    expect(dialog.getByRole('tab', { name: 'Appearance' })).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(dialog.getByRole('tab', { name: 'Downloads' })).toHaveFocus()
    expect(dialog.queryByRole('radiogroup', { name: 'Theme' })).toBeNull()
    expect(dialog.getByRole('combobox', { name: 'Warn when a download is older than' })).toHaveValue('7')
    await user.keyboard('{End}')
    expect(dialog.getByRole('tabpanel', { name: 'About' })).toHaveTextContent('Data folder')
  })

  it('apply and are reported once if they cannot be saved', async () => {
    const { main, user, dialog } = await openSettings()
    main.answer('preferences.save', () => {
      throw new AppError('settingsNotSaved', { params: { reason: 'the disk is full' } })
    })
    await user.click(dialog.getByRole('radio', { name: /Dark/u }))
    const text = /changes couldn’t be saved: the disk is full/u
    expect(await screen.findByText(text)).toBeVisible()
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await user.click(dialog.getByRole('radio', { name: /Light/u }))
    await waitFor(() => expect(main.inputs('preferences.save').length).toBeGreaterThan(1))
    expect(screen.queryByText(text)).toBeNull()
  })

  it('state the effect of each setting in a line', async () => {
    const { user, dialog } = await openSettings()
    for (const tab of dialog.getAllByRole('tab')) {
      await user.click(tab)
      const rows = settings().querySelectorAll('.row')
      expect(rows, tab.textContent).not.toHaveLength(0)
      for (const row of rows)
        expect(row.querySelector('.effect')?.textContent, row.textContent).toMatch(/\S/u)
    }
  })

  it('apply at once, and restore one default', async () => {
    const { main, user, dialog } = await openSettings()
    const reset = dialog.getByRole('button', { name: 'Reset “Theme” to the default: System', hidden: true })
    expect(reset.parentElement).toHaveClass('unused')
    await user.click(dialog.getByRole('radio', { name: 'Dark' }))
    await stored(main, { theme: 'dark' })
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    expect(reset.parentElement).not.toHaveClass('unused')
    await user.click(reset)
    await stored(main, { theme: 'system' })
    expect(dialog.getByRole('radio', { name: 'System' })).toHaveFocus()
  })

  it('restore the defaults of a section, and undo that', async () => {
    const changed = {
      reviewing: true,
      author: 'Ada',
      singleReview: { layout: 'touch', marksAt: 'start', advances: false },
    } as const
    const { main, user, dialog } = await openSettings({ ...changed, theme: 'dark' })
    await user.click(dialog.getByRole('tab', { name: 'Review' }))
    await user.click(dialog.getByRole('button', { name: 'Reset section' }))
    const { reviewing, author, singleReview } = DEFAULT_PREFERENCES
    await stored(main, { reviewing, author, singleReview, theme: 'dark' })
    await user.click(dialog.getByRole('button', { name: 'Undo reset' }))
    await stored(main, { ...changed, theme: 'dark' })
  })

  it('find settings by their words, options and synonyms, and highlight the words', async () => {
    const { user, dialog } = await openSettings()
    await user.keyboard('pictures')
    expect(dialog.getByRole('heading', { level: 3 })).toHaveTextContent('2 results for “pictures”')
    expect([...settings().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Pictures',
      'pictures',
      'pictures',
    ])
    await user.clear(dialog.getByRole('searchbox'))
    await user.keyboard('DARK')
    expect(dialog.getByRole('radiogroup', { name: 'Theme' })).toBeVisible()
    await user.clear(dialog.getByRole('searchbox'))
    await user.keyboard('no such setting')
    expect(dialog.getAllByText('No settings match “no such setting”')).toHaveLength(2)
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('searchbox')).toHaveValue('')
    expect(settings()).toBeVisible()
  })

  it('show a found setting in its section, with the focus', async () => {
    const { user, dialog } = await openSettings()
    await user.keyboard('older')
    await user.click(
      dialog.getByRole('button', { name: 'Show “Warn when a download is older than” in Downloads' }),
    )
    expect(dialog.getByRole('tab', { name: 'Downloads' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: 'Warn when a download is older than' })).toHaveFocus(),
    )
    expect(settings().querySelector('.target')).toHaveTextContent('Warn when a download is older than')
  })

  it('open the dialogs of the connection, and return from them', async () => {
    const { user, dialog } = await openSettings()
    await user.click(dialog.getByRole('tab', { name: 'Connection' }))
    const group = dialog.getByRole('group', { name: 'Certificate authority' })
    await user.click(within(group).getByRole('button'))
    expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(settings()).toBeVisible())
    const again = within(settings()).getByRole('group', { name: 'Certificate authority' })
    expect(within(again).getByRole('button')).toHaveFocus()
  })

  it('close with Ctrl+W, and go to the search with Ctrl+comma and Ctrl+F', async () => {
    const { user, dialog } = await openSettings()
    const search = dialog.getByRole('searchbox')
    for (const keys of ['{Control>},{/Control}', '{Control>}f{/Control}']) {
      dialog.getByRole('tab', { name: 'Appearance' }).focus()
      await user.keyboard(keys)
      expect(search).toHaveFocus()
    }
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await user.keyboard('{Control>}w{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the shortcuts in the settings', () => {
  const keyButton = (dialog: OpenSettings['dialog'], name: string): HTMLElement =>
    dialog.getByRole('button', { name: new RegExp(`^${name}: .* Change shortcut$`, 'u') })

  it('are recorded by pressing them, and work at once', async () => {
    const { main, user, dialog } = await openShortcuts()
    await user.click(keyButton(dialog, 'Export'))
    expect(dialog.getByText('Press keys…')).toBeVisible()
    await user.keyboard('{Control>}{Shift>}x{/Shift}{/Control}')
    await stored(main, { shortcuts: { export: 'Mod+Shift+X' } })
    expect(dialog.getByRole('button', { name: 'Export: Ctrl+Shift+X. Change shortcut' })).toHaveFocus()
    // The settings and the list of shortcuts show it too.
    await user.keyboard('{Control>}w{/Control}')
    await user.keyboard('?')
    const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(list).toHaveTextContent('Ctrl+Shift+X')
    expect(list).not.toHaveTextContent(/Ctrl\+E\b/u)
  })

  it('are not changed by keys that are reserved, which says why', async () => {
    const { main, user, dialog } = await openShortcuts()
    await user.click(keyButton(dialog, 'Export'))
    await user.keyboard('{Control>}c{/Control}')
    const row = dialog.getByRole('group', { name: 'Export' })
    expect(row).toHaveTextContent('Text fields need these keys.')
    await user.keyboard('x')
    expect(row).toHaveTextContent('Typing needs this key. Add Ctrl.')
    await user.keyboard('{Escape}')
    expect(row).toHaveTextContent('Default: Ctrl+E')
    expect(settings()).toBeVisible()
    expect(main.inputs('preferences.save').some(({ shortcuts }) => shortcuts !== undefined)).toBe(false)
  })

  it('are taken from another command on request', async () => {
    const { main, user, dialog } = await openShortcuts()
    await user.click(keyButton(dialog, 'Home'))
    await user.keyboard('{Control>}e{/Control}')
    const row = dialog.getByRole('group', { name: 'Home' })
    expect(row).toHaveTextContent('Ctrl+E is the shortcut of “Export”.')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Use here instead' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await stored(main, { shortcuts: { home: 'Mod+E' } })
    expect(dialog.getByRole('button', { name: 'Export: None. Change shortcut' })).toBeVisible()
    expect(dialog.getByRole('group', { name: 'Export' })).toHaveTextContent(
      'Default: Ctrl+E, now used by “Home”',
    )
    // Its default takes the keys back, after the same question.
    await user.click(dialog.getByRole('button', { name: 'Reset “Export” to the default: Ctrl+E' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Use here instead' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await stored(main, { shortcuts: { home: null } })
    expect(dialog.getByRole('button', { name: 'Export: Ctrl+E. Change shortcut' })).toBeVisible()
  })

  it('stay when a conflict is left', async () => {
    const { main, user, dialog } = await openShortcuts()
    await user.click(keyButton(dialog, 'Home'))
    await user.keyboard('{Control>}e{/Control}')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Use here instead' })).toHaveFocus())
    await user.keyboard('{Escape}')
    expect(dialog.queryByRole('button', { name: 'Use here instead' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Home: Ctrl+Shift+H. Change shortcut' })).toHaveFocus()
    expect(main.preferences.shortcuts).toEqual({})
  })

  it('are removed with Backspace, and reset one by one or all together', async () => {
    const { main, user, dialog } = await openShortcuts()
    await user.click(keyButton(dialog, 'Export'))
    await user.keyboard('{Backspace}')
    await stored(main, { shortcuts: { export: null } })
    await user.click(dialog.getByRole('button', { name: 'Reset “Export” to the default: Ctrl+E' }))
    await waitFor(() => expect(main.preferences.shortcuts).toEqual({}))
    await user.click(keyButton(dialog, 'Home'))
    await user.keyboard('{F8}')
    await user.click(keyButton(dialog, 'Timeline of all campaigns'))
    await user.keyboard('{F9}')
    await stored(main, { shortcuts: { home: 'F8', timeline: 'F9' } })
    await user.click(dialog.getByRole('button', { name: 'Reset section' }))
    await waitFor(() => expect(main.preferences.shortcuts).toEqual({}))
  })

  it('are found by command and by keys', async () => {
    const { user, dialog } = await openSettings()
    await user.keyboard('ctrl+shift+e')
    expect(dialog.getByRole('button', { name: /^Export again/u })).toBeVisible()
    expect(dialog.getByRole('heading', { level: 3 })).toHaveTextContent('2 results for “ctrl+shift+e”')
  })

  it('of another window apply here too', async () => {
    const { main, dialog } = await openShortcuts()
    main.emit('preferences.changed', { shortcuts: { export: 'F8' } })
    expect(await dialog.findByRole('button', { name: 'Export: F8. Change shortcut' })).toBeVisible()
  })

  it('of a command without default keys run it', async () => {
    const { user } = await openSettings({ shortcuts: { about: 'F9' } })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{F9}')
    expect(screen.getByRole('dialog', { name: 'About Campaign Desk' })).toBeVisible()
  })
})
