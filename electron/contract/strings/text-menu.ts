/** Labels of the context menu of texts; `&` marks the access key. */
export interface TextMenuLabels {
  readonly undo: string
  readonly redo: string
  readonly cut: string
  readonly copy: string
  readonly paste: string
  readonly selectAll: string
  readonly noSuggestions: string
  readonly addToDictionary: string
  readonly lookUp: (text: string) => string
}

const lookUp = (text: string): string => `Look Up “${text}”`

const MAC: TextMenuLabels = {
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  noSuggestions: 'No Guesses Found',
  addToDictionary: 'Learn Spelling',
  lookUp,
}

const WINDOWS: TextMenuLabels = {
  undo: '&Undo',
  redo: '&Redo',
  cut: 'Cu&t',
  copy: '&Copy',
  paste: '&Paste',
  selectAll: 'Select &all',
  noSuggestions: 'No spelling suggestions',
  addToDictionary: 'A&dd to dictionary',
  lookUp,
}

const LINUX: TextMenuLabels = {
  ...WINDOWS,
  selectAll: 'Select &All',
  noSuggestions: 'No Spelling Suggestions',
  addToDictionary: 'A&dd to Dictionary',
}

/** Returns the labels of a platform. */
export function textMenuLabels(platform: string): TextMenuLabels {
  if (platform === 'darwin') return MAC
  return platform === 'win32' ? WINDOWS : LINUX
}
