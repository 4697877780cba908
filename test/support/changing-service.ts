import { CampaignRecords } from '../../electron/sample/campaigns.ts'
import { ItemGenerator } from '../../electron/sample/items.ts'
import { planSample } from '../../electron/sample/plan.ts'
import { Random } from '../../electron/sample/random.ts'
import { createHandler } from '../../electron/sample/service.ts'
import type { Fetch } from '../../electron/service/types.ts'
import { ChangingItems } from './service/items.ts'

/** Possible changes of the list. */
export interface ListChanges {
  readonly insert: boolean
  /** Inserted items may be older than existing ones, so that only the count changes. */
  readonly insertOld: boolean
  readonly update: boolean
  readonly delete: boolean
}

export interface ChangingServiceOptions {
  readonly seed: number
  readonly items: number
  /** Default: 1. With more, items of all change, and the first one is observed. */
  readonly campaigns?: number
  /** Maximum number of items per page. */
  readonly maxPageSize: number
  /** `ignored`: the service does not sort. */
  readonly sort: 'honored' | 'ignored'
  /**
   * `ties`: most items have one of a few times; `none`: no item has a time; `some`: a third has none until it
   * is changed.
   */
  readonly times: 'own' | 'ties' | 'some' | 'none'
  /** False: records no states, which saves time with very many. */
  readonly recordsStates?: boolean
}

/** A campaign whose items change during a download, at random based on the seed. */
export interface ChangingService {
  readonly campaignId: string
  readonly fetch: Fetch
  /** Number of requests for pages of items. */
  readonly requests: number
  /** The current list as one text. */
  state(): string
  /**
   * All states of the list since the last request for its start, beginning with the state before; and the
   * number of changes since the previous such request.
   */
  recentStates(): { readonly states: readonly string[]; readonly changes: number }
  /** Changes the list between downloads. */
  change(moves: ListChanges, times: number): void
  /** From now on, changes the list with this probability during this many requests for pages. */
  changeDuringRequests(moves: ListChanges, chance: number, requests: number): void
}

export function startChangingService(options: ChangingServiceOptions): ChangingService {
  const random = new Random(options.seed)
  const { campaigns = 1 } = options
  const generator = new ItemGenerator(planSample({ items: options.items, campaigns, seed: options.seed }))
  const items = new ChangingItems(generator)
  const records = new CampaignRecords(generator)
  const campaignId = generator.plan.campaigns[0]?.id ?? ''
  const handler = createHandler({
    items,
    campaigns: { campaign: (id) => records.campaign(id) },
    limit: { default: 100, max: options.maxPageSize, ifExceeded: 'apply' },
  })

  let requests = 0
  let moving: { readonly moves: ListChanges; readonly chance: number; until: number } | null = null
  let states: string[] = []
  let changes = 0
  let changesBefore = 0

  /** Ids of all items that change. */
  const movingIds = (): readonly string[] => items.idsOf(campaigns === 1 ? campaignId : null)

  for (const [at, id] of movingIds().entries()) {
    const tie = new Date(generator.plan.now - 1_000 * (at % 3)).toISOString()
    if (options.times === 'none' || (options.times === 'some' && at % 3 === 0)) {
      items.update(id, { updatedAt: null })
    } else if (options.times === 'ties' && at % 7 > 0) {
      items.update(id, { updatedAt: tie })
    }
  }

  const state = (): string =>
    items
      .idsOf(campaignId)
      .map((id) => JSON.stringify(items.find(id)))
      .sort()
      .join('\n')

  const anyId = (): string => {
    const ids = movingIds()
    return ids[random.int(0, ids.length - 1)] ?? ''
  }

  const anyCampaign = (): string =>
    campaigns === 1 ? campaignId : (generator.plan.campaigns[random.int(0, campaigns - 1)]?.id ?? campaignId)

  /** A time for a change: a new one, the newest existing one, or none if no item has one. */
  function timeOfChange(): { readonly updatedAt?: string | null } {
    if (options.times === 'none') return { updatedAt: null }
    if (!random.chance(0.2)) return {}
    const newest = movingIds()
      .map((id) => items.find(id)?.updatedAt ?? '')
      .reduce((left, right) => (left > right ? left : right), '')
    return newest === '' ? {} : { updatedAt: newest }
  }

  function changeOnce(moves: ListChanges): void {
    const kinds = (['insert', 'update', 'delete'] as const).filter((kind) => moves[kind])
    const kind = kinds[random.int(0, kinds.length - 1)]
    if (kind === 'insert' || movingIds().length === 0) {
      if (!moves.insert) return
      const old = moves.insertOld && options.times !== 'none' && random.chance(0.5)
      const time = old
        ? { updatedAt: new Date(generator.plan.now - random.int(1, 400) * 86_400_000).toISOString() }
        : timeOfChange()
      items.insert(anyCampaign(), { qty: random.int(1, 999), ...time })
    } else if (kind === 'update') {
      items.update(anyId(), { qty: random.int(1_000, 9_999), ...timeOfChange() })
    } else {
      items.delete(anyId())
    }
    changes += 1
    if (options.recordsStates !== false) states.push(state())
  }

  function moment(): void {
    if (moving === null || requests > moving.until || !random.chance(moving.chance)) return
    // Sometimes several changes at once.
    const times = random.chance(0.1) ? random.int(2, 12) : 1
    for (let time = 0; time < times; time += 1) changeOnce(moving.moves)
  }

  return {
    campaignId,
    get requests() {
      return requests
    },
    async fetch(request) {
      const url = new URL(request.url)
      if (!url.pathname.endsWith('/campaign-items')) return handler(request)
      requests += 1
      if (url.searchParams.get('skip') === '0') {
        changesBefore = changes
        changes = 0
        states = options.recordsStates === false ? [] : [state()]
      }
      if (options.sort === 'ignored') url.searchParams.delete('sort')
      moment()
      // Responses overtake each other.
      for (let turn = random.int(0, 4); turn > 0; turn -= 1) {
        await new Promise((resolve) => setImmediate(resolve))
        moment()
      }
      const answer = await handler(new Request(url, { headers: request.headers }))
      moment()
      return answer
    },
    state,
    recentStates: () => ({ states, changes: changes + changesBefore }),
    change(moves, times) {
      for (let time = 0; time < times; time += 1) changeOnce(moves)
    },
    changeDuringRequests(moves, chance, count) {
      moving = { moves, chance, until: requests + count }
    },
  }
}
