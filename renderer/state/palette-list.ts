import { tick } from 'svelte'
import type { Preferences } from '../../electron/contract/preferences.ts'
import { GROUP_KEYS, SEARCH_MODES } from '../../electron/contract/query.ts'
import { ITEM_COLUMN_LABELS } from '../../electron/contract/strings/columns.ts'
import { searchStrings } from '../../electron/contract/strings/items-search.ts'
import { artworkStrings } from '../../electron/contract/strings/artwork.ts'
import { strings } from '../../electron/contract/strings/items.ts'
import { photoStrings } from '../../electron/contract/strings/review-photos.ts'
import { reviewStrings } from '../../electron/contract/strings/review.ts'
import type { IconName } from '../components/icons.ts'
import { showsList, type AppModel } from './app.svelte.ts'
import { goToSearch, pressInList } from './commands.ts'
import type { ViewCommand } from './frame.svelte.ts'
import { listOf } from './items-left.svelte.ts'
import { columnsIn } from './list-columns.ts'
import type { PaletteEntry } from './palette.ts'
import { REVIEW_ORDERS, reviewOrder, withReviewOrder } from './review-order.ts'
import { shortcut, type ShortcutAction } from './shortcuts.ts'

const ROW_HEIGHTS: readonly (readonly [height: Preferences['rowHeight'], name: string])[] = [
  ['compact', strings.rowHeight.toCompact],
  ['normal', strings.rowHeight.toNormal],
  ['thumbnail', strings.rowHeight.toThumbnail],
]

/** What can be done with the list of items that is shown; nothing where none is. */
export function listEntries(app: AppModel): readonly PaletteEntry[] {
  const items = listOf(app)
  if (!showsList(app.tab) || items.result === null) return []
  const { query, connectionId, campaignId } = items
  const { frozen = 0 } = columnsIn(app, { connectionId, campaignId })

  const entry = (
    id: string,
    label: string,
    icon: IconName,
    run: () => void,
    keys: ShortcutAction | null = null,
  ): PaletteEntry => ({
    id: `list-${id}`,
    label,
    note: keys === null ? null : shortcut(keys, app.platform),
    icon,
    copy: null,
    // The palette gives the keyboard back to where it was, first.
    run: () => {
      void tick().then(run)
    },
  })
  const inView = (command: ViewCommand, label: string, keys: ShortcutAction | null = null): PaletteEntry =>
    entry(
      command,
      label,
      'columns',
      () => {
        app.frame.carryOut(command)
      },
      keys,
    )

  const rowEntries = [
    entry('columns', strings.columns.command, 'columns', () => {
      pressInList('columns')
    }),
    inView('fitColumns', strings.columns.fitAll),
    inView('freezeColumns', strings.columns.freezeHere, 'freeze'),
    ...(frozen === 0 ? [] : [inView('unfreezeColumns', strings.columns.unfreeze, 'unfreeze')]),
    ...ROW_HEIGHTS.filter(([height]) => height !== app.preferences.current.rowHeight).map(([height, name]) =>
      entry(`rows-${height}`, name, 'rows', () => {
        app.preferences.change({ rowHeight: height })
      }),
    ),
  ]

  return [
    ...SEARCH_MODES.map((mode) =>
      entry(`search-${mode}`, searchStrings.way.command(searchStrings.way.names[mode]), 'search', () => {
        void items.search.choose(mode)
        goToSearch()
      }),
    ),
    ...(items.active === null
      ? []
      : [
          entry(
            'view',
            artworkStrings.open,
            'image',
            () => {
              app.frame.carryOut('viewArtwork')
            },
            'viewArtwork',
          ),
        ]),
    entry('filter', strings.filter.command, 'filter', () => {
      pressInList('filter')
    }),
    ...GROUP_KEYS.filter((key) => key !== query.group).map((key) =>
      entry(
        `group-${key}`,
        strings.group.command(ITEM_COLUMN_LABELS[key]),
        'list',
        () => void items.setGroup(key),
      ),
    ),
    ...(query.group === null
      ? []
      : [
          entry('ungroup', strings.group.ungroup, 'list', () => void items.setGroup(null)),
          entry('close-groups', strings.group.closeAll, 'list', () => {
            items.folds.closeAll(items.result?.groups ?? [])
          }),
          entry('open-groups', strings.group.openAll, 'list', () => {
            items.folds.openAll()
          }),
        ]),
    ...(app.tab === 'items'
      ? rowEntries
      : [
          entry('captions', artworkStrings.sheet.captionsCommand, 'tag', () => {
            pressInList('captions')
          }),
        ]),
    ...(app.preferences.current.reviewing
      ? [
          ...REVIEW_ORDERS.filter((order) => order !== reviewOrder(query.sort)).map((order) =>
            entry(
              `order-${order}`,
              reviewStrings.sort.command(reviewStrings.sort.orders[order]),
              'review',
              () => void items.setSort(withReviewOrder(query.sort, order)),
            ),
          ),
          ...(items.active === null ? [] : [inView('addPhotos', photoStrings.add, 'addPhotos')]),
        ]
      : []),
    entry(
      'all',
      strings.grid.selectAll,
      'check',
      () => {
        items.selectAll()
      },
      'all',
    ),
    entry(
      'invert',
      strings.menu.invert,
      'check',
      () => {
        items.invertSelection()
      },
      'invert',
    ),
  ]
}
