import { screen, waitFor, within } from '@testing-library/svelte'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ManagedSummary } from '../../electron/contract/managed.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const MANAGED: ManagedSummary = {
  sources: ['/etc/campaign-desk/managed.json'],
  baseUrl: 'https://print.example/api',
  onlyBaseUrl: true,
  authority: { fileName: 'company.pem', subjects: ['Company Root'] },
  proxy: 'http://proxy.example:3128',
  updates: { mode: 'notify', channel: 'stable' },
  exportFolders: ['/srv/exports'],
  problems: ['“Telemetry” isn’t a managed setting and was ignored.'],
}

const SET_BY = 'Set by your organization'

const findViolations = async (dialog: HTMLElement): Promise<unknown[]> =>
  (
    await axe.run(dialog, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      rules: { 'color-contrast': { enabled: false } },
    })
  ).violations

function createMain(managed: ManagedSummary | null, baseUrl = 'https://print.example/api'): FakeMain {
  const main = new FakeMain([makeConnection({ baseUrl })])
  main.campaigns.set('c1', [makeCampaign()])
  main.managed = managed
  return main
}

async function openSettings(main: FakeMain, section: string): Promise<HTMLElement> {
  const user = await startApp(main)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const dialog = await screen.findByRole('dialog', { name: 'Settings' })
  await user.click(within(dialog).getByRole('tab', { name: section }))
  return dialog
}

describe('the form for a new connection', () => {
  it('has the address of the organization, which cannot be changed', async () => {
    const main = new FakeMain([])
    main.managed = MANAGED
    const user = await startApp(main)
    const address = screen.getByRole('textbox', { name: 'Base address' })
    expect(address).toHaveValue('https://print.example/api')
    expect(address).toHaveAttribute('readonly')
    expect(address).toHaveAccessibleDescription(SET_BY)
    expect(screen.getByRole('textbox', { name: 'API key' })).toHaveFocus()
    await user.keyboard('the-key{Enter}')
    await waitFor(() =>
      expect(main.inputs('connections.create')).toEqual([
        { baseUrl: 'https://print.example/api', key: 'the-key' },
      ]),
    )
  })

  it('asks for the login of a proxy, and repeats the attempt', async () => {
    const main = new FakeMain([])
    let isSignedIn = false
    main.answer('connections.test', () => {
      if (isSignedIn) return { itemCount: 7, tookMs: 20 }
      throw new AppError('proxyFailed', { params: { proxySignIn: 'proxy.example:3128' } })
    })
    main.answer('proxies.challenge', () => ({
      realm: 'Staff only',
      isEncrypted: false,
      username: '',
      host: 'print.example',
    }))
    main.answer('proxies.signIn', ({ password }) => {
      if (password !== 'right')
        throw new AppError('proxyFailed', { params: { proxySignIn: 'proxy.example:3128' } })
      isSignedIn = true
      return { storage: 'keychain', reason: null }
    })
    const user = await startApp(main)
    await user.type(screen.getByRole('textbox', { name: 'Base address' }), 'https://print.example')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'k')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to proxy' })
    expect(dialog).toHaveTextContent('proxy.example:3128 requires a user name and password')
    expect(await within(dialog).findByText('Staff only')).toBeVisible()
    expect(dialog).toHaveTextContent('isn’t encrypted')
    expect(await findViolations(dialog)).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
    expect(dialog).toHaveTextContent('Enter your user name for the proxy.')
    expect(main.inputs('proxies.signIn')).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: 'User name' }), 'ann')
    await user.type(within(dialog).getByRole('textbox', { name: 'Password' }), 'wrong')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Remember in the keychain' }))
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/not accepted/u)
    const password = within(dialog).getByRole('textbox', { name: 'Password' })
    expect(password).toHaveValue('')
    expect(password).toHaveFocus()
    await user.keyboard('right{Enter}')
    expect(await screen.findByText('Connection works')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(main.inputs('proxies.signIn')).toEqual([
      { proxy: 'proxy.example:3128', username: 'ann', password: 'wrong', remembers: false },
      { proxy: 'proxy.example:3128', username: 'ann', password: 'right', remembers: false },
    ])
  })

  it('shows the error with a way to sign in after the question was canceled', async () => {
    const main = new FakeMain([])
    main.answer('connections.test', () => {
      throw new AppError('proxyFailed', { params: { proxySignIn: 'proxy.example:3128' } })
    })
    const user = await startApp(main)
    await user.type(screen.getByRole('textbox', { name: 'Base address' }), 'https://print.example')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'k')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    await screen.findByRole('dialog', { name: 'Sign in to proxy' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('alert')).toHaveTextContent('Sign in to the proxy')
    await user.click(screen.getByRole('button', { name: 'Sign in to proxy…' }))
    expect(screen.getByRole('dialog', { name: 'Sign in to proxy' })).toBeVisible()
  })
})

describe('the settings', () => {
  it('show what the organization sets as read-only', async () => {
    const dialog = await openSettings(createMain(MANAGED), 'Connection')
    for (const name of ['Base address', 'Certificate authority']) {
      const row = within(dialog).getByRole('group', { name })
      expect(row).toHaveTextContent(SET_BY)
      expect(within(row).queryByRole('button')).toBeNull()
    }
    expect(within(dialog).getByRole('group', { name: 'Certificate authority' })).toHaveTextContent(
      'company.pem',
    )
    expect(within(dialog).getByRole('group', { name: 'API key' })).not.toHaveTextContent(SET_BY)
  })

  it('let the address of another connection be changed to that of the organization', async () => {
    const dialog = await openSettings(createMain(MANAGED, 'https://old.example'), 'Connection')
    const row = within(dialog).getByRole('group', { name: 'Base address' })
    within(row).getByRole('button', { name: 'Edit…' }).click()
    const edit = await screen.findByRole('dialog', { name: 'Edit base address' })
    const address = within(edit).getByRole('textbox', { name: 'Base address' })
    expect(address).toHaveValue('https://print.example/api')
    expect(address).toHaveAttribute('readonly')
  })

  it('list everything that is managed, and the problems', async () => {
    const dialog = await openSettings(createMain(MANAGED), 'About')
    const row = within(dialog).getByRole('group', { name: 'Managed by your organization' })
    for (const text of [
      'https://print.example/api only',
      'Company Root',
      'http://proxy.example:3128',
      'Notify only',
      'Channel: stable versions',
      '/srv/exports',
      '/etc/campaign-desk/managed.json',
    ])
      expect(row).toHaveTextContent(text)
    expect(within(row).getByRole('list', { name: 'Problems' })).toHaveTextContent('Telemetry')
    expect(await findViolations(dialog)).toEqual([])
  })

  it('have no such section without managed settings', async () => {
    const dialog = await openSettings(createMain(null), 'About')
    expect(within(dialog).queryByText('Managed by your organization')).toBeNull()
  })

  it('sign out of a proxy', async () => {
    const main = createMain(null)
    main.signedIn = ['proxy.example:3128']
    const dialog = await openSettings(main, 'Connection')
    const row = within(dialog).getByRole('group', { name: 'Proxy sign-in' })
    const button = await within(row).findByRole('button', { name: 'Sign out of proxy.example:3128' })
    button.click()
    expect(await within(row).findByText('Not signed in')).toBeVisible()
    expect(main.inputs('proxies.signOut')).toEqual([{ proxy: 'proxy.example:3128' }])
  })
})

describe('the dialog of a managed certificate authority', () => {
  it('shows it without a way to choose another one', async () => {
    const user = await startApp(createMain(MANAGED))
    await user.click(screen.getByRole('button', { name: /^Connection: / }))
    await user.click(
      within(screen.getByRole('menu', { name: 'Connections' })).getByText('Certificate authority…'),
    )
    const dialog = screen.getByRole('dialog', { name: 'Certificate authority' })
    expect(dialog).toHaveTextContent('Company Root')
    expect(dialog).toHaveTextContent(SET_BY)
    expect(within(dialog).queryByRole('button', { name: /file/u })).toBeNull()
  })
})

describe('a failed download behind a proxy', () => {
  it('offers to sign in, and opens no dialog before that', async () => {
    const main = createMain(null)
    main.answer('downloads.discover', () => {
      throw new AppError('proxyFailed', { params: { proxySignIn: 'proxy.example:3128' } })
    })
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Find campaigns' }))
    const action = await screen.findByRole('button', { name: 'Sign in to proxy…' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(action)
    expect(screen.getByRole('dialog', { name: 'Sign in to proxy' })).toBeVisible()
  })
})
