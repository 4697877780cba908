import { screen, within, type BoundFunctions, type queries } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'

type Bound = BoundFunctions<typeof queries>

/** Steps of a person in the export dialog. */

/** Chooses a format: its tile, or its line in the menu of the last tile. */
export async function chooseFormat(dialog: Bound, name: string): Promise<void> {
  const tile = dialog.queryByRole('radio', { name })
  if (tile !== null) {
    await userEvent.click(tile)
    return
  }
  await userEvent.click(dialog.getByRole('button', { name: /more formats$/iu }))
  const menu = within(await screen.findByRole('menu', { name: 'More formats' }))
  await userEvent.click(menu.getByRole('menuitemradio', { name: new RegExp(`^${name}(?! Lines)`, 'u') }))
}

/** The button that exports. */
export const exportButton = (dialog: Bound): HTMLElement =>
  dialog.getByRole('button', { name: /^Export( [\d,]+ rows?)?$/u })

export const openOptions = (dialog: Bound): Promise<void> =>
  userEvent.click(dialog.getByRole('button', { name: /^Options/u, expanded: false }))

/** Edits rows and columns, and returns when their pane is shown. */
export async function editColumns(dialog: Bound): Promise<void> {
  await userEvent.click(dialog.getByRole('button', { name: 'Edit' }))
}

/** Runs a command of the menu of profiles, or chooses a profile. */
export async function chooseInProfiles(dialog: Bound, line: string): Promise<void> {
  await userEvent.click(dialog.getByRole('button', { name: /^Profile:/u }))
  const menu = within(await screen.findByRole('menu', { name: 'Profile' }))
  await userEvent.click(
    menu.queryByRole('menuitemradio', { name: line }) ?? menu.getByRole('menuitem', { name: line }),
  )
}
