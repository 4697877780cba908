import { commandLabel } from '../../../electron/contract/commands.ts'
import { REVIEW_LAYOUTS } from '../../../electron/contract/preferences.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { PreferencesModel } from '../../state/preferences.svelte.ts'
import { commandItem, type CommandContext } from '../items/item-menus.ts'

/** Returns the menu with the options of the review. */
export function optionItems(preferences: PreferencesModel): readonly MenuItem[] {
  const { singleReview } = preferences.current
  return [
    {
      label: messages.review.single.advances,
      checked: singleReview.advances,
      run: () => preferences.change({ singleReview: { ...singleReview, advances: !singleReview.advances } }),
    },
    { kind: 'separator' },
    { kind: 'heading', label: messages.review.single.layout },
    ...REVIEW_LAYOUTS.map((layout): MenuItem => ({
      label: messages.review.single.layouts[layout],
      checked: layout === singleReview.layout,
      run: () => preferences.change({ singleReview: { ...singleReview, layout } }),
    })),
  ]
}

/** Returns the menu with the report and the review files. */
export function reportItems(context: CommandContext, hasCampaign: boolean): readonly MenuItem[] {
  return [
    ...(hasCampaign ? [commandItem(context, 'report')] : []),
    commandItem(context, 'writeReview', { label: commandLabel('writeReview') }),
    commandItem(context, 'readReview'),
  ]
}
