import * as v from 'valibot'
import type { Platform } from './accelerators.ts'
import type { Backup } from './backup.ts'
import type { CampaignRecord, CampaignSummary } from './campaign.ts'
import type { CheckReport } from './checks.ts'
import type { ChangesWindow, DownloadRecord } from './changes.ts'
import type {
  Connection,
  ClientCertificateChoice,
  ClientCertificateStatus,
  ConnectionAuthority,
  ConnectionCheck,
  ConnectionFootprint,
  KeyStatus,
} from './connection.ts'
import type { DoctorReport } from './doctor.ts'
import type { ExportPreview } from './export-preview.ts'
import { REPEAT_EXPORT_MODES, EXPORTED_LISTS, type RepeatExportResult } from './repeat-export.ts'
import type { ExportProfiles } from './export-profile.ts'
import { exportProfilesSchema } from './export-profile-schema.ts'
import type { Fault } from './faults.ts'
import { MAX_FIELD_COLUMNS, type FoundFields } from './fields.ts'
import type { ApiName } from './names.ts'
import type { ItemDetails } from './item.ts'
import { DOWNLOAD_MODES, type DownloadJob, type ExportJob } from './jobs.ts'
import {
  PICTURE_CHOICES,
  type PdfResult,
  type PictureBefore,
  type PictureRun,
  type PictureState,
  type PictureTrouble,
  type Pixels,
} from './pictures.ts'
import type { Preferences } from './preferences.ts'
import type { ColumnValues, ItemResult, ItemTotals, ItemWindow } from './query.ts'
import type { ReportCounts } from './report.ts'
import type {
  AddedPhoto,
  ElementReview,
  Review,
  ReviewCounts,
  ReviewProgress,
  ReviewStep,
  RevertedChange,
} from './review.ts'
import type { OpenedReviewFile, ReviewFileCounts, WrittenReview } from './review-file.ts'
import { MERGE_CHOICES } from './review-merge.ts'
import {
  changesExportInputSchema,
  exportInputSchema,
  exportPreviewInputSchema,
  goneExportInputSchema,
  listPrintSchema,
  reportInputSchema,
} from './export-schemas.ts'
import * as s from './schemas.ts'
import type { Views } from './views.ts'

/** One thing that the window can ask of main: the schema of what it sends, and the type of what it gets. */
export interface Call<Schema extends v.GenericSchema, Output> {
  readonly input: Schema
  /** Only a type; never set. */
  readonly output?: Output
}

function call<Output>() {
  return <Schema extends v.GenericSchema>(input: Schema): Call<Schema, Output> => ({ input })
}

const nothing = v.undefined()
const inConnection = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject({ connectionId: s.connectionIdSchema, ...entries })

/** What the window needs to draw its first frame. */
export interface AppState {
  readonly version: string
  readonly platform: Platform
  /** The person's locale, for numbers and dates (BCP 47). */
  readonly locale: string
  readonly online: boolean
  /** Where connections, copies and logs are kept. Only shown; never sent back. */
  readonly dataFolder: string
  readonly connections: readonly Connection[]
  readonly preferences: Preferences
  readonly views: Views
  /** What a person should be told about the start: for example connections that could not be read. */
  readonly notices: readonly Fault[]
}

/** A connection as it was opened: its cache may have told something. */
export interface OpenedConnection {
  readonly connection: Connection
  /** Null: the keychain has not answered yet, and `connection.key` will tell. */
  readonly key: KeyStatus | null
  readonly campaigns: readonly CampaignSummary[]
  /** A damaged cache that was set aside, or one that could not be opened. */
  readonly notice: Fault | null
}

const newAddress = inConnection({
  baseUrl: v.pipe(v.string(), v.maxLength(2_000)),
  key: v.nullable(v.pipe(v.string(), v.maxLength(10_000))),
  sendKeyTo: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
})

/**
 * Schema of a call about the client certificate of a connection, or of an address that is not a connection
 * yet.
 */
function ofClientCertificate<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject({
    of: v.union([inConnection({}), v.strictObject({ baseUrl: v.pipe(v.string(), v.maxLength(2_000)) })]),
    ...entries,
  })
}

/** Every call, by name. The handlers, the preload and the window's `api.ts` are derived from this. */
export const API = {
  'app.state': call<AppState>()(nothing),
  'app.openDataFolder': call<null>()(nothing),
  'app.openLog': call<null>()(nothing),
  'app.openExternal': call<null>()(v.strictObject({ url: v.pipe(v.string(), v.maxLength(2_000)) })),
  /** The window has kept what it had to keep, after `app.closing`. */
  'app.readyToClose': call<null>()(nothing),
  /**
   * Writes an error of the window to the log; the id of the entry, or null when there are too many to log.
   */
  'app.reportError': call<{ readonly logId: string | null }>()(s.errorReportSchema),
  /** Loads the window again, after it has saved what it had not. */
  'app.reload': call<null>()(nothing),
  'app.copyText': call<null>()(v.strictObject({ text: v.pipe(v.string(), v.maxLength(50_000_000)) })),

  /** Undoes or redoes typing in the focused text field. */
  'app.editText': call<null>()(v.strictObject({ command: v.picklist(['undo', 'redo']) })),
  /** Sets the labels of undo and redo in the application menu; null: nothing to undo or redo. */
  'app.nameUndo': call<null>()(v.strictObject({ undo: s.menuLabelSchema, redo: s.menuLabelSchema })),

  'preferences.save': call<null>()(s.preferencesSchema),
  /** Keeps all of them, in place of those that were kept before. */
  'views.save': call<null>()(s.viewsSchema),

  /** Backups of what a person has set and reviewed, the newest first. */
  'backups.list': call<readonly Backup[]>()(nothing),
  'backups.make': call<Backup>()(nothing),
  /** Ends the application, which starts again with what was backed up. */
  'backups.restore': call<null>()(v.strictObject({ id: s.backupIdSchema })),

  'connections.test': call<ConnectionCheck>()(s.connectionInputSchema),
  'connections.create': call<OpenedConnection>()(s.connectionInputSchema),
  'connections.createSample': call<OpenedConnection>()(nothing),
  'connections.open': call<OpenedConnection>()(inConnection({})),
  'connections.rename': call<Connection>()(
    inConnection({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  ),
  'connections.replaceKey': call<KeyStatus>()(inConnection({ key: v.pipe(v.string(), v.maxLength(10_000)) })),
  /**
   * Sends the key to a connection that has changed since the key was saved; `origin` and `trust` are those
   * that the person was shown. Null: the saved key.
   */
  'connections.confirmKey': call<KeyStatus>()(
    inConnection({
      origin: v.pipe(v.string(), v.maxLength(2_000)),
      trust: v.pipe(v.string(), v.maxLength(100)),
      key: v.nullable(v.pipe(v.string(), v.maxLength(10_000))),
    }),
  ),
  /**
   * Tests another base address for a connection. Without `key`, the saved key is sent: to the connection's
   * own origin, or to the one in `sendKeyTo`, which the person has confirmed.
   */
  'connections.testAddress': call<ConnectionCheck>()(newAddress),
  /** Tests another base address and sets it; what is downloaded stays with the connection. */
  'connections.setAddress': call<OpenedConnection>()(newAddress),
  'connections.footprint': call<ConnectionFootprint>()(inConnection({})),
  'connections.forget': call<readonly Connection[]>()(inConnection({})),
  'connections.setLabel': call<Connection>()(
    inConnection({ field: s.labelledFieldSchema, label: s.valueLabelSchema }),
  ),
  'connections.clearLabel': call<Connection>()(
    inConnection({ field: s.labelledFieldSchema, value: v.pipe(v.number(), v.safeInteger()) }),
  ),
  'connections.setAutomatic': call<Connection>()(inConnection({ automatic: s.automaticSchema })),
  /**
   * Asks for a file with certificate authorities to trust for this connection. Null: the person closed the
   * dialog.
   */
  'connections.chooseAuthority': call<Connection | null>()(inConnection({})),
  /**
   * The same for an address that is no connection yet: what is tried, made or diagnosed there trusts it,
   * until the application ends; a connection that is made keeps it. Null: the person closed the dialog.
   */
  'connections.chooseNewAuthority': call<ConnectionAuthority | null>()(
    v.strictObject({ baseUrl: v.pipe(v.string(), v.maxLength(2_000)) }),
  ),
  'connections.clearAuthority': call<Connection>()(inConnection({})),
  /**
   * Asks for the file of a client certificate and uses it, unless it needs a password: then
   * `unlockClientCertificate` does. For an address that is not a connection yet, it is kept in memory until a
   * connection is made there. Null: the person closed the dialog.
   */
  'connections.chooseClientCertificate': call<ClientCertificateChoice | null>()(ofClientCertificate({})),
  /**
   * Uses the file that was chosen last, or else the certificate of the connection, with this password.
   * Rejects with `badInput` when the password is wrong.
   */
  'connections.unlockClientCertificate': call<ClientCertificateStatus>()(
    ofClientCertificate({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)) }),
  ),
  /** The client certificate that is used; null without one. Never its password. */
  'connections.clientCertificate': call<ClientCertificateStatus | null>()(ofClientCertificate({})),
  'connections.clearClientCertificate': call<null>()(ofClientCertificate({})),
  /** Looks at a saved connection, or at an address and key that are only being tried. */
  'connections.diagnose': call<DoctorReport>()(
    v.strictObject({
      /** Given by the window, so that it can tell the findings of this run and stop it. */
      runId: s.jobIdSchema,
      of: v.union([inConnection({}), s.connectionInputSchema]),
    }),
  ),
  'connections.stopDiagnosis': call<null>()(v.strictObject({ runId: s.jobIdSchema })),

  'campaigns.list': call<readonly CampaignSummary[]>()(inConnection({})),
  'campaigns.get': call<CampaignRecord>()(inConnection({ campaignId: s.campaignIdSchema })),
  'campaigns.remove': call<null>()(
    inConnection({ campaignIds: v.pipe(v.array(s.campaignIdSchema), v.minLength(1), v.maxLength(10_000)) }),
  ),

  /** Finds the id in what was pasted and downloads that campaign. */
  'downloads.add': call<DownloadJob>()(inConnection({ text: v.pipe(v.string(), v.maxLength(10_000)) })),
  'downloads.start': call<readonly DownloadJob[]>()(
    inConnection({
      campaignIds: v.pipe(v.array(s.campaignIdSchema), v.minLength(1), v.maxLength(10_000)),
      /** Left out: everything. */
      mode: v.exactOptional(v.picklist(DOWNLOAD_MODES)),
    }),
  ),
  'downloads.discover': call<DownloadJob>()(inConnection({})),
  'downloads.cancel': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Null: every download that waits or runs. */
  'downloads.pause': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Null: every download that is paused. */
  'downloads.resume': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Puts a download before another one in the queue; null: at its end. */
  'downloads.move': call<null>()(v.strictObject({ jobId: s.jobIdSchema, before: v.nullable(s.jobIdSchema) })),
  /**
   * Queues a failed, incomplete or cancelled download again; null: every one of the connection's that failed.
   */
  'downloads.retry': call<readonly DownloadJob[]>()(inConnection({ jobId: v.nullable(s.jobIdSchema) })),
  /** Accepts the deletions that a download waits with, or discards the new snapshot. */
  'downloads.decide': call<null>()(v.strictObject({ jobId: s.jobIdSchema, accept: v.boolean() })),
  /** Removes ended downloads from the list, failures for good. */
  'downloads.dismiss': call<null>()(
    inConnection({ jobIds: v.pipe(v.array(s.jobIdSchema), v.maxLength(1_000)) }),
  ),
  'downloads.list': call<readonly DownloadJob[]>()(nothing),

  /** How far the pictures of a campaign are on this computer. */
  'pictures.state': call<PictureState>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Which are wanted; those of another choice are fetched at once. */
  'pictures.choose': call<PictureState>()(
    inConnection({
      campaignId: s.campaignIdSchema,
      choice: v.picklist(PICTURE_CHOICES),
      forField: v.boolean(),
    }),
  ),
  /** Fetches what is missing. */
  'pictures.start': call<PictureRun>()(inConnection({ campaignId: s.campaignIdSchema })),
  'pictures.cancel': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Null: the pictures of every campaign that are being fetched or wait. */
  'pictures.pause': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Null: of every campaign whose pictures are paused. */
  'pictures.resume': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  'pictures.list': call<readonly PictureRun[]>()(nothing),
  /** Makes the small picture of a kept file, unless it was made before or cannot be made. */
  'pictures.make': call<null>()(inConnection({ hash: s.contentHashSchema })),
  /** Why the file of an artwork is not shown although it is on this computer; null: no such reason. */
  'pictures.trouble': call<PictureTrouble | null>()(
    inConnection({ itemKey: s.itemKeySchema, artwork: s.artworkIndexSchema }),
  ),
  /** Shows pictures again that were turned off or left out after a crash. */
  'pictures.turnOn': call<null>()(nothing),
  /** The version of an artwork's picture before the one it has now; null: there is none that is known of. */
  'pictures.before': call<PictureBefore | null>()(
    inConnection({ itemKey: s.itemKeySchema, artwork: s.artworkIndexSchema }),
  ),
  /** Saves the file of an artwork where the person chooses; gives whether one was saved. */
  'pictures.saveCopy': call<boolean>()(
    inConnection({ itemKey: s.itemKeySchema, artwork: s.artworkIndexSchema }),
  ),
  /** The number of pages of an artwork's file where that is a PDF; null: it is not, or is not here. */
  'pictures.document': call<PdfResult<{ readonly pages: number }> | null>()(inConnection(s.pdfFields)),
  /** The size of a page as it is meant to be seen, in points (1/72 inch). Null as for `pictures.document`. */
  'pictures.pageSize': call<PdfResult<{ readonly width: number; readonly height: number }> | null>()(
    inConnection({ ...s.pdfFields, page: s.pageSchema }),
  ),
  /** Null as for `pictures.document`. */
  'pictures.drawPage': call<PdfResult<Pixels> | null>()(
    inConnection({ ...s.pdfFields, part: s.pagePartSchema }),
  ),

  /** Completed downloads of a campaign, the newest first. */
  'changes.downloads': call<readonly DownloadRecord[]>()(inConnection({ campaignId: s.campaignIdSchema })),
  'changes.read': call<ChangesWindow>()(
    inConnection({
      query: s.changesQuerySchema,
      start: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
    }),
  ),
  /** Ids of items, those that are gone too; null: all of the campaign's changes. */
  'changes.markSeen': call<null>()(
    inConnection({
      campaignId: s.campaignIdSchema,
      ids: v.nullable(v.pipe(v.array(s.campaignItemIdSchema), v.maxLength(10_000))),
    }),
  ),

  /** Carries all checks out over a campaign on this computer. */
  'checks.read': call<CheckReport>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Keeps what the checks of the connection go by. */
  'checks.configure': call<null>()(inConnection({ settings: s.checkSettingsSchema })),
  /** Accepts what a check finds now, or takes back what was accepted of it. */
  'checks.accept': call<null>()(
    inConnection({ campaignId: s.campaignIdSchema, checkId: s.checkIdSchema, accepted: v.boolean() }),
  ),

  'items.open': call<ItemResult>()(inConnection({ query: s.itemQuerySchema })),
  'items.window': call<ItemWindow>()(
    inConnection({
      resultId: s.resultIdSchema,
      start: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
      /** Fields whose values the rows are to have. */
      fields: v.exactOptional(v.pipe(v.array(s.fieldKeySchema), v.maxLength(MAX_FIELD_COLUMNS))),
    }),
  ),
  /**
   * What fields the items of these campaigns (null: all) have beside the documented ones, as a sample shows
   * them.
   */
  'items.fields': call<FoundFields>()(inConnection({ campaignIds: s.campaignIdsSchema })),
  /** What is in a column; with \`find\`, only values that contain it, whatever case and accents. */
  'items.values': call<ColumnValues>()(
    inConnection({
      query: s.itemQuerySchema,
      column: s.columnKeySchema,
      find: v.pipe(v.string(), v.maxLength(500)),
    }),
  ),
  /** What the rows at these positions add up to. */
  'items.totals': call<ItemTotals>()(
    inConnection({ resultId: s.resultIdSchema, ranges: s.selectionRangesSchema }),
  ),
  'items.get': call<ItemDetails>()(inConnection({ key: s.itemKeySchema })),
  /** Position of an item in a result; null when it is not in it. */
  'items.locate': call<number | null>()(inConnection({ resultId: s.resultIdSchema, key: s.itemKeySchema })),
  /**
   * Rows of the selection as tab-separated text and as a table, put on the clipboard by main; gives the
   * number of rows.
   */
  'items.copy': call<number>()(
    inConnection({
      resultId: s.resultIdSchema,
      ranges: s.selectionRangesSchema,
      columns: v.pipe(v.array(s.columnKeySchema), v.minLength(1), v.maxLength(s.MAX_COLUMNS)),
    }),
  ),

  /** A value of the service in full, of which all other calls return at most `MAX_TEXT_LENGTH` characters. */
  'texts.read': call<string>()(inConnection({ of: s.textSourceSchema })),

  /** What the person found of these items, as far as there is anything. */
  'reviews.of': call<readonly Review[]>()(
    inConnection({ ids: v.pipe(v.array(s.campaignItemIdSchema), v.maxLength(1_000)) }),
  ),
  /**
   * Marks the rows at these indexes of a result, and resolves when that is on disk; null removes marks.
   * Returns the step of the change, as all changes of reviews do; null: nothing changed.
   */
  'reviews.mark': call<{ readonly count: number; readonly step: number | null }>()(
    inConnection({
      resultId: s.resultIdSchema,
      ranges: s.selectionRangesSchema,
      mark: s.reviewMarkSchema,
    }),
  ),
  /** Writes the note of an item; `continues`: the step of the same edit, which takes up this change too. */
  'reviews.note': call<{ readonly step: number | null }>()(
    inConnection({ key: s.itemKeySchema, note: s.noteSchema, continues: v.nullable(s.reviewStepSchema) }),
  ),
  /** Attaches a photo to an item; one that it already has stays as it is. */
  'reviews.addPhoto': call<AddedPhoto>()(
    inConnection({
      key: s.itemKeySchema,
      bytes: s.pictureBytesSchema,
      continues: v.nullable(s.reviewStepSchema),
    }),
  ),
  /** Draws a picture that the window must not decode, as a photo to be attached. */
  'reviews.drawPhoto': call<
    { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly problem: 'tooComplex' | 'damaged' }
  >()(v.strictObject({ bytes: s.pictureBytesSchema })),
  'reviews.removePhoto': call<{ readonly step: number | null }>()(
    inConnection({ id: s.campaignItemIdSchema, hash: s.contentHashSchema }),
  ),
  /** Returns the changes of reviews that can be undone, oldest first. */
  'reviews.steps': call<readonly ReviewStep[]>()(inConnection({})),
  /** Undoes a change, or redoes one that was undone; null: it cannot be undone any more. */
  'reviews.revert': call<RevertedChange | null>()(inConnection({ step: s.reviewStepSchema })),
  /** How far a campaign (null: all) has been reviewed, and of it a result. */
  'reviews.progress': call<ReviewProgress>()(
    inConnection({ campaignId: v.nullable(s.campaignIdSchema), resultId: s.resultIdSchema }),
  ),
  'reviews.counts': call<ReviewCounts>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** The same for each element, in their order; those without a mark too. */
  'reviews.elements': call<readonly ElementReview[]>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Reviews of items that are in no copy any more: of a campaign, or (null) of all. */
  'reviews.gone': call<readonly Review[]>()(inConnection({ campaignId: v.nullable(s.campaignIdSchema) })),
  /** Copies them as a table, with all of every value. */
  'reviews.copyGone': call<null>()(inConnection({ campaignId: v.nullable(s.campaignIdSchema) })),

  /** What a report of the campaign's review would hold. */
  'reports.counts': call<ReportCounts>()(inConnection({ campaignId: s.campaignIdSchema })),
  /**
   * Writes the report of a review as a PDF, having asked where to (null: the person closed the dialog), or
   * prints it.
   */
  'reports.start': call<ExportJob | null>()(reportInputSchema),
  /**
   * Writes rows of a result as a PDF, having asked where to (null: the person closed the dialog), or prints
   * them.
   */
  'lists.print': call<ExportJob | null>()(listPrintSchema),
  /**
   * Asks where to, then writes what was found of a campaign or of rows to a file. Null: the person closed the
   * dialog.
   */
  /** What a file with a review would hold. */
  'exchange.counts': call<ReviewFileCounts>()(inConnection({ scope: s.reviewFileScopeSchema })),
  'exchange.write': call<WrittenReview | null>()(
    inConnection({
      scope: s.reviewFileScopeSchema,
      author: s.authorSchema,
      suggestedName: v.pipe(v.string(), v.maxLength(200)),
    }),
  ),
  /** Shows the review that was written last in the system's file manager. */
  'exchange.showWritten': call<null>()(nothing),
  /**
   * Asks for a file with a review and looks at it; nothing is changed yet. Null: the person closed the
   * dialog.
   */
  'exchange.open': call<OpenedReviewFile | null>()(inConnection({})),
  /** Looks at the file that the system, or a drop, asked for. Null: none is asked for. */
  'exchange.openAsked': call<OpenedReviewFile | null>()(inConnection({})),
  /**
   * Merges the file that was looked at, with a choice for each difference in their order, as one step to take
   * back.
   */
  'exchange.merge': call<{ readonly count: number; readonly step: number | null }>()(
    v.strictObject({
      openId: s.jobIdSchema,
      choices: v.pipe(v.array(v.picklist(MERGE_CHOICES)), v.maxLength(100_000)),
    }),
  ),
  'exchange.putAway': call<null>()(v.strictObject({ openId: s.jobIdSchema })),

  /** Looks at all of what would be exported, and writes nothing. A second look ends the first one. */
  'exports.preview': call<ExportPreview>()(exportPreviewInputSchema),
  'exports.stopPreview': call<null>()(v.strictObject({ runId: s.jobIdSchema })),
  /** Asks where to, then writes. Null: the person closed the dialog. */
  'exports.start': call<ExportJob | null>()(exportInputSchema),
  /** The changes under this query as a list: one row for each field that differs. */
  'exports.startChanges': call<ExportJob | null>()(changesExportInputSchema),
  /** The reviews of items that are in no copy any more: of a campaign, or (null) of all. */
  'exports.startGone': call<ExportJob | null>()(goneExportInputSchema),
  'exports.cancel': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Shows a finished file in the system's file manager. */
  'exports.show': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Opens a finished file in the program that the system has for it. */
  'exports.open': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /**
   * Asks for another place for what a failed export was to write, as it is now. Null: the person closed the
   * dialog.
   */
  'exports.elsewhere': call<ExportJob | null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Writes the last export of a list (null: of all campaigns) again, with what is in the list now. */
  'exports.again': call<RepeatExportResult>()(
    inConnection({
      list: v.picklist(EXPORTED_LISTS),
      campaignId: v.nullable(s.campaignIdSchema),
      way: v.picklist(REPEAT_EXPORT_MODES),
    }),
  ),
  /**
   * Profiles of exports and how a file was written last; `notice`: what was kept of them could not be read.
   */
  'exports.profiles': call<ExportProfiles & { readonly notice: Fault | null }>()(nothing),
  /** Keeps all of them, in place of those that were kept before. */
  'exports.saveProfiles': call<null>()(exportProfilesSchema),
} as const satisfies Readonly<Record<ApiName, Call<v.GenericSchema, unknown>>>

export type ApiInput<Name extends ApiName> = v.InferOutput<(typeof API)[Name]['input']>
export type ApiOutput<Name extends ApiName> = NonNullable<
  (typeof API)[Name] extends Call<v.GenericSchema, infer Output> ? { readonly value: Output } : never
>['value']
