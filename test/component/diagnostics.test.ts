import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { DiagnosticFile } from '../../electron/contract/diagnostics.ts'
import type { MenuCommand } from '../../electron/contract/commands.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { FakeMain } from '../support/fake-main.ts'
import { startApp } from '../support/start-app.ts'

const FILES: readonly DiagnosticFile[] = [
  { name: 'system.txt', kind: 'system', text: 'Electron: 45.0.0', bytes: 16 },
  { name: 'campaign-desk.log', kind: 'log', text: 'started in ~/Desk', bytes: 2_000 },
  { name: 'crash-1.dmp', kind: 'crashReport', text: null, bytes: 500_000 },
]

function createMain(): FakeMain {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.answer('diagnostics.collect', () => ({ id: 'd7', files: FILES }))
  return main
}

const dialog = (name: string) => screen.findByRole('dialog', { name })
const command = (main: FakeMain, id: MenuCommand): void => main.emit('menu.command', { command: id })

describe('saving diagnostics', () => {
  it('shows each file and saves those that are checked; crash reports only on request', async () => {
    const main = createMain()
    const user = await startApp(main)
    command(main, 'saveDiagnostics')
    const opened = within(await dialog('Save diagnostics'))
    expect(await opened.findByRole('region', { name: 'Content of system.txt' })).toBeVisible()
    expect(opened.getByRole('checkbox', { name: 'Include campaign-desk.log' })).toBeChecked()
    expect(opened.getByRole('checkbox', { name: 'Include crash-1.dmp' })).not.toBeChecked()
    expect(opened.getByRole('status')).toHaveTextContent('2 of 3 files')

    await user.click(opened.getByRole('button', { name: /^Log/u }))
    expect(opened.getByRole('region', { name: 'Content of campaign-desk.log' })).toBeVisible()
    await user.click(opened.getByRole('button', { name: /^Crash report/u }))
    expect(opened.getByText(/may contain what the window showed/u)).toBeVisible()

    await user.click(opened.getByRole('checkbox', { name: 'Include campaign-desk.log' }))
    await user.click(opened.getByRole('button', { name: 'Save…' }))
    expect(main.inputs('diagnostics.save')).toEqual([{ id: 'd7', names: ['system.txt'] }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Diagnostics saved')).toBeVisible()
  })

  it('needs a file, and stays open if the save dialog is canceled or fails', async () => {
    const main = createMain()
    const user = await startApp(main)
    command(main, 'saveDiagnostics')
    const opened = within(await dialog('Save diagnostics'))
    await user.click(await opened.findByRole('checkbox', { name: 'Include system.txt' }))
    await user.click(opened.getByRole('checkbox', { name: 'Include campaign-desk.log' }))
    expect(opened.getByRole('button', { name: 'Save…' })).toBeDisabled()
    await user.click(opened.getByRole('checkbox', { name: 'Include system.txt' }))
    main.answer('diagnostics.save', () => null)
    await user.click(opened.getByRole('button', { name: 'Save…' }))
    expect(opened.getByRole('button', { name: 'Save…' })).toBeEnabled()
    main.answer('diagnostics.save', () => {
      throw new AppError('fileNotWritten', { params: { reason: 'the disk is full' } })
    })
    await user.click(opened.getByRole('button', { name: 'Save…' }))
    expect(await opened.findByRole('alert')).toHaveTextContent('The diagnostics weren’t saved')
  })

  it('is offered in About and in the settings', async () => {
    const main = createMain()
    const user = await startApp(main)
    command(main, 'about')
    const about = within(await dialog('About Campaign Desk'))
    await user.click(about.getByRole('button', { name: 'Save diagnostics…' }))
    expect(await dialog('Save diagnostics')).toBeVisible()
    await user.keyboard('{Escape}')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = within(await dialog('Settings'))
    await user.click(settings.getByRole('tab', { name: 'About' }))
    await user.click(settings.getByRole('button', { name: 'Save diagnostics…' }))
    expect(await dialog('Save diagnostics')).toBeVisible()
  })
})

describe('reporting a problem', () => {
  it('shows what is filled in, offers diagnostics and stays open until the page was opened', async () => {
    const main = createMain()
    const user = await startApp(main)
    command(main, 'reportProblem')
    const opened = within(await dialog('Report a problem'))
    expect(await opened.findByText(/Campaign Desk 1\.2\.3/u)).toBeVisible()
    await user.click(opened.getByRole('button', { name: 'Save diagnostics…' }))
    expect(await dialog('Save diagnostics')).toBeVisible()
    await user.keyboard('{Escape}')
    const again = within(await dialog('Report a problem'))
    main.answer('diagnostics.openIssuePage', () => false)
    await user.click(again.getByRole('button', { name: 'Open issue page' }))
    expect(await dialog('Report a problem')).toBeVisible()
    main.answer('diagnostics.openIssuePage', () => true)
    await user.click(again.getByRole('button', { name: 'Open issue page' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is offered with a failed migration', async () => {
    const main = createMain()
    const notice = new AppError('cacheNotMigrated', { detail: 'SQLITE_ERROR' }).toFault()
    main.answer('connections.open', () => ({
      connection: makeConnection(),
      key: { storage: 'keychain', reason: null },
      campaigns: [],
      notice,
    }))
    const user = await startApp(main)
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByText(/couldn’t be converted for this version/u)).toBeVisible()
    expect(screen.queryByText('Start by finding your campaigns')).toBeNull()
    await user.click(alert.getByRole('button', { name: 'Quit Campaign Desk' }))
    expect(main.inputs('app.quit')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Report a problem…' }))
    expect(await dialog('Report a problem')).toBeVisible()
  })
})

describe('crash reports', () => {
  it('are kept only when the person turns that on, and can be deleted', async () => {
    const main = createMain()
    main.answer('crashReports.list', () => ({ count: 2, bytes: 1_000_000 }))
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const settings = within(await dialog('Settings'))
    await user.click(settings.getByRole('tab', { name: 'About' }))
    const name = 'Keep crash reports on this computer'
    expect(settings.getByRole('switch', { name })).not.toBeChecked()
    await user.click(settings.getByRole('switch', { name }))
    await waitFor(() => expect(main.preferences.keepsCrashReports).toBe(true))
    await user.click(await settings.findByRole('button', { name: 'Delete 2 reports' }))
    // It keeps the focus, so it is disabled for assistive technology only.
    expect(await settings.findByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
    expect(main.inputs('crashReports.delete')).toHaveLength(1)
    await user.click(settings.getByRole('switch', { name }))
    await waitFor(() => expect(main.preferences.keepsCrashReports).toBe(false))
  })
})

describe('the start', () => {
  it('is reported as successful when the first view is ready', async () => {
    const main = createMain()
    await startApp(main)
    await waitFor(() => expect(main.inputs('app.viewReady')).toHaveLength(1))
  })

  it('is not if the state cannot be read', async () => {
    const main = createMain()
    main.answer('app.state', () => {
      throw new AppError('internal')
    })
    await startApp(main)
    expect(main.inputs('app.viewReady')).toEqual([])
  })
})

describe('the safe mode', () => {
  it('is named above the window, with the way back', async () => {
    const main = createMain()
    main.isSafeMode = true
    const user = await startApp(main)
    const bar = within(screen.getByRole('region', { name: 'Safe mode' }))
    await user.click(bar.getByRole('button', { name: 'Restart normally' }))
    expect(main.inputs('app.restartNormally')).toHaveLength(1)
  })

  it('is not named otherwise', async () => {
    await startApp(createMain())
    expect(screen.queryByRole('region', { name: 'Safe mode' })).toBeNull()
  })
})
