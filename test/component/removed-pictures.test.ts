import { render, screen, waitFor } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import Thumbnail from '../../renderer/grid/Thumbnail.svelte'
import ItemPictures from '../../renderer/views/items/details/ItemPictures.svelte'
import { stubLayout } from '../support/dom-gaps.ts'

beforeEach(() => {
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
    ...{ connectionId: 'c1', itemKey: 1, artworks, total: 2, online: true },
    onenlarge: () => undefined,
  })
  const first = screen.getByRole('img', { name: /Front/u })
  await userEvent.click(screen.getByRole('option', { name: /Back/u }))
  expect(await screen.findByRole('img', { name: /Back/u })).toHaveAttribute('src')
  expect(first).not.toHaveAttribute('src')
})
