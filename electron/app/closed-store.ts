import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { Store } from '../store/types.ts'

/** Stands in for a cache that could not be opened: every call is refused with what was wrong with it. */
export function createClosedStore(notice: Fault): Store {
  const refuse = (): Promise<never> => Promise.reject(AppError.from(notice))
  return {
    notice,
    listCampaigns: refuse,
    getCampaign: refuse,
    openResult: refuse,
    readWindow: refuse,
    locate: refuse,
    keysOf: refuse,
    columnValues: refuse,
    totalsOf: refuse,
    findIds: refuse,
    getItem: refuse,
    countAmong: refuse,
    rowsOfItems: refuse,
    pictureUrl: refuse,
    pictureBefore: refuse,
    listPictures: refuse,
    findFields: refuse,
    countItems: refuse,
    beginDownload: refuse,
    stagePage: refuse,
    finishDiscovery: refuse,
    stageDiscovered: refuse,
    beginPass: refuse,
    stageRecord: refuse,
    commitDownload: refuse,
    abandonDownload: refuse,
    releaseDownload: refuse,
    listUnfinished: refuse,
    rememberCampaigns: refuse,
    markRecord: refuse,
    removeCampaigns: refuse,
    markSeen: refuse,
    listDownloads: refuse,
    readChanges: refuse,
    close: () => Promise.resolve(),
  }
}
