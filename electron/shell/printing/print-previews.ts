import { AppError } from '../../contract/app-error.ts'
import type { PrintPreview } from '../../contract/report.ts'
import type { PrintAddress, PrintAddresses, PrintDocument } from './print-addresses.ts'

/** Documents that windows preview before they are printed: one for each window. */
export class PrintPreviews {
  readonly #addresses: PrintAddresses
  readonly #open = new Map<string, PrintAddress>()
  /** The latest requests whose document is being created or is open. */
  readonly #requests = new Map<string, symbol>()

  constructor(addresses: PrintAddresses) {
    this.#addresses = addresses
  }

  /**
   * Opens an address for a document, and closes the previous one of the window. Rejects with `superseded` if
   * another document is requested while this one is created, or the preview is closed.
   */
  async open(slot: string, create: () => Promise<PrintDocument>): Promise<PrintPreview> {
    const request = Symbol()
    this.#requests.set(slot, request)
    const document = await create()
    if (this.#requests.get(slot) !== request) throw new AppError('superseded')
    this.#open.get(slot)?.close()
    const address = this.#addresses.open(document, () => undefined)
    this.#open.set(slot, address)
    return { url: address.url }
  }

  /** Closes the address of the window, if any. */
  close(slot: string): void {
    this.#requests.delete(slot)
    this.#open.get(slot)?.close()
    this.#open.delete(slot)
  }
}
