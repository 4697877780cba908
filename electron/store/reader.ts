import { AppError } from '../contract/app-error.ts'
import { CacheBudget } from './cache-budget.ts'
import { countStored, getCampaign, listCampaigns } from './campaigns.ts'
import { changesByDay } from './changes/changes-by-day.ts'
import { ChangesReader, listDownloads } from './changes/read.ts'
import { countUnseen } from './changes/unseen-changes.ts'
import { ComparisonReader } from './comparison/comparison-reader.ts'
import type { ReadHandle } from './database/handles.ts'
import { findItems } from './query/find-items.ts'
import { ResultCache } from './query/result-cache.ts'
import { pictureBefore } from './changes/previous-picture.ts'
import { getItem, listPictures, pictureUrl, rowsOfItems } from './item-details.ts'
import { QueryEngine } from './query/query-engine.ts'
import { checkRecords } from './record-checks.ts'
import { readFindings } from './stored-findings.ts'
import { CampaignTable } from './campaign-table/campaign-table.ts'
import { CampaignFields } from './campaign-table/other-fields.ts'
import { cancellationCheck, type Handlers, type SavedResult } from './protocol.ts'
import type { StoreReader } from './operations.ts'

export interface Reader {
  readonly handlers: Handlers<StoreReader>
  /** Returns the latest result of each slot; the reader may not be used afterwards. */
  readonly saveResults: () => readonly SavedResult[]
  readonly close: () => void
}

/**
 * Returns the operations of a reader, and caches its results.
 * @param saved results of an earlier reader
 */
export function createReader(handle: ReadHandle, saved: readonly SavedResult[]): Reader {
  const caches = new CacheBudget()
  const engine = new QueryEngine(handle, caches)
  const campaignTable = new CampaignTable(handle)
  const campaignFields = new CampaignFields(handle)
  const comparisons = new ComparisonReader(handle, engine, caches)
  const results = new ResultCache(handle, caches, saved)
  const changes = new ChangesReader(handle, caches)
  return {
    handlers: {
      listCampaigns: () => listCampaigns(handle),
      getCampaign: ([id]) => getCampaign(handle, id),
      queryCampaigns: ([query, columns, , given], { cancellation }) =>
        campaignTable.run(query, columns, cancellationCheck(cancellation), given),
      openResult: ([query, slot], { cancellation, resultId }) => {
        if (resultId === undefined) throw new AppError('internal', { detail: 'A new result has no id.' })
        const { keys, ...details } = engine.run(query, cancellationCheck(cancellation))
        results.add(slot, resultId, keys)
        return { resultId, count: keys.length, ...details }
      },
      readWindow: ([resultId, start, count, fields, texts]) =>
        results.window(resultId, start, count, fields, texts),
      locate: ([resultId, key]) => results.indexOf(resultId, key),
      keysOf: ([resultId, ranges]) => results.keysOf(resultId, ranges),
      columnValues: ([query, column, find], { cancellation }) =>
        engine.values(query, column, find, cancellationCheck(cancellation)),
      statistics: ([query, keys], { cancellation }) =>
        engine.statistics(query, keys, cancellationCheck(cancellation)),
      compareCampaigns: ([first, second, by]) => comparisons.all(first, second, by),
      openComparison: ([query, count, , texts], { cancellation }) =>
        comparisons.window(query, 0, count, texts, cancellationCheck(cancellation)),
      readComparison: ([query, start, count, , texts], { cancellation }) =>
        comparisons.window(query, start, count, texts, cancellationCheck(cancellation)),
      totalsOf: ([resultId, ranges]) => engine.totalsOf(results.keysOf(resultId, ranges)),
      statusesOf: ([resultId, campaignIds]) => engine.statusesOf(results.allKeys(resultId), campaignIds),
      findItems: ([search, maxCount], { cancellation }) =>
        findItems(handle, engine, search, maxCount, cancellationCheck(cancellation)),
      prepareSearch: ([texts], { cancellation }) => {
        engine.prepareSearch(texts, cancellationCheck(cancellation))
        return null
      },
      findIds: ([query, maxCount]) => engine.ids(query, maxCount),
      checkRecords: ([campaignIds]) => checkRecords(handle, campaignIds),
      readFindings: () => readFindings(handle),
      ruleMatches: ([campaignIds, keys, rules]) => engine.ruleMatches(campaignIds, keys, rules),
      getItem: ([key]) => getItem(handle, key),
      indexesOf: ([resultId, keys]) => results.indexesOf(resultId, keys),
      rowsOfItems: ([campaignItemIds]) => rowsOfItems(handle, campaignItemIds),
      pictureBefore: ([key, artworkIndex, size]) => pictureBefore(handle, key, artworkIndex, size),
      pictureUrl: ([key, artworkIndex, size]) => pictureUrl(handle, key, artworkIndex, size),
      listPictures: ([campaignId, size, after, count]) =>
        listPictures(handle, campaignId, size, after, count),
      findFields: ([campaignIds]) => engine.fields(campaignIds),
      idNames: ([campaignId, references], { cancellation }) =>
        engine.idNames(campaignId, references, cancellationCheck(cancellation)),
      findCampaignFields: () => campaignFields.find(),
      sharedWords: ([campaignId]) => engine.sharedWords(campaignId),
      countItems: () => countStored(handle),
      listDownloads: ([campaignId]) => listDownloads(handle, campaignId),
      changesByDay: ([campaignIds]) => changesByDay(handle, campaignIds),
      countUnseen: () => countUnseen(handle),
      readChanges: ([query, start, count, texts]) => changes.window(query, start, count, texts),
    },
    saveResults: () => results.latest(),
    close: () => handle.close(),
  }
}
