import type { ChangeKind } from '../../../electron/contract/changes.ts'
import type { IconName } from '../../components/icons.ts'

/** Icons of the kinds of change. */
export const KIND_ICONS = { added: 'plus', changed: 'pencil', gone: 'trash' } as const satisfies Readonly<
  Record<ChangeKind, IconName>
>
