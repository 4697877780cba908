import type { ReceivedRequest } from './script.ts'

/** The response of `GET /campaign-items`, which tests edit. */
interface Page {
  campaignItemIds: unknown[]
  campaignItemEntities: Record<string, Record<string, unknown>>
  totalCount: unknown
  limit: unknown
  skip: unknown
}

export type Edit = (body: unknown, request: ReceivedRequest) => unknown

/** An edit of item lists; other responses are unchanged. */
export function editPage(edit: (page: Page, request: ReceivedRequest) => void): Edit {
  return (body, request) => {
    if (typeof body !== 'object' || body === null || !('campaignItemIds' in body)) return body
    edit(body as Page, request)
    return body
  }
}

/** The first `count` ids are listed without their entities. */
export const idsWithoutEntity = (count: number): Edit =>
  editPage((page) => {
    const omitted = new Set(page.campaignItemIds.slice(0, count))
    page.campaignItemEntities = Object.fromEntries(
      Object.entries(page.campaignItemEntities).filter(([id]) => !omitted.has(id)),
    )
  })

/** The first `count` entities exist, but are not listed. */
export const entitiesNotListed = (count: number): Edit =>
  editPage((page) => {
    page.campaignItemIds = page.campaignItemIds.slice(count)
  })

/** Every documented field of an item has another type. */
export const wrongTypes: Edit = editPage((page) => {
  for (const entity of Object.values(page.campaignItemEntities))
    Object.assign(entity, {
      clientId: 42,
      itemId: ['not', 'an', 'object'],
      status: 'three',
      qty: '12',
      isLocked: 'yes',
      hasArtwork: 1,
      hasAllocations: {},
      updatedAt: 1_700_000_000_000,
    })
})

/** Every field of an item is null, except its id and campaign. */
export const nulls: Edit = editPage((page) => {
  for (const entity of Object.values(page.campaignItemEntities))
    for (const name of Object.keys(entity)) if (name !== '_id' && name !== 'campaignId') entity[name] = null
})

/** Items have only their id. */
export const missingFields: Edit = editPage((page) => {
  page.campaignItemEntities = Object.fromEntries(
    Object.entries(page.campaignItemEntities).map(([id, entity]) => [id, { _id: entity['_id'] }]),
  )
})

/** `totalCount` differs by the function’s result. */
export const totalCountOff = (by: (request: ReceivedRequest) => number): Edit =>
  editPage((page, request) => {
    page.totalCount = Number(page.totalCount) + by(request)
  })

/** Fields of the response are missing or have another type. */
export const pageFields = (fields: Readonly<Partial<Record<keyof Page, unknown>>>): Edit =>
  editPage((page) => Object.assign(page, fields))
