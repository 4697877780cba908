import type { IconName } from './icons.ts'

export interface MenuAction {
  readonly kind?: undefined
  readonly label: string
  readonly run: () => void
  readonly icon?: IconName
  /** A second text in a lighter color, such as a host or an age. */
  readonly note?: string
  readonly shortcut?: string
  /** Explains the item below its label, or why it is disabled. */
  readonly text?: string
  /** Given for the options of a choice. */
  readonly checked?: boolean
  readonly disabled?: boolean
  /** Whether it destroys data. */
  readonly danger?: boolean
}

/** A line of a {@link Menu}. */
export type MenuItem =
  MenuAction | { readonly kind: 'heading'; readonly label: string } | { readonly kind: 'separator' }

/** The anchor of a menu: below an element, or at a point of the window in CSS pixels. */
export type MenuAnchor = Element | { readonly x: number; readonly y: number }
