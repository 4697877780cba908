import { inSentence } from './grammar.ts'

export interface CommandNames {
  /** For the palette. A command with choices receives the name of one. */
  readonly label: string | ((choice: string) => string)
  /** For the application menu. */
  readonly menu?: string
  /** For the list of keyboard shortcuts; default: the label. */
  readonly shortcut?: string
}

/** The names of each command. */
export const commandStrings = {
  undo: { label: 'Undo', menu: 'Undo', shortcut: 'Undo, redo' },
  redo: { label: 'Redo', menu: 'Redo' },
  tabOverview: { label: 'Overview', menu: 'Overview', shortcut: 'Overview, Items, Artwork, Changes, Checks' },
  tabItems: { label: 'Items', menu: 'Items' },
  tabArtwork: { label: 'Artwork', menu: 'Artwork' },
  tabChanges: { label: 'Changes', menu: 'Changes' },
  tabChecks: { label: 'Checks', menu: 'Checks' },
  back: { label: 'Back', shortcut: 'Back, forward' },
  forward: { label: 'Forward' },
  nextPart: { label: 'Next part of the window' },
  previousPart: { label: 'Previous part of the window' },
  palette: { label: 'Commands, views and campaigns' },
  search: { label: 'Search items', menu: 'Search Items' },
  findList: { label: 'Find a list of POS numbers or ids', menu: 'Find a List…' },
  download: { label: 'Download, or get recent changes', menu: 'Download' },
  downloadEverything: { label: 'Download everything', menu: 'Download Everything' },
  activity: { label: 'Downloads and exports', menu: 'Downloads and Exports' },
  export: { label: 'Export', menu: 'Export…' },
  printList: { label: 'Print the list…', menu: 'Print the List…' },
  repeatExport: { label: 'Export again, to the same file', menu: 'Export Again' },
  report: { label: 'Report of the review…', menu: 'Report of the Review…' },
  findCampaigns: { label: 'Find campaigns', menu: 'Find Campaigns' },
  addCampaign: { label: 'Add campaign', menu: 'Add Campaign…' },
  toggleCampaigns: { label: 'Show or hide campaigns', menu: 'Show or Hide Campaigns' },
  toggleDetails: { label: 'Show or hide details', menu: 'Show or Hide Item Details' },
  reviewItems: { label: 'Review', menu: 'Review', shortcut: 'Review one item after the other' },
  toggleMarks: {
    label: 'Show or hide marks in the list',
    menu: 'Show or Hide Marks in the List',
    shortcut: 'Marks in the list on or off',
  },
  writeReview: { label: 'Write review to a file', menu: 'Write Review to a File…' },
  readReview: { label: 'Read a review file', menu: 'Read a Review File…' },
  automaticDownloads: { label: 'Automatic downloads', menu: 'Automatic Downloads…' },
  connectionDoctor: { label: 'Connection doctor', menu: 'Connection Doctor…' },
  newConnection: { label: 'New connection', menu: 'New Connection…' },
  settings: { label: 'Settings', menu: 'Settings…' },
  shortcuts: { label: 'Keyboard shortcuts', menu: 'Keyboard Shortcuts' },
  about: { label: 'About Campaign Desk', menu: 'About Campaign Desk' },
  saveView: { label: 'Save this view…' },
  searchBy: { label: (mode: string) => `Search by ${inSentence(mode)}` },
  viewArtwork: { label: 'View artwork', shortcut: 'View the artwork' },
  filter: { label: 'Filter…' },
  groupBy: { label: (field: string) => `Group by: ${field}` },
  ungroup: { label: 'Stop grouping' },
  collapseGroups: { label: 'Collapse all groups' },
  expandGroups: { label: 'Expand all groups' },
  columns: { label: 'Choose columns…' },
  fitColumns: { label: 'Fit all columns' },
  freezeColumns: {
    label: 'Freeze up to the current column',
    shortcut: 'Freeze up to a column, at its header',
  },
  unfreezeColumns: { label: 'Unfreeze the columns' },
  rowHeight: { label: (height: string) => `Row height: ${inSentence(height)}` },
  captions: { label: 'Choose captions…' },
  orderByMarks: { label: (order: string) => `Order by marks: ${inSentence(order)}` },
  addPhotos: { label: 'Add photos', shortcut: 'Add photos; paste them with the usual keys' },
  takePhoto: { label: 'Add photo', shortcut: 'Take a photo, or choose one' },
  nextUnreviewed: { label: 'Next unreviewed' },
  selectAll: { label: 'Select all rows', shortcut: 'Select all' },
  invertSelection: { label: 'Invert the selection' },
  copyRows: { label: 'Copy as a table' },
  copyCell: { label: 'Copy one cell' },
  markOk: { label: 'Mark as OK', shortcut: 'OK, problem, question, no mark' },
  markProblem: { label: 'Mark as problem' },
  markQuestion: { label: 'Mark as question' },
  clearMark: { label: 'Remove the mark' },
  editNote: { label: 'Write a note', shortcut: 'Write a note, Esc when done' },
} as const
