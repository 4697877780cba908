import { afterEach, expect, it, vi } from 'vitest'
import { createAddressRenewal, type AddressRenewalContext } from '../../electron/artwork/renew-address.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('the address of a picture is requested again ten minutes after many records without a new one', async () => {
  let time = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  const listItems = vi.fn(() => Promise.resolve(new TextEncoder().encode('{}')))
  const item = { row: { campaignItemId: 'i1', itemName: 'Poster', campaignId: 'k1' } }
  const renew = createAddressRenewal({
    service: { listItems },
    store: { getItem: () => Promise.resolve(item) },
  } as unknown as AddressRenewalContext)
  const renewMany = async (): Promise<void> => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const ref = { itemKey: 1, artworkIndex: 0, size: 'full' } as const
      expect(await renew('https://files.example/old', ref, new AbortController().signal)).toBeNull()
    }
  }

  await renewMany()
  expect(listItems).toHaveBeenCalledTimes(10)
  time += 599_999
  await renewMany()
  expect(listItems).toHaveBeenCalledTimes(10)
  time += 1
  await renewMany()
  expect(listItems).toHaveBeenCalledTimes(20)
})
