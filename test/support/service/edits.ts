import type { ReceivedRequest } from './script.ts'

/** The answer of `GET /campaign-items` as a test may bend it. */
interface Page {
  campaignItemIds: unknown[]
  campaignItemEntities: Record<string, Record<string, unknown>>
  totalCount: unknown
  limit: unknown
  skip: unknown
}

export type Edit = (body: unknown, request: ReceivedRequest) => unknown

/** An edit of item lists; other answers pass as they are. */
export function editPage(edit: (page: Page, request: ReceivedRequest) => void): Edit {
  return (body, request) => {
    if (typeof body !== 'object' || body === null || !('campaignItemIds' in body)) return body
    edit(body as Page, request)
    return body
  }
}

/** The first `count` ids stay listed, but their entities are gone. */
export const idsWithoutEntity = (count: number): Edit =>
  editPage((page) => {
    const gone = new Set(page.campaignItemIds.slice(0, count))
    page.campaignItemEntities = Object.fromEntries(
      Object.entries(page.campaignItemEntities).filter(([id]) => !gone.has(id)),
    )
  })

/** The first `count` entities stay, but no id lists them. */
export const entitiesNotListed = (count: number): Edit =>
  editPage((page) => {
    page.campaignItemIds = page.campaignItemIds.slice(count)
  })

/** Every documented field of an item in a type that is not the documented one. */
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

/** Every field of an item is null, but for its id and its campaign. */
export const nulls: Edit = editPage((page) => {
  for (const entity of Object.values(page.campaignItemEntities))
    for (const name of Object.keys(entity)) if (name !== '_id' && name !== 'campaignId') entity[name] = null
})

/** Items have nothing but their id. */
export const missingFields: Edit = editPage((page) => {
  page.campaignItemEntities = Object.fromEntries(
    Object.entries(page.campaignItemEntities).map(([id, entity]) => [id, { _id: entity['_id'] }]),
  )
})

/** `totalCount` differs from the truth by what the function gives. */
export const totalCountOff = (by: (request: ReceivedRequest) => number): Edit =>
  editPage((page, request) => {
    page.totalCount = Number(page.totalCount) + by(request)
  })

/** Fields of the answer itself are gone or of another type. */
export const pageFields = (fields: Readonly<Partial<Record<keyof Page, unknown>>>): Edit =>
  editPage((page) => Object.assign(page, fields))
