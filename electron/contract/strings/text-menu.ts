const lookUp = (text: string): string => `Look Up “${text}”`

/** Labels of the context menu of texts; `&` marks the access key. */
const MAC = {
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

const WINDOWS: typeof MAC = {
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

const LINUX: typeof MAC = {
  ...WINDOWS,
  selectAll: 'Select &All',
  noSuggestions: 'No Spelling Suggestions',
  addToDictionary: 'A&dd to Dictionary',
}

/** Returns the labels of a platform. */
export function textMenuLabels(platform: string): typeof MAC {
  if (platform === 'darwin') return MAC
  return platform === 'win32' ? WINDOWS : LINUX
}
