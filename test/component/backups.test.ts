import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Backup } from '../../electron/contract/preferences.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const BACKUPS: readonly Backup[] = [
  { id: 'b2', kind: 'daily', at: Date.now() - 2 * 3_600_000, bytes: 120_000 },
  { id: 'b1', kind: 'person', at: Date.now() - 50 * 3_600_000, bytes: 90_000 },
]

async function openSettings(
  backups: readonly Backup[],
): Promise<{ readonly main: FakeMain; readonly user: Awaited<ReturnType<typeof startApp>> }> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.answer('backups.list', () => backups)
  const user = await startApp(main)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(screen.getByRole('tab', { name: 'Backups' }))
  return { main, user }
}

const settings = (): HTMLElement => screen.getByRole('dialog', { name: 'Settings' })

describe('the backup settings', () => {
  it('show the time of the latest backup, and make one on demand', async () => {
    const { main, user } = await openSettings([])
    await waitFor(() => expect(settings()).toHaveTextContent('No backups yet'))
    expect(within(settings()).getByRole('button', { name: 'Restore…' })).toBeDisabled()
    await user.click(within(settings()).getByRole('button', { name: 'Back up now' }))
    await waitFor(() => expect(settings()).toHaveTextContent('Last backup: just now'))
    expect(main.inputs('backups.create')).toHaveLength(1)
  })

  it('report why a backup failed', async () => {
    const { main, user } = await openSettings(BACKUPS)
    main.answer('backups.create', () => {
      throw new AppError('diskFull')
    })
    await user.click(within(settings()).getByRole('button', { name: 'Back up now' }))
    expect(await within(settings()).findByRole('alert')).toHaveTextContent('full')
    expect(settings()).toHaveTextContent('Last backup: 2 h ago')
  })

  it('restore a backup after a confirmation', async () => {
    const { main, user } = await openSettings(BACKUPS)
    const button = within(settings()).getByRole('button', { name: 'Restore…' })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    const dialog = screen.getByRole('dialog', { name: 'Restore a backup' })
    expect(dialog).toHaveTextContent('The current ones are backed up first')
    const backupSelect = within(dialog).getByRole('combobox', { name: 'Backup' })
    expect(within(backupSelect).getAllByRole('option')).toHaveLength(2)
    await user.selectOptions(backupSelect, 'b1')
    await user.click(within(dialog).getByRole('button', { name: 'Restore and restart' }))
    expect(main.inputs('backups.restore')).toEqual([{ id: 'b1' }])
  })
})
