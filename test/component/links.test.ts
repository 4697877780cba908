import { screen, waitFor, within } from '@testing-library/svelte'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import type { LinkTarget } from '../../electron/contract/app-link.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const NEW_CONNECTION: LinkTarget = {
  kind: 'newConnection',
  baseUrl: 'https://other.example/api',
  campaignId: 'K-7',
}

function createMain(): FakeMain {
  const main = new FakeMain([makeConnection(), makeConnection({ id: 'c2', name: 'Shop Service' })])
  main.campaigns.set('c1', [makeCampaign()])
  main.campaigns.set('c2', [makeCampaign({ id: 'k7', name: 'Spring Fair' })])
  return main
}

/** Requests a link from a running application. Main answers with it once. */
function request(main: FakeMain, target: LinkTarget): void {
  let requested: LinkTarget | null = target
  main.answer('links.openRequested', () => {
    const answer = requested
    requested = null
    return answer
  })
  main.emit('links.requested', null)
}

const dialog = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name })
const address = (): HTMLElement => screen.getByRole('textbox', { name: 'Base address' })
const key = (): HTMLElement => screen.getByLabelText('API key')

describe('a link', () => {
  it('shows its campaign, also of another connection, and at the start', async () => {
    const main = createMain()
    main.answer('links.openRequested', () => ({ kind: 'campaign', connectionId: 'c2', campaignId: 'k7' }))
    await startApp(main)
    await waitFor(() => expect(document.title).toBe('Spring Fair – Shop Service – Campaign Desk'))
    request(main, { kind: 'campaign', connectionId: 'c1', campaignId: null })
    await waitFor(() => expect(document.title).toContain('Print Example'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks before it leads to the form for a new connection, and fills in no key', async () => {
    const main = createMain()
    const user = await startApp(main)
    request(main, NEW_CONNECTION)
    const question = await dialog('Connect to other.example?')
    expect(question).toHaveTextContent('https://other.example/api')
    expect(question).toHaveTextContent('K-7')
    // Enter alone changes nothing.
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect((await axe.run(question)).violations).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('textbox', { name: 'Base address' })).toBeNull()

    request(main, NEW_CONNECTION)
    await user.click(
      within(await dialog('Connect to other.example?')).getByRole('button', { name: 'Continue' }),
    )
    await waitFor(() => expect(address()).toHaveValue('https://other.example/api'))
    expect(key()).toHaveValue('')
    await waitFor(() => expect(key()).toHaveFocus())
    const changes = ['connections.create', 'connections.test', 'downloads.add', 'downloads.discover']
    expect(main.calls.filter(({ name }) => changes.includes(name))).toEqual([])
  })

  it('offers its campaign once the person has connected to its address', async () => {
    const main = createMain()
    const user = await startApp(main)
    request(main, NEW_CONNECTION)
    await user.click(
      within(await dialog('Connect to other.example?')).getByRole('button', { name: 'Continue' }),
    )
    await waitFor(() => expect(key()).toHaveFocus())
    await user.type(key(), 'secret')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    const add = await dialog('Add a campaign')
    expect(within(add).getByRole('textbox')).toHaveValue('K-7')
    expect(main.inputs('downloads.add')).toEqual([])
  })

  it('removes a key that was entered for another address', async () => {
    const main = new FakeMain()
    const user = await startApp(main)
    await user.type(address(), 'https://print.example')
    await user.type(key(), 'secret')
    request(main, NEW_CONNECTION)
    await user.click(
      within(await dialog('Connect to other.example?')).getByRole('button', { name: 'Continue' }),
    )
    await waitFor(() => expect(address()).toHaveValue('https://other.example/api'))
    expect(key()).toHaveValue('')
  })

  it('reports a campaign that no connection has, and offers to add it', async () => {
    const main = createMain()
    const user = await startApp(main)
    request(main, { kind: 'unknownCampaign', campaignId: 'K-9' })
    const notFound = await dialog('Campaign not found')
    expect(notFound).toHaveTextContent('K-9')
    await user.click(within(notFound).getByRole('button', { name: 'Add campaign…' }))
    const field = within(await dialog('Add a campaign')).getByRole('textbox')
    expect(field).toHaveValue('K-9')
    // A longer text would be refused with a message that does not name the limit.
    expect(field).toHaveAttribute('maxlength', '10000')
    expect(main.inputs('downloads.add')).toEqual([])
  })

  it('asks to connect first if there is no connection', async () => {
    const main = new FakeMain()
    await startApp(main)
    request(main, { kind: 'unknownCampaign', campaignId: 'K-9' })
    const notFound = await dialog('Campaign not found')
    expect(notFound).toHaveTextContent('Connect to its service')
    expect(within(notFound).queryByRole('button', { name: 'Add campaign…' })).toBeNull()
  })

  it('opens nothing if it is invalid, or cannot be read', async () => {
    const main = createMain()
    const user = await startApp(main)
    const { title } = document
    request(main, { kind: 'invalid' })
    expect(await dialog('Link can’t be opened')).toHaveTextContent('Ask for a new one')
    await user.keyboard('{Escape}')
    main.answer('links.openRequested', () => {
      throw new AppError('internal')
    })
    main.emit('links.requested', null)
    expect(await dialog('Link can’t be opened')).toBeVisible()
    expect(document.title).toBe(title)
  })

  it('is copied from the menu of a campaign', async () => {
    const main = createMain()
    const user = await startApp(main)
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('option', { name: /^Summer/ }) })
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
    await waitFor(() => expect(main.inputs('links.copy')).toEqual([{ connectionId: 'c1', campaignId: 'k1' }]))
    main.answer('links.copy', () => {
      throw new AppError('badInput', { params: { reason: 'the campaign’s ID can’t be part of a link' } })
    })
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('option', { name: /^Summer/ }) })
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
    expect(await screen.findByText(/can’t be part of a link/u)).toBeVisible()
  })
})
