import type { Paper } from '../paper.ts'
import type { MissingPicture } from '../pictures.ts'
import type { PrintLayout, ReportSection } from '../report.ts'
import type { ReviewMark } from '../review.ts'
import { items, plural } from './grammar.ts'
import { messages } from '../messages.ts'

/** Strings of review reports and their dialog. */
export const reportStrings = {
  button: 'Report…',
  title: 'Review report',
  sectionsLabel: 'Contents',
  sections: {
    problem: 'Problems',
    question: 'Questions',
    ok: 'OK',
    noted: 'Notes and photos without a mark',
  } satisfies Readonly<Record<ReportSection, string>>,
  fields: 'Fields of an item',
  fieldsDefault: 'Default fields',
  fieldsShown: 'Columns of the list',
  paper: 'Paper',
  layout: 'Layout',
  layouts: { checkList: 'Check list', pictures: 'Pictures', review: 'Review' } satisfies Readonly<
    Record<PrintLayout, string>
  >,
  needsCampaign: 'Open a campaign to print its review',
  options: 'Options',
  preview: 'Preview',
  previewFrame: 'Printed pages',
  preparing: 'Preparing the preview…',
  previewFailed: 'The preview could not be shown',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  fitPage: 'Fit page',
  pagesOn: (count: number, shown: string, paper: string, orientation: string) =>
    `${shown} ${plural(count, 'page', 'pages')}, ${paper} ${orientation}`,
  papers: { a4: 'A4', letter: 'US Letter' } satisfies Readonly<Record<Paper, string>>,
  save: 'Save as PDF…',
  print: 'Print…',
  itemCount: (count: number, shown: string) => `${items(count, shown)} in the report.`,
  tooMany: (most: string, shown: string) =>
    `A report contains at most ${most} items, and there are ${shown}. The first ${most} are printed: problems first, then questions. Select less to get the others.`,
  nothing: 'No marks or notes yet.',
  nothingChosen: 'Choose at least one.',
  uncounted: 'Marks and notes could not be read',
  failedTitle: 'The report could not be made',
  name: (campaign: string) => `Review of ${campaign}`,

  page: {
    title: 'Review report',
    incomplete: 'The copy is incomplete: not every item of the campaign is on this computer.',
    dataAsOf: (when: string) => `Data as of ${when}`,
    /** After the number of reviewed items. */
    ofReviewed: (total: string) => `of ${total} reviewed`,
    /** After their number. */
    marks: {
      problem: (count: number) => plural(count, 'problem', 'problems'),
      question: (count: number) => plural(count, 'question', 'questions'),
      ok: () => 'OK',
    } satisfies Readonly<Record<ReviewMark, (count: number) => string>>,
    changed: 'changed since the review',
    omitted: (count: number, shown: string) => `${items(count, shown)} more would not fit into this report.`,
    /** For the footer of the pages before. */
    listedOn: (count: number, shown: string, page: string) =>
      `${items(count, shown)} marked OK ${plural(count, 'is', 'are')} listed on page ${page}`,
    listedFrom: (count: number, shown: string, page: string) =>
      `${items(count, shown)} marked OK ${plural(count, 'is', 'are')} listed from page ${page}`,
    unnamed: 'Unnamed item',
    continued: (name: string) => `${name} (continued)`,
    deleted: 'No longer in the campaign',
    changedTitle: 'Changed since the review',
    marked: (when: string) => `Marked ${when}`,
    markedBetween: (first: string, last: string) => `Marked ${first} – ${last}`,
    noArtwork: 'No artwork',
    missing: (reason: string) => `No picture: ${reason}`,
    get missingReasons() {
      return {
        ...messages.pictures.problems,
        noPicture: 'the service lists the artwork without one',
        notDownloaded: 'not downloaded',
        notDrawn: 'its file cannot be drawn',
      } satisfies Readonly<Record<MissingPicture, string>>
    },
    noPhoto: 'Photo not on this computer',
    photo: (number: string) => `Photo ${number}`,
    /** For the footer of each page that Chromium numbers. */
    ofPages: (page: string, pages: string) => `Page ${page} of ${pages}`,
    empty: 'No marks or notes in this report.',
  },
} as const

/** Strings of a report in progress. */
export const reportJob = {
  drawing: (done: string, total: number, totalShown: string) => `${done} of ${items(total, totalShown)}`,
  layingOut: 'Making the pages…',
  printing: (name: string) => `Preparing ${name} for printing`,
  asking: 'The system’s dialog for printing is open.',
  done: (count: number, shown: string, size: string) => `${items(count, shown)}, ${size}.`,
  wrote: (count: number, shown: string, file: string) => `Wrote ${items(count, shown)} to ${file}.`,
  printedTitle: 'Handed to the printer',
  printed: (name: string) => `${name} was handed to the printer.`,
  notPrintedTitle: 'Not printed',
  notPrinted: (name: string) => `${name} was not printed.`,
  printFailed: (name: string) => `${name} could not be printed.`,
  cancelledText: 'Nothing was written or printed.',
  failedTitle: 'The pages could not be made',
  reasons: {
    pageEnded: 'its page ended before it was whole, perhaps for want of memory',
    pageStuck: 'its page did not get any further',
    printer: (reason: string) => `the printer said: ${reason}`,
  },
  saveTitle: 'Save the report',
} as const
