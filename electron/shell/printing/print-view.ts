import { BrowserWindow, WebContentsView, type WebContents } from 'electron'
import { AppError } from '../../contract/app-error.ts'
import { PAGE_MARGINS } from '../../contract/paper.ts'
import { reportJob, reportStrings } from '../../contract/strings/report.ts'
import type { PrintAddresses, PrintDocument } from './print-addresses.ts'

const PAGE_SIZES = { a4: 'A4', letter: 'Letter' } as const

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML that shows nothing but it. */
export function asHtmlText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? '')
}

/** The foot of each page: what it is of, and its number. */
export function footOf(title: string): string {
  const number = '<span class="pageNumber"></span>'
  const total = '<span class="totalPages"></span>'
  return `<div style="box-sizing:border-box;display:flex;gap:24pt;justify-content:space-between;width:100%;padding:0 ${String(PAGE_MARGINS.right)}in;color:#444;font:8pt system-ui,sans-serif;white-space:nowrap"><span dir="auto" style="overflow:hidden;text-overflow:ellipsis">${asHtmlText(title)}</span><span>${reportStrings.page.ofPages(number, total)}</span></div>`
}

export interface Printing {
  readonly addresses: PrintAddresses
  readonly signal: AbortSignal
  /** Told how many entries are drawn. */
  readonly onDrawn: (entries: number) => void
}

/**
 * Views whose pages are open: a view that nothing refers to is collected, and its page is destroyed with it.
 */
const openViews = new Set<WebContentsView>()

/**
 * Lays a document out in a separate page, which nobody sees: no preload, no network, no window, and nothing
 * that it could reach but its own address. Rejects with `cancelled`, and with `notPrinted` when the page ends
 * before it is whole.
 * @param use makes something of the page that is laid out.
 * @param toItsEnd whether that goes on by itself where nobody waits for it any more, and the page with it.
 */
async function withPage<Value>(
  document: PrintDocument,
  { addresses, signal, onDrawn }: Printing,
  use: (contents: WebContents, view: WebContentsView) => Promise<Value>,
  toItsEnd: boolean,
): Promise<Value> {
  signal.throwIfAborted()
  const view = new WebContentsView({
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      enableWebSQL: false,
      // Nothing of it is ever in sight, and it is to be drawn all the same.
      backgroundThrottling: false,
    },
  })
  openViews.add(view)
  const contents = view.webContents
  const address = addresses.open(document, onDrawn)
  const ended = Promise.withResolvers<never>()
  contents.once('render-process-gone', () => {
    ended.reject(new AppError('notPrinted', { params: { reason: reportJob.reasons.pageEnded } }))
  })
  const stop = (): void => {
    ended.reject(new AppError('cancelled'))
  }
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
    if (toItsEnd) void Promise.allSettled([using]).then(close)
    else close()
  }
}

/**
 * The document as a PDF. Rejects as {@link withPage} does.
 *
 * What is cancelled goes on out of sight: Electron makes one PDF after the other, and when the page of one
 * was closed meanwhile, every later one failed as it did, until the application was started again
 * (electron/electron#51145).
 */
export function printToPdf(document: PrintDocument, printing: Printing): Promise<Uint8Array> {
  const make = (contents: WebContents): Promise<Uint8Array> =>
    contents.printToPDF({
      pageSize: PAGE_SIZES[document.paper],
      landscape: document.orientation === 'landscape',
      margins: PAGE_MARGINS,
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: footOf(document.title),
      // For who does not see it, and to go from part to part.
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    })
  return withPage(document, printing, make, true)
}

/**
 * Hands the document to the system's dialog for printing; false: the person closed it. Rejects as {@link
 * withPage} does.
 */
export function printOnPaper(document: PrintDocument, printing: Printing): Promise<boolean> {
  const print = async (contents: WebContents, view: WebContentsView): Promise<boolean> => {
    // The dialog belongs to the window, where the person is; the page stays out of sight.
    const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
    view.setVisible(false)
    window?.contentView.addChildView(view)
    try {
      return await ask(contents, document)
    } finally {
      if (window?.isDestroyed() === false) window.contentView.removeChildView(view)
    }
  }
  return withPage(document, printing, print, false)
}

async function ask(contents: WebContents, { paper, orientation }: PrintDocument): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<{ readonly printed: boolean; readonly reason: string }>()
  contents.print(
    {
      silent: false,
      printBackground: true,
      pageSize: PAGE_SIZES[paper],
      landscape: orientation === 'landscape',
    },
    (printed, reason) => {
      resolve({ printed, reason })
    },
  )
  const { printed, reason } = await promise
  if (!printed && !/cancel/iu.test(reason)) {
    throw new AppError('notPrinted', { params: { reason: reportJob.reasons.printer(reason) } })
  }
  return printed
}
