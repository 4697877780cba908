import { mount } from 'svelte'
import { shownName } from '../../electron/contract/clip-text.ts'
import { REPORT_MARGINS, widthOnPaper } from '../../electron/contract/paper.ts'
import { isListed, type ReportEntry, type ReportHeaderData } from '../../electron/contract/report.ts'
import { messages } from '../../electron/contract/messages.ts'
import { divideBlocks } from './divide-blocks.ts'
import { createListCells } from './list-cells.ts'
import { ListWidths } from './list-widths.ts'
import { fetchData, pageRoot, sheetRules, showInParts } from './paper.ts'
import {
  isOkBlock,
  listedColumns,
  mergeRows,
  partOf,
  PrintedReport,
  type OkItems,
  type ReportBlock,
  type ReportPage,
} from './printed-report.svelte.ts'
import { ReportMeasure } from './report-measure.ts'
import { loadReportPictures } from './report-pictures.ts'
import ReviewReport from './ReviewReport.svelte'

/** Renders the report of a review. */
export async function printReport(header: ReportHeaderData): Promise<void> {
  document.title = messages.report.name({ campaign: shownName(header.campaign.name ?? header.campaign.id) })
  document.adoptedStyleSheets = [sheetRules(header.paper, 'portrait')]
  const columns = listedColumns(header.columns)
  const cellsOf = createListCells({ ...header, options: { columns, wrapTexts: true, cutsArtwork: true } })
  const listWidths = new ListWidths(columns)

  const entries: ReportEntry[] = []
  const contents: ReportBlock[] = []
  while (entries.length < header.count) {
    const start = entries.length
    const loaded = await fetchData<readonly ReportEntry[]>(`entries/${String(start)}`)
    if (loaded.length === 0) throw new Error('There are fewer entries than there were to be.')
    for (const printed of await loadReportPictures(loaded, start, header.output)) {
      const { entry } = printed
      const { section } = entry
      if (section !== entries.at(-1)?.section) contents.push({ kind: 'heading', section })
      entries.push(entry)
      if (isListed(entry)) {
        const cells = cellsOf(entry.row)
        listWidths.add(cells)
        contents.push({ kind: 'rows', rows: [{ cells, review: null, picture: null, quantity: 0 }] })
      } else {
        contents.push({ kind: 'entry', part: partOf(printed) })
      }
    }
  }

  const report = new PrintedReport()
  report.widths = listWidths.share([], [], widthOnPaper(header.paper, 'portrait', REPORT_MARGINS))
  mount(ReviewReport, { target: pageRoot(), props: { header, report } })
  // In one task: nothing that is measured is ever drawn.
  const measure = new ReportMeasure(report)
  const space = measure.space()
  const pages = divideBlocks(measure.blocks(contents), space).map((blocks, index): ReportPage => ({
    number: index + 1,
    blocks: mergeRows(blocks),
  }))
  report.count = pages.length
  report.ok = okItems(entries, pages)
  await showInParts(pages, (shown) => (report.pages = shown))
}

/** Returns where the items marked OK are; null without any. */
function okItems(entries: readonly ReportEntry[], pages: readonly ReportPage[]): OkItems | null {
  const ok = entries.filter(({ section }) => section === 'ok')
  const hasOk = ({ blocks }: ReportPage): boolean => blocks.some(isOkBlock)
  const [first, last] = [pages.find(hasOk), pages.findLast(hasOk)]
  if (first === undefined || last === undefined) return null
  const times = ok.flatMap(({ markedAt }) => (markedAt === null ? [] : [markedAt])).sort((a, b) => a - b)
  const [firstMark, lastMark] = [times[0], times.at(-1)]
  return {
    count: ok.length,
    markedBetween: firstMark === undefined || lastMark === undefined ? null : [firstMark, lastMark],
    firstPage: first.number,
    lastPage: last.number,
  }
}
