import type { LinkQuestion } from '../../electron/contract/app-link.ts'
import type { ApiInput } from '../../electron/contract/api.ts'
import type { LabelledField } from '../../electron/contract/connection.ts'
import type { RepeatExportProblem } from '../../electron/contract/repeat-export.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import type { OpenedReviewFile } from '../../electron/contract/review-file.ts'
import type { TextSource } from '../../electron/contract/schemas.ts'
import type { SettingsView } from './settings-view.svelte.ts'
import type { DiagnosisTarget } from './diagnosis.svelte.ts'

/** The owner of a client certificate: a connection, or an address that is not a connection yet. */
export type CertificateOwner = ApiInput<'connections.clientCertificate'>['of']

/** The list whose last export is repeated. */
export type RepeatedExport = Omit<ApiInput<'exports.repeat'>, 'mode'>

/** A dialog that is open over the window, with its input. */
export type OpenDialog =
  | { readonly kind: 'settings'; readonly view: SettingsView }
  | { readonly kind: 'shortcuts' }
  /** Restores a backup. */
  | { readonly kind: 'restore' }
  /** Writes a backup file. */
  | { readonly kind: 'backUpFile' }
  /** Restores a backup file: the one that was requested, or one that the person chooses. */
  | { readonly kind: 'restoreFile'; readonly isRequested: boolean }
  | { readonly kind: 'about' }
  /** Shows and saves diagnostics. */
  | { readonly kind: 'diagnostics' }
  | { readonly kind: 'reportProblem' }
  /** Shows the new version, if any; `isCheck`: checks first. */
  | { readonly kind: 'updates'; readonly isCheck: boolean }
  /** Shows a value of the service in full. */
  | { readonly kind: 'fullText'; readonly label: string; readonly source: TextSource }
  /** Finds commands, views and campaigns. */
  | { readonly kind: 'palette' }
  /** Adds a campaign, whose id may be given. */
  | { readonly kind: 'addCampaign'; readonly campaignId?: string }
  /** Asks before a link leads to a new connection, or reports why it leads nowhere. */
  | { readonly kind: 'link'; readonly target: LinkQuestion }
  | { readonly kind: 'renameConnection'; readonly connectionId: string }
  | { readonly kind: 'replaceKey'; readonly connectionId: string }
  | { readonly kind: 'editAddress'; readonly connectionId: string }
  | { readonly kind: 'forgetConnection'; readonly connectionId: string }
  /** `bytes`: the space that is freed. */
  | { readonly kind: 'removeArtwork'; readonly connectionId: string; readonly bytes: number }
  /** Schedules automatic downloads. */
  | { readonly kind: 'automatic'; readonly connectionId: string }
  | { readonly kind: 'authority'; readonly connectionId: string }
  | { readonly kind: 'clientCertificate'; readonly of: CertificateOwner }
  /** Signs in to a proxy (host and port). `ondone` is called after the proxy has accepted the login. */
  | { readonly kind: 'proxySignIn'; readonly proxy: string; readonly ondone?: () => void }
  /** Diagnoses the connection to a service. */
  | { readonly kind: 'doctor'; readonly of: DiagnosisTarget }
  /** Chooses the content of the report of a review. */
  | { readonly kind: 'report'; readonly connectionId: string; readonly campaignId: string }
  /**
   * Reports that the file of the last export has changed, or cannot be reached. Another campaign may be shown
   * by then.
   */
  | ({ readonly kind: 'repeatExport'; readonly found: RepeatExportProblem } & RepeatedExport)
  /** Asks whether a download may delete more than half of the items of a campaign. */
  | { readonly kind: 'deletions'; readonly jobId: string }
  | { readonly kind: 'removeCampaigns'; readonly campaignIds: readonly string[] }
  /** Exports all items of these campaigns. */
  | { readonly kind: 'exportItems'; readonly campaignIds: readonly string[] }
  /** Saves the query of the list of items as a view. */
  | { readonly kind: 'saveView' }
  | { readonly kind: 'renameView'; readonly viewId: string }
  | { readonly kind: 'deleteView'; readonly viewId: string }
  /** Exports the review to a file. */
  | { readonly kind: 'exportReview' }
  /** Shows the content of an opened review file, and merges it. */
  | { readonly kind: 'importReview'; readonly opened: OpenedReviewFile }
  | { readonly kind: 'reviewImportFailed'; readonly fault: Fault }
  /** Sets the names and colors of all values of the current connection. */
  | {
      readonly kind: 'statusNames'
      /** The value whose name gets the focus; null: the first one. */
      readonly focus: { readonly field: LabelledField; readonly value: number } | null
    }

/**
 * The stack of dialogs over the window: closing one returns to the dialog from which it was opened. Views
 * render other dialogs themselves.
 */
export class DialogsModel {
  #stack = $state.raw<readonly OpenDialog[]>([])

  get current(): OpenDialog | null {
    return this.#stack.at(-1) ?? null
  }

  /** The open palette, which may have opened another dialog. */
  get palette(): OpenDialog | null {
    return this.#stack.find(({ kind }) => kind === 'palette') ?? null
  }

  /** Whether a modal dialog is open, including dialogs and viewers that a view renders. */
  get isOpen(): boolean {
    return this.current !== null || document.querySelector('dialog[open]') !== null
  }

  /** Whether a dialog is open that blocks all commands below it. A viewer lets undo and redo through. */
  get isBlocking(): boolean {
    return this.current !== null || document.querySelector('dialog[open]:not([data-viewer])') !== null
  }

  open(dialog: OpenDialog): void {
    if (this.current?.kind === dialog.kind) return
    // The settings are open below a dialog that they opened.
    if (dialog.kind === 'settings' && this.#stack.some(({ kind }) => kind === 'settings')) return
    this.#stack = [...this.#stack, dialog]
  }

  /** Closes a dialog, unless it is closed. */
  close(dialog: OpenDialog | null): void {
    this.#stack = this.#stack.filter((other) => other !== dialog)
  }

  closeAll(): void {
    this.#stack = []
  }
}
