import { AppError } from '../contract/app-error.ts'
import { DOWNLOAD_NOTES, PAGE_REASONS } from '../contract/strings/download.ts'
import type { BegunDownload, PageOutcome, PagePlace } from '../store/types.ts'
import type { Stretch } from './coverage.ts'
import { createListPauses, isChanging } from './list-pauses.ts'
import { createJudgement, type Shortcoming, type Step } from './judgement.ts'
import { createPageReader, type PageReader } from './page-reader.ts'
import { createPageSize } from './page-size.ts'
import { createRecentJudgement, type FullReason, type RecentStep } from './recent.ts'
import { sweep } from './sweep.ts'
import type { JobRun } from './types.ts'

/** What came of reading a campaign's items. */
export type ItemsRead =
  /** What was staged is the campaign's list; `total` is how many items it has. */
  | { readonly state: 'complete'; readonly total: number }
  | { readonly state: 'incomplete'; readonly total: number | null; readonly shortcoming: Shortcoming }
  /** The changes alone do not do. */
  | { readonly state: 'full'; readonly why: FullReason | 'noMark' }

export interface ItemsOptions {
  readonly campaignId: string
  readonly begun: BegunDownload
}

/** The list of a campaign's items: its pages, and what the job tells of them. */
interface ItemList {
  /** Pages of one reading. */
  reader(place: Omit<PagePlace, 'start' | 'end'>): PageReader
  tell(page: PageOutcome, items: number): void
}

function openList({ service, store, signal, tell }: JobRun, { campaignId, begun }: ItemsOptions): ItemList {
  const { downloadId, journal } = begun
  const pageSize = createPageSize(journal)
  let pages = journal.length

  return {
    reader: (place) =>
      createPageReader(
        {
          fetch: (limit, skip, options) =>
            service.listItems({ campaignId, limit, skip, sort: 'updatedAt:-1' }, options),
          stage: (asked, bytes) => store.stagePage(downloadId, { ...place, ...asked }, bytes),
        },
        pageSize,
        signal,
      ),
    tell(page, items) {
      refuseForeign(page)
      pages += 1
      const name = page.campaigns[0]?.name
      tell({
        pages,
        items,
        ...(page.totalCount === null ? {} : { totalItems: page.totalCount }),
        ...(typeof name === 'string' ? { listedName: name } : {}),
      })
    },
  }
}

/** Reads and stages every item, until the pages prove that nothing is missing, or cannot. */
export async function readAll(run: JobRun, options: ItemsOptions): Promise<ItemsRead> {
  const { store, tell } = run
  const { journal, downloadId, seal, discovered } = options.begun
  const list = openList(run, options)
  const judgement = createJudgement(seal?.itemCount ?? 0, journal.length === 0 && discovered !== null)
  const enter = (page: PageOutcome): void => {
    judgement.enter(page)
    list.tell(page, judgement.seen)
  }

  const pauses = createListPauses(run.patience, run.signal)
  const beginPass = async (pass: number): Promise<void> => {
    await store.beginPass(downloadId, pass)
    judgement.beginPass(pass)
  }

  const staged = journal.at(-1)?.staged ?? 0
  for (const page of journal) judgement.enter(page)
  let step: Step = judgement.next()
  // What was proven before an interruption may be long ago.
  if (journal.length > 0 && step.to === 'seal') step = judgement.lookAgain()
  for (;;) {
    const { pass } = judgement
    switch (step.to) {
      case 'sweep':
        tell({ phase: pass === 1 ? 'reading' : 'rereading' })
        await sweep(list.reader({ pass, part: 'sweep', round: 0 }), step.ledger, (page) => {
          enter(page)
          return judgement.next().to === 'sweep' ? 'more' : 'enough'
        })
        break
      case 'discovered': {
        tell({ phase: 'reading', totalItems: (discovered ?? 0) + staged })
        const page = await store.stageDiscovered(downloadId)
        throwIfStopped(run.signal)
        if (page === null) await beginPass(pass + 1)
        else enter(page)
        break
      }
      case 'top':
        tell({ phase: 'checking' })
        enter(await readPage(list.reader({ pass, part: 'top', round: step.round }), step.next))
        break
      case 'pass':
        if (judgement.unordered) tell({ note: DOWNLOAD_NOTES.unordered })
        await beginPass(step.pass)
        break
      case 'seal':
        tell({ items: step.total, totalItems: step.total })
        return { state: 'complete', total: step.total }
      case 'giveUp':
        if (isChanging(step.shortcoming) && (await pauses.pause())) {
          await beginPass(judgement.pass + 1)
          break
        }
        return { state: 'incomplete', total: step.total, shortcoming: step.shortcoming }
    }
    step = judgement.next()
  }
}

/** Reads and stages what has changed since the copy was sealed. */
export async function readRecent(run: JobRun, options: ItemsOptions): Promise<ItemsRead> {
  const { journal, seal } = options.begun
  const judgement = seal === null ? null : createRecentJudgement(seal)
  if (judgement === null) return { state: 'full', why: 'noMark' }
  const list = openList(run, options)
  for (const page of journal) judgement.enter(page)
  let step: RecentStep = judgement.next()
  if (journal.length > 0 && step.to === 'seal') step = judgement.lookAgain()
  for (;;) {
    if (step.to === 'full') return { state: 'full', why: step.why }
    if (step.to === 'seal') {
      run.tell({ items: step.total, totalItems: step.total })
      return { state: 'complete', total: step.total }
    }
    const { round } = step
    run.tell({ phase: round === 0 ? 'reading' : 'checking' })
    const part = round === 0 ? 'sweep' : 'top'
    const page = await readPage(list.reader({ pass: 1, part, round }), step.next)
    judgement.enter(page)
    list.tell(page, page.staged)
    step = judgement.next()
  }
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled')
}

/** Reads one page, in smaller pieces if need be. */
async function readPage(reader: PageReader, next: (longest: number) => Stretch | null): Promise<PageOutcome> {
  for (;;) {
    const asked = next(reader.pageSize.current)
    if (asked === null) throw new Error('A reading that has ended was asked for another page')
    const page = await reader.land(reader.request(asked))
    if (page !== null) return page
  }
}

/** A service that sends other campaigns' items ignores what it was asked; nothing it sends can be trusted. */
function refuseForeign(page: PageOutcome): void {
  if (page.foreign === 0) return
  throw new AppError('badAnswer', {
    params: { reason: PAGE_REASONS.foreign },
    detail: `GET /campaign-items: ${String(page.foreign)} of ${String(page.listed)} items name another campaign.`,
  })
}
