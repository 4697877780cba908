import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import Thumbnail from '../../renderer/grid/Thumbnail.svelte'
import ItemPictures from '../../renderer/views/items/details/ItemPictures.svelte'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeMain } from '../support/fake-main.ts'

beforeEach(() => {
  new FakeMain().install()
  stubLayout()
})

const pictureIn = (container: Element): HTMLImageElement | null => container.querySelector('img')

it('a row that changes cancels the request of its picture', async () => {
  const { container, rerender } = render(Thumbnail, { source: 'campaign-desk://picture/c1/1/0' })
  await waitFor(() => expect(pictureIn(container)).not.toBeNull())
  const first = pictureIn(container)
  await rerender({ source: 'campaign-desk://picture/c1/2/0' })
  await waitFor(() => expect(pictureIn(container)?.getAttribute('src')).toMatch(/\/2\/0$/u))
  expect(first).not.toHaveAttribute('src')
})

it('another artwork of an item cancels the request of the previous one', async () => {
  const artworks = ['Front', 'Back'].map((name) => ({ id: null, name, hasPicture: true }))
  render(ItemPictures, {
    ...{ connectionId: 'c1', itemKey: 1, artworks, total: 2, online: true, revision: 0 },
    onenlarge: () => undefined,
  })
  const first = screen.getByRole('img', { name: /Front/u })
  await userEvent.click(screen.getByRole('option', { name: /Back/u }))
  expect(await screen.findByRole('img', { name: /Back/u })).toHaveAttribute('src')
  expect(first).not.toHaveAttribute('src')
})

it('details request a missing picture again when the network is back, or pictures were downloaded', async () => {
  const artworks = [{ id: null, name: 'Front', hasPicture: true }]
  const { rerender } = render(ItemPictures, {
    ...{ connectionId: 'c1', itemKey: 1, artworks, total: 1, online: false, revision: 0 },
    onenlarge: () => undefined,
  })
  const fail = () => fireEvent.error(screen.getByRole('img', { name: /Front/u }))
  await fail()
  expect(screen.getByText('Picture not available offline')).toBeVisible()
  await rerender({ online: true })
  await fail()
  expect(screen.getByText('Picture not on this computer')).toBeVisible()
  await rerender({ revision: 1 })
  await fail()
  await rerender({ online: false })
  await rerender({ online: true })
  expect(screen.getByRole('img', { name: /Front/u })).toBeVisible()
})
