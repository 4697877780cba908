import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'
import type { DownloadStart, PageOutcome, PageRange } from '../store/types.ts'
import type { OffsetRange } from './coverage.ts'
import { createListBackoff, isUnstable } from './list-backoff.ts'
import { createCompletenessCheck, type IncompleteReason, type Step } from './completeness-check.ts'
import { createPageReader, type PageReader } from './page-reader.ts'
import { createPageSize } from './page-size.ts'
import { createRecentCheck, type FullReadReason, type RecentStep } from './recent-check.ts'
import { sweep } from './sweep.ts'
import type { JobRun } from './types.ts'

/** Result of reading a campaign's items. */
export type ItemsRead =
  /** The staged items are the campaign's list; `total` is its length. */
  | { readonly state: 'complete'; readonly total: number }
  | { readonly state: 'incomplete'; readonly total: number | null; readonly reason: IncompleteReason }
  /** Recent changes are not sufficient. */
  | { readonly state: 'full'; readonly reason: FullReadReason | 'noNewestTime' }

export interface ItemsOptions {
  readonly campaignId: string
  readonly downloadStart: DownloadStart
}

/** The list of a campaign's items, with the progress of its job. */
interface ItemList {
  /** Returns a reader for the pages of one read. */
  reader(section: Omit<PageRange, 'start' | 'end'>): PageReader
  reportPage(page: PageOutcome, items: number): void
}

function createItemList(
  { service, store, signal, report }: JobRun,
  { campaignId, downloadStart }: ItemsOptions,
): ItemList {
  const { downloadId, journal } = downloadStart
  const pageSize = createPageSize(journal)
  let pages = journal.length

  return {
    reader: (section) =>
      createPageReader(
        {
          fetch: (limit, skip, options) =>
            service.listItems({ campaignId, limit, skip, sort: 'updatedAt:-1' }, options),
          stage: (range, bytes) => store.stagePage(downloadId, { ...section, ...range }, bytes),
        },
        pageSize,
        signal,
      ),
    reportPage(page, items) {
      rejectForeignItems(page)
      pages += 1
      const name = page.campaigns[0]?.name
      report({
        pages,
        items,
        ...(page.totalCount === null ? {} : { totalItems: page.totalCount }),
        ...(typeof name === 'string' ? { listedName: name } : {}),
      })
    },
  }
}

/** Reads and stages every item, until the pages prove that the list is complete, or a proof is impossible. */
export async function readAll(run: JobRun, options: ItemsOptions): Promise<ItemsRead> {
  const { store, report } = run
  const { journal, downloadId, completeSnapshot, discovered } = options.downloadStart
  const list = createItemList(run, options)
  const check = createCompletenessCheck(
    completeSnapshot?.itemCount ?? 0,
    journal.length === 0 && discovered !== null,
  )
  const addPage = (page: PageOutcome): void => {
    check.addPage(page)
    list.reportPage(page, check.seen)
  }

  const backoff = createListBackoff(run.listRetry, run.signal)
  const beginPass = async (pass: number): Promise<void> => {
    await store.beginPass(downloadId, pass)
    check.beginPass(pass)
  }

  const staged = journal.at(-1)?.staged ?? 0
  for (const page of journal) check.addPage(page)
  let step: Step = check.next()
  // A proof from before an interruption may be outdated.
  if (journal.length > 0 && step.to === 'complete') step = check.recheck()
  for (;;) {
    const { pass } = check
    switch (step.to) {
      case 'sweep':
        report({ phase: pass === 1 ? 'reading' : 'rereading' })
        await sweep(list.reader({ pass, part: 'sweep', round: 0 }), step.progress, (page) => {
          addPage(page)
          return check.next().to === 'sweep' ? 'more' : 'enough'
        })
        break
      case 'discovered': {
        report({ phase: 'reading', totalItems: (discovered ?? 0) + staged })
        const page = await store.stageDiscovered(downloadId)
        throwIfCancelled(run.signal)
        if (page === null) await beginPass(pass + 1)
        else addPage(page)
        break
      }
      case 'top':
        report({ phase: 'checking' })
        addPage(await readPage(list.reader({ pass, part: 'top', round: step.round }), step.next))
        break
      case 'pass':
        if (check.isUnordered) report({ note: messages.download.notes.unordered })
        await beginPass(step.pass)
        break
      case 'complete':
        report({ items: step.total, totalItems: step.total })
        return { state: 'complete', total: step.total }
      case 'incomplete':
        if (isUnstable(step.reason) && (await backoff.pause())) {
          await beginPass(check.pass + 1)
          break
        }
        return { state: 'incomplete', total: step.total, reason: step.reason }
    }
    step = check.next()
  }
}

/** Reads and stages what has changed since the complete snapshot. */
export async function readRecent(run: JobRun, options: ItemsOptions): Promise<ItemsRead> {
  const { journal, completeSnapshot } = options.downloadStart
  const check = completeSnapshot === null ? null : createRecentCheck(completeSnapshot)
  if (check === null) return { state: 'full', reason: 'noNewestTime' }
  const list = createItemList(run, options)
  for (const page of journal) check.addPage(page)
  let step: RecentStep = check.next()
  if (journal.length > 0 && step.to === 'complete') step = check.recheck()
  for (;;) {
    if (step.to === 'full') return { state: 'full', reason: step.reason }
    if (step.to === 'complete') {
      run.report({ items: step.total, totalItems: step.total })
      return { state: 'complete', total: step.total }
    }
    const { round } = step
    run.report({ phase: round === 0 ? 'reading' : 'checking' })
    const part = round === 0 ? 'sweep' : 'top'
    const page = await readPage(list.reader({ pass: 1, part, round }), step.next)
    check.addPage(page)
    list.reportPage(page, page.staged)
    step = check.next()
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled')
}

/** Reads one page, split into smaller ones if necessary. */
async function readPage(
  reader: PageReader,
  next: (maxLength: number) => OffsetRange | null,
): Promise<PageOutcome> {
  for (;;) {
    const range = next(reader.pageSize.current)
    if (range === null) throw new Error('A read that has ended has no next page')
    const page = await reader.receive(reader.request(range))
    if (page !== null) return page
  }
}

/** Throws `badAnswer` for items of other campaigns: a service that ignores the filter cannot be trusted. */
function rejectForeignItems(page: PageOutcome): void {
  if (page.foreign === 0) return
  throw new AppError('badAnswer', {
    params: { reason: messages.reasons.answer.foreign },
    detail: `GET /campaign-items: ${String(page.foreign)} of ${String(page.listed)} items name another campaign.`,
  })
}
