import type { IconName } from './icons.ts'

/** One line of a {@link Menu}. */
export type MenuItem =
  | {
      readonly kind: 'action'
      readonly label: string
      readonly run: () => void
      readonly icon?: IconName
      /** A second, quieter text: a host, an age. */
      readonly note?: string
      readonly shortcut?: string
      /** Said below the label: what it does, or why it cannot be chosen. */
      readonly text?: string
      /** Given: the line is one of several of which one is chosen. */
      readonly checked?: boolean
      readonly disabled?: boolean
      /** It destroys something. */
      readonly danger?: boolean
    }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' }

/** Where a menu opens: below an element, or at a point of the window in CSS pixels. */
export type MenuPlace = Element | { readonly x: number; readonly y: number }
