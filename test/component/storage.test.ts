import { screen, waitFor, within } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

async function openAbout(
  artwork: number,
): Promise<{ readonly main: FakeMain; readonly user: Awaited<ReturnType<typeof startApp>> }> {
  const main = new FakeMain([makeConnection()])
  main.campaigns.set('c1', [makeCampaign()])
  main.answer('connections.storage', () => [
    { connectionId: 'c1', campaigns: 12_000_000, artwork, reviews: 5_000 },
  ])
  const user = await startApp(main)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(screen.getByRole('tab', { name: 'About' }))
  await waitFor(() => expect(storage()).toHaveTextContent('Campaigns 12 MB'))
  return { main, user }
}

const storage = (): HTMLElement => screen.getByRole('group', { name: 'Storage' })

describe('the storage settings', () => {
  it('show the space of each connection, and remove its artwork', async () => {
    const { main, user } = await openAbout(340_000_000)
    expect(storage()).toHaveTextContent('352 MB')
    expect(storage()).toHaveTextContent('Campaigns 12 MB, artwork 340 MB, reviews 5 kB')
    await user.click(within(storage()).getByRole('button', { name: /^Remove artwork of/u }))
    const question = screen.getByRole('dialog', { name: /^Remove artwork of/u })
    expect(question).toHaveTextContent('Frees 340 MB.')
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(main.inputs('pictures.clear')).toEqual([{ connectionId: 'c1' }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Remove artwork of/u })).toBeNull())
  })

  it('have nothing to remove without artwork', async () => {
    await openAbout(0)
    expect(within(storage()).getByRole('button', { name: /^Remove artwork of/u })).toBeDisabled()
  })

  it('keep the question open with the reason if the artwork cannot be removed', async () => {
    const { main, user } = await openAbout(340_000_000)
    main.answer('pictures.clear', () => {
      throw new AppError('cacheBusy')
    })
    await user.click(within(storage()).getByRole('button', { name: /^Remove artwork of/u }))
    const question = screen.getByRole('dialog', { name: /^Remove artwork of/u })
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(question).toHaveTextContent('Another program is using your downloads'))
  })
})
