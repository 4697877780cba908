import type { AppState } from '../../electron/contract/api.ts'

/** What a key does that is named beside a button or in the list of shortcuts. */
export type ShortcutAction =
  | 'search'
  | 'export'
  | 'exportAgain'
  | 'report'
  | 'printList'
  | 'download'
  | 'downloadEverything'
  | 'activity'
  | 'findCampaigns'
  | 'addCampaign'
  | 'newConnection'
  | 'palette'
  | 'settings'
  | 'shortcuts'
  | 'tabs'
  | 'back'
  | 'forward'
  | 'neighbours'
  | 'panes'
  | 'toggleCampaigns'
  | 'toggleDetails'
  | 'toggleReview'
  | 'corners'
  | 'viewArtwork'
  | 'actualSize'
  | 'pages'
  | 'all'
  | 'invert'
  | 'copy'
  | 'copyCell'
  | 'moveColumn'
  | 'freeze'
  | 'unfreeze'
  | 'undo'
  | 'redo'
  | 'addPhotos'

/** `Mod` is Command on a Mac and Ctrl elsewhere. */
const KEYS: Readonly<Record<ShortcutAction, string>> = {
  search: 'Mod+F',
  export: 'Mod+E',
  exportAgain: 'Mod+Shift+E',
  report: 'Mod+P',
  printList: 'Mod+Shift+P',
  download: 'Mod+R',
  downloadEverything: 'Mod+Shift+R',
  activity: 'Mod+J',
  findCampaigns: 'Mod+Shift+F',
  addCampaign: 'Mod+N',
  newConnection: 'Mod+Shift+N',
  palette: 'Mod+K',
  settings: 'Mod+,',
  shortcuts: '?',
  tabs: 'Mod+1 … Mod+5',
  back: 'Alt+←',
  forward: 'Alt+→',
  neighbours: 'Alt+↑, Alt+↓',
  panes: 'F6',
  toggleCampaigns: 'Mod+B',
  toggleDetails: 'Mod+I',
  toggleReview: 'Mod+Shift+M',
  corners: 'Mod+Home, Mod+End',
  viewArtwork: 'Mod+Enter',
  actualSize: 'Mod+1',
  pages: 'Mod+Page Up, Mod+Page Down',
  all: 'Mod+A',
  invert: 'Mod+Shift+A',
  copy: 'Mod+C',
  copyCell: 'Mod+Shift+C',
  moveColumn: 'Alt+←, Alt+→',
  freeze: 'Alt+Shift+→',
  unfreeze: 'Alt+Shift+←',
  undo: 'Mod+Z',
  redo: 'Mod+Shift+Z',
  addPhotos: 'Mod+U',
}

const MAC_KEYS: Readonly<Partial<Record<ShortcutAction, string>>> = { back: 'Mod+[', forward: 'Mod+]' }

/** The keys of an action as this platform writes them. */
export function shortcut(action: ShortcutAction, platform: AppState['platform']): string {
  if (platform !== 'darwin') return KEYS[action].replaceAll('Mod', 'Ctrl')
  return (MAC_KEYS[action] ?? KEYS[action])
    .replaceAll('Mod+', '⌘')
    .replaceAll('Shift+', '⇧')
    .replaceAll('Alt+', '⌥')
    .replaceAll(/⌘⇧/gu, '⇧⌘')
}
