import { longNote } from './edge-cases.ts'
import { ELEMENTS } from './elements.ts'
import { notificationEvents, userOf } from './events.ts'
import type { ItemGenerator } from './items.ts'
import { DAY_MS } from '../contract/instant.ts'
import type { CampaignPlan, SamplePlan } from './plan.ts'
import { mix, Random, uuidOf } from './random.ts'
import { refreshCampaign, type RefreshedCampaign } from './refreshes.ts'
import { COMPANIES, STORE_FORMATS } from './vocabulary.ts'
import type { CampaignTable, Json, JsonObject } from './types.ts'

/** Ids of a campaign that the key may not read, and of one that fails. */
export const FORBIDDEN_CAMPAIGN_ID = '00000000-0000-4000-8000-000000000403'
export const FAILING_CAMPAIGN_ID = '00000000-0000-4000-8000-000000000500'

/** Limits the items in groups, so that large campaigns stay small records. */
const MAX_GROUP_ITEMS = 2_000

const iso = (time: number): string => new Date(time).toISOString()

/** Dates of section 2.1 in days relative to the first day in the stores. */
const DATES: Readonly<Record<string, number>> = {
  kickOffMeetingDate: -140,
  briefCompletionDate: -126,
  workCommencesDate: -120,
  quoteDue: -98,
  artworkDue: -84,
  approvalDue: -70,
  approvedDate: -66,
  signOffDate: -62,
  sentToPrinter: -56,
  lastSentToPrinter: -49,
  finishBy: -35,
  crExpirationDate: -30,
  beforeKitArrivalDate: -24,
  kitArrivalDate: -21,
  afterKitArrivalDate: -18,
  pickingDate: -14,
  dispatchBy: -10,
  dueInStoreDate: -3,
  executionDate: -1,
  launchDate: 0,
}

/** Creates the records of the sample's campaigns (service interface, 2.1) on request. */
export class CampaignRecords implements CampaignTable {
  readonly #plan: SamplePlan
  readonly #items: ItemGenerator
  readonly #refreshed: (campaign: CampaignPlan) => RefreshedCampaign
  readonly #byId: ReadonlyMap<string, CampaignPlan>

  /** @param refreshed returns a campaign after its refreshes; default: as it was planned */
  constructor(
    items: ItemGenerator,
    refreshed = (campaign: CampaignPlan): RefreshedCampaign => refreshCampaign(items, campaign, 0),
  ) {
    this.#plan = items.plan
    this.#refreshed = refreshed
    this.#items = items
    this.#byId = new Map(items.plan.campaigns.map((campaign) => [campaign.id, campaign]))
  }

  campaign(id: string): JsonObject | 'forbidden' | 'failing' | null {
    if (id === FORBIDDEN_CAMPAIGN_ID) return 'forbidden'
    if (id === FAILING_CAMPAIGN_ID) return 'failing'
    const campaign = this.#byId.get(id)
    return campaign === undefined ? null : this.#record(campaign)
  }

  #record(campaign: CampaignPlan): JsonObject {
    const { seed } = this.#plan
    const random = new Random(mix(seed, campaign.index, 71))
    const refreshed = this.#refreshed(campaign)
    const id = (salt: number): string => uuidOf('other', seed, campaign.index * 64 + salt)
    const complete: JsonObject = {
      ...this.#identity(campaign, refreshed, random),
      ...this.#dates(campaign, refreshed),
      purchaseOrderNumber: `00${String(45_000 + campaign.index * 137)}`,
      posElementCounter: refreshed.slots.length,
      notes: longNote(campaign.index, campaign.index % 4 === 1 ? 5_000 : 220),
      meta: {
        costCentre: `0${String(4_100 + campaign.index)}`,
        'Agency / contact': 'Bürø Nørd, +45 20 12 34 56',
        θέμα: campaign.theme.slogan,
        '=formula?': '=1+1',
      },
      proofingFolderId: `pf_${String(88_000 + campaign.index * 13)}`,
      templateId: `tpl-${campaign.theme.type[0]?.toLowerCase().replaceAll(' ', '-') ?? 'plain'}`,
      kittingId: id(1),
      notificationTemplateId: id(2),
      surveyId: id(3),
      tradingPeriodIds: [id(4), id(5)],
      segRuleIdsToGenerate: campaign.index % 3 === 0 ? [] : [id(6)],
      views: {
        [uuidOf('user', seed, 1)]: {
          overview: iso(campaign.updatedAt),
          items: iso(campaign.updatedAt - 3_600_000),
        },
        [uuidOf('user', seed, 4)]: { items: iso(campaign.updatedAt - 5 * DAY_MS) },
      },
      defaults: this.#defaults(campaign, random),
      priceMeta: {
        packaging: random.int(200, 900) / 4,
        delivery: random.int(1_000, 90_000) / 100,
        additional: 0,
        discount: -random.int(0, 500) / 10,
        installation: random.int(0, 4_000) / 2,
        bumpOut: random.int(0, 99),
      },
      ...this.#groups(refreshed),
      notificationTemplateEvents: notificationEvents(this.#plan, campaign),
      ...this.#people(campaign, random),
      // Undocumented fields, which real services have.
      publicationStatus: campaign.startAt < this.#plan.now ? 'published' : null,
      bookings: [],
      'x-legacy': { oldNumber: `000${String(campaign.index)}`, imported: true },
    }
    return campaign.index === 0 ? complete : withGaps(complete, random)
  }

  #identity(campaign: CampaignPlan, { refreshes }: RefreshedCampaign, random: Random): JsonObject {
    const { theme } = campaign
    const started = campaign.startAt < this.#plan.now
    const ended = campaign.endAt < this.#plan.now
    const start = new Date(campaign.startAt)
    return {
      _id: campaign.id,
      clientId: `client-${theme.code.toLowerCase()}`,
      name: campaign.name,
      number: 1_040 + campaign.index * 7,
      prefix: theme.code.slice(0, 2),
      reference: `${theme.code.slice(0, 2)}-${String(start.getUTCFullYear())}-${String(14 + campaign.index).padStart(3, '0')}`,
      shortReference: campaign.code,
      status: ended ? 5 : started ? 4 : random.int(1, 3),
      state: ended ? 2 : started ? 1 : 0,
      isLocked: ended,
      isActive: !ended,
      version: random.int(1, 40) + refreshes,
      isFinishByIrrelevant: campaign.index % 5 === 2,
      isStockDestructionByIrrelevant: campaign.index % 5 !== 0,
      campaignItemsEditOnly: campaign.index % 4 === 3,
      isGeneratingItems: false,
      postFederationAPI: campaign.index % 2 === 0,
      campaignType: theme.type,
      itemType: theme.itemType,
      department: theme.departments,
      region: theme.regions,
      brand: [theme.brand],
      priority: theme.priority,
      season: theme.season,
      month: String(start.getUTCMonth() + 1).padStart(2, '0'),
      year: String(start.getUTCFullYear()),
    }
  }

  #dates(campaign: CampaignPlan, { updatedAt }: RefreshedCampaign): JsonObject {
    const planned = Object.entries(DATES).map(
      ([name, days]) => [name, iso(campaign.startAt + days * DAY_MS)] as const,
    )
    return {
      startAt: iso(campaign.startAt),
      endAt: iso(campaign.endAt),
      ...Object.fromEntries(planned),
      stockDestructionBy: iso(campaign.endAt + 14 * DAY_MS),
      createdAt: iso(campaign.createdAt),
      updatedAt: iso(updatedAt),
    }
  }

  #defaults(campaign: CampaignPlan, random: Random): JsonObject {
    const { seed } = this.#plan
    const department = campaign.theme.departments[0] ?? ''
    return {
      departmentGroup: department,
      fileCopy: random.int(1, 3),
      oversType: 'percentage',
      oversValue: 2.5,
      rules: [
        {
          property: 'storeFormat',
          rule: 'in',
          values: random.sample(STORE_FORMATS, 3),
          filters: [
            {
              property: 'region',
              ids: [uuidOf('other', seed, 900), uuidOf('other', seed, 901)],
              values: campaign.theme.regions.slice(0, 2),
              rule: 'in',
            },
          ],
          quantities: [
            { property: 'storeFormat', values: ['Hyper', 'Super'], amounts: [4, 2] },
            { property: 'windowCount', values: ['1', '2', '3+'], amounts: [1, 2, 3.5] },
          ],
        },
        {
          property: 'department',
          rule: 'equals',
          values: [department],
          filters: [],
          quantities: [{ property: 'store', values: ['*'], amounts: [1] }],
        },
      ],
    }
  }

  /** Returns the items of elements and assets. */
  #groups({ slots }: RefreshedCampaign): JsonObject {
    const { seed } = this.#plan
    const groups = new Map<number, Json[]>()
    for (const slot of slots.slice(0, MAX_GROUP_ITEMS)) {
      const { element, name } = this.#items.outline(slot)
      const elementIndex = ELEMENTS.indexOf(element)
      const group = groups.get(elementIndex) ?? []
      groups.set(elementIndex, group)
      group.push({ id: uuidOf('campaignItem', seed, slot), name })
    }
    return {
      elementGroups: [...groups].map(([index, campaignItems]) => ({
        elementId: uuidOf('element', seed, index),
        element: {
          _id: uuidOf('element', seed, index),
          name: ELEMENTS[index]?.name,
          material: ELEMENTS[index]?.material,
        },
        campaignItems,
      })),
      assetGroups: [...groups]
        .slice(0, 3)
        .map(([index, campaignItems]) => ({
          assetId: uuidOf('asset', seed, index),
          campaignItems: campaignItems.slice(0, 5),
        })),
    }
  }

  #people(campaign: CampaignPlan, random: Random): JsonObject {
    const { seed } = this.#plan
    const company = (salt: number): JsonObject => {
      const name = COMPANIES[(campaign.index + salt) % COMPANIES.length] ?? COMPANIES[0]
      const contact = userOf(seed, campaign.index + salt)
      return {
        _id: uuidOf('user', seed, 100 + ((campaign.index + salt) % COMPANIES.length)),
        name,
        email: `orders@${name
          .toLowerCase()
          .normalize('NFD')
          .replace(/[^a-z]/gu, '')}.example`,
        contact: `${contact.firstName} ${contact.lastName}`,
      }
    }
    return {
      owner: userOf(seed, campaign.index),
      ownerPrimary: userOf(seed, campaign.index),
      createdBy: userOf(seed, random.int(0, 9)),
      itemOwner: userOf(seed, campaign.index + 3),
      backupOwner: userOf(seed, campaign.index + 5),
      kitter: company(0),
      supplier: company(1),
      printer: company(2),
    }
  }
}

/** Makes a record realistic: some fields are null, missing or empty, but never its id, name and status. */
function withGaps(record: JsonObject, random: Random): JsonObject {
  const requiredFields = new Set([
    '_id',
    'name',
    'status',
    'startAt',
    'updatedAt',
    'elementGroups',
    'notificationTemplateEvents',
  ])
  const entries = Object.entries(record).flatMap(([name, value]): [string, Json | undefined][] => {
    if (requiredFields.has(name) || !random.chance(0.12)) return [[name, value]]
    const draw = random.next()
    if (draw < 0.45) return []
    if (draw < 0.8) return [[name, null]]
    if (typeof value === 'string') return [[name, '']]
    return Array.isArray(value) ? [[name, []]] : [[name, value]]
  })
  return Object.fromEntries(entries)
}
