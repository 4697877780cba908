import { mount } from 'svelte'
import type { ReportEntry, ReportHeaderData } from '../../electron/contract/report.ts'
import { reportStrings } from '../../electron/contract/strings/report.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { ask, foot } from './paper.ts'
import { shrunk } from './pictures.ts'
import { PrintedReport, type EntryPictures } from './printed-report.svelte.ts'
import { shownName } from '../../electron/contract/clip-text.ts'
import ReviewReport from './ReviewReport.svelte'

/** Renders the report of a review. */
export async function printReport(head: ReportHeaderData): Promise<void> {
  document.title = reportStrings.name(shownName(head.campaign.name ?? head.campaign.id))
  if (head.output === 'print') document.adoptedStyleSheets = [foot(document.title)]

  const report = new PrintedReport()
  mount(ReviewReport, { target: document.body, props: { head, report } })

  while (report.count < head.count) {
    const start = report.count
    const entries = await ask<readonly ReportEntry[]>(`entries/${String(start)}`)
    const pictures: EntryPictures[] = []
    // One at a time: each may be a large file, and becomes small when it is drawn.
    for (const [at, entry] of entries.entries()) {
      const isRequested = !entry.isDeleted && mayHavePicture(entry.row)
      const address = `picture/${String(start + at)}`
      const image = isRequested ? await shrunk(`${address}/0`) : null
      const photos: (HTMLImageElement | null)[] = []
      for (let which = 1; which <= entry.photos; which += 1)
        photos.push(await shrunk(`${address}/${String(which)}`))
      pictures.push({ image, photos })
    }
    await report.add(entries, pictures)
  }
}
