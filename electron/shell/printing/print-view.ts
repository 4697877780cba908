import { WebContentsView, type WebContents } from 'electron'
import { AppError } from '../../contract/app-error.ts'
import { PAGE_MARGINS } from '../../contract/paper.ts'
import { messages } from '../../contract/messages.ts'
import { htmlText } from '../../export/values/html-text.ts'
import { dialogParent } from '../dialogs.ts'
import { HIDDEN_PAGE_PREFERENCES } from '../security.ts'
import type { PrintAddresses, PrintDocument } from './print-addresses.ts'

const PAGE_SIZES = { a4: 'A4', letter: 'Letter' } as const

const NO_MARGINS = { top: 0, bottom: 0, left: 0, right: 0 } as const

/** Returns the footer of each page: title and page number. */
export function footerOf(title: string): string {
  const number = '<span class="pageNumber"></span>'
  const total = '<span class="totalPages"></span>'
  return `<div style="box-sizing:border-box;display:flex;gap:24pt;justify-content:space-between;width:100%;padding:0 ${String(PAGE_MARGINS.right)}in;color:#444;font:8pt system-ui,sans-serif;white-space:nowrap"><span dir="auto" style="overflow:hidden;text-overflow:ellipsis">${htmlText(title)}</span><span>${messages.report.page.ofPages({ page: number, pages: total })}</span></div>`
}

export interface Printing {
  readonly addresses: PrintAddresses
  readonly signal: AbortSignal
  /** Called with the number of drawn entries. */
  readonly onDrawn: (entries: number) => void
}

/** Views with open pages: an unreferenced view is garbage collected, and its page with it. */
const openViews = new Set<WebContentsView>()

/**
 * Lays out a document in a separate, invisible page: no preload, no network, no window, and access only to
 * its own address. Rejects with `cancelled`, and with `notPrinted` if the page ends early.
 * @param use creates the result from the finished page
 * @param finishesAfterCancel whether `use` continues after a cancellation, with its page
 */
async function withPage<Value>(
  document: PrintDocument,
  { addresses, signal, onDrawn }: Printing,
  use: (contents: WebContents, view: WebContentsView) => Promise<Value>,
  finishesAfterCancel: boolean,
): Promise<Value> {
  signal.throwIfAborted()
  const view = new WebContentsView({ webPreferences: HIDDEN_PAGE_PREFERENCES })
  openViews.add(view)
  const contents = view.webContents
  const address = addresses.open(document, onDrawn)
  const ended = Promise.withResolvers<never>()
  contents.once('render-process-gone', () =>
    ended.reject(new AppError('notPrinted', { params: { reason: messages.report.job.reasons.pageEnded } })),
  )
  const stop = (): void => ended.reject(new AppError('cancelled'))
  signal.addEventListener('abort', stop)
  ended.promise.catch(() => undefined)
  let using: Promise<Value> | undefined
  try {
    const laidOut = contents.loadURL(address.url).then(() => address.drawn)
    await Promise.race([laidOut, ended.promise])
    using = use(contents, view)
    return await Promise.race([using, ended.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    address.close()
    const close = (): void => {
      openViews.delete(view)
      if (!contents.isDestroyed()) contents.close({ waitForBeforeUnload: false })
    }
    if (finishesAfterCancel) void Promise.allSettled([using]).then(close)
    else close()
  }
}

/**
 * Creates a PDF of a document. Rejects like {@link withPage}.
 *
 * A canceled PDF continues in the background: Electron creates one PDF after the other, and if the page of
 * one was closed meanwhile, every later one failed too until the application was restarted
 * (electron/electron#51145).
 */
export function printToPdf(document: PrintDocument, printing: Printing): Promise<Uint8Array> {
  const createPdf = (contents: WebContents): Promise<Uint8Array> =>
    contents.printToPDF({
      pageSize: PAGE_SIZES[document.paper],
      landscape: document.orientation === 'landscape',
      margins: document.margins ?? NO_MARGINS,
      printBackground: true,
      displayHeaderFooter: document.margins !== null,
      headerTemplate: '<span></span>',
      footerTemplate: footerOf(document.title),
      // For screen readers, and for navigating between parts.
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    })
  return withPage(document, printing, createPdf, true)
}

/**
 * Shows the system's print dialog for a document; returns false if the person closed it. Rejects like {@link
 * withPage}.
 */
export function printOnPaper(document: PrintDocument, printing: Printing): Promise<boolean> {
  const print = async (contents: WebContents, view: WebContentsView): Promise<boolean> => {
    // The dialog belongs to the visible window; the page stays invisible.
    const window = dialogParent()
    view.setVisible(false)
    window?.contentView.addChildView(view)
    try {
      return await showPrintDialog(contents, document)
    } finally {
      if (window?.isDestroyed() === false) window.contentView.removeChildView(view)
    }
  }
  return withPage(document, printing, print, false)
}

async function showPrintDialog(
  contents: WebContents,
  { paper, orientation, margins }: PrintDocument,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<{ readonly printed: boolean; readonly reason: string }>()
  contents.print(
    {
      silent: false,
      printBackground: true,
      pageSize: PAGE_SIZES[paper],
      landscape: orientation === 'landscape',
      ...(margins === null ? { margins: { marginType: 'none' } } : {}),
    },
    (printed, reason) => resolve({ printed, reason }),
  )
  const { printed, reason } = await promise
  if (!printed && !/cancel/iu.test(reason)) {
    throw new AppError('notPrinted', { params: { reason: messages.report.job.reasons.printer({ reason }) } })
  }
  return printed
}
