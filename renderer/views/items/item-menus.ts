import { keyName } from '../../../electron/contract/accelerators.ts'
import { clipText, isClipped, MAX_TEXT_LENGTH } from '../../../electron/contract/clip-text.ts'
import { columnKindOf, type ColumnKey } from '../../../electron/contract/columns.ts'
import {
  commandLabel,
  COMMANDS,
  shortcutText,
  type PlainCommandId,
} from '../../../electron/contract/commands.ts'
import { comparedValue, fieldText, isFieldKey } from '../../../electron/contract/fields.ts'
import type { ItemRow } from '../../../electron/contract/item.ts'
import {
  GROUP_KEYS,
  type ItemGroup,
  MAX_VALUE_LENGTH,
  type FacetValue,
  type ReviewSortKey,
} from '../../../electron/contract/query.ts'
import { conditionsOf } from '../../../electron/contract/filter-tree.ts'
import { columnLabel } from '../../../electron/contract/column-labels.ts'
import { REVIEW_MARKS, type ReviewMark } from '../../../electron/contract/review.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { MARK_ICONS } from '../../components/icons.ts'
import type { MenuItem } from '../../components/menu.ts'
import { ITEM_COLUMN_SET } from '../../grid/column-layout.ts'
import { shownItemText } from '../../grid/fit.ts'
import type { Commands } from '../../state/commands.ts'
import type { DialogsModel } from '../../state/dialogs.svelte.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import { layoutLines, sortLines } from './column-lines.ts'
import { valueName } from '../../state/filter-names.ts'
import type { ListContext } from './list-context.svelte.ts'

/** The commands, and the platform whose keys they have. */
export interface CommandContext {
  readonly commands: Commands
  readonly environment: Environment
}

/** Returns a command as a line of a menu. */
export function commandItem(
  { commands, environment }: CommandContext,
  id: PlainCommandId,
  { label = commandLabel(id), hasIcon = true }: { readonly label?: string; readonly hasIcon?: boolean } = {},
): MenuItem {
  const shortcut = shortcutText(id, environment.platform)
  const entry = COMMANDS[id]
  return {
    label,
    ...(hasIcon && 'icon' in entry ? { icon: entry.icon } : {}),
    ...(shortcut === null ? {} : { shortcut }),
    run: () => void commands.run(id),
  }
}

/** Returns the value that a filter must include to keep the cell. */
function valueIn(row: ItemRow, column: ColumnKey): FacetValue {
  if (!isFieldKey(column)) return row[column]
  const value = row.fields?.[column]
  return value === undefined ? null : comparedValue(value)
}

/** Returns whether a value can be filtered for: the window has all of it, and it is not too long. */
function isComplete(value: string, column: ColumnKey): boolean {
  const text = isFieldKey(column) ? fieldText(value, messages.items) : value
  return value.length <= MAX_VALUE_LENGTH && !isClipped(text, MAX_TEXT_LENGTH)
}

function filterLabel(column: ColumnKey, value: FacetValue, name: string): string {
  return column === 'status' || (!isFieldKey(column) && typeof value === 'string' && value !== '')
    ? messages.items.menu.filterTo({ value: name })
    : messages.items.menu.filterToField({ field: columnLabel(column), value: name })
}

function cellItems(
  { environment }: CommandContext,
  list: ListContext,
  column: ColumnKey | null,
): readonly MenuItem[] {
  const { items, valueDisplay, text } = list
  const row = items.activeRow
  if (row === null || column === null) return []
  const fullText = shownItemText(row, column, text, valueDisplay.labels)
  const lines: MenuItem[] = []
  if (fullText !== '') {
    lines.push({
      label: messages.items.menu.copyCell,
      shortcut: shortcutText('copyCell', environment.platform),
      note: clipText(fullText, 33),
      run: () => void list.copyCell(fullText, { kind: 'cell', key: row.key, column }),
    })
  }
  const value = valueIn(row, column)
  if (columnKindOf(column) !== 'dateTime' && (typeof value !== 'string' || isComplete(value, column))) {
    lines.push({
      icon: 'filter',
      label: filterLabel(column, value, valueName(column, value, valueDisplay)),
      run: () => void items.filters.only(column, value),
    })
  }
  return lines
}

/** The command of each mark, whose keys are shown. */
const MARK_COMMANDS = {
  ok: 'markOk',
  problem: 'markProblem',
  question: 'markQuestion',
} as const satisfies Readonly<Record<ReviewMark, PlainCommandId>>

/** Returns the lines that mark the selected items, with their number, or the active one. */
function markItems(
  { environment, hasMarkKeys }: CommandContext & { readonly hasMarkKeys: boolean },
  list: ListContext,
): readonly MenuItem[] {
  const count = Math.max(1, list.items.selectedCount)
  const commandOf = (mark: ReviewMark | null) => (mark === null ? 'clearMark' : MARK_COMMANDS[mark])
  const line = (mark: ReviewMark | null): MenuItem => ({
    label: messages.review.markAs[mark ?? 'none']({ count }),
    ...(mark === null ? {} : { icon: MARK_ICONS[mark] }),
    ...(hasMarkKeys ? { shortcut: shortcutText(commandOf(mark), environment.platform) } : {}),
    run: () => list.mark(mark),
  })
  return [...REVIEW_MARKS.map(line), line(null)]
}

/**
 * Returns the context menu of the active row and a cell of it.
 * @param column of the cell; null for the check box.
 */
export function rowMenu(
  context: CommandContext & { readonly dialogs: DialogsModel; readonly hasMarkKeys: boolean },
  list: ListContext,
  column: ColumnKey | null,
): readonly MenuItem[] {
  const { items } = list
  const selectedCount = items.selectedCount
  const status = column === 'status' ? (items.activeRow?.status ?? null) : null
  return [
    {
      label: messages.items.menu.details,
      icon: 'pane-right',
      shortcut: keyName('Enter'),
      run: () => list.openDetails(),
    },
    commandItem(context, 'viewArtwork'),
    commandItem(context, 'reviewItems'),
    { kind: 'separator' },
    ...markItems(context, list),
    { kind: 'separator' },
    commandItem(context, 'copyRows', {
      label:
        selectedCount > 1
          ? messages.items.menu.copyRows({ count: selectedCount })
          : messages.items.menu.copyRow,
    }),
    ...cellItems(context, list, column),
    ...(typeof status !== 'number' || !Number.isSafeInteger(status)
      ? []
      : ([
          {
            label: messages.items.menu.nameStatus({ value: String(status) }),
            icon: 'tag',
            run: () =>
              context.dialogs.open({ kind: 'statusNames', focus: { field: 'itemStatus', value: status } }),
          },
        ] as const)),
    ...(selectedCount > 1
      ? ([
          { kind: 'separator' },
          commandItem(context, 'export', { label: messages.items.menu.exportRows({ count: selectedCount }) }),
          commandItem(context, 'invertSelection', { hasIcon: false }),
          {
            label: messages.items.menu.unselect,
            shortcut: keyName('Escape'),
            run: () => items.clearSelection(),
          },
        ] as const)
      : []),
  ]
}

/**
 * Returns the context menu of a group.
 * @param name its name on the screen, which may be clipped
 */
export function groupMenu(
  context: CommandContext,
  list: ListContext,
  { value, first, count }: ItemGroup,
  name: string,
): readonly MenuItem[] {
  const { items } = list
  const isClosed = items.folds.closed.has(value)
  return [
    {
      label: isClosed ? messages.items.group.expand : messages.items.group.collapse,
      icon: isClosed ? 'chevron-down' : 'chevron-right',
      run: () => items.folds.set(value, !isClosed),
    },
    commandItem(context, 'expandGroups', { hasIcon: false }),
    commandItem(context, 'collapseGroups', { hasIcon: false }),
    { kind: 'separator' },
    { label: messages.items.group.select, run: () => items.toggleRange(first, first + count - 1) },
    ...(isClipped(name)
      ? [{ label: messages.items.group.showAll, run: () => void list.showGroupValue(first) }]
      : []),
  ]
}

export interface ColumnMenuInput {
  readonly context: CommandContext
  readonly list: ListContext
  readonly key: ColumnKey
  readonly fit: (key: ColumnKey) => void
  /** Opens the filter of the column. */
  readonly filter: () => void
}

function groupItems({ context, list: { items }, key }: ColumnMenuInput): readonly MenuItem[] {
  const group = GROUP_KEYS.find((groupKey) => groupKey === key)
  if (group === undefined) return []
  if (items.query.group === group) return [commandItem(context, 'ungroup')]
  return [{ label: messages.items.group.byThis, icon: 'list', run: () => void items.setGroup(group) }]
}

/** Returns the context menu of a column. */
export function columnMenu(input: ColumnMenuInput): readonly MenuItem[] {
  const { context, list, key } = input
  const { items, layout, visibleColumns } = list
  const isFiltered = conditionsOf(items.query.filters).some(({ column }) => column === key)
  return [
    ...sortLines<ColumnKey, ReviewSortKey>(items.query.sort, key, (sort) => items.setSort(sort)),
    {
      label: messages.items.columns.sortNone,
      checked: items.query.sort.length === 0,
      run: () => void items.setSort([]),
    },
    { kind: 'separator' },
    { label: messages.items.filter.by({ field: columnLabel(key) }), icon: 'filter', run: input.filter },
    ...(isFiltered
      ? ([{ label: messages.items.filter.lift, run: () => void items.filters.lift(key) }] as const)
      : []),
    ...groupItems(input),
    { kind: 'separator' },
    ...layoutLines<ColumnKey>({
      key,
      columns: ITEM_COLUMN_SET,
      layout,
      visibleColumns,
      setLayout: (next) => list.setLayout(next),
      fit: input.fit,
      fitAll: commandItem(context, 'fitColumns', { hasIcon: false }),
    }),
  ]
}
