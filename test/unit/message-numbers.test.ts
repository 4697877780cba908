import { describe, expect, it } from 'vitest'
import { faultMessage } from '../../electron/contract/fault-message.ts'
import {
  CLI_CHANGES,
  CLI_FORGET,
  CLI_MESSAGES,
  CLI_STATUS,
  CLI_USAGE,
} from '../../electron/cli/strings/command-line.ts'
import { messages } from '../../electron/contract/messages.ts'

const changes = (count: number) => ({ added: count, changed: count, deleted: count })

/** Messages that format numbers themselves. */
const MESSAGES: Readonly<Record<string, (count: number) => string>> = {
  counts: (count) => messages.download.incompleteReasons.counts({ expected: count, received: count }),
  withoutData: (count) => messages.download.incompleteReasons.withoutData({ items: count }),
  unstable: (count) => messages.download.incompleteReasons.unstable({ expected: count, received: count }),
  discovery: (count) => messages.download.discoveryIncomplete.missing({ expected: count, missing: count }),
  deletionsNotAccepted: (count) => faultMessage('deletionsNotAccepted', { expected: count, received: count }),
  rowCountWrong: (count) => faultMessage('rowCountWrong', { expected: count, received: count }),
  tooManyRows: (count) => faultMessage('tooManyRows', { expected: count, received: count }),
  trustedUntil: (count) => messages.doctor.trustedUntil({ days: count }),
  firstPage: (count) => messages.doctor.firstPage({ total: count }),
  clock: (count) => messages.doctor.clock({ seconds: count }),
  clockOff: (count) => messages.doctor.clockOff.ahead({ minutes: count }),
  page: (count) => messages.doctor.facts.page.limited({ asked: count, got: count, limit: count }),
  total: (count) => messages.doctor.facts.total({ total: count }),
  overlap: (count) => messages.doctor.facts.overlap({ count }),
  took: (count) => messages.doctor.facts.took({ milliseconds: count }),
  searching: (count) => CLI_MESSAGES.searching(count, count, count),
  found: (count) => CLI_MESSAGES.found(count),
  notListed: (count) => CLI_MESSAGES.notListed(Array.from({ length: count }, () => 'Name')),
  foundSoFar: (count) => CLI_MESSAGES.foundSoFar(count),
  downloading: (count) => CLI_MESSAGES.downloading('Name', count, count),
  campaignComplete: (count) => CLI_MESSAGES.campaignComplete('Name', count, changes(count)),
  deletions: (count) => CLI_MESSAGES.deletionsNotAccepted('Name', count, count),
  resuming: (count) => CLI_MESSAGES.resuming({ campaigns: count, searches: true, details: true }),
  unfinishedElsewhere: (count) =>
    CLI_MESSAGES.unfinishedElsewhere({ campaigns: count, searches: false, details: false }),
  pending: (count) => CLI_MESSAGES.pending(count, 'command'),
  syncInterrupted: (count) => CLI_MESSAGES.syncInterruptedWith(count, 'command'),
  pendingDeletions: (count) => CLI_MESSAGES.pendingDeletions(count, 'command'),
  synced: (count) => CLI_MESSAGES.synced(count, count),
  syncedInPart: (count) => CLI_MESSAGES.syncedInPart(count, count),
  writing: (count) => CLI_MESSAGES.writing(count, count),
  reviewWritten: (count) => CLI_MESSAGES.reviewWritten(count, 'file'),
  reviewChecked: (count) => CLI_MESSAGES.reviewChecked('', count, count),
  written: (count) => CLI_MESSAGES.written(count, ['file'], true, undefined),
  longAuthor: (count) => CLI_USAGE.longAuthor(count),
  totals: (count) => CLI_STATUS.totals(count, count),
  notDownloaded: (count) => CLI_STATUS.notDownloaded(count),
  age: (count) => CLI_STATUS.age(count * 2 * 86_400_000),
  more: (count) => CLI_CHANGES.more(count),
  losses: (count) =>
    CLI_FORGET.losses({
      campaigns: count,
      items: count,
      reviews: count,
      photos: count,
      bytes: 0,
      hasKey: false,
    }).join(', '),
  replaced: (count) => messages.systemDialogs.replace.several({ first: 'file', others: count }),
  tooManyAccepted: (count) => messages.reasons.file.tooManyAccepted({ most: count }),
  tooManyMarks: (count) => messages.review.reasons.tooMany({ most: count }),
  tooManyPhotos: (count) => messages.review.reasons.tooManyPhotos({ most: count }),
  notAttached: (count) => messages.reviewPhotos.tooMany({ count, most: count }),
  photos: (count) => messages.reviewPhotos.photos({ count }),
}

describe.each(Object.entries(MESSAGES))('the message “%s”', (_, message) => {
  it('has the singular for 1', () => {
    expect(message(1)).not.toMatch(
      /\b1 (?:\w+ )?(?:items|rows|campaigns|downloads|photos|pictures|findings|characters|seconds|minutes|days)\b/u,
    )
    expect(message(1)).not.toMatch(/\b1 \S+ (?:are|were)\b|\b1 were\b/u)
  })

  it('separates thousands', () => {
    expect(message(60_000)).toMatch(/\d,000\b/u)
    expect(message(60_000)).not.toMatch(/\d{4}/u)
  })
})
