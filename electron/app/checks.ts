import pLimit from 'p-limit'
import { AppError, badInput } from '../contract/app-error.ts'
import {
  changeCheckSettings,
  itemChecks,
  MAX_ACCEPTED,
  MAX_OWN_CHECKS,
  type CheckResult,
  MAX_PREVIEW_ROWS,
  type CheckSettings,
} from '../contract/checks.ts'
import { EMPTY_QUERY, type ItemQuery } from '../contract/query.ts'
import { checkItems, checkQueryOf } from './check-items.ts'
import { connectionLayout } from './layout.ts'
import { OpenCheckCounter, orderOf, summarizeCheck } from './open-checks.ts'
import type { RecordCheckResult } from '../store/record-checks.ts'
import { createSettingsFile } from './settings-files.ts'
import { withMarks, type ReviewSession } from './review-query.ts'
import { messages } from '../contract/messages.ts'
import { NOTHING_SAVED, savedChecksSchema, type SavedChecks } from './saved-checks.ts'
import type { Checks } from './types.ts'

/** Older steps can no longer be reverted. As many as the history of the window has actions. */
const MAX_STEPS = 100

/** What was accepted before a step. */
interface AcceptedBefore {
  readonly campaignId: string
  readonly checkId: string
  readonly ids: readonly string[]
  /** In milliseconds since 1970; null if it is unknown. */
  readonly acceptedAt: number | null
}

/** Steps have different numbers in all connections, also after one was closed. */
let lastStep = 0

/** @param now returns the current time in milliseconds since 1970 */
export function createChecks(
  dataFolder: string,
  connectionId: string,
  session: ReviewSession,
  now: () => number = Date.now,
): Checks {
  const { store } = session
  const open = new OpenCheckCounter(session)
  const file = createSettingsFile<SavedChecks>(
    connectionLayout(dataFolder, connectionId).checksFile,
    savedChecksSchema,
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

  /** By step; the oldest first. */
  const steps = new Map<number, AcceptedBefore>()

  /** Replaces the accepted results of a check. Returns the step. */
  async function replaceAccepted(
    campaignId: string,
    checkId: string,
    next: (settings: CheckSettings) => Promise<Pick<AcceptedBefore, 'ids' | 'acceptedAt'>>,
  ): Promise<number> {
    lastStep += 1
    const step = lastStep
    await change(async (saved) => {
      const { ids, acceptedAt } = await next(saved.settings)
      const { [checkId]: idsBefore = [], ...others } = saved.accepted[campaignId] ?? {}
      const { [checkId]: timeBefore = null, ...otherTimes } = saved.acceptedAt[campaignId] ?? {}
      const accepted = ids.length > 0 ? { ...others, [checkId]: ids } : others
      const times =
        ids.length > 0 && acceptedAt !== null ? { ...otherTimes, [checkId]: acceptedAt } : otherTimes
      steps.set(step, { campaignId, checkId, ids: idsBefore, acceptedAt: timeBefore })
      return {
        ...saved,
        accepted: { ...saved.accepted, [campaignId]: accepted },
        acceptedAt: { ...saved.acceptedAt, [campaignId]: times },
      }
    })
    const [oldest] = steps.keys()
    if (steps.size > MAX_STEPS && oldest !== undefined) steps.delete(oldest)
    return step
  }

  async function checkRecordOf(campaignId: string): Promise<readonly RecordCheckResult[]> {
    return (await store.checkRecords([campaignId])).get(campaignId) ?? []
  }

  /** Returns the ids of the present results of a check. */
  async function resultIds(
    campaignId: string,
    checkId: string,
    settings: CheckSettings,
  ): Promise<readonly string[]> {
    const check = itemChecks(settings, campaignId).find(({ id }) => id === checkId)
    if (check === undefined) {
      const result = (await checkRecordOf(campaignId)).find(({ id }) => id === checkId)
      if (result === undefined) throw new AppError('notFound')
      return result.ids
    }
    const query = await withMarks(session, checkQueryOf(campaignId, check.query))
    const { count, ids } = await store.findIds(query, MAX_ACCEPTED)
    if (count > MAX_ACCEPTED) {
      throw badInput(messages.reasons.file.tooManyAccepted({ most: MAX_ACCEPTED }))
    }
    return ids
  }

  return {
    async read(campaignId) {
      const { value, notice } = await limit(() => file.load())
      const { settings, accepted, acceptedAt } = value
      const acceptedOfCampaign = accepted[campaignId] ?? {}
      const acceptedAtOf = acceptedAt[campaignId] ?? {}
      const results: Omit<CheckResult, 'acceptedAt'>[] = []
      for (const { id, query } of itemChecks(settings, campaignId)) {
        const acceptedIds = acceptedOfCampaign[id] ?? []
        results.push(await checkItems(session, id, checkQueryOf(campaignId, query), acceptedIds))
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
      return {
        notice,
        settings,
        results: results
          .map((result) => ({
            ...result,
            acceptedAt: result.accepted === 0 ? null : (acceptedAtOf[result.id] ?? null),
          }))
          .toSorted((a, b) => orderOf(a.id) - orderOf(b.id)),
      }
    },
    async readOpen() {
      const { value, notice } = await limit(() => file.load())
      return { notice, settings: value.settings, checks: (await open.count(value)).map(summarizeCheck) }
    },
    async countOpen() {
      const { value } = await limit(() => file.load())
      const counts = new Map<string, number>()
      for (const { counts: ofCheck } of await open.count(value))
        for (const campaignId of ofCheck.keys()) counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1)
      return counts
    },
    openIds: async (checkId) => open.openIds(checkId, (await limit(() => file.load())).value),
    async preview(campaignId, { search, filters }) {
      const query: ItemQuery = { ...EMPTY_QUERY, search, filters, searchMode: 'fields' }
      const ofCampaign = await withMarks(session, checkQueryOf(campaignId, query))
      const { count, ids } = await store.findIds(ofCampaign, MAX_PREVIEW_ROWS)
      const { count: total } = await store.findIds(await withMarks(session, query), 0)
      const rows = new Map((await store.rowsOfItems(ids)).map((row) => [row.campaignItemId, row]))
      const campaigns = (await store.listCampaigns()).filter(({ copy }) => copy !== 'none').length
      return { count, total, campaigns, rows: ids.flatMap((id) => rows.get(id) ?? []) }
    },
    configure: (settingsChange) =>
      change((saved) => {
        const settings = changeCheckSettings(saved.settings, settingsChange)
        if (settings.own.length > MAX_OWN_CHECKS) throw new AppError('badInput')
        return { ...saved, settings }
      }),
    accept: (campaignId, checkId, isAccepted) =>
      replaceAccepted(campaignId, checkId, async (settings) => ({
        ids: isAccepted ? await resultIds(campaignId, checkId, settings) : [],
        acceptedAt: now(),
      })),
    async revert(step) {
      const before = steps.get(step)
      if (before === undefined) return null
      const reverse = await replaceAccepted(before.campaignId, before.checkId, () => Promise.resolve(before))
      steps.delete(step)
      return reverse
    },
  }
}
