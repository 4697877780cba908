import * as v from 'valibot'
import pLimit from 'p-limit'
import { AppError, badInput, toFault } from '../contract/app-error.ts'
import type { ReadonlyOutput } from '../contract/base-schemas.ts'
import {
  checkSettingsSchema,
  itemChecks,
  MAX_ACCEPTED,
  DEFAULT_CHECK_IDS,
  DEFAULT_CHECKS,
  type CheckResult,
  type CheckReport,
  type CheckSettings,
} from '../contract/checks.ts'
import { EMPTY_QUERY, type ItemQuery } from '../contract/query.ts'
import { connectionLayout } from './layout.ts'
import { checkRecord, type RecordCheckResult } from './record-checks.ts'
import { createSettingsFile } from './settings-files.ts'
import { withMarks, type ReviewSession } from './review-query.ts'
import { FILE_REASONS } from '../contract/strings/reasons.ts'

const savedSchema = v.object({
  settings: checkSettingsSchema,
  /** For each campaign and check the ids of items or results. */
  accepted: v.record(v.string(), v.record(v.string(), v.array(v.string()))),
})
type SavedChecks = ReadonlyOutput<typeof savedSchema>

const NOTHING_SAVED: SavedChecks = { settings: DEFAULT_CHECKS, accepted: {} }

/** The checks of a connection, with their settings, results and accepted results. */
export interface Checks {
  /** Runs all checks on a downloaded campaign. A check that cannot run reports why. */
  read(campaignId: string): Promise<CheckReport>
  /** Saves the settings of the checks. */
  configure(settings: CheckSettings): Promise<void>
  /**
   * Accepts the present results of a check, or revokes that. Rejects with `notFound` for an unknown check,
   * and with `badInput` if it has more results than can be accepted at once.
   */
  accept(campaignId: string, checkId: string, isAccepted: boolean): Promise<void>
}

export function createChecks(dataFolder: string, connectionId: string, session: ReviewSession): Checks {
  const { store } = session
  const file = createSettingsFile<SavedChecks>(
    connectionLayout(dataFolder, connectionId).checksFile,
    savedSchema,
    NOTHING_SAVED,
    'checksDamaged',
  )
  // One at a time, because a change that reads the file during another one would lose it.
  const limit = pLimit(1)

  function change(update: (saved: SavedChecks) => Promise<SavedChecks> | SavedChecks): Promise<void> {
    return limit(async () => {
      await file.save(await update((await file.load()).value))
    })
  }

  async function checkRecordOf(campaignId: string): Promise<readonly RecordCheckResult[]> {
    return checkRecord((await store.getCampaign(campaignId))?.json ?? null)
  }

  /** Returns the ids of the present results of a check. */
  async function resultIds(
    campaignId: string,
    checkId: string,
    settings: CheckSettings,
  ): Promise<readonly string[]> {
    const check = itemChecks(settings).find(({ id }) => id === checkId)
    if (check === undefined) {
      const result = (await checkRecordOf(campaignId)).find(({ id }) => id === checkId)
      if (result === undefined) throw new AppError('notFound')
      return result.ids
    }
    const query = await withMarks(session, queryOf(campaignId, check.query))
    const { count, ids } = await store.findIds(query, MAX_ACCEPTED)
    if (count > MAX_ACCEPTED) {
      throw badInput(FILE_REASONS.tooManyAccepted(MAX_ACCEPTED))
    }
    return ids
  }

  return {
    async read(campaignId) {
      const { value, notice } = await limit(() => file.load())
      const { settings, accepted } = value
      const acceptedOfCampaign = accepted[campaignId] ?? {}
      const results: CheckResult[] = []
      for (const { id, query } of itemChecks(settings)) {
        results.push(await checkItems(session, id, queryOf(campaignId, query), acceptedOfCampaign[id] ?? []))
      }
      for (const { id, ids, elements, dates } of await checkRecordOf(campaignId)) {
        const acceptedIds = new Set(acceptedOfCampaign[id])
        const count = ids.length
        const acceptedCount = ids.filter((each) => acceptedIds.has(each)).length
        results.push({
          id,
          count,
          accepted: acceptedCount,
          unacceptedIds: null,
          elements,
          dates,
          problem: null,
        })
      }
      return { notice, settings, results: results.toSorted((a, b) => orderOf(a.id) - orderOf(b.id)) }
    },
    configure: (settings) => change((saved) => ({ ...saved, settings })),
    accept: (campaignId, checkId, isAccepted) =>
      change(async (saved) => {
        const ids = isAccepted ? await resultIds(campaignId, checkId, saved.settings) : []
        const { [checkId]: _before, ...others } = saved.accepted[campaignId] ?? {}
        const acceptedOfCampaign = ids.length === 0 ? others : { ...others, [checkId]: ids }
        return { ...saved, accepted: { ...saved.accepted, [campaignId]: acceptedOfCampaign } }
      }),
  }
}

/** Returns a sort key: the default checks come first, in their order. */
function orderOf(id: string): number {
  const index = (DEFAULT_CHECK_IDS as readonly string[]).indexOf(id)
  return index < 0 ? DEFAULT_CHECK_IDS.length : index
}

function queryOf(campaignId: string, query: Partial<ItemQuery>): ItemQuery {
  return { ...EMPTY_QUERY, ...query, campaignIds: [campaignId] }
}

async function checkItems(
  session: ReviewSession,
  id: string,
  query: ItemQuery,
  acceptedIds: readonly string[],
): Promise<CheckResult> {
  const noResults = { id, count: 0, accepted: 0, unacceptedIds: null, elements: [], dates: [], problem: null }
  try {
    const storeQuery = await withMarks(session, query)
    const { count, ids } = await session.store.findIds(
      storeQuery,
      acceptedIds.length === 0 ? 0 : MAX_ACCEPTED,
    )
    if (acceptedIds.length === 0) return { ...noResults, count }
    const acceptedSet = new Set(acceptedIds)
    const unacceptedIds = ids.filter((each) => !acceptedSet.has(each))
    const accepted = ids.length - unacceptedIds.length
    return {
      ...noResults,
      count,
      accepted,
      unacceptedIds: accepted === 0 || count > MAX_ACCEPTED ? null : unacceptedIds,
    }
  } catch (error) {
    // A custom search may be invalid; the other checks still run.
    return { ...noResults, problem: toFault(error).message }
  }
}
