import * as v from 'valibot'
import { digitOnKey, isPrintable, type KeyPress, type Platform } from './accelerators.ts'
import { commandEntry, defaultKeysOf, keysOn, SHORTCUT_IDS, type PlainCommandId } from './commands.ts'
import { areSameKeys, type CustomShortcuts } from './custom-shortcuts.ts'

/** Keys of a custom shortcut: those that menus of every platform accept, in the notation of the registry. */
const CUSTOM_KEYS =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Enter|[!-*,-/:-@[-`{-~])$/u

const customKeysSchema = v.nullable(v.pipe(v.string(), v.regex(CUSTOM_KEYS)))

/** The person's shortcuts, as a window sends them. */
export const customShortcutsSchema = v.record(v.picklist(SHORTCUT_IDS), customKeysSchema)

/**
 * Why a command cannot have some keys: they write text, edit text, move in lists, belong to the system, or
 * are missing on other keyboards.
 */
export type ShortcutRefusal =
  'typing' | 'alt' | 'textEditing' | 'navigation' | 'system' | 'otherModifier' | 'unsupported'

/** Keys with Ctrl or Command that text fields handle on every platform. */
const TEXT_EDITING = ['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+Z', 'Mod+Shift+V', 'Mod+Shift+Z']
/** Further ones of a platform; Ctrl+Shift+U starts the input of a character on Linux. */
const PLATFORM_TEXT_EDITING: Readonly<Record<Platform, readonly string[]>> = {
  darwin: [],
  win32: ['Mod+Y'],
  linux: ['Mod+Y', 'Mod+Shift+U'],
}
/** Keys that open an item in a list. */
const LIST_KEYS = ['F2']
/** Keys to close, quit, minimize, open menus and fill the screen. */
const SYSTEM = ['Mod+W', 'Mod+Q', 'Mod+M', 'F10', 'Shift+F10', 'F11']
const PLATFORM_SYSTEM: Readonly<Record<Platform, readonly string[]>> = {
  darwin: ['Mod+H', 'Mod+Shift+Q', 'Mod+`', 'Mod+~'],
  win32: ['Alt+F4', 'Mod+F4'],
  linux: ['Alt+F1', 'Alt+F2', 'Alt+F4'],
}

/**
 * Returns why a command cannot have keys, or null. Its default keys are always allowed.
 * @param keys in the notation of the registry
 */
export function shortcutRefusal(
  id: PlainCommandId,
  keys: string,
  platform: Platform,
): ShortcutRefusal | null {
  const isAny = (list: readonly string[]): boolean => list.some((each) => areSameKeys(each, keys))
  if (isAny(defaultKeysOf(id, platform))) return null
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const [hasMod, hasAlt] = [parts.includes('Mod'), parts.includes('Alt')]
  if (isAny(LIST_KEYS)) return 'navigation'
  if (isAny([...SYSTEM, ...PLATFORM_SYSTEM[platform]])) return 'system'
  if (isAny([...TEXT_EDITING, ...PLATFORM_TEXT_EDITING[platform]])) return 'textEditing'
  if (isPrintable(key)) {
    // It opens menus, or writes a character: on Windows, AltGr is Ctrl+Alt.
    if (hasAlt) return 'alt'
    // Digits mark items, and are not searched for meanwhile.
    const isMark = commandEntry(id).scope === 'review' && /^\d$/u.test(keys)
    if (!hasMod && !isMark) return 'typing'
  } else if (key === 'Enter' ? !hasMod && !hasAlt : !/^F\d+$/u.test(key)) return 'navigation'
  return CUSTOM_KEYS.test(keys) ? null : 'unsupported'
}

/** Returns the other command that has these keys, or null. */
export function shortcutConflict(
  id: PlainCommandId,
  keys: string,
  platform: Platform,
  custom: CustomShortcuts,
): PlainCommandId | null {
  const others = SHORTCUT_IDS.filter((each) => each !== id)
  return (
    others.find((each) => keysOn(each, platform, custom).some((other) => areSameKeys(other, keys))) ?? null
  )
}

/**
 * Returns the shortcuts after a command was given keys, which another command loses.
 * @param keys null: the command has none; its default keys make it follow the default again
 */
export function assignShortcut(
  id: PlainCommandId,
  keys: string | null,
  platform: Platform,
  custom: CustomShortcuts,
): CustomShortcuts {
  const others = Object.entries(custom)
    .filter(([other]) => other !== id)
    .map(([other, value]): readonly [string, string | null] => {
      const isTaken = value !== null && keys !== null && areSameKeys(value, keys)
      return [other, isTaken ? null : value]
    })
  const isDefault = keys === (defaultKeysOf(id, platform)[0] ?? null)
  return Object.fromEntries(isDefault ? others : [...others, [id, keys]])
}

/** Keys that are only part of a shortcut, or start a character. */
const INCOMPLETE_KEYS: ReadonlySet<string> = new Set([
  'Alt',
  'AltGraph',
  'CapsLock',
  'Control',
  'Dead',
  'Fn',
  'FnLock',
  'Hyper',
  'Meta',
  'NumLock',
  'Process',
  'ScrollLock',
  'Shift',
  'Super',
  'Unidentified',
])

/**
 * Returns the keys of a press in the notation of the registry, or why they cannot be used; null: more follow.
 */
export function recordKeys(
  press: KeyPress,
  platform: Platform,
): { readonly keys: string } | { readonly refusal: ShortcutRefusal } | null {
  if (INCOMPLETE_KEYS.has(press.key)) return null
  // As when it is pressed.
  const digit = digitOnKey(press)
  if (digit !== null) return { keys: digit }
  const isMac = platform === 'darwin'
  if (isMac ? press.ctrlKey : press.metaKey) return { refusal: 'otherModifier' }
  // One key on many keyboards, as when a shortcut is pressed.
  const key = press.key === '+' ? '=' : press.key === ' ' ? 'Space' : press.key
  const name = key.length === 1 ? key.toUpperCase() : key
  // Whether a symbol needs Shift depends on the keyboard.
  const hasShift = press.shiftKey && !/^[!-/:-@[-`{-~]$/u.test(name)
  const modifiers = [
    ...((isMac ? press.metaKey : press.ctrlKey) ? ['Mod'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(hasShift ? ['Shift'] : []),
  ]
  return { keys: [...modifiers, name].join('+') }
}

/**
 * Returns the valid shortcuts of a file, and the names of the others: unknown commands, and keys that are
 * malformed or reserved. Another version or a person may have written it.
 */
export function readCustomShortcuts(
  stored: unknown,
  platform: Platform,
): { readonly shortcuts: CustomShortcuts; readonly ignored: readonly string[] } {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    return { shortcuts: {}, ignored: stored === undefined ? [] : ['shortcuts'] }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(stored)
  const isValid = (entry: readonly [string, unknown]): entry is [string, string | null] => {
    const [name, keys] = entry
    const id = SHORTCUT_IDS.find((each) => each === name)
    if (id === undefined || !v.is(customKeysSchema, keys)) return false
    return keys === null || shortcutRefusal(id, keys, platform) === null
  }
  return {
    shortcuts: Object.fromEntries(entries.filter(isValid)),
    ignored: entries.filter((entry) => !isValid(entry)).map(([name]) => name),
  }
}
