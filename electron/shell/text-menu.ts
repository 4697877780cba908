import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import { platformOf } from '../contract/accelerators.ts'
import { clipText } from '../contract/clip-text.ts'
import { messages } from '../contract/messages.ts'
import { menuLabel, menuName } from './mnemonics.ts'

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
  const selection = selectionText.trim()
  if (!isEditable && selection === '') return []

  const { textMenu } = messages
  const ofPlatform = textMenu[platformOf(platform)]
  const label = (text: string): string => menuLabel(text, platformOf(platform))
  const spelling: readonly Item[] = [
    ...dictionarySuggestions.map((word) => ({
      label: menuName(word),
      click: () => actions.replaceWord(word),
    })),
    ...(dictionarySuggestions.length === 0 ? [{ label: ofPlatform.noSuggestions, enabled: false }] : []),
    { label: ofPlatform.addToDictionary, click: () => actions.addToDictionary(misspelledWord) },
  ]
  const lookUp: Item = {
    label: textMenu.lookUp({ text: shorten(selection) }),
    click: actions.lookUpSelection,
  }
  const copy: Item = { role: 'copy', label: label(textMenu.copy), enabled: editFlags.canCopy }
  return joinGroups(
    isEditable && misspelledWord !== '' ? spelling : [],
    platform === 'darwin' && selection !== '' ? [lookUp] : [],
    isEditable
      ? [
          { role: 'undo', label: label(textMenu.undo), enabled: editFlags.canUndo },
          { role: 'redo', label: label(textMenu.redo), enabled: editFlags.canRedo },
        ]
      : [],
    isEditable
      ? [
          { role: 'cut', label: label(textMenu.cut), enabled: editFlags.canCut },
          copy,
          { role: 'paste', label: label(textMenu.paste), enabled: editFlags.canPaste },
        ]
      : [copy],
    isEditable ? [{ role: 'selectAll', label: ofPlatform.selectAll, enabled: editFlags.canSelectAll }] : [],
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
