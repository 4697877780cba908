import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Backup, BackupSchedule, OpenedBackup, WrittenBackup } from '../../electron/contract/backup.ts'
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
    expect(dialog).toHaveTextContent('Backs up and replaces settings')
    const backupSelect = within(dialog).getByRole('combobox', { name: 'Backup' })
    expect(within(backupSelect).getAllByRole('option')).toHaveLength(2)
    await user.selectOptions(backupSelect, 'b1')
    await user.click(within(dialog).getByRole('button', { name: 'Restore and restart' }))
    expect(main.inputs('backups.restore')).toEqual([{ id: 'b1' }])
  })
})

const OPENED: OpenedBackup = {
  openId: 'o1',
  fileName: 'Campaign Desk 2026-05-04.cdbackup',
  bytes: 120_000,
  at: Date.UTC(2026, 4, 4),
  appVersion: '1.2.3',
  contents: {
    connections: [
      {
        id: 'c1',
        name: 'Print Example',
        kind: 'service',
        baseUrl: 'https://print.example/api',
        reviews: { items: 400, marks: 390, notes: 12, photos: 9 },
      },
      {
        id: 'c2',
        name: 'Retail Example',
        kind: 'service',
        baseUrl: 'https://retail.example/api',
        reviews: { items: 0, marks: 0, notes: 0, photos: 0 },
      },
    ],
    hasSettings: true,
    views: 3,
    profiles: 1,
  },
  targets: {
    c1: {
      id: 'c1',
      name: 'Print Example',
      reviews: { items: 320, marks: 320, notes: 0, photos: 12 },
      markedAt: Date.UTC(2026, 3, 2, 12),
    },
  },
  present: { views: 2, profiles: 0 },
}

describe('a backup file', () => {
  it('is written with its progress, and can be shown', async () => {
    const { main, user } = await openSettings([])
    const written = Promise.withResolvers<WrittenBackup>()
    main.answer('backups.writeFile', () => written.promise)
    await user.click(within(settings()).getByRole('button', { name: 'Back up…' }))
    const dialog = screen.getByRole('dialog', { name: 'Back up to a file' })
    expect(dialog).toHaveTextContent('Not included: API keys')
    await user.click(within(dialog).getByRole('button', { name: 'Choose file…' }))
    main.emit('backups.progress', { phase: 'writing', bytes: { done: 40_000_000, total: 80_000_000 } })
    expect(await within(dialog).findByRole('progressbar', { name: 'Writing the file…' })).toHaveAttribute(
      'aria-valuetext',
      '40 MB of 80 MB',
    )
    written.resolve({ fileName: OPENED.fileName, contents: OPENED.contents, bytes: 80_100_000 })
    expect(await within(dialog).findByText(`Backed up to ${OPENED.fileName}`)).toBeVisible()
    expect(dialog).toHaveTextContent('2 connections, 390 marks, 12 notes and 9 photos. 80 MB, verified.')
    await user.click(within(dialog).getByRole('button', { name: 'Show in folder' }))
    expect(main.inputs('backups.showWritten')).toHaveLength(1)
  })

  it('can be canceled, and a failure is reported where the next attempt starts', async () => {
    const { main, user } = await openSettings([])
    const written = Promise.withResolvers<WrittenBackup>()
    main.answer('backups.writeFile', () => written.promise)
    main.answer('backups.cancel', () => {
      written.reject(new AppError('cancelled'))
      return null
    })
    await user.click(within(settings()).getByRole('button', { name: 'Back up…' }))
    const dialog = screen.getByRole('dialog', { name: 'Back up to a file' })
    await user.click(within(dialog).getByRole('button', { name: 'Choose file…' }))
    main.emit('backups.progress', { phase: 'collecting', bytes: null })
    await within(dialog).findByRole('progressbar')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(within(dialog).queryByRole('progressbar')).toBeNull())
    expect(within(dialog).queryByRole('alert')).toBeNull()

    main.answer('backups.writeFile', () => {
      throw new AppError('fileNotWritten', { params: { reason: 'the disk is full' } })
    })
    await user.click(within(dialog).getByRole('button', { name: 'Choose file…' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('the disk is full')
  })

  it('is restored in the chosen parts, after a preview of what they replace', async () => {
    const { main, user } = await openSettings([])
    main.answer('backups.openFile', () => OPENED)
    await user.click(within(settings()).getByRole('button', { name: 'Restore from…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore from a backup' })
    expect(dialog).toHaveTextContent('In the backup: 390 marks, 12 notes and 9 photos')
    expect(dialog).toHaveTextContent('Here: 320 marks and 12 photos, last marked 2 Apr 2026')
    expect(dialog).toHaveTextContent('New on this computer')
    expect(dialog).toHaveTextContent('3 views and 1 export profile; replaces 2 views here')
    const modes = within(dialog).getByRole('radiogroup', { name: 'Reviews of Print Example' })
    expect(within(modes).getByRole('radio', { name: 'Merge' })).toBeChecked()
    await user.click(within(modes).getByRole('radio', { name: 'Replace' }))
    expect(dialog).toHaveTextContent('Replaces your reviews and the settings of the connection.')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Retail Example' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'Settings' }))
    await user.click(within(dialog).getByRole('button', { name: 'Restore and restart' }))
    expect(main.inputs('backups.restoreFile')).toEqual([
      {
        openId: 'o1',
        choice: { settings: false, views: true, connections: [{ id: 'c1', mode: 'replace' }] },
      },
    ])
  })

  it('is closed if it is not restored, and nothing can be restored without a part', async () => {
    const { main, user } = await openSettings([])
    main.answer('backups.openFile', () => OPENED)
    await user.click(within(settings()).getByRole('button', { name: 'Restore from…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore from a backup' })
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box)
    expect(within(dialog).getByRole('button', { name: 'Restore and restart' })).toBeDisabled()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(main.inputs('backups.closeFile')).toEqual([{ openId: 'o1' }]))
  })

  it('that is refused is reported with the reason', async () => {
    const { main, user } = await openSettings([])
    main.answer('backups.openFile', () => {
      throw new AppError('backupFileNewer')
    })
    await user.click(within(settings()).getByRole('button', { name: 'Restore from…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Backup not restored' })
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Update Campaign Desk to restore it.')
  })

  it('that the system or a drop requests is opened, also at the start and on the first screen', async () => {
    const main = new FakeMain([])
    main.answer('backups.hasRequested', () => true)
    main.answer('backups.openRequested', () => OPENED)
    const user = await startApp(main)
    const dialog = await screen.findByRole('dialog', { name: 'Restore from a backup' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    main.emit('backups.requested', null)
    expect(await screen.findByRole('dialog', { name: 'Restore from a backup' })).toBeVisible()
  })

  it('is chosen on the first screen', async () => {
    const main = new FakeMain([])
    main.answer('backups.openFile', () => OPENED)
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Restore a backup' }))
    expect(await screen.findByRole('dialog', { name: 'Restore from a backup' })).toBeVisible()
  })

  it('that was restored at the start is reported, with the way back', async () => {
    const main = new FakeMain([makeConnection()])
    main.campaigns.set('c1', [makeCampaign()])
    main.answer('backups.list', () => BACKUPS)
    main.restored = { before: { id: 'b2', kind: 'beforeRestore', at: Date.now(), bytes: 1 } }
    const user = await startApp(main)
    const toast = await screen.findByRole('group', { name: 'Backup restored' })
    expect(toast).toHaveTextContent('before a restore')
    await user.click(within(toast).getByRole('button', { name: 'Restore it…' }))
    expect(screen.getByRole('dialog', { name: 'Restore a backup' })).toBeVisible()
  })
})

describe('scheduled backups', () => {
  const SCHEDULE: BackupSchedule = { every: 'never', keep: 7, folder: null, lastAt: null, failure: null }

  it('ask for a folder when they are turned on', async () => {
    const { main, user } = await openSettings([])
    main.answer('backups.chooseFolder', () => ({ ...SCHEDULE, every: 'daily', folder: '/media/stick' }))
    const interval = within(settings()).getByRole('combobox', { name: 'Interval' })
    await waitFor(() => expect(interval).toBeEnabled())
    expect(within(settings()).getByRole('combobox', { name: 'Files to keep' })).toBeDisabled()
    await user.selectOptions(interval, 'Daily')
    await waitFor(() => expect(settings()).toHaveTextContent('To /media/stick'))
    await user.selectOptions(
      within(settings()).getByRole('combobox', { name: 'Files to keep' }),
      'Keep 14 files',
    )
    expect(main.inputs('backups.setSchedule')).toEqual([
      { every: 'daily', keep: 7 },
      { every: 'daily', keep: 14 },
    ])
  })

  it('report a failure in a notice once, and in the settings until it is over', async () => {
    const { main } = await openSettings([])
    const failure = new AppError('backupFolderMissing', { params: { file: '/media/stick' } }).toFault()
    const schedule: BackupSchedule = { ...SCHEDULE, every: 'daily', folder: '/media/stick' }
    main.emit('backups.scheduled', { schedule: { ...schedule, failure: failure.message }, failure })
    await waitFor(() => expect(settings()).toHaveTextContent('can’t be found: /media/stick'))
    await waitFor(() => expect(document.querySelector('.notices')).toHaveTextContent('can’t be found'))
    main.emit('backups.scheduled', { schedule: { ...schedule, lastAt: Date.now() }, failure: null })
    await waitFor(() => expect(settings()).toHaveTextContent('To /media/stick. Last: just now'))
  })
})
