import type { ApiInput } from '../../electron/contract/api.ts'
import type { LabelledField } from '../../electron/contract/connection.ts'
import type { RepeatExportProblem, ExportedList } from '../../electron/contract/repeat-export.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { OpenedReviewFile } from '../../electron/contract/review-file.ts'
import type { TextSource } from '../../electron/contract/schemas.ts'
import type { DiagnosisOf } from './diagnosis.svelte.ts'

/** The owner of a client certificate: a connection, or an address without one. */
export type CertificateOwner = ApiInput<'connections.clientCertificate'>['of']

/** The dialogs of the window. */
export type OpenDialog =
  | { readonly kind: 'settings' }
  | { readonly kind: 'shortcuts' }
  /** Chooses a backup to restore. */
  | { readonly kind: 'restore' }
  | { readonly kind: 'about' }
  /** Shows a value of the service in full. */
  | { readonly kind: 'wholeText'; readonly label: string; readonly source: TextSource }
  /** Finds commands, views and campaigns. */
  | { readonly kind: 'palette' }
  | { readonly kind: 'addCampaign' }
  | { readonly kind: 'renameConnection'; readonly connectionId: string }
  | { readonly kind: 'replaceKey'; readonly connectionId: string }
  | { readonly kind: 'editAddress'; readonly connectionId: string }
  | { readonly kind: 'forgetConnection'; readonly connectionId: string }
  /** Settings of automatic downloads. */
  | { readonly kind: 'automatic'; readonly connectionId: string }
  | { readonly kind: 'authority'; readonly connectionId: string }
  | { readonly kind: 'clientCertificate'; readonly of: CertificateOwner }
  /** Diagnoses the network to a service, of a connection or of one that is being tried. */
  | { readonly kind: 'doctor'; readonly of: DiagnosisOf }
  /** Options of a review report. */
  | { readonly kind: 'report'; readonly connectionId: string; readonly campaignId: string }
  /** The file of the last export has changed, or cannot be reached. */
  | { readonly kind: 'repeatExport'; readonly list: ExportedList; readonly found: RepeatExportProblem }
  /** Asks whether a download may delete more than half of a campaign's items. */
  | { readonly kind: 'deletions'; readonly jobId: string }
  | { readonly kind: 'removeCampaigns'; readonly campaignIds: readonly string[] }
  /** Name and color of a value of the connection. */
  | { readonly kind: 'nameValue'; readonly field: LabelledField; readonly value: number }
  /** Saves the current list as a view. */
  | { readonly kind: 'saveView' }
  | { readonly kind: 'renameView'; readonly viewId: string }
  | { readonly kind: 'deleteView'; readonly viewId: string }
  /** Exports a review to a file. */
  | { readonly kind: 'writeReview' }
  /** Shows a review file that was read, and merges it. */
  | { readonly kind: 'readReview'; readonly opened: OpenedReviewFile }
  | { readonly kind: 'reviewNotRead'; readonly fault: Fault }
  /** All names and colors of the connection. */
  | { readonly kind: 'nameValues' }

/** The open dialog, with those below it. */
export class DialogsModel {
  #stack = $state.raw<readonly OpenDialog[]>([])

  get current(): OpenDialog | null {
    return this.#stack.at(-1) ?? null
  }

  open(dialog: OpenDialog): void {
    if (this.current?.kind === dialog.kind) return
    this.#stack = [...this.#stack, dialog]
  }

  /** Closes the top dialog. */
  close(): void {
    this.#stack = this.#stack.slice(0, -1)
  }

  closeAll(): void {
    this.#stack = []
  }
}
