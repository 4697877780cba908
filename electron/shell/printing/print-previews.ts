import type { PrintPreview } from '../../contract/report.ts'
import type { PrintAddress, PrintAddresses, PrintDocument } from './print-addresses.ts'

/** Documents that windows preview before they are printed: one for each window. */
export class PrintPreviews {
  readonly #addresses: PrintAddresses
  readonly #open = new Map<string, PrintAddress>()

  constructor(addresses: PrintAddresses) {
    this.#addresses = addresses
  }

  /** Opens an address for a document, and closes the previous one of the window. */
  open(slot: string, document: PrintDocument): PrintPreview {
    this.close(slot)
    const address = this.#addresses.open(document, () => undefined)
    this.#open.set(slot, address)
    return { url: address.url }
  }

  /** Closes the address of the window, if any. */
  close(slot: string): void {
    this.#open.get(slot)?.close()
    this.#open.delete(slot)
  }
}
