import { afterEach, describe, expect, it } from 'vitest'
import {
  acceleratorsOn,
  acceleratorText,
  ariaKeyShortcuts,
  keyName,
  type Platform,
} from '../../electron/contract/accelerators.ts'
import {
  COMMAND_IDS,
  commandEntry,
  commandNames,
  commandOfPress,
  MENU_NAMES,
  menuCommands,
  shortcutLines,
  shortcutText,
} from '../../electron/contract/commands.ts'
import { activateLanguage } from '../../electron/contract/messages.ts'
import { ICONS } from '../../renderer/components/icons.ts'
import { HANDLERS } from '../../renderer/state/command-handlers.ts'

const PLATFORMS: readonly Platform[] = ['darwin', 'win32', 'linux']
/** Scopes that are active at the same time: those of the window, and those of a list. */
const SCOPES = [
  ['application', 'connection'],
  ['list', 'review'],
] as const

const press = (keys: string, platform: Platform) => {
  const parts = keys.split('+')
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Mod') && platform !== 'darwin',
    metaKey: parts.includes('Mod') && platform === 'darwin',
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  }
}

describe('the command registry', () => {
  it('has a label, a handler and a known icon for each command', () => {
    for (const id of COMMAND_IDS) {
      const { icon, menu, palette } = commandEntry(id)
      const names = commandNames(id)
      const label = typeof names.label === 'string' ? names.label : names.label({ choice: 'Name' })
      expect(label, id).not.toBe('')
      expect(Object.keys(HANDLERS), id).toContain(id)
      if (menu !== undefined) expect(names.menu, id).toBeTruthy()
      if (palette !== undefined) expect(Object.keys(ICONS), id).toContain(icon)
    }
    expect(Object.keys(HANDLERS)).toHaveLength(COMMAND_IDS.length)
  })

  it.each(PLATFORMS)('uses each accelerator once in a scope on %s', (platform) => {
    for (const scopes of SCOPES) {
      const keys = COMMAND_IDS.map(commandEntry)
        .filter(({ scope }) => scopes.some((each) => each === scope))
        .flatMap(({ keys: accelerator }) =>
          accelerator === undefined ? [] : acceleratorsOn(accelerator, platform),
        )
      expect(keys.filter((each, index) => keys.indexOf(each) !== index)).toEqual([])
    }
  })

  it.each(PLATFORMS)('finds each command by its keys on %s', (platform) => {
    for (const id of COMMAND_IDS) {
      const { keys, scope } = commandEntry(id)
      if (keys === undefined) continue
      for (const each of acceleratorsOn(keys, platform))
        expect(commandOfPress(press(each, platform), [scope], platform), `${id}: ${each}`).toBe(id)
    }
  })

  it.each(PLATFORMS)('lists each command of a menu once on %s', (platform) => {
    const menuCommandIds = MENU_NAMES.flatMap((menu) => menuCommands(menu, platform).flat())
    const expected = COMMAND_IDS.filter((id) => commandEntry(id).menu !== undefined)
    expect([...menuCommandIds].sort()).toEqual([...expected].sort())
  })

  it('has one position for each command in the list of keyboard shortcuts', () => {
    for (const group of ['general', 'moving', 'reviewing', 'list'] as const) {
      const orders = shortcutLines(group, 'linux').map(({ order }) => order)
      expect(new Set(orders).size, group).toBe(orders.length)
    }
    for (const id of COMMAND_IDS) {
      const { shortcuts } = commandEntry(id)
      if (shortcuts !== undefined && 'with' in shortcuts) expect(COMMAND_IDS, id).toContain(shortcuts.with)
    }
  })
})

describe('accelerators', () => {
  afterEach(() => activateLanguage('en'))

  it('are formatted as on the platform', () => {
    expect(shortcutText('repeatExport', 'linux')).toBe('Ctrl+Shift+E')
    expect(shortcutText('repeatExport', 'darwin')).toBe('⇧⌘E')
    expect(shortcutText('back', 'win32')).toBe('Alt+←')
    expect(shortcutText('back', 'darwin')).toBe('⌘[')
    expect(shortcutText('findList', 'linux')).toBeNull()
  })

  it.each([
    ['en', 'Ctrl+Shift+Enter', '⇧⌘Enter', 'Esc, Space, Delete, Page Up, Home, ←, F2'],
    ['de', 'Strg+Umschalt+Eingabe', '⇧⌘Eingabe', 'Esc, Leertaste, Entf, Bild auf, Pos1, ←, F2'],
    ['fr', 'Ctrl+Maj+Entrée', '⇧⌘Entrée', 'Échap, Espace, Suppr, Page préc., Début, ←, F2'],
  ] as const)('have the names of keys in %s', async (language, text, macText, names) => {
    await activateLanguage(language)
    expect(acceleratorText('Mod+Shift+Enter', 'linux')).toBe(text)
    expect(acceleratorText('Mod+Shift+Enter', 'darwin')).toBe(macText)
    const keys = ['Escape', 'Space', 'Delete', 'PageUp', 'Home', 'ArrowLeft', 'F2']
    expect(keys.map(keyName).join(', ')).toBe(names)
    expect(ariaKeyShortcuts('Mod+Shift+Enter', 'linux')).toBe('Control+Shift+Enter')
  })

  it('include Ctrl+Y for redo except on a Mac', () => {
    expect(commandOfPress(press('Mod+y', 'linux'), ['application'], 'linux')).toBe('redo')
    expect(commandOfPress(press('Mod+y', 'darwin'), ['application'], 'darwin')).toBeNull()
  })

  it('ignore Shift for a symbol, whose key depends on the layout', () => {
    expect(commandOfPress({ ...press('?', 'linux'), shiftKey: true }, ['application'], 'linux')).toBe(
      'shortcuts',
    )
  })

  it('of a mark match the key with the digit on keyboards that write digits with Shift', () => {
    const french = { ...press('&', 'linux'), code: 'Digit1' }
    expect(commandOfPress(french, ['review'], null)).toBe('markOk')
    expect(commandOfPress({ ...french, key: 'à', code: 'Digit0' }, ['review'], null)).toBe('clearMark')
    for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
      expect(commandOfPress({ ...french, [modifier]: true }, ['review'], null), modifier).toBeNull()
    // The digit that is written takes precedence.
    expect(commandOfPress({ ...french, key: '2' }, ['review'], null)).toBe('markProblem')
  })

  it('accept Command and Ctrl alike in a list', () => {
    for (const platform of PLATFORMS)
      expect(commandOfPress(press('Mod+A', platform), ['list'], null)).toBe('selectAll')
    expect(commandOfPress(press('Mod+A', 'linux'), ['list'], 'darwin')).toBeNull()
  })
})
