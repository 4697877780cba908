import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { testConnection } from '../../electron/download/test-connection.ts'
import type { CampaignService } from '../../electron/service/types.ts'
import { bytes, idsOf, modelService } from '../support/model-service.ts'

const serviceWith = (answer: () => Promise<Uint8Array<ArrayBuffer>>): CampaignService => ({
  getCampaign: answer,
  listItems: answer,
})

describe('testConnection', () => {
  it('requests one item and returns the count', async () => {
    const service = modelService({ list: () => idsOf(6_000) })
    const check = await testConnection(service)
    expect(check.itemCount).toBe(6_000)
    expect(check.tookMs).toBeGreaterThanOrEqual(0)
    expect(service.requests).toEqual([{ limit: 1, skip: 0 }])
  })

  it('rejects with the error of the service client', async () => {
    const refusing = serviceWith(() =>
      Promise.reject(new AppError('tls', { params: { host: 'print.example' } })),
    )
    await expect(testConnection(refusing)).rejects.toMatchObject({ code: 'tls' })
  })

  it.each([
    [-1, '-1'],
    ['12', '"12"'],
    [1.5, '1.5'],
    [{ value: 'a long text beyond the limit' }, 'a long value'],
  ])('reports an invalid count: %j', async (totalCount, stated) => {
    const answer = bytes({ campaignItemIds: [], campaignItemEntities: {}, totalCount })
    const check = testConnection(serviceWith(() => Promise.resolve(answer)))
    await expect(check).rejects.toThrow(`its number of items is ${stated}`)
  })

  it.each([
    ['something else as JSON', bytes({ hello: 'world' })],
    ['no JSON', new TextEncoder().encode('hello')],
    ['a page without a count', bytes({ campaignItemIds: [], campaignItemEntities: {} })],
    ['far more data than requested', new Uint8Array(17_000_000)],
  ])('rejects a response of another service: %s', async (_what, answer) => {
    const check = testConnection(serviceWith(() => Promise.resolve(answer)))
    await expect(check).rejects.toMatchObject({ code: 'badAnswer' })
  })
})
