import { mount } from 'svelte'
import type { ReportEntry, ReportHeaderData } from '../../electron/contract/report.ts'
import { reportStrings } from '../../electron/contract/strings/report.ts'
import { mayHavePicture } from '../grid/pictures.ts'
import { fetchData, footerSheet, pageRoot, sheetRules } from './paper.ts'
import { loadScaledPicture } from './pictures.ts'
import { PrintedReport, type EntryPictures } from './printed-report.svelte.ts'
import { shownName } from '../../electron/contract/clip-text.ts'
import ReviewReport from './ReviewReport.svelte'

/** Renders the report of a review. */
export async function printReport(header: ReportHeaderData): Promise<void> {
  document.title = reportStrings.name(shownName(header.campaign.name ?? header.campaign.id))
  if (header.output === 'print') document.adoptedStyleSheets = [footerSheet(document.title)]

  const report = new PrintedReport()
  let target = pageRoot()
  if (header.output === 'preview') {
    document.adoptedStyleSheets = [sheetRules(header.paper, 'portrait')]
    // One long sheet: Chromium divides a report into pages when it prints it.
    const sheet = document.createElement('div')
    sheet.className = 'sheet flowing'
    target.append(sheet)
    target = sheet
  }
  mount(ReviewReport, { target, props: { header, report } })

  while (report.count < header.count) {
    const start = report.count
    const entries = await fetchData<readonly ReportEntry[]>(`entries/${String(start)}`)
    const pictures: EntryPictures[] = []
    // One at a time: each may be a large file, and becomes small when it is drawn.
    for (const [index, entry] of entries.entries()) {
      const isRequested = !entry.isDeleted && mayHavePicture(entry.row)
      const address = `picture/${String(start + index)}`
      const image = isRequested ? await loadScaledPicture(`${address}/0`) : null
      const photos: (HTMLImageElement | null)[] = []
      for (let number = 1; number <= entry.photos; number += 1)
        photos.push(await loadScaledPicture(`${address}/${String(number)}`))
      pictures.push({ image, photos })
    }
    await report.add(entries, pictures)
  }
}
