import { describe, expect, it, vi } from 'vitest'
import { textMenuItems, type ClickedText } from '../../electron/shell/text-menu.ts'

const NO_FLAGS = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
}

const clicked = (change: Partial<ClickedText> = {}): ClickedText => ({
  isEditable: true,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: NO_FLAGS,
  ...change,
})

function setUp(platform: string, change: Partial<ClickedText> = {}) {
  const actions = { replaceWord: vi.fn(), addToDictionary: vi.fn(), lookUpSelection: vi.fn() }
  const items = textMenuItems(clicked(change), platform, actions)
  const click = (label: string): void => {
    const item = items.find((each) => each.label === label)
    ;(item?.click as (() => void) | undefined)?.()
  }
  return { actions, click, labels: items.map(({ label, type }) => label ?? type), items }
}

describe('the context menu of a text field', () => {
  it.each([
    ['win32', ['&Undo', '&Redo', 'separator', 'Cu&t', '&Copy', '&Paste', 'separator', 'Select &all']],
    ['linux', ['&Undo', '&Redo', 'separator', 'Cu&t', '&Copy', '&Paste', 'separator', 'Select &All']],
    ['darwin', ['Undo', 'Redo', 'separator', 'Cut', 'Copy', 'Paste', 'separator', 'Select All']],
  ])('has the platform’s labels on %s', (platform, labels) => expect(setUp(platform).labels).toEqual(labels))

  it('disables unavailable commands', () => {
    const editFlags = { ...NO_FLAGS, canPaste: true, canSelectAll: true }
    const enabled = setUp('linux', { editFlags }).items.filter((item) => item.enabled === true)
    expect(enabled.map(({ role }) => role)).toEqual(['paste', 'selectAll'])
  })

  it('starts with spelling suggestions, and adds the word to the dictionary', () => {
    const { actions, click, labels } = setUp('win32', {
      misspelledWord: 'wrold',
      dictionarySuggestions: ['world', 'R&D'],
    })
    expect(labels.slice(0, 4)).toEqual(['world', 'R&&D', 'A&dd to dictionary', 'separator'])
    click('R&&D')
    expect(actions.replaceWord).toHaveBeenCalledWith('R&D')
    click('A&dd to dictionary')
    expect(actions.addToDictionary).toHaveBeenCalledWith('wrold')
  })

  it('reports that there is no suggestion', () => {
    const { items, labels } = setUp('darwin', { misspelledWord: 'wxyz' })
    expect(labels.slice(0, 3)).toEqual(['No Guesses Found', 'Learn Spelling', 'separator'])
    expect(items[0]?.enabled).toBe(false)
  })

  it('looks up a selection on macOS with a shortened label', () => {
    const { actions, click, labels } = setUp('darwin', {
      selectionText: ' Pip & Plum \n Finger Paint – Price rail ',
    })
    expect(labels[0]).toBe('Look Up “Pip & Plum Finger Paint –…”')
    click(labels[0] ?? '')
    expect(actions.lookUpSelection).toHaveBeenCalledOnce()
    expect(setUp('win32', { selectionText: 'Poster' }).labels[0]).toBe('&Undo')
  })
})

describe('the context menu of other text', () => {
  it('copies a selection', () => {
    const text = { isEditable: false, selectionText: 'KW26-0107', editFlags: { ...NO_FLAGS, canCopy: true } }
    expect(setUp('win32', text).items).toEqual([{ role: 'copy', label: '&Copy', enabled: true }])
    expect(setUp('darwin', text).labels).toEqual(['Look Up “KW26-0107”', 'separator', 'Copy'])
  })

  it('does not open without a selection', () =>
    expect(setUp('linux', { isEditable: false, selectionText: ' \n' }).items).toEqual([]))
})
