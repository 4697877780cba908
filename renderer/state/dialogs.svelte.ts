import type { ApiInput } from '../../electron/contract/api.ts'
import type { LabelledField } from '../../electron/contract/connection.ts'
import type { RepeatExportProblem, ExportedList } from '../../electron/contract/repeat-export.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { OpenedReviewFile } from '../../electron/contract/review-file.ts'
import type { TextSource } from '../../electron/contract/schemas.ts'
import type { DiagnosisOf } from './diagnosis.svelte.ts'

/** What a client certificate is for: a connection, or an address that is not a connection yet. */
export type CertificateOwner = ApiInput<'connections.clientCertificate'>['of']

/** What is open over the window. */
export type OpenDialog =
  | { readonly kind: 'settings' }
  | { readonly kind: 'shortcuts' }
  /** Which backup to go back to. */
  | { readonly kind: 'restore' }
  | { readonly kind: 'about' }
  /** A value of the service in full. */
  | { readonly kind: 'wholeText'; readonly label: string; readonly source: TextSource }
  /** Commands, views and campaigns, found by typing. */
  | { readonly kind: 'palette' }
  | { readonly kind: 'addCampaign' }
  | { readonly kind: 'renameConnection'; readonly connectionId: string }
  | { readonly kind: 'replaceKey'; readonly connectionId: string }
  | { readonly kind: 'editAddress'; readonly connectionId: string }
  | { readonly kind: 'forgetConnection'; readonly connectionId: string }
  /** When campaigns are downloaded without being asked for. */
  | { readonly kind: 'automatic'; readonly connectionId: string }
  | { readonly kind: 'authority'; readonly connectionId: string }
  | { readonly kind: 'clientCertificate'; readonly of: CertificateOwner }
  /**
   * Looks at what stands between this computer and a service: a connection's, or one that is only being
   * tried.
   */
  | { readonly kind: 'doctor'; readonly of: DiagnosisOf }
  /** What a report of a campaign's review is to hold. */
  | { readonly kind: 'report'; readonly connectionId: string; readonly campaignId: string }
  /** The file of a last export is not as it was, or cannot be reached. */
  | { readonly kind: 'repeatExport'; readonly list: ExportedList; readonly found: RepeatExportProblem }
  /** Whether a download may delete more than half of a campaign's items. */
  | { readonly kind: 'deletions'; readonly jobId: string }
  | { readonly kind: 'removeCampaigns'; readonly campaignIds: readonly string[] }
  /** Name and colour of one value of a field of the current connection. */
  | { readonly kind: 'nameValue'; readonly field: LabelledField; readonly value: number }
  /** Keeps the list of items, as it is asked for now, under a name. */
  | { readonly kind: 'saveView' }
  | { readonly kind: 'renameView'; readonly viewId: string }
  | { readonly kind: 'deleteView'; readonly viewId: string }
  /** Hands the review on as a file. */
  | { readonly kind: 'writeReview' }
  /** Looks at a review that was read, and merges it. */
  | { readonly kind: 'readReview'; readonly opened: OpenedReviewFile }
  | { readonly kind: 'reviewNotRead'; readonly fault: Fault }
  /** All names and colours of the current connection. */
  | { readonly kind: 'nameValues' }

/** The dialog that is open, if any; one that another opened from is returned to. */
export class DialogsModel {
  #stack = $state.raw<readonly OpenDialog[]>([])

  get current(): OpenDialog | null {
    return this.#stack.at(-1) ?? null
  }

  open(dialog: OpenDialog): void {
    if (this.current?.kind === dialog.kind) return
    this.#stack = [...this.#stack, dialog]
  }

  /** Closes the one on top. */
  close(): void {
    this.#stack = this.#stack.slice(0, -1)
  }

  closeAll(): void {
    this.#stack = []
  }
}
