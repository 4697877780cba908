import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { NO_LABELS, type Connection, type ValueLabels } from '../../electron/contract/connection.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const LABELS: ValueLabels = { ...NO_LABELS, itemStatus: [{ value: 12, name: 'Parked', color: 'orange' }] }

async function openDialog(
  connection: Partial<Connection> = { labels: LABELS },
): Promise<{ readonly main: FakeMain; readonly user: UserEvent; readonly dialog: HTMLElement }> {
  const main = new FakeMain([{ ...makeConnection(), ...connection }])
  main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
  main.answer('items.values', () => ({
    values: [
      { value: 3, count: 1_392 },
      { value: 1, count: 4 },
      { value: 'odd', count: 2 },
    ],
    distinct: 3,
    empty: 1,
    min: 1,
    max: 3,
  }))
  const user = await startApp(main)
  await user.keyboard('{Control>},{/Control}')
  await user.click(screen.getByRole('button', { name: 'Edit names and colors…' }))
  const dialog = screen.getByRole('dialog', { name: 'Status names' })
  await within(dialog).findByRole('table', { name: 'Item status' })
  return { main, user, dialog }
}

const nameOf = (dialog: HTMLElement, value: number): HTMLElement =>
  within(dialog).getByRole('textbox', { name: `Name of status ${String(value)}` })
const save = (user: UserEvent, dialog: HTMLElement): Promise<void> =>
  user.click(within(dialog).getByRole('button', { name: 'Save' }))
const paste = (field: HTMLElement, text: string): Promise<boolean> =>
  fireEvent.paste(field, { clipboardData: { getData: () => text } })

describe('the status names', () => {
  it('have every status with its count, also a named one that does not occur', async () => {
    const { dialog } = await openDialog()
    const table = within(dialog).getByRole('table', { name: 'Item status' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent.replaceAll(/\s+/gu, ' ').trim())).toEqual([
      expect.stringMatching(/^1 .*Status 1.*4 items$/u),
      expect.stringMatching(/^3 .*Status 3.*1,392 items$/u),
      expect.stringMatching(/^12 .*Parked.*0 items$/u),
    ])
    expect(dialog).toHaveTextContent(/For all campaigns in .* Unnamed statuses: 4\./u)
    expect(within(dialog).getByRole('table', { name: 'Campaign status' })).toHaveTextContent('2 campaigns')
    const { violations } = await axe.run(
      { include: dialog.querySelector('.body') ?? dialog },
      { rules: { 'color-contrast': { enabled: false } } },
    )
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })

  it('are edited and saved by keyboard alone, as one step that can be undone', async () => {
    const { main, user, dialog } = await openDialog()
    await waitFor(() => expect(nameOf(dialog, 1)).toHaveFocus())
    await user.keyboard('Briefed{ArrowDown}')
    await waitFor(() => expect(nameOf(dialog, 3)).toHaveFocus())
    await user.keyboard('Approved{Shift>}{Tab}{/Shift}{Enter}')
    expect(await screen.findByRole('radio', { name: 'Gray' })).toHaveFocus()
    await user.click(screen.getByRole('radio', { name: 'Green' }))
    expect(screen.queryByRole('radio')).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Color of status 3: Green' })).toHaveFocus()
    expect(dialog).toHaveTextContent('Unnamed statuses: 2.')
    await user.clear(nameOf(dialog, 12))
    await user.type(nameOf(dialog, 12), 'Held{Enter}')
    expect(screen.queryByRole('dialog', { name: 'Status names' })).toBeNull()
    expect(main.inputs('connections.setLabels')).toHaveLength(1)
    expect(main.connections[0]?.labels.itemStatus).toEqual([
      { value: 1, name: 'Briefed', color: 'neutral' },
      { value: 3, name: 'Approved', color: 'green' },
      { value: 12, name: 'Held', color: 'orange' },
    ])
    await user.keyboard('{Escape}')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(main.connections[0]?.labels).toEqual(LABELS))
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(main.connections[0]?.labels.itemStatus).toHaveLength(3))
  })

  it('are filled from a pasted list, which can be undone before it is saved', async () => {
    const { main, user, dialog } = await openDialog()
    await paste(nameOf(dialog, 1), 'Briefed\nIn review\nHeld\nNobody')
    expect(nameOf(dialog, 12)).toHaveValue('Held')
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      '3 names pasted. Lines without a matching status: 1.',
    )
    nameOf(dialog, 1).focus()
    await user.keyboard('{Control>}z{/Control}')
    expect(nameOf(dialog, 1)).toHaveValue('')
    expect(nameOf(dialog, 12)).toHaveValue('Parked')
    await paste(nameOf(dialog, 12), '3: In review\n7: Recalled')
    expect(nameOf(dialog, 3)).toHaveValue('In review')
    expect(nameOf(dialog, 7)).toHaveValue('Recalled')
    await save(user, dialog)
    await waitFor(() =>
      expect(main.connections[0]?.labels.itemStatus.map(({ name }) => name)).toEqual([
        'In review',
        'Recalled',
        'Parked',
      ]),
    )
  })

  it('are copied as a list, and removed by a reset that can be undone', async () => {
    const { main, user, dialog } = await openDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Copy list' }))
    expect(main.inputs('app.copyText')).toEqual([{ text: '1\t\tGray\n3\t\tGray\n12\tParked\tOrange' }])
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    expect(nameOf(dialog, 12)).toHaveValue('')
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }))
    expect(nameOf(dialog, 12)).toHaveValue('Parked')
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    await save(user, dialog)
    await waitFor(() => expect(main.connections[0]?.labels).toEqual(NO_LABELS))
  })

  it('of the sample data are restored by a reset', async () => {
    const { main, user, dialog } = await openDialog({ kind: 'sample', labels: NO_LABELS })
    await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
    expect(nameOf(dialog, 3)).toHaveValue('In review')
    await save(user, dialog)
    await waitFor(() => expect(main.connections[0]?.labels.itemStatus).toHaveLength(8))
  })

  it('stay open with the reason if they cannot be saved', async () => {
    const { main, user, dialog } = await openDialog()
    main.answer('connections.setLabels', () => {
      throw new AppError('cacheUnavailable')
    })
    await user.type(nameOf(dialog, 1), 'Briefed')
    await save(user, dialog)
    expect(await within(dialog).findByRole('alert')).toBeVisible()
    expect(nameOf(dialog, 1)).toHaveValue('Briefed')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(main.connections[0]?.labels).toEqual(LABELS)
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  })

  it('can be edited although the items could not be counted', async () => {
    const main = new FakeMain([{ ...makeConnection(), labels: LABELS }])
    main.answer('items.values', () => {
      throw new AppError('cacheUnavailable')
    })
    const user = await startApp(main)
    await user.keyboard('{Control>},{/Control}')
    await user.click(screen.getByRole('button', { name: 'Edit names and colors…' }))
    const dialog = screen.getByRole('dialog', { name: 'Status names' })
    expect(await within(dialog).findByRole('alert')).toBeVisible()
    expect(nameOf(dialog, 12)).toHaveValue('Parked')
  })
})
