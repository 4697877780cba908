import * as v from 'valibot'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { KeyPress, Platform } from '../../electron/contract/accelerators.ts'
import {
  commandOfPress,
  COMMAND_IDS,
  defaultKeysOf,
  keysOn,
  shortcutLines,
  SHORTCUT_IDS,
  shortcutText,
} from '../../electron/contract/commands.ts'
import {
  NO_CUSTOM_SHORTCUTS,
  setShortcutSource,
  type CustomShortcuts,
} from '../../electron/contract/custom-shortcuts.ts'
import { preferencesChangeSchema } from '../../electron/contract/preferences.ts'
import {
  assignShortcut,
  readCustomShortcuts,
  recordKeys,
  shortcutConflict,
  shortcutRefusal,
} from '../../electron/contract/shortcut-rules.ts'

const PLATFORMS: readonly Platform[] = ['darwin', 'win32', 'linux']

afterEach(() => setShortcutSource(() => NO_CUSTOM_SHORTCUTS))

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
})

/** Keys that a person may press, as a property test draws them. */
const anyKeys = fc
  .record({
    mod: fc.boolean(),
    shift: fc.boolean(),
    key: fc.constantFrom('A', 'B', 'E', 'K', '1', '4', 'F3', 'F8', 'Enter', ';'),
  })
  .map(({ mod, shift, key }) => `${mod ? 'Mod+' : ''}${shift && key !== ';' ? 'Shift+' : ''}${key}`)

describe('custom shortcuts', () => {
  it('replace the keys of a command everywhere', () => {
    setShortcutSource(() => ({ export: 'Mod+Shift+X', back: null }))
    expect(shortcutText('export', 'linux')).toBe('Ctrl+Shift+X')
    expect(shortcutText('export', 'darwin')).toBe('⇧⌘X')
    expect(shortcutText('back', 'linux')).toBe('')
    const scopes = ['application', 'connection'] as const
    const pressed = press('X', { ctrlKey: true, shiftKey: true })
    expect(commandOfPress(pressed, scopes, 'linux')).toBe('export')
    expect(commandOfPress(press('e', { ctrlKey: true }), scopes, 'linux')).toBeNull()
    expect(commandOfPress(press('ArrowLeft', { altKey: true }), scopes, 'linux')).toBeNull()
    const keys = shortcutLines('general', 'linux').map((line) => line.keys)
    expect(keys).toContain('Ctrl+Shift+X')
    expect(keys).not.toContain('Ctrl+E')
  })

  it('can be given to a command without default keys', () => {
    setShortcutSource(() => ({ allCampaigns: 'F8' }))
    expect(shortcutText('allCampaigns', 'linux')).toBe('F8')
    expect(commandOfPress(press('F8'), ['connection'], 'linux')).toBe('allCampaigns')
  })

  it('take their keys from the command with these default keys, and return them', () => {
    const custom = { home: 'Mod+E' }
    expect(keysOn('home', 'linux', custom)).toEqual(['Mod+E'])
    expect(keysOn('export', 'linux', custom)).toEqual([])
    expect(keysOn('export', 'linux', {})).toEqual(['Mod+E'])
    // Redo has two on Windows.
    expect(keysOn('redo', 'win32', { home: 'Mod+Y' })).toEqual(['Mod+Shift+Z'])
  })

  it.each(PLATFORMS)('never share keys on %s, whatever is assigned', (platform) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...SHORTCUT_IDS), fc.option(anyKeys)), { maxLength: 12 }),
        (steps) => {
          let custom: CustomShortcuts = {}
          for (const [id, keys] of steps) {
            custom = assignShortcut(id, keys, platform, custom)
            expect(keysOn(id, platform, custom)).toEqual(keys === null ? [] : expect.arrayContaining([keys]))
          }
          const all = COMMAND_IDS.flatMap((id) => keysOn(id, platform, custom))
          expect(new Set(all.map((keys) => keys.toLowerCase())).size).toBe(all.length)
        },
      ),
    )
  })

  it.each(PLATFORMS)('follow the default again when its keys are assigned on %s', (platform) => {
    for (const id of SHORTCUT_IDS) {
      const [keys] = defaultKeysOf(id, platform)
      expect(assignShortcut(id, keys ?? null, platform, { [id]: 'F8' }), id).toEqual({})
    }
  })
})

describe('the rules of shortcuts', () => {
  it.each(PLATFORMS)('allow all default keys on %s, and find no conflict between them', (platform) => {
    for (const id of SHORTCUT_IDS)
      for (const keys of defaultKeysOf(id, platform)) {
        expect(shortcutRefusal(id, keys, platform), `${id}: ${keys}`).toBeNull()
        expect(shortcutConflict(id, keys, platform, {}), `${id}: ${keys}`).toBeNull()
      }
  })

  it.each([
    ['E', 'typing'],
    ['Shift+E', 'typing'],
    ['4', 'typing'],
    ['Alt+E', 'alt'],
    ['Mod+Alt+E', 'alt'],
    ['Mod+C', 'textEditing'],
    ['Mod+Y', 'textEditing'],
    ['Mod+Shift+U', 'textEditing'],
    ['Mod+ArrowLeft', 'navigation'],
    ['Enter', 'navigation'],
    ['Tab', 'navigation'],
    ['Space', 'navigation'],
    ['F2', 'navigation'],
    ['Mod+Home', 'navigation'],
    ['Mod+Backspace', 'navigation'],
    ['Mod+W', 'system'],
    ['Mod+Q', 'system'],
    ['Alt+F4', 'system'],
    ['Shift+F10', 'system'],
    ['Mod+Я', 'unsupported'],
  ])('refuse %s for a command of the window: %s', (keys, refusal) => {
    expect(shortcutRefusal('export', keys, 'linux')).toBe(refusal)
  })

  it.each(['Mod+E', 'Mod+Shift+E', 'F8', 'Shift+F8', 'Mod+;', 'Mod+Enter', 'Mod+Shift+Enter', 'Alt+Enter'])(
    'allow %s',
    (keys) => expect(shortcutRefusal('home', keys, 'linux')).toBeNull(),
  )

  it('allow a digit for a mark, and keys of another platform', () => {
    expect(shortcutRefusal('markOk', '7', 'linux')).toBeNull()
    expect(shortcutRefusal('home', 'Mod+Y', 'darwin')).toBeNull()
    expect(shortcutRefusal('home', 'Mod+H', 'linux')).toBeNull()
    expect(shortcutRefusal('home', 'Mod+H', 'darwin')).toBe('system')
  })

  it('report the other command with the same keys, whether they are its own or the default ones', () => {
    expect(shortcutConflict('home', 'Mod+E', 'linux', {})).toBe('export')
    expect(shortcutConflict('home', 'Mod+Shift+E', 'linux', { export: 'Mod+Shift+E' })).toBe('export')
    expect(shortcutConflict('home', 'Mod+E', 'linux', { export: 'F8' })).toBeNull()
    expect(shortcutConflict('export', 'Mod+E', 'linux', {})).toBeNull()
  })
})

describe('recordKeys', () => {
  it('returns pressed keys in the notation of the registry', () => {
    const of = (key: string, modifiers?: Partial<KeyPress>, platform: Platform = 'linux') =>
      recordKeys(press(key, modifiers), platform)
    expect(of('e', { ctrlKey: true })).toEqual({ keys: 'Mod+E' })
    expect(of('E', { ctrlKey: true, shiftKey: true })).toEqual({ keys: 'Mod+Shift+E' })
    expect(of('e', { metaKey: true }, 'darwin')).toEqual({ keys: 'Mod+E' })
    expect(of('?', { ctrlKey: true, shiftKey: true })).toEqual({ keys: 'Mod+?' })
    expect(of('+', { ctrlKey: true })).toEqual({ keys: 'Mod+=' })
    expect(of('ArrowLeft', { altKey: true })).toEqual({ keys: 'Alt+ArrowLeft' })
    expect(of('F8')).toEqual({ keys: 'F8' })
    expect(of(' ')).toEqual({ keys: 'Space' })
    // A French keyboard.
    expect(of('(', { code: 'Digit5' })).toEqual({ keys: '5' })
  })

  it('waits for the key after modifiers, and refuses those that commands never have', () => {
    for (const key of ['Control', 'Shift', 'Alt', 'Meta', 'Dead'])
      expect(recordKeys(press(key, { ctrlKey: true }), 'linux')).toBeNull()
    expect(recordKeys(press('e', { metaKey: true }), 'linux')).toEqual({ refusal: 'otherModifier' })
    expect(recordKeys(press('e', { ctrlKey: true }), 'darwin')).toEqual({ refusal: 'otherModifier' })
  })

  it.each(PLATFORMS)('returns keys that press the command on %s', (platform) => {
    const mod = platform === 'darwin' ? { metaKey: true } : { ctrlKey: true }
    for (const [key, more] of [
      ['e', {}],
      ['E', { shiftKey: true }],
      ['!', { shiftKey: true }],
      ['+', { shiftKey: true }],
      ['F9', { shiftKey: true }],
    ] as const) {
      const pressed = press(key, { ...mod, ...more })
      const recorded = recordKeys(pressed, platform)
      if (recorded === null || !('keys' in recorded)) throw new Error(`${key} was not recorded`)
      const custom = assignShortcut('home', recorded.keys, platform, {})
      setShortcutSource(() => custom)
      expect(commandOfPress(pressed, ['connection', 'application'], platform), key).toBe('home')
    }
  })
})

describe('saved shortcuts', () => {
  it('are read one by one: invalid ones are reported, the others stay', () => {
    const stored = {
      export: 'Mod+Shift+X',
      back: null,
      markOk: '7',
      unknownCommand: 'Mod+J',
      home: 'Ctrl+H',
      activity: 'Mod+C',
      search: 7,
      sortBy: 'Mod+J',
      palette: 'mod+k',
    }
    const { shortcuts, ignored } = readCustomShortcuts(stored, 'linux')
    expect(shortcuts).toEqual({ export: 'Mod+Shift+X', back: null, markOk: '7' })
    expect(ignored).toEqual(['unknownCommand', 'home', 'activity', 'search', 'sortBy', 'palette'])
  })

  it.each([[null], [7], ['Mod+E'], [[]]])('are none in %j', (stored) => {
    expect(readCustomShortcuts(stored, 'linux')).toEqual({ shortcuts: {}, ignored: ['shortcuts'] })
  })

  it('are none in a file of an earlier version', () => {
    expect(readCustomShortcuts(undefined, 'linux')).toEqual({ shortcuts: {}, ignored: [] })
  })

  it('are read without loss, whatever a file contains', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (noise) => {
        const { shortcuts, ignored } = readCustomShortcuts({ ...noise, export: 'F8' }, 'linux')
        expect(shortcuts['export']).toBe('F8')
        expect(Object.keys(shortcuts).length + ignored.length).toBe(
          new Set([...Object.keys(noise), 'export']).size,
        )
      }),
    )
  })

  it('are accepted from a window only if each is valid', () => {
    const accepts = (shortcuts: unknown): boolean => v.is(preferencesChangeSchema, { shortcuts })
    expect(accepts({ export: 'F8', back: null })).toBe(true)
    expect(accepts({ nobody: 'F8' })).toBe(false)
    expect(accepts({ export: 'Hyper+E' })).toBe(false)
  })
})
