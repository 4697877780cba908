import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { clipText } from '../contract/clip-text.ts'
import { textMenuLabels } from '../contract/strings/text-menu.ts'

type Item = MenuItemConstructorOptions

/** Longer selections are shortened in the label of *Look up*. */
const MAX_LOOK_UP_LENGTH = 25

/** The clicked text, as far as the menu depends on it. */
export type ClickedText = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>

export interface TextMenuActions {
  readonly replaceWord: (word: string) => void
  readonly addToDictionary: (word: string) => void
  readonly lookUpSelection: () => void
}

/**
 * Returns the items of the context menu for a text field or a selected text; empty if nothing applies. Lists
 * and other parts of the page with their own menus prevent this one.
 */
export function textMenuItems(
  { isEditable, selectionText, misspelledWord, dictionarySuggestions, editFlags }: ClickedText,
  platform: string,
  actions: TextMenuActions,
): readonly Item[] {
  const labels = textMenuLabels(platform)
  const selection = selectionText.trim()
  if (!isEditable && selection === '') return []

  const spelling: readonly Item[] = [
    ...dictionarySuggestions.map((word) => ({
      label: word.replaceAll('&', '&&'),
      click: () => actions.replaceWord(word),
    })),
    ...(dictionarySuggestions.length === 0 ? [{ label: labels.noSuggestions, enabled: false }] : []),
    { label: labels.addToDictionary, click: () => actions.addToDictionary(misspelledWord) },
  ]
  const lookUp: Item = { label: labels.lookUp(shorten(selection)), click: actions.lookUpSelection }
  const copy: Item = { role: 'copy', label: labels.copy, enabled: editFlags.canCopy }
  return joinGroups(
    isEditable && misspelledWord !== '' ? spelling : [],
    platform === 'darwin' && selection !== '' ? [lookUp] : [],
    isEditable
      ? [
          { role: 'undo', label: labels.undo, enabled: editFlags.canUndo },
          { role: 'redo', label: labels.redo, enabled: editFlags.canRedo },
        ]
      : [],
    isEditable
      ? [
          { role: 'cut', label: labels.cut, enabled: editFlags.canCut },
          copy,
          { role: 'paste', label: labels.paste, enabled: editFlags.canPaste },
        ]
      : [copy],
    isEditable ? [{ role: 'selectAll', label: labels.selectAll, enabled: editFlags.canSelectAll }] : [],
  )
}

function shorten(text: string): string {
  const characters = Array.from(
    // A selection may be megabytes long.
    new Intl.Segmenter().segment(clipText(text).replaceAll(/\s+/gu, ' ')),
    (part) => part.segment,
  )
  if (characters.length <= MAX_LOOK_UP_LENGTH) return characters.join('')
  return `${characters.slice(0, MAX_LOOK_UP_LENGTH).join('')}…`
}

/** Joins the groups of a menu with separators. */
export function joinGroups(...groups: readonly (readonly Item[])[]): Item[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): Item[] => (index === 0 ? [...group] : [{ type: 'separator' }, ...group]))
}
