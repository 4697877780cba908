import { acceleratorText, type Platform } from '../../../electron/contract/accelerators.ts'
import { clipText } from '../../../electron/contract/clip-text.ts'
import type { ComparisonLine } from '../../../electron/contract/comparison.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { faultOf } from '../../api.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { Side } from '../../state/campaign-comparison.svelte.ts'
import { copyFullText } from '../../state/full-text.ts'
import type { NoticesModel } from '../../state/notices.svelte.ts'

interface MenuContext {
  /** The active line. */
  readonly line: ComparisonLine | null
  readonly names: readonly [first: string, second: string]
  readonly connectionId: string
  readonly platform: Platform
  readonly notices: NoticesModel
  readonly onopen: (side: Side) => void
}

/** Returns the menu of a line. */
export function comparisonMenu({
  line,
  names,
  connectionId,
  platform,
  notices,
  onopen,
}: MenuContext): readonly MenuItem[] {
  if (line === null) return []
  const item = line.first ?? line.second
  const open = (side: Side, keys: string): MenuItem => ({
    label: messages.comparison.menu.open({ campaign: clipText(names[side === 'first' ? 0 : 1], 60) }),
    icon: 'rows',
    disabled: line[side] === null,
    shortcut: acceleratorText(keys, platform),
    run: () => onopen(side),
  })
  const posNumber = item?.posNumber ?? null
  const isPair = line.first !== null && line.second !== null
  return [
    open('second', isPair || line.second !== null ? 'Enter' : ''),
    open('first', isPair ? 'Shift+Enter' : line.first !== null ? 'Enter' : ''),
    ...(item === null || posNumber === null
      ? []
      : [
          { kind: 'separator' } as const,
          {
            label: messages.comparison.menu.copyPosNumber,
            icon: 'copy',
            note: clipText(posNumber, 33),
            run: () => {
              copyFullText(connectionId, posNumber, {
                kind: 'cell',
                key: item.key,
                column: 'posNumber',
              }).catch((error: unknown) => notices.show(faultOf(error), connectionId))
            },
          } as const,
        ]),
  ]
}
