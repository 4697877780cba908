import type { MissingPicture } from '../../electron/contract/pictures.ts'
import { PICTURES_PER_REQUEST } from '../../electron/contract/printed-list.ts'
import { isListed, type PrintOutput, type ReportEntry } from '../../electron/contract/report.ts'
import { messages } from '../../electron/contract/messages.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { fetchData } from './paper.ts'
import { loadScaledPicture } from './pictures.ts'
import type { PrintedEntry, ReportPicture } from './printed-report.svelte.ts'

/**
 * Returns entries with their pictures. A preview loads pictures when they are scrolled into view; printed
 * ones are loaded and scaled before.
 * @param start index of the first entry
 */
export async function loadReportPictures(
  entries: readonly ReportEntry[],
  start: number,
  output: PrintOutput,
): Promise<readonly PrintedEntry[]> {
  if (output === 'preview') return entries.map((entry, index) => previewed(entry, start + index))
  const groups = Array.from({ length: Math.ceil(entries.length / PICTURES_PER_REQUEST) }, (_, group) =>
    entries.slice(group * PICTURES_PER_REQUEST, (group + 1) * PICTURES_PER_REQUEST),
  )
  // Main loads the next ones meanwhile.
  const requests = groups.map((group, index) => {
    const first = start + index * PICTURES_PER_REQUEST
    return group.some(showsPicture) ? fetchData<readonly (string | null)[]>(`pictures/${String(first)}`) : []
  })
  const printed: PrintedEntry[] = []
  for (const [index, group] of groups.entries()) {
    const addresses = (await requests[index]) ?? []
    const first = start + index * PICTURES_PER_REQUEST
    const pictures = await Promise.all(
      group.map((entry, at) => pictureOf(entry, first + at, addresses[at] ?? null)),
    )
    for (const [at, entry] of group.entries()) {
      const picture = pictures[at] ?? missing('notDownloaded')
      printed.push({ entry, picture, photos: await photosOf(entry, first + at) })
    }
  }
  return printed
}

/** Returns whether an entry has a box for its picture, and its item may have one. */
const showsPicture = (entry: ReportEntry): boolean =>
  !isListed(entry) && !entry.isDeleted && mayHavePicture(entry.row)

function previewed(entry: ReportEntry, index: number): PrintedEntry {
  return {
    entry,
    picture: showsPicture(entry)
      ? { address: addressOf(index, 0), missingText: async () => (await reasonOf(index)).text }
      : without(entry),
    photos: Array.from({ length: entry.photos }, (_, at) => ({
      address: addressOf(index, at + 1),
      missingText: () => Promise.resolve(messages.report.page.noPhoto),
    })),
  }
}

/** @param address null: main has none */
async function pictureOf(entry: ReportEntry, index: number, address: string | null): Promise<ReportPicture> {
  if (!showsPicture(entry)) return without(entry)
  if (address === null) return reasonOf(index)
  return (await loadScaledPicture(address)) ?? missing('notDrawn')
}

/** One at a time: each may be a large file, and becomes small when it is drawn. */
async function photosOf(entry: ReportEntry, index: number): Promise<readonly ReportPicture[]> {
  const photos: ReportPicture[] = []
  for (let number = 1; number <= entry.photos; number += 1)
    photos.push((await loadScaledPicture(addressOf(index, number))) ?? { text: messages.report.page.noPhoto })
  return photos
}

const addressOf = (entry: number, picture: number): string => `picture/${String(entry)}/${String(picture)}`

/** An item without artwork, or one that was deleted with its artwork. */
const without = (entry: ReportEntry): ReportPicture =>
  mayHavePicture(entry.row) ? missing('notDownloaded') : { text: messages.report.page.noArtwork }

function missing(reason: MissingPicture): { readonly text: string } {
  const { missing: text, missingReasons } = messages.report.page
  const reasons: Readonly<Record<MissingPicture, string>> = {
    ...messages.pictures.problems,
    ...missingReasons,
  }
  return { text: text({ reason: reasons[reason] }) }
}

/** A preview that was closed meanwhile gets no reason. */
async function reasonOf(index: number): Promise<{ readonly text: string }> {
  return missing(await fetchData<MissingPicture>(`missing/${String(index)}`).catch(() => 'notDownloaded'))
}
