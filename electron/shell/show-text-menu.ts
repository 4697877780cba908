import { Menu, type BrowserWindow } from 'electron'
import { textMenuItems } from './text-menu.ts'

/** Opens the platform's context menu for the text fields and selected texts of a window. */
export function showTextMenus(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, params) => {
    const items = textMenuItems(params, process.platform, {
      replaceWord: (word) => webContents.replaceMisspelling(word),
      addToDictionary: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
      lookUpSelection: () => webContents.showDefinitionForSelection(),
    })
    if (items.length === 0) return
    // The pointer may be elsewhere when the keyboard opens the menu.
    const position = params.menuSourceType === 'keyboard' ? { x: params.x, y: params.y } : {}
    Menu.buildFromTemplate([...items]).popup({
      window,
      ...(params.frame === null ? {} : { frame: params.frame }),
      sourceType: params.menuSourceType,
      ...position,
    })
  })
}
