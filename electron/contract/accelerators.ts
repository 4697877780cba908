import { messages } from './messages.ts'
import type { Messages } from './messages/types.ts'

/** The platform that the application runs on. */
export type Platform = 'darwin' | 'win32' | 'linux'

/** Returns the platform by its name in Node. */
export function platformOf(name: string): Platform {
  return name === 'darwin' || name === 'win32' ? name : 'linux'
}

/** A key press: the parts of a keyboard event that a command depends on. */
export interface KeyPress {
  readonly key: string
  /** The physical key, if it is known. */
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/**
 * Keys of a command: modifiers, then the `key` of a keyboard event, as in `Mod+Shift+E`. `Mod` is Command on
 * a Mac and Ctrl elsewhere.
 */
export type Accelerator =
  | string
  | {
      readonly default: string
      readonly mac?: string
      /** Additional keys on Windows and Linux, which the application menu shows. */
      readonly menu?: string
    }

/** Returns the keys that work on a platform, the ones to show first. */
export function acceleratorsOn(accelerator: Accelerator, platform: Platform): readonly string[] {
  if (typeof accelerator === 'string') return [accelerator]
  if (platform === 'darwin') return [accelerator.mac ?? accelerator.default]
  return accelerator.menu === undefined ? [accelerator.default] : [accelerator.default, accelerator.menu]
}

/** Keys whose label depends on the language of the keyboard. */
const NAMED_KEYS: Readonly<Record<string, keyof Messages['keys']>> = {
  Mod: 'ctrl',
  Shift: 'shift',
  Alt: 'alt',
  Escape: 'escape',
  Enter: 'enter',
  Space: 'space',
  Tab: 'tab',
  Delete: 'delete',
  Home: 'home',
  End: 'end',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
}

const KEY_SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** In the order in which a Mac writes them. */
const MAC_MODIFIERS = [
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Mod', '⌘'],
] as const

/** Returns the label of a key, given by its `key` in keyboard events, in the language of the interface. */
export function keyName(key: string): string {
  const name = NAMED_KEYS[key]
  return name === undefined ? (KEY_SYMBOLS[key] ?? key) : messages.keys[name]
}

/** Returns keys as the platform writes them, in the language of the interface. */
export function acceleratorText(keys: string, platform: Platform): string {
  const parts = keys.split('+')
  if (platform !== 'darwin') return parts.map(keyName).join('+')
  const modifiers = MAC_MODIFIERS.filter(([modifier]) => parts.slice(0, -1).includes(modifier))
  return `${modifiers.map(([, symbol]) => symbol).join('')}${keyName(parts.at(-1) ?? '')}`
}

/** Returns keys in the notation of `aria-keyshortcuts`. */
export function ariaKeyShortcuts(keys: string, platform: Platform): string {
  return keys.replaceAll('Mod', platform === 'darwin' ? 'Meta' : 'Control')
}

/**
 * Returns keys as the accelerator of a menu item in Electron, or null for a printable key, which text fields
 * need.
 */
export function menuAccelerator(keys: string): string | null {
  if (isPrintable(keys)) return null
  return keys.replaceAll('Mod', 'CmdOrCtrl').replaceAll('Arrow', '')
}

/** Returns whether keys write a character, which text fields and dialogs handle. */
export function isPrintable(keys: string): boolean {
  return keys.length === 1
}

/**
 * Returns the digit on a key that was pressed without modifiers and wrote something else: French keyboards
 * write digits with Shift. Otherwise null.
 */
export function digitOnKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string | null {
  if (ctrlKey || metaKey || shiftKey || altKey || /^\d$/u.test(key)) return null
  return /^Digit(?<digit>\d)$/u.exec(code ?? '')?.groups?.['digit'] ?? null
}

/**
 * Returns whether a key press matches keys.
 *
 * @param platform null if Command and Ctrl are equivalent on every platform, as in the list
 */
export function matchesKeys(keys: string, press: KeyPress, platform: Platform | null): boolean {
  if (keys === digitOnKey(press)) return true
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const has = (modifier: string): boolean => parts.slice(0, -1).includes(modifier)
  // One key on many keyboards, so that both zoom in.
  const pressed = press.key === '+' ? '=' : press.key
  if (pressed.toLowerCase() !== key.toLowerCase() || press.altKey !== has('Alt')) return false
  // The keys for a symbol depend on the keyboard layout.
  if (press.shiftKey !== has('Shift') && !/^[^\p{L}\p{N}]$/u.test(key)) return false
  const [mod, other] = platform === 'darwin' ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (!has('Mod')) return !mod && !other
  return platform === null ? mod || other : mod && !other
}
