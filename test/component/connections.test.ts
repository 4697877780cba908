import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ApiName } from '../../electron/contract/api.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { cancelJob, download, fetchPictures, findCampaigns } from '../../renderer/state/download-actions.ts'
import { exportElsewhere, repeatShownExport } from '../../renderer/state/repeat-export.ts'
import { FakeMain } from '../support/fake-main.ts'
import {
  makeCampaign,
  makeConnection,
  makeDownload,
  makeExport,
  PREFERENCES,
} from '../support/contract-values.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'
import { connectedApp } from './items-stage.ts'

function twoConnections(): FakeMain {
  const main = new FakeMain([
    makeConnection(),
    makeConnection({ id: 'c2', name: 'Other', baseUrl: 'https://other.example' }),
  ])
  main.campaigns.set('c1', [makeCampaign()])
  main.campaigns.set('c2', [makeCampaign({ id: 'k9', name: 'Elsewhere' })])
  return main
}

async function choose(user: UserEvent, item: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^Connection: / }))
  const menu = screen.getByRole('menu', { name: 'Connections' })
  await user.click(within(menu).getByText(item))
}

describe('connections', () => {
  it('reopens the last connection and campaign', async () => {
    const main = twoConnections()
    main.preferences = {
      ...PREFERENCES,
      lastView: { ...PREFERENCES.lastView, connectionId: 'c2', campaignId: 'k9', tab: 'overview' },
    }
    await startApp(main)
    expect(screen.getByRole('button', { name: 'Connection: Other' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    expect(document.title).toBe('Elsewhere – Other – Campaign Desk')
  })

  it('switches to another connection, and saves that', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    expect(campaignsPane()).toHaveTextContent('Summer 2026')
    await choose(user, 'Other')
    await waitFor(() => expect(campaignsPane()).toHaveTextContent('Elsewhere'))
    expect(campaignsPane()).not.toHaveTextContent('Summer 2026')
    await waitFor(() => expect(main.preferences.lastView.connectionId).toBe('c2'))
  })

  it('ignores a late answer for a connection that was left', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    main.answer('connections.open', async ({ connectionId }) => {
      if (connectionId === 'c2') await held
      const connection = main.connections.find((known) => known.id === connectionId)
      if (connection === undefined) throw new AppError('notFound')
      return {
        connection,
        key: { storage: 'keychain', reason: null },
        campaigns: main.campaigns.get(connectionId) ?? [],
        notice: null,
      }
    })
    await choose(user, 'Other')
    await choose(user, 'Print Example')
    await waitFor(() => expect(campaignsPane()).toHaveTextContent('Summer 2026'))
    release(undefined)
    await held
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Connection: Print Example' })).toBeVisible(),
    )
    expect(campaignsPane()).not.toHaveTextContent('Elsewhere')
  })

  it('reports why a connection cannot be opened, and tries again', async () => {
    const main = twoConnections()
    main.answer('connections.open', () => {
      throw new AppError('cacheNewer')
    })
    const user = await startApp(main)
    const notice = screen.getByRole('alert')
    expect(notice).toHaveTextContent('Print Example couldn’t be opened')
    expect(notice).toHaveTextContent('Update Campaign Desk to open them.')
    await user.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect(main.inputs('connections.open')).toHaveLength(2)
  })

  it('shows notices of opening until they are dismissed', async () => {
    const main = twoConnections()
    main.answer('connections.open', () => ({
      connection: makeConnection(),
      key: { storage: 'keychain', reason: null },
      campaigns: [],
      notice: new AppError('cacheDamaged', { params: { file: 'items.damaged.db' } }).toFault(),
    }))
    const user = await startApp(main)
    expect(screen.getByText(/kept as items\.damaged\.db/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/kept as/)).toBeNull()
  })

  it('renames a connection', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    await choose(user, 'Rename…')
    const dialog = screen.getByRole('dialog', { name: 'Rename connection' })
    const name = within(dialog).getByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Print Example')
    await user.clear(name)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(name).toHaveAccessibleDescription('Enter a name.')
    await user.type(name, 'Print shop{Enter}')
    expect(await screen.findByRole('button', { name: 'Connection: Print shop' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes a dialog about a connection that another window removes', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    await choose(user, 'Rename…')
    main.connections = main.connections.filter(({ id }) => id !== 'c1')
    main.emit('connection.removed', { connectionId: 'c1', remaining: main.connections })
    await waitFor(() => expect(campaignsPane()).toHaveTextContent('Elsewhere'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Control>}f{/Control}')
    await waitFor(() => expect(screen.getByRole('searchbox', { name: /^Search/u })).toHaveFocus())
  })

  it.each<[string, (main: FakeMain) => void]>([
    [
      'another window forgets it',
      (main) => {
        main.connections = main.connections.filter(({ id }) => id !== 'c1')
        main.emit('connection.removed', { connectionId: 'c1', remaining: main.connections })
      },
    ],
    [
      'a campaign of another one is shown',
      (main) => main.emit('campaign.show', { connectionId: 'c2', campaignId: 'k9' }),
    ],
  ])('closes a dialog that acts on the current connection when %s', async (_, leave) => {
    const main = twoConnections()
    const user = await startApp(main)
    await user.keyboard('{Control>}k{/Control}add campaign{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Add a campaign' })
    leave(main)
    await waitFor(() => expect(campaignsPane()).toHaveTextContent('Elsewhere'))
    expect(dialog).not.toBeInTheDocument()
  })

  it('closes only the dialog that was left while it was working', async () => {
    const main = twoConnections()
    const replaced = Promise.withResolvers<undefined>()
    main.answer('connections.replaceKey', async () => {
      await replaced.promise
      return { storage: 'keychain', reason: null }
    })
    const user = await startApp(main)
    await choose(user, 'Replace key…')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'new-key{Enter}')
    await user.keyboard('{Escape}{Control>},{/Control}')
    const settings = await screen.findByRole('dialog', { name: 'Settings' })
    replaced.resolve(undefined)
    expect(await screen.findByRole('button', { name: 'Key in keychain' })).toBeInTheDocument()
    expect(settings).toBeVisible()
  })

  it('replaces the key', async () => {
    const main = twoConnections()
    main.keys.set('c1', { storage: 'none', reason: null })
    const user = await startApp(main)
    expect(screen.getByRole('button', { name: 'No key' })).toBeVisible()
    await choose(user, 'Replace key…')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'new-key{Enter}')
    expect(await screen.findByRole('button', { name: 'Key in keychain' })).toBeVisible()
    expect(main.inputs('connections.replaceKey')).toEqual([{ connectionId: 'c1', key: 'new-key' }])
  })

  it('replaces a refused key, and then retries the failed download', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    const error = new AppError('serviceUnauthorized', { params: { host: 'print.example' } }).toFault()
    const failed = makeDownload({ state: 'failed', error })
    main.emit('download.progress', failed)
    main.emit('download.progress', makeDownload({ ...failed, jobId: 'j9', connectionId: 'c2' }))
    await user.keyboard('{Control>}j{/Control}')
    const notice = await screen.findByRole('alert')
    await user.click(within(notice).getByRole('button', { name: 'Replace key…' }))
    const dialog = screen.getByRole('dialog', { name: 'Replace API key' })
    expect(dialog).toHaveTextContent('Print Example')
    await user.type(within(dialog).getByRole('textbox', { name: 'API key' }), 'new-key{Enter}')
    await waitFor(() =>
      expect(main.inputs('downloads.retry')).toEqual([{ connectionId: 'c1', jobId: failed.jobId }]),
    )
    expect(main.inputs('connections.replaceKey')).toEqual([{ connectionId: 'c1', key: 'new-key' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers no new key for other failures', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    const error = new AppError('serviceFailed', { params: { host: 'print.example' } }).toFault()
    main.emit('download.progress', makeDownload({ state: 'failed', error }))
    await user.keyboard('{Control>}j{/Control}')
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: 'Replace key…' })).toBeNull()
  })

  it('changes the address and keeps the saved key for the same origin', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    await choose(user, 'Edit base address…')
    const dialog = screen.getByRole('dialog', { name: 'Edit base address' })
    const address = within(dialog).getByRole('textbox', { name: 'Base address' })
    expect(address).toHaveValue('https://print.example/api')
    await user.type(address, '/v2')
    expect(within(dialog).queryByRole('textbox', { name: 'API key' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Test connection' }))
    expect(await within(dialog).findByRole('status')).toHaveTextContent('The key has access to 900 items')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const expectedInput = {
      connectionId: 'c1',
      baseUrl: 'https://print.example/api/v2',
      key: null,
      sendKeyTo: null,
    }
    expect(main.inputs('connections.testAddress')).toEqual([expectedInput])
    expect(main.inputs('connections.setAddress')).toEqual([expectedInput])
    expect(main.inputs('connections.open')).toHaveLength(2)
  })

  it('stops the test of an address that is corrected, and ignores its result', async () => {
    const main = twoConnections()
    const tested = Promise.withResolvers<never>()
    main.answer('connections.testAddress', () => tested.promise)
    const user = await startApp(main)
    await choose(user, 'Edit base address…')
    const dialog = within(screen.getByRole('dialog', { name: 'Edit base address' }))
    await user.click(dialog.getByRole('button', { name: 'Test connection' }))
    const address = dialog.getByRole('textbox', { name: 'Base address' })
    await user.type(address, '/v2')
    expect(main.inputs('connections.stopTest')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    tested.reject(new AppError('offline', { params: { host: 'print.example' } }))
    await tested.promise.catch(() => null)
    await new Promise((resolve) => setTimeout(resolve))
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(address).not.toBeInvalid()
  })

  it('sends the saved key to another origin only if that is chosen', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    await choose(user, 'Edit base address…')
    const dialog = within(screen.getByRole('dialog', { name: 'Edit base address' }))
    const address = dialog.getByRole('textbox', { name: 'Base address' })
    await user.clear(address)
    await user.type(address, 'https://new.example/api')
    expect(
      dialog.getByText(/is for https:\/\/print\.example\. Choose a key for https:\/\/new\.example/u),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByRole('textbox', { name: 'API key' })).toHaveAccessibleDescription(
      /Enter your API key/u,
    )
    expect(main.inputs('connections.setAddress')).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'API key' }), 'other')
    main.answer('connections.setAddress', () => {
      throw new AppError('serviceUnauthorized', { params: { host: 'new.example' } })
    })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/didn’t accept the API key/u)).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: 'Send the saved key' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const baseUrl = 'https://new.example/api'
    expect(main.inputs('connections.setAddress')).toEqual([
      { connectionId: 'c1', baseUrl, key: 'other', sendKeyTo: null },
      { connectionId: 'c1', baseUrl, key: null, sendKeyTo: 'https://new.example' },
    ])
  })

  it('shows notices only of the open connection', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    const notice = new AppError('reviewsDamaged', { params: { file: 'reviews.damaged.db' } }).toFault()
    main.emit('connection.notice', { connectionId: 'c1', notice })
    const damaged = new AppError('cacheDamaged', { params: { file: 'cache.damaged.db' } }).toFault()
    main.emit('connection.notice', { connectionId: 'c2', notice: damaged })
    expect(await screen.findByText(/your marks and notes were damaged/iu)).toBeVisible()
    expect(screen.queryByText(/your downloads are damaged/iu)).toBeNull()
    await choose(user, 'Other')
    expect(await screen.findByText(/your downloads are damaged/iu)).toBeVisible()
    expect(screen.queryByText(/your marks and notes were damaged/iu)).toBeNull()
  })

  it.each<[ApiName, (app: AppModel) => Promise<void>]>([
    ['downloads.start', (app) => download(app, ['k1'])],
    ['downloads.discover', (app) => findCampaigns(app)],
    ['downloads.cancel', (app) => cancelJob(app, makeDownload())],
    ['pictures.start', (app) => fetchPictures(app, 'c1', 'k1')],
    ['exports.repeat', (app) => repeatShownExport(app)],
    ['exports.saveElsewhere', (app) => exportElsewhere(app, makeExport())],
  ])('shows a failure in the connection that was left meanwhile: %s', async (call, run) => {
    const main = twoConnections()
    const app = connectedApp(main)
    main.answer(call, () => {
      app.connectionId = 'c2'
      throw new AppError('shuttingDown')
    })
    await run(app)
    expect(app.notices.visible).toEqual([])
    app.connectionId = 'c1'
    expect(app.notices.visible).toMatchObject([{ fault: { code: 'shuttingDown' } }])
  })

  it('names what will be lost before forgetting, and does nothing when canceled', async () => {
    const main = twoConnections()
    const user = await startApp(main)
    const opener = screen.getByRole('button', { name: 'Connection: Print Example' })
    await choose(user, 'Forget…')
    const dialog = screen.getByRole('dialog', { name: 'Forget Print Example?' })
    await within(dialog).findByText('1 campaign with 900 items')
    expect(dialog).toHaveTextContent('11 MB on this disk')
    expect(dialog).toHaveTextContent('the API key of this connection')
    expect(dialog).toHaveTextContent('The service is unchanged.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(main.inputs('connections.forget')).toEqual([])
    expect(opener).toHaveFocus()
  })

  it('forgets a connection, and continues with another one or the first screen', async () => {
    const main = twoConnections()
    const searches = [{ search: 'wobbler', mode: null }]
    main.preferences = {
      ...main.preferences,
      recentSearches: ['c1', 'c2'].map((connectionId) => ({ connectionId, searches })),
    }
    const user = await startApp(main)
    for (const next of ['Connection: Other', null]) {
      await choose(user, 'Forget…')
      const forget = screen.getByRole('button', { name: 'Forget connection' })
      await waitFor(() => expect(forget).toBeEnabled())
      await user.click(forget)
      if (next === null) expect(await screen.findByRole('button', { name: 'Connect' })).toBeVisible()
      else expect(await screen.findByRole('button', { name: next })).toBeVisible()
    }
    expect(main.inputs('connections.forget').map((input) => input.connectionId)).toEqual(['c1', 'c2'])
    // What was searched for is forgotten, too.
    await waitFor(() => expect(main.preferences.recentSearches).toEqual([]))
  })

  it('forgets a connection whose contents cannot be counted', async () => {
    const main = twoConnections()
    main.answer('connections.footprint', () => {
      throw new AppError('cacheUnavailable')
    })
    const user = await startApp(main)
    await choose(user, 'Forget…')
    const dialog = screen.getByRole('dialog')
    await within(dialog).findByText('all downloaded campaigns and items')
    expect(within(dialog).getByRole('button', { name: 'Forget connection' })).toBeEnabled()
  })
})
