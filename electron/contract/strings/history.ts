import type { StepKind } from '../review.ts'
import { items, plural } from './grammar.ts'

/** Strings of undo and redo. */
export const historyStrings = {
  undo: 'Undo',
  redo: 'Redo',
  undoAction: (action: string) => `Undo ${action}`,
  redoAction: (action: string) => `Redo ${action}`,
  undone: (action: string) => `Undone: ${action}.`,
  redone: (action: string) => `Redone: ${action}.`,
  nothingToUndo: 'Nothing to undo.',
  nothingToRedo: 'Nothing to redo.',

  /** Actions, as in “Undo sort”. */
  actions: {
    sort: 'sort',
    filter: 'filter',
    search: 'search',
    grouping: 'grouping',
    pastedList: 'pasted list',
    columns: 'column change',
    columnWidth: 'column width',
    freeze: 'freeze columns',
    rowColors: 'row colors',
    rowHeight: 'row height',
    comparison: 'comparison',
    view: 'change of view',
    saveView: 'save view',
    renameView: 'rename view',
    deleteView: 'delete view',
    label: 'name and color',
    clearFinished: 'clear finished',
  },
  /** Changes of reviews, as in “Undo mark”. */
  steps: {
    mark: 'mark',
    note: 'note',
    addPhotos: 'add photos',
    removePhoto: 'remove photo',
    import: 'import review',
  } satisfies Readonly<Record<StepKind, string>>,
  /** A change that affects several items: “mark of 3 items”. */
  ofItems: (action: string, count: number, shown: string) =>
    count === 1 ? action : `${action} (${items(count, shown)})`,

  unavailable: (action: string, reason: string) =>
    `“${action}” cannot be undone or redone: ${reason}. Nothing was changed. You can still undo earlier actions.`,
  reasons: {
    campaignRemoved: 'the campaign is no longer on this computer',
    connectionChanged: 'it belongs to another connection',
    changedSince: 'the items were changed since',
    labelChanged: 'the name was changed since',
    viewChanged: 'the view was changed since',
    expired: 'it is no longer stored',
  },
  skipped: (count: number, shown: string) =>
    `${items(count, shown)} ${plural(count, 'was', 'were')} changed since and ${plural(count, 'stays as it is', 'stay as they are')}.`,
} as const
