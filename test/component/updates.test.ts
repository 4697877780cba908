import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { UpdateRelease, UpdateStatus } from '../../electron/contract/updates.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'

const RELEASE: UpdateRelease = {
  version: '2.0.0',
  date: Date.UTC(2026, 10, 20),
  releaseNotes: '## Changes\n<img src=x onerror="alert(1)">\n* Faster',
}

interface Started {
  readonly main: FakeMain
  readonly user: UserEvent
  /** Main reports another status. */
  readonly report: (status: Partial<UpdateStatus>) => void
}

async function start(status: Partial<UpdateStatus> = {}): Promise<Started> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.updates = { ...main.updates, ...status }
  const user = await startApp(main)
  return {
    main,
    user,
    report: (changed) => {
      main.updates = { ...main.updates, ...changed }
      main.emit('updates.changed', main.updates)
    },
  }
}

/** Chooses the command of the menu. */
function check({ main }: Started, found: Partial<UpdateStatus>): void {
  main.answer('updates.check', () => {
    main.updates = { ...main.updates, ...found }
    return main.updates
  })
  main.emit('menu.command', { command: 'checkForUpdates' })
}

const statusBar = () => within(screen.getByRole('contentinfo', { name: 'Status' }))

describe('the command to check for updates', () => {
  it('says that the newest version runs', async () => {
    const started = await start()
    check(started, { state: 'current', checkedAt: Date.now() })
    const dialog = await screen.findByRole('dialog', { name: 'Campaign Desk is up to date' })
    expect(dialog).toHaveTextContent('Version 1.2.3 is the newest.')
  })

  it('offers a new version, shows its notes as text, downloads it, and restarts', async () => {
    const started = await start()
    const { main, user, report } = started
    check(started, { state: 'available', release: RELEASE })
    const dialog = within(await screen.findByRole('dialog', { name: 'Version 2.0.0 is available' }))
    expect(dialog.getByRole('region', { name: 'Release notes' }).textContent).toContain(
      '<img src=x onerror="alert(1)">',
    )
    expect(dialog.queryByRole('img', { hidden: false })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    expect(main.inputs('updates.download')).toHaveLength(1)
    report({ state: 'downloading', progress: { done: 20_000_000, total: 80_000_000 } })
    expect(await screen.findByRole('dialog', { name: 'Downloading version 2.0.0' })).toBeVisible()
    expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '20 MB of 80 MB')
    await user.click(dialog.getByRole('button', { name: 'Cancel download' }))
    expect(main.inputs('updates.cancelDownload')).toHaveLength(1)
    report({ state: 'ready', progress: null })
    await user.click(await dialog.findByRole('button', { name: 'Restart and update' }))
    expect(main.inputs('updates.install')).toHaveLength(1)
  })

  it.each([
    ['package', 'Update Campaign Desk with your package manager.'],
    ['manual', 'Download and install it from the release page.'],
  ] as const)('opens the release page where the version comes from elsewhere (%s)', async (method, text) => {
    const started = await start({ method })
    check(started, { state: 'available', release: { ...RELEASE, releaseNotes: '' } })
    const dialog = await screen.findByRole('dialog', { name: 'Version 2.0.0 is available' })
    expect(dialog).toHaveTextContent(text)
    expect(dialog).toHaveTextContent('This version has no release notes.')
    expect(within(dialog).queryByRole('button', { name: 'Download' })).toBeNull()
    await started.user.click(within(dialog).getByRole('button', { name: 'Open release page' }))
    expect(started.main.inputs('updates.openPage')).toHaveLength(1)
  })

  it('says what happened if it could not check, and checks again', async () => {
    const started = await start()
    const fault = new AppError('updateCheckFailed', { params: { reason: 'github.com can’t be reached' } })
    check(started, { state: 'failed', fault: fault.toFault() })
    const dialog = within(await screen.findByRole('dialog', { name: 'Check failed' }))
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'The update check failed: github.com can’t be reached. Try again later.',
    )
    await started.user.click(dialog.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(started.main.inputs('updates.check')).toHaveLength(2))
  })

  it('explains that the build has no updates', async () => {
    const started = await start({ method: 'notSetUp' })
    check(started, {})
    expect(await screen.findByRole('dialog', { name: 'Updates are not set up' })).toHaveTextContent(
      'Get new versions where you got Campaign Desk.',
    )
  })
})

describe('a new version', () => {
  it('is announced with a way to its notes', async () => {
    const { main, user, report } = await start()
    report({ state: 'ready', release: RELEASE })
    main.emit('updates.announced', main.updates)
    const toast = within(await screen.findByRole('group', { name: 'Version 2.0.0 is ready to install' }))
    expect(toast.getByText('It is installed when you quit. Your data stays.')).toBeVisible()
    await user.click(toast.getByRole('button', { name: 'Details…' }))
    expect(await screen.findByRole('dialog', { name: 'Version 2.0.0 is ready to install' })).toBeVisible()
    expect(main.inputs('updates.check')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Details…' })).toBeNull()
  })

  it('is only announced by the window that had the focus last', async () => {
    const { main, report } = await start()
    main.emit('app.front', { isFront: false })
    report({ state: 'ready', release: RELEASE })
    main.emit('updates.announced', main.updates)
    expect(await statusBar().findByRole('button', { name: 'Update ready' })).toBeVisible()
    expect(screen.queryByRole('group', { name: /ready to install/u })).toBeNull()
  })

  it('is in the status bar from its download to its installation', async () => {
    const { report, user } = await start()
    expect(statusBar().queryByRole('button', { name: /update/iu })).toBeNull()
    report({ state: 'downloading', release: RELEASE, progress: { done: 45, total: 100 } })
    await user.click(await statusBar().findByRole('button', { name: 'Downloading update: 45%' }))
    expect(await screen.findByRole('dialog', { name: 'Downloading version 2.0.0' })).toBeVisible()
    report({ state: 'ready', progress: null })
    expect(await screen.findByRole('dialog', { name: 'Version 2.0.0 is ready to install' })).toBeVisible()
  })

  it('is in the status bar if it was rejected, but not if a check in the background failed', async () => {
    const { report } = await start()
    report({ state: 'failed', fault: new AppError('updateCheckFailed').toFault() })
    await Promise.resolve()
    expect(statusBar().queryByRole('button', { name: /update/iu })).toBeNull()
    report({ state: 'failed', fault: new AppError('updateRejected').toFault() })
    expect(await statusBar().findByRole('button', { name: 'Update failed' })).toBeVisible()
  })
})

describe('the settings of updates', () => {
  async function openAbout(status: Partial<UpdateStatus> = {}) {
    const started = await start(status)
    await started.user.click(screen.getByRole('button', { name: 'Settings' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Settings' }))
    await started.user.click(dialog.getByRole('tab', { name: 'About' }))
    return { ...started, dialog }
  }

  it('choose when new versions are installed, and from which channel', async () => {
    const { main, user, dialog } = await openAbout()
    const row = dialog.getByRole('group', { name: 'Updates' })
    expect(row).toHaveTextContent('Downloaded in the background and installed when you quit')
    await user.click(within(row).getByRole('radio', { name: 'Never' }))
    await waitFor(() => expect(main.preferences.updates).toEqual({ mode: 'never', channel: 'stable' }))
    expect(row).toHaveTextContent('No checks for new versions')
    const channel = dialog.getByRole('group', { name: 'Update channel' })
    await user.click(within(channel).getByRole('radio', { name: 'Beta' }))
    await waitFor(() => expect(main.preferences.updates).toEqual({ mode: 'never', channel: 'beta' }))
    expect(channel).toHaveTextContent('may contain errors')
    await user.click(dialog.getByRole('button', { name: 'Reset section' }))
    await waitFor(() => expect(main.preferences.updates).toEqual({ mode: 'automatic', channel: 'stable' }))
  })

  it('state how a package manager changes them', async () => {
    const { dialog } = await openAbout({ method: 'package' })
    expect(dialog.getByRole('group', { name: 'Updates' })).toHaveTextContent(
      'Notices only; your package manager installs new versions',
    )
  })

  it('state when updates were checked, and check', async () => {
    const { user, dialog } = await openAbout({ checkedAt: Date.now() - 2 * 3_600_000 })
    const row = dialog.getByRole('group', { name: 'Version' })
    expect(row).toHaveTextContent('Campaign Desk 1.2.3. Checked for updates 2 h ago.')
    await user.click(within(row).getByRole('button', { name: 'Check for updates…' }))
    expect(await screen.findByRole('dialog', { name: 'Updates' })).toBeVisible()
  })
})
