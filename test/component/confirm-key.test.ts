import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { KeyChange } from '../../electron/contract/connection.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

const CHANGE: KeyChange = {
  savedFor: 'https://service.example.com',
  origin: 'https://elsewhere.example.com:8443',
  trust: 'digest',
  certificates: false,
}

/** Opens the window with a connection whose key is withheld. */
async function open(change: Partial<KeyChange> = {}): Promise<{ main: FakeMain; user: UserEvent }> {
  const main = new FakeMain([makeConnection()])
  main.keys.set('c1', {
    storage: 'withheld',
    reason: 'The connection has changed.',
    change: { ...CHANGE, ...change },
  })
  main.answer('connections.confirmKey', () => ({ storage: 'keychain', reason: null }))
  return { main, user: await startApp(main) }
}

const dialog = (): HTMLElement => screen.getByRole('dialog', { name: 'Send the API key?' })
const button = (name: string): HTMLElement => within(dialog()).getByRole('button', { name })

describe('the dialog for a withheld key', () => {
  it('opens with the window, and names both addresses', async () => {
    const { main } = await open()
    expect(dialog()).toHaveTextContent('API key for https://service.example.com would')
    expect(dialog()).toHaveTextContent('be sent to https://elsewhere.example.com:8443.')
    expect(dialog()).not.toHaveTextContent('certificate')
    // Sending the saved key is not the default.
    expect(within(dialog()).getByRole('radio', { name: 'Enter a key' })).toBeChecked()
    const { violations } = await axe.run(dialog(), {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations).toEqual([])
    expect(main.inputs('connections.confirmKey')).toEqual([])
  })

  it('reports changed certificates', async () => {
    await open({ origin: CHANGE.savedFor, certificates: true })
    expect(dialog()).toHaveTextContent('Another computer could receive the API key for https://service')
    expect(dialog()).not.toHaveTextContent('The address changed')
  })

  it.each([
    ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
    ['Cancel', (user: UserEvent) => user.click(button('Cancel'))],
  ])('sends no key after %s, and can be opened again', async (_, leave) => {
    const { main, user } = await open()
    await leave(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(main.inputs('connections.confirmKey')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Key not sent' }))
    await user.click(await screen.findByRole('button', { name: 'Review change…' }))
    expect(dialog()).toBeVisible()
  })

  it('sends the saved key by keyboard after it is chosen', async () => {
    const { main, user } = await open()
    expect(within(dialog()).getByRole('radio', { name: 'Enter a key' })).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(within(dialog()).getByRole('radio', { name: 'Send the saved key' })).toBeChecked()
    expect(within(dialog()).queryByRole('textbox')).toBeNull()
    button('Send key').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { origin, trust } = CHANGE
    expect(main.inputs('connections.confirmKey')).toEqual([{ connectionId: 'c1', origin, trust, key: null }])
    expect(screen.queryByRole('button', { name: 'Key not sent' })).toBeNull()
  })

  it('requires a key, and sends it', async () => {
    const { main, user } = await open()
    await user.click(button('Send key'))
    const field = within(dialog()).getByRole('textbox')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/^Enter your API key/u)
    expect(main.inputs('connections.confirmKey')).toEqual([])
    await user.type(field, 'k-other{Enter}')
    await waitFor(() => expect(main.inputs('connections.confirmKey')).toMatchObject([{ key: 'k-other' }]))
  })

  it('stays open with an error if the connection has changed again', async () => {
    const { main, user } = await open()
    main.answer('connections.confirmKey', () => {
      throw new AppError('badInput', { params: { reason: 'the connection has changed' } })
    })
    await user.type(within(dialog()).getByRole('textbox'), 'k-other{Enter}')
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent('the connection has changed')
    expect(dialog()).toBeVisible()
  })

  it('shows a long host in full, and isolates one that changes the text direction', async () => {
    const long = `https://${`${'a'.repeat(60)}.`.repeat(4)}example`
    const reversed = 'https://\u202emoc.elpmaxe\u2069.test'
    await open({ origin: long, savedFor: reversed })
    expect(dialog()).toHaveTextContent(`be sent to ${long}.`)
    expect(dialog()).toHaveTextContent('API key for \u2068https://\u202emoc.elpmaxe.test\u2069 would')
  })
})
