import type { Platform } from '../contract/accelerators.ts'

/**
 * Returns a label of a menu with its mnemonic (`&` before a letter) as the platform wants it: macOS has none.
 */
export function menuLabel(label: string, platform: Platform): string {
  return platform === 'darwin' ? label.replaceAll('&', '') : label
}

/** Returns a name as a label of a menu, in which `&` stands for itself. */
export function menuName(name: string): string {
  return name.replaceAll('&', '&&')
}

/** Returns a sentence as a label of a menu, with its first letter as the mnemonic. */
export function menuSentence(sentence: string, platform: Platform): string {
  return menuLabel('&', platform) + menuName(sentence)
}
