import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  REPORT_COLUMNS,
  type ReportEntry,
  type ReportHeaderData,
  type ReportSection,
} from '../../electron/contract/report.ts'
import {
  partOf,
  PrintedReport,
  type EntryPart,
  type PrintedEntry,
  type ReportBlock,
} from '../../renderer/print/printed-report.svelte.ts'
import ReviewReport from '../../renderer/print/ReviewReport.svelte'
import { makeCampaign } from '../support/contract-values.ts'
import { fillDomGaps } from '../support/dom-gaps.ts'
import { reviewedRow } from '../support/reviews.ts'

const NOW = Date.UTC(2026, 10, 22, 13, 43)

function header(changes: Partial<ReportHeaderData> = {}): ReportHeaderData {
  return {
    kind: 'review',
    locale: 'en-GB',
    output: 'pdf',
    paper: 'a4',
    campaign: makeCampaign({ name: 'Kids Week', reference: 'KW-2026-022', itemCount: 260, fetchedAt: NOW }),
    writtenAt: NOW,
    counts: { marks: { ok: 52, problem: 5, question: 1 }, unmarked: 0, changed: 0 },
    sections: { problem: 5, question: 1, ok: 52, noted: 0 },
    columns: REPORT_COLUMNS,
    statusLabels: [{ value: 2, name: 'In artwork', color: 'neutral' }],
    count: 58,
    omitted: 0,
    ...changes,
  }
}

function entry(changes: Partial<ReportEntry> = {}): ReportEntry {
  return {
    section: 'problem',
    row: reviewedRow(2, { itemName: 'Till topper', posNumber: 'KW26-0123', qty: 8_000 }),
    isDeleted: false,
    mark: 'problem',
    markedAt: NOW,
    note: 'Logo of last year.',
    photos: 0,
    changes: [],
    ...changes,
  }
}

function partFrom(changes: Partial<ReportEntry> = {}, printed: Partial<PrintedEntry> = {}): EntryPart {
  return partOf({ entry: entry(changes), picture: { text: 'No artwork' }, photos: [], ...printed })
}

const heading = (section: ReportSection): ReportBlock => ({ kind: 'heading', section })

function show(pages: readonly (readonly ReportBlock[])[], changes: Partial<ReportHeaderData> = {}) {
  const report = new PrintedReport()
  report.pages = pages.map((blocks, index) => ({ number: index + 1, blocks }))
  report.count = pages.length
  const { container } = render(ReviewReport, { props: { header: header(changes), report } })
  const sheets = [...container.querySelectorAll<HTMLElement>('.sheet')]
  return { report, sheets, first: within(sheets[0] ?? container) }
}

beforeEach(() => {
  fillDomGaps()
})

describe('a printed review report', () => {
  it('starts with its campaign and its progress', () => {
    const { sheets, first } = show([[heading('problem')], []])
    expect(first.getByRole('heading', { level: 1, name: 'Kids Week' })).toBeInTheDocument()
    expect(sheets[0]).toHaveTextContent(/KW-2026-022 *Review report *22 Nov 2026/u)
    expect(sheets[0]).toHaveTextContent(/58 of 260 reviewed *5 problems *1 question *52 OK/u)
    expect(first.getByRole('heading', { level: 2, name: 'Problems 5' })).toBeInTheDocument()
    expect(sheets[1]).not.toHaveTextContent('260 reviewed')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  it('ends each page with the age of the data and its number, and leads to the items marked OK', () => {
    const { report, sheets } = show([[heading('problem')], [heading('ok')], []])
    expect(sheets[0]).not.toHaveTextContent('OK item')
    report.ok = { count: 52, markedBetween: null, firstPage: 2, lastPage: 2 }
    return waitFor(() => {
      expect(sheets[0]).toHaveTextContent(/52 OK items on page 2 Data as of .* 1 \/ 3$/u)
      expect(sheets[1]).not.toHaveTextContent('are listed')
      expect(sheets[2]).toHaveTextContent(/3 \/ 3$/u)
    })
  })

  it('has warnings, also about items beyond the limit', () => {
    const { sheets } = show([[]], {
      campaign: makeCampaign({ name: null, copy: 'incomplete', fetchedAt: null }),
      omitted: 7,
    })
    expect(sheets[0]).toHaveTextContent('The copy is incomplete')
    expect(sheets[0]).toHaveTextContent('Not printed: 7 items.')
    expect(sheets[0]).not.toHaveTextContent('Data as of')
  })

  it('describes an item with its note, values and file', () => {
    show([[{ kind: 'entry', part: partFrom() }]])
    const article = screen.getByRole('article')
    expect(within(article).getByRole('heading', { level: 3 })).toHaveTextContent('Till topper')
    expect(within(article).getByRole('img', { name: 'Problem' })).toBeInTheDocument()
    expect(article).toHaveTextContent(
      /No artwork *Till topper *Logo of last year\. *POS number *KW26-0123 *Element *Wobbler *Quantity *8,000 */u,
    )
    expect(article).toHaveTextContent(/Status *In artwork *Artwork 2 · Marked 22 Nov 2026, /u)
  })

  it('shows only the chosen fields', () => {
    show([[{ kind: 'entry', part: partFrom() }]], { columns: ['qty'] })
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Quantity'])
    expect(screen.getByRole('article')).not.toHaveTextContent('Artwork 2')
  })

  it('continues a long note, and what follows it, below the name', () => {
    const part = partFrom({ note: 'One\nTwo' })
    show([
      [{ kind: 'entry', part: { ...part, note: 'One\n', details: new Set() } }],
      [{ kind: 'entry', part: { ...part, isStart: false, note: 'Two' } }],
    ])
    const [start, end] = screen.getAllByRole('article')
    expect(start).toHaveTextContent('No artwork')
    expect(start).toHaveTextContent('One')
    expect(start).not.toHaveTextContent('POS number')
    expect(end).toHaveTextContent('Till topper (continued)')
    expect(end).not.toHaveTextContent('No artwork')
    expect(end).toHaveTextContent(/Two POS number/u)
  })

  it('states what an item was, and that it is gone', () => {
    const { row } = entry()
    show([
      [
        {
          kind: 'entry',
          part: partFrom({
            isDeleted: true,
            row: { ...row, itemName: 'A'.repeat(2_000) },
            changes: [{ column: 'qty', was: 10, is: 12 }],
          }),
        },
      ],
    ])
    const article = screen.getByRole('article')
    expect(article).toHaveTextContent('No longer in the campaign')
    expect(article).toHaveTextContent('Changed since the review Quantity: 10 → 12')
    expect(within(article).getByRole('heading').textContent.length).toBeLessThan(320)
  })

  it('shows photos in boxes, and why one is missing', () => {
    const image = new Image()
    const part = partFrom({ photos: 2 }, { photos: [image, { text: 'Photo not on this computer' }] })
    show([[{ kind: 'entry', part }]])
    expect(screen.getByRole('img', { name: 'Photo 1' })).toBe(image)
    expect(screen.getByRole('article')).toHaveTextContent(/Photo not on this computer$/u)
  })

  it('shows why a picture of a preview could not be loaded', async () => {
    const picture = {
      address: 'picture/0/0',
      missingText: () => Promise.resolve('No picture: file incomplete or damaged'),
    }
    show([[{ kind: 'entry', part: partFrom({}, { picture }) }]])
    const article = screen.getByRole('article')
    const image = article.querySelector('img')
    expect(image).toHaveAttribute('loading', 'lazy')
    image?.dispatchEvent(new Event('error'))
    await waitFor(() => expect(article).toHaveTextContent('No picture: file incomplete or damaged'))
  })

  it('has a page without any item', () => {
    const { sheets } = show([[]], { count: 0 })
    expect(sheets[0]).toHaveTextContent('No marks or notes in this report.')
  })
})
