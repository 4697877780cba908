import * as v from 'valibot'
import pLimit from 'p-limit'
import { AppError, toFault } from '../contract/app-error.ts'
import {
  itemChecks,
  MOST_ACCEPTED,
  USUAL_CHECK_IDS,
  USUAL_CHECKS,
  type CheckFinding,
  type CheckReport,
  type CheckSettings,
} from '../contract/checks.ts'
import { EMPTY_QUERY, type ItemQuery } from '../contract/query.ts'
import { checkSettingsSchema } from '../contract/schemas.ts'
import { FILE_REASONS } from '../contract/strings/workspace.ts'
import type { Store } from '../store/operations.ts'
import { connectionLayout } from './layout.ts'
import { recordFindings, type RecordFinding } from './record-checks.ts'
import { createSettingsFile } from './settings-files.ts'

/** What a person has accepted: for each campaign and check the ids of items, or of what stands for a finding. */
type Accepted = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

interface SavedChecks {
  readonly settings: CheckSettings
  readonly accepted: Accepted
}

const savedSchema = v.object({
  settings: checkSettingsSchema,
  accepted: v.record(v.string(), v.record(v.string(), v.array(v.string()))),
})

const NOTHING_SAVED: SavedChecks = { settings: USUAL_CHECKS, accepted: {} }

/** The checks of a connection: what they go by, what they find, and what of it was accepted. */
export interface Checks {
  /** Carries all checks out over a campaign on this computer. A check that cannot be carried out says why. */
  read(campaignId: string): Promise<CheckReport>
  /** Keeps what the checks go by from now on. */
  configure(settings: CheckSettings): Promise<void>
  /**
   * Accepts what a check finds now, or takes that back. Rejects with `notFound` for a check that there is not, and with
   * `badInput` when it finds more than can be accepted at once.
   */
  accept(campaignId: string, checkId: string, isAccepted: boolean): Promise<void>
}

export function createChecks(dataFolder: string, connectionId: string, store: Store): Checks {
  const file = createSettingsFile<SavedChecks>(
    connectionLayout(dataFolder, connectionId).checksFile,
    savedSchema,
    NOTHING_SAVED,
    'checksDamaged',
  )
  // A change reads what is there first: one after the other, or one of two would be lost.
  const inTurn = pLimit(1)

  function change(changed: (saved: SavedChecks) => Promise<SavedChecks> | SavedChecks): Promise<void> {
    return inTurn(async () => {
      await file.save(await changed((await file.load()).value))
    })
  }

  async function ofRecord(campaignId: string): Promise<readonly RecordFinding[]> {
    return recordFindings((await store.getCampaign(campaignId))?.json ?? null)
  }

  /** Ids of what a check finds now. */
  async function found(
    campaignId: string,
    checkId: string,
    settings: CheckSettings,
  ): Promise<readonly string[]> {
    const check = itemChecks(settings).find(({ id }) => id === checkId)
    if (check === undefined) {
      const finding = (await ofRecord(campaignId)).find(({ id }) => id === checkId)
      if (finding === undefined) throw new AppError('notFound')
      return finding.ids
    }
    const { count, ids } = await store.findIds(queryOf(campaignId, check.query), MOST_ACCEPTED)
    if (count > MOST_ACCEPTED) {
      throw new AppError('badInput', { params: { reason: FILE_REASONS.tooManyAccepted(MOST_ACCEPTED) } })
    }
    return ids
  }

  return {
    async read(campaignId) {
      const { value, notice } = await inTurn(() => file.load())
      const { settings, accepted } = value
      const ofCampaign = accepted[campaignId] ?? {}
      const findings: CheckFinding[] = []
      for (const { id, query } of itemChecks(settings)) {
        findings.push(await itemFinding(store, id, queryOf(campaignId, query), ofCampaign[id] ?? []))
      }
      for (const { id, ids, elements, dates } of await ofRecord(campaignId)) {
        const known = new Set(ofCampaign[id])
        const count = ids.length
        const acceptedCount = ids.filter((each) => known.has(each)).length
        findings.push({ id, count, accepted: acceptedCount, left: null, elements, dates, problem: null })
      }
      return { notice, settings, findings: findings.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) }
    },
    configure: (settings) => change((saved) => ({ ...saved, settings })),
    accept: (campaignId, checkId, isAccepted) =>
      change(async (saved) => {
        const ids = isAccepted ? await found(campaignId, checkId, saved.settings) : []
        const { [checkId]: _before, ...others } = saved.accepted[campaignId] ?? {}
        const ofCampaign = ids.length === 0 ? others : { ...others, [checkId]: ids }
        return { ...saved, accepted: { ...saved.accepted, [campaignId]: ofCampaign } }
      }),
  }
}

/** Those that everybody has come first, in their order. */
function placeOf(id: string): number {
  const at = (USUAL_CHECK_IDS as readonly string[]).indexOf(id)
  return at < 0 ? USUAL_CHECK_IDS.length : at
}

function queryOf(campaignId: string, query: Partial<ItemQuery>): ItemQuery {
  return { ...EMPTY_QUERY, ...query, campaignIds: [campaignId] }
}

async function itemFinding(
  store: Store,
  id: string,
  query: ItemQuery,
  acceptedIds: readonly string[],
): Promise<CheckFinding> {
  const nothing = { id, count: 0, accepted: 0, left: null, elements: [], dates: [], problem: null }
  try {
    const { count, ids } = await store.findIds(query, acceptedIds.length === 0 ? 0 : MOST_ACCEPTED)
    if (acceptedIds.length === 0) return { ...nothing, count }
    const known = new Set(acceptedIds)
    const left = ids.filter((each) => !known.has(each))
    const accepted = ids.length - left.length
    return { ...nothing, count, accepted, left: accepted === 0 || count > MOST_ACCEPTED ? null : left }
  } catch (error) {
    // A search of the person's own may be none that can be carried out; the other checks go on.
    return { ...nothing, problem: toFault(error).message }
  }
}
