import { screen, waitFor, within } from '@testing-library/svelte'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload } from '../support/contract-values.ts'
import { campaignsPane, startApp } from '../support/start-app.ts'

const address = (): HTMLElement => screen.getByRole('textbox', { name: 'Base address' })
const key = (): HTMLElement => screen.getByRole('textbox', { name: 'API key' })
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

describe('the first screen', () => {
  it('opens without connections, with the focus in the address', async () => {
    await startApp(new FakeMain())
    expect(screen.getByRole('heading', { name: 'Connect to your campaign service' })).toBeVisible()
    expect(address()).toHaveFocus()
    expect(button('Try with sample data')).toBeEnabled()
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  it('requires address and key before it sends a request', async () => {
    const main = new FakeMain()
    const user = await startApp(main)
    await user.click(button('Test connection'))
    expect(address()).toHaveAccessibleDescription('Enter the address of your campaign service.')
    expect(address()).toBeInvalid()
    await user.type(address(), 'https://print.example')
    await user.click(button('Connect'))
    expect(key()).toHaveFocus()
    expect(key()).toHaveAccessibleDescription('Enter your API key.')
    expect(main.inputs('connections.test')).toEqual([])
    expect(main.inputs('connections.create')).toEqual([])
  })

  it('shows how many items the key can access', async () => {
    const main = new FakeMain()
    const user = await startApp(main)
    await user.type(address(), ' https://print.example/api ')
    await user.type(key(), 'secret')
    await user.click(button('Test connection'))
    expect(await screen.findByRole('status')).toHaveTextContent(
      /^Connection works Items 6,000 Response time 120 ms$/u,
    )
    expect(main.inputs('connections.test')).toEqual([{ baseUrl: 'https://print.example/api', key: 'secret' }])
  })

  it.each([
    ['addressInsecure', {}, 'address', /sends your key unencrypted/],
    ['offline', { host: 'print.example' }, 'address', /print\.example can’t be found/],
    ['tls', { host: 'print.example', reason: 'it has expired' }, 'address', /certificate .* it has expired/],
    ['serviceUnauthorized', { host: 'print.example' }, 'key', /didn’t accept the API key \(401\)/],
    ['keyInvalid', {}, 'key', /isn’t valid/],
    ['serviceFailed', { host: 'print.example', status: 503 }, 'neither', /reported an error \(503\)/],
  ] as const)('explains the error %s at its field', async (code, params, where, sentence) => {
    const main = new FakeMain()
    main.answer('connections.test', () => {
      throw new AppError(code, { params, detail: `GET https://print.example/campaign-items: ${code}` })
    })
    const user = await startApp(main)
    await user.type(address(), 'https://print.example')
    await user.type(key(), 'secret')
    await user.click(button('Test connection'))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(sentence)
    if (where === 'address') expect(address()).toBeInvalid()
    if (where === 'key') expect(key()).toBeInvalid()
    expect((where === 'key' ? address() : key()).getAttribute('aria-invalid')).toBeNull()

    await user.click(within(notice).getByRole('button', { name: 'Details' }))
    expect(notice).toHaveTextContent(`GET https://print.example/campaign-items: ${code}`)
    await user.click(within(notice).getByRole('button', { name: 'Copy details' }))
    const [copied] = main.inputs('app.copyText')
    expect(copied?.text).toContain(code)
    expect(copied?.text).not.toContain('secret')

    await user.type(address(), 'x')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('offers the address that was probably meant', async () => {
    const main = new FakeMain()
    main.answer('connections.test', ({ baseUrl }) => {
      if (!baseUrl.startsWith('https://')) throw new AppError('addressInvalid')
      return { itemCount: 3, tookMs: 5 }
    })
    const user = await startApp(main)
    await user.type(address(), 'print.example/api')
    await user.type(key(), 'secret')
    await user.click(button('Test connection'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^This address isn’t valid\. Enter an address such as/u,
    )
    await user.click(button('Use https://print.example/api'))
    expect(await screen.findByRole('status')).toHaveTextContent('Connection works')
    expect(address()).toHaveValue('https://print.example/api')
  })

  it('shows a part of the sample data as a picture, which no one can enter', async () => {
    await startApp(new FakeMain())
    expect(await screen.findByText('12 campaigns, 6,000 items, works offline')).toBeVisible()
    expect(screen.queryByRole('grid')).toBeNull()
    const picture = screen.getByText('839 of 6,000 items').closest('[inert]')
    expect(picture).toHaveAttribute('aria-hidden', 'true')
    expect(picture).toHaveTextContent('XL stores')
  })

  it('hides the key, shows it on request, and removes it after it is sent', async () => {
    const main = new FakeMain()
    const user = await startApp(main)
    await user.type(address(), 'https://print.example')
    await user.type(key(), 'secret-key-1')
    expect(key()).toHaveClass('masked')
    await user.click(button('Show key'))
    expect(key()).not.toHaveClass('masked')
    await user.click(button('Hide key'))
    expect(key()).toHaveClass('masked')
    await user.click(button('Connect'))
    await waitFor(() => expect(campaignsPane()).toBeVisible())
    expect(document.documentElement.outerHTML).not.toContain('secret-key-1')
    expect([...document.querySelectorAll('input')].map((input) => input.value)).not.toContain('secret-key-1')
  })

  it('connects by Enter, and shows the first step', async () => {
    const main = new FakeMain()
    const user = await startApp(main)
    await user.type(address(), 'https://print.example')
    await user.type(key(), 'secret{Enter}')
    expect(await screen.findByRole('heading', { name: 'Start by finding your campaigns' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Connection: print.example' })).toBeVisible()
    expect(main.inputs('downloads.discover')).toEqual([])
  })

  it.each([
    ['Test connection', 'connections.test'],
    ['Connect', 'connections.create'],
  ] as const)('stops after %s with Escape or a button, and keeps the input', async (name, call) => {
    const main = new FakeMain([makeConnection()])
    const user = await startApp(main)
    await user.click(button('Connection: Print Example'))
    await user.click(screen.getByRole('menuitem', { name: /^New connection/u }))
    await user.type(address(), 'https://new.example')
    await user.type(key(), 'secret')
    for (const stop of [
      () => user.keyboard('{Escape}'),
      async () => user.click(await screen.findByRole('button', { name: 'Cancel' })),
    ]) {
      const attempt = Promise.withResolvers<never>()
      main.answer(call, () => attempt.promise)
      main.answer('connections.stopTest', () => {
        attempt.reject(new AppError('cancelled'))
        return null
      })
      await user.click(button(name))
      await stop()
      await waitFor(() => expect(button(name)).not.toHaveAttribute('aria-busy'))
      expect(address()).toHaveValue('https://new.example')
      expect(key()).toHaveValue('secret')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    }
    expect(main.inputs('connections.stopTest')).toHaveLength(2)
  })

  it('stops a test when the address or the key changes, and ignores its result', async () => {
    const main = new FakeMain()
    const tested = Promise.withResolvers<undefined>()
    main.answer('connections.test', async () => {
      await tested.promise
      return { itemCount: 7, tookMs: 120 }
    })
    const user = await startApp(main)
    await user.type(address(), 'https://print.example')
    await user.type(key(), 'secret')
    await user.click(button('Test connection'))
    await user.type(key(), '2')
    expect(main.inputs('connections.stopTest')).toHaveLength(1)
    expect(button('Test connection')).toBeEnabled()
    tested.resolve(undefined)
    await tested.promise
    await new Promise((resolve) => setTimeout(resolve))
    expect(screen.queryByText('Connection works')).toBeNull()
  })

  it('keeps the input when connecting fails', async () => {
    const main = new FakeMain()
    main.answer('connections.create', () => {
      throw new AppError('unreachable', { params: { host: 'print.example' } })
    })
    const user = await startApp(main)
    await user.type(address(), 'https://print.example')
    await user.type(key(), 'secret')
    await user.click(button('Connect'))
    expect(await screen.findByRole('alert')).toHaveTextContent('print.example can’t be reached')
    expect(address()).toHaveValue('https://print.example')
    expect(key()).toHaveValue('secret')
    expect(button('Connect')).toBeEnabled()
  })

  it('finds the sample’s campaigns and offers to download them', async () => {
    const main = new FakeMain()
    const user = await startApp(main)
    await user.click(button('Try with sample data'))
    expect(await screen.findByRole('heading', { name: 'Finding campaigns' })).toBeVisible()
    expect(main.inputs('downloads.discover')).toEqual([{ connectionId: 'sample' }])

    main.emit(
      'download.progress',
      makeDownload({
        jobId: 'queued-1',
        connectionId: 'sample',
        kind: 'discovery',
        campaignId: null,
        campaignName: null,
        state: 'done',
        campaignsFound: 2,
      }),
    )
    main.setCampaigns('sample', [
      makeCampaign({ copy: 'none', itemCount: 0, expectedCount: 900, fetchedAt: null }),
      makeCampaign({
        id: 'k2',
        name: 'Autumn',
        copy: 'none',
        itemCount: 0,
        expectedCount: 40,
        fetchedAt: null,
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Download all 2 campaigns' }))
    expect(main.inputs('downloads.start')).toEqual([{ connectionId: 'sample', campaignIds: ['k1', 'k2'] }])
  })

  it('opens for another connection, and can be left', async () => {
    const main = new FakeMain([makeConnection()])
    const user = await startApp(main)
    main.emit('menu.command', { command: 'newConnection' })
    expect(await screen.findByRole('textbox', { name: 'Base address' })).toBeVisible()
    await user.click(button('Back to Print Example'))
    expect(campaignsPane()).toBeVisible()
  })
})
