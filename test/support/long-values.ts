import type { SampleItem } from '../../electron/sample/types.ts'
import type { TestService } from './service/start.ts'

/** Unbroken texts that no service of good will sends. */
export const LONG = {
  value: 300_000,
  name: 20_000,
  campaignName: 100_000,
  whole: 5_000_000,
} as const

/** An unbroken text of so many characters, which begins with `start`. */
export const unbroken = (start: string, length: number): string => start.padEnd(length, 'W')

/** Turns the direction of what follows around, and ends an isolate that a name may be in. */
export const REORDERING = 'Safe\u2069\u202eelif-live'

/**
 * Makes the service send long unbroken values: in all items names of some 20,000 characters, in the first ones 300,000 in
 * every field, in the second one a field of 5 MB; in the first campaign a name of 100,000, and a record full of them.
 */
export function sendLongValues(service: TestService): void {
  const [campaign, second] = service.plan.campaigns
  if (campaign === undefined || second === undefined) throw new Error('The service needs two campaigns.')
  for (const [at, id] of service.items.idsOf(campaign.id).entries()) {
    const length = at < 3 ? LONG.value : LONG.name
    service.items.update(id, longItem(campaign.id, length, at))
  }
  service.setCampaign(campaign.id, {
    _id: campaign.id,
    name: unbroken('Longname', LONG.campaignName),
    reference: unbroken('REF', LONG.campaignName),
    notes: unbroken('Notes', LONG.value),
    season: unbroken('Season', LONG.value),
    meta: { [unbroken('Key', 1_000)]: unbroken('Meta', LONG.value) },
    brand: Array.from({ length: 40 }, (_, at) => unbroken(`Brand${String(at)}`, LONG.name)),
    owner: { firstName: unbroken('First', LONG.name), lastName: 'X', email: unbroken('mail', LONG.name) },
  })
  for (const id of service.items.idsOf(second.id))
    service.items.update(id, { campaignId: { _id: second.id, name: REORDERING } })
}

function longItem(campaignId: string, length: number, at: number): Partial<SampleItem> {
  const text = (start: string): string => unbroken(`${start}${String(at)}`, length)
  return {
    clientId: text('client'),
    campaignId: { _id: campaignId, name: unbroken('Longname', LONG.campaignName) },
    itemId: {
      _id: text('item'),
      name: text('Name'),
      posNumber: text('POS'),
      elementId: { _id: text('element'), name: text('Element') },
      workflowTemplateName: text('Workflow'),
      artworks: [{ _id: text('artwork'), name: text('Artwork') }],
    },
    remark: text('Remark'),
    ...(at === 1 ? { document: unbroken('Document', LONG.whole) } : {}),
  }
}

/** Makes the service send items of a megabyte each: a name, a POS number and a remark of 300,000 characters. */
export function sendLongItems(service: TestService): void {
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The service needs a campaign.')
  for (const [at, id] of service.items.idsOf(campaign.id).entries()) {
    const text = (start: string): string => unbroken(`${start}${String(at)}`, LONG.value)
    const { itemId } = service.items.find(id) ?? {}
    service.items.update(id, {
      campaignId: { _id: campaign.id, name: 'Long items' },
      itemId: { ...itemId, name: text('Name'), posNumber: text('POS') },
      remark: text('Remark'),
    })
  }
}

/** Changes every long name once more, so that the next download has long values to compare. */
export function changeLongValues(service: TestService): void {
  const [campaign] = service.plan.campaigns
  if (campaign === undefined) throw new Error('The service needs a campaign.')
  for (const id of service.items.idsOf(campaign.id)) {
    const { itemId } = service.items.find(id) ?? {}
    const name = `Changed${itemId?.name ?? ''}`
    service.items.update(id, { itemId: { ...itemId, name } })
  }
  service.setCampaign(campaign.id, {
    _id: campaign.id,
    name: unbroken('Longname', LONG.campaignName),
    notes: unbroken('Othernotes', LONG.value),
  })
}
