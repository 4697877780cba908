import * as v from 'valibot'
import type { Platform } from './accelerators.ts'
import type { LinkTarget } from './app-link.ts'
import type { CampaignAttention } from './attention.ts'
import {
  backupIdSchema,
  backupScheduleChangeSchema,
  restoreChoiceSchema,
  type Backup,
  type BackupSchedule,
  type CompletedRestore,
  type OpenedBackup,
  type WrittenBackup,
} from './backup.ts'
import * as s from './base-schemas.ts'
import {
  campaignQuerySchema,
  campaignTableColumnSchema,
  MAX_CAMPAIGN_COLUMNS,
  type CampaignRows,
} from './campaign-query.ts'
import type { CampaignRecord, CampaignSummary, DetailsResult } from './campaign.ts'
import {
  checkIdSchema,
  checkSettingsChangeSchema,
  MAX_CHECK_SEARCH_LENGTH,
  type CheckPreview,
  type CheckReport,
} from './checks.ts'
import { filtersSchema } from './filters.ts'
import { MAX_ID_LENGTH } from './clip-text.ts'
import { changesQuerySchema, type ChangesWindow, type DownloadRecord } from './changes.ts'
import { MENU_COMMAND_IDS } from './commands.ts'
import { comparisonQuerySchema, type CampaignFieldComparison, type ComparisonWindow } from './comparison.ts'
import {
  automaticSchema,
  connectionInputSchema,
  keySchema,
  labelChangeSchema,
  MAX_ADDRESS_LENGTH,
  MAX_LABEL_CHANGES,
  type Connection,
  type ClientCertificateChoice,
  type ClientCertificateStatus,
  type ConnectionAuthority,
  type ConnectionCheck,
  type ConnectionFootprint,
  type ConnectionStorage,
  type KeyStatus,
} from './connection.ts'
import { saveDiagnosticsSchema, type CrashReports, type Diagnostics } from './diagnostics.ts'
import type { DoctorReport } from './doctor.ts'
import type { ExportPreview } from './export-preview.ts'
import type { SamplePreview } from './sample-preview.ts'
import { REPEAT_EXPORT_MODES, EXPORTED_LISTS, type RepeatExportResult } from './repeat-export.ts'
import { exportProfilesChangeSchema, type ExportProfiles } from './export-profile.ts'
import type { Fault } from './faults.ts'
import { MAX_FIELD_COLUMNS, type OtherFieldPage } from './fields.ts'
import type { ManagedSummary } from './managed.ts'
import { MAX_ID_REFERENCES, MAX_REFERENCE_ITEMS, type NamedId } from './id-names.ts'
import type { ItemDetails } from './item.ts'
import { DOWNLOAD_MODES, type DownloadJob, type ExportJob } from './jobs.ts'
import {
  campaignPicturesSchema,
  pagePartSchema,
  pageSchema,
  type PdfResult,
  type PictureBefore,
  type PictureRun,
  type PictureState,
  type PictureTrouble,
  type Pixels,
} from './pictures.ts'
import {
  campaignDatesSchema,
  CONNECTION_TABS,
  lastViewSchema,
  preferencesChangeSchema,
  type Preferences,
} from './preferences.ts'
import {
  itemQuerySchema,
  itemSearchSchema,
  MAX_FIND_LENGTH,
  MAX_FOUND_ITEMS,
  selectionRangesSchema,
  type ColumnValues,
  SEARCHED_TEXTS,
  type FoundItems,
  type ItemResult,
  type FacetCount,
  type ItemTotals,
  type ItemWindow,
} from './query.ts'
import { ruleMatchesInput, type RuleMatches } from './row-colors.ts'
import type { PrintPreview, ReportCounts } from './report.ts'
import type {
  AddedPhoto,
  ElementReview,
  Review,
  ReviewCounts,
  ReviewProgress,
  ReviewStep,
  RevertedChange,
} from './review.ts'
import {
  authorSchema,
  reviewFileScopeSchema,
  type OpenedReviewFile,
  type ReviewFileCounts,
  type WrittenReview,
} from './review-file.ts'
import { MERGE_CHOICES } from './review-merge.ts'
import {
  dragInputSchema,
  exportPreviewInputSchema,
  exportTargetInputSchema,
  startCampaignsInputSchema,
  startChangesInputSchema,
  startComparisonInputSchema,
  startExportInputSchema,
  startOrphanedInputSchema,
  type ExportTarget,
  listPreviewSchema,
  listPrintSchema,
  reportInputSchema,
  reportPreviewSchema,
} from './export-schemas.ts'
import { errorReportSchema } from './error-report.ts'
import {
  STATISTIC_FORMATS,
  STATISTIC_VIEWS,
  statisticsQuerySchema,
  type StatisticsTable,
} from './statistics.ts'
import {
  artworkIndexSchema,
  contentHashSchema,
  menuLabelSchema,
  noteSchema,
  pdfFields,
  pictureBytesSchema,
  reviewMarkSchema,
  reviewStepSchema,
  textSourceSchema,
} from './schemas.ts'
import { calendarInputSchema, timelinePdfSchema, timelinePictureSchema } from './timeline.ts'
import type { UpdateStatus } from './updates.ts'
import { viewsChangeSchema, type Views } from './views.ts'

/** A call of the window to main: the schema of its input and the type of its output. */
export interface Call<Schema extends v.GenericSchema, Output> {
  readonly input: Schema
  /** Type only; never set. */
  readonly output?: Output
}

function call<Output>() {
  return <Schema extends v.GenericSchema>(input: Schema): Call<Schema, Output> => ({ input })
}

const noInput = v.undefined()
const inConnection = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject({ connectionId: s.connectionIdSchema, ...entries })

/** What the window needs for its first frame. */
export interface AppState {
  readonly version: string
  readonly isPackaged: boolean
  readonly platform: Platform
  /** The person's locale, for numbers and dates (BCP 47). */
  readonly locale: string
  readonly online: boolean
  readonly isSafeMode: boolean
  /** Folder with connections, downloads and logs. Only shown, never sent back. */
  readonly dataFolder: string
  readonly connections: readonly Connection[]
  /** The connection that the window shows first, opened; null if there is none or it cannot be opened. */
  readonly opened: OpenedConnection | null
  readonly preferences: Preferences
  readonly views: Views
  /** A restore that was completed at the start; null: none. Only the first window reports it. */
  readonly restored: CompletedRestore | null
  readonly updates: UpdateStatus
  /** Null if the organization manages nothing. */
  readonly managed: ManagedSummary | null
  /** Notices about the start, such as connections that could not be read. */
  readonly notices: readonly Fault[]
}

/** An opened connection. */
export interface OpenedConnection {
  readonly connection: Connection
  /** Null until the keychain has answered; then `connection.key` follows. */
  readonly key: KeyStatus | null
  readonly campaigns: readonly CampaignSummary[]
  /** A damaged cache that was set aside, or one that could not be opened. */
  readonly notice: Fault | null
}

/** What a proxy requires, as the window shows it. */
export interface ProxyChallengeSummary {
  /** The name that the proxy gives to what it protects, clipped; null if it gives none. Untrusted. */
  readonly realm: string | null
  /** Whether nobody on the way to the proxy can read the password. */
  readonly isEncrypted: boolean
  /** The last user name; may be empty. */
  readonly username: string
  /** Host of the service that could not be reached. */
  readonly host: string
}

/** Host and port of a proxy. */
const proxyAddressSchema = v.pipe(v.string(), v.maxLength(300))

const newAddress = inConnection({
  baseUrl: v.pipe(v.string(), v.maxLength(MAX_ADDRESS_LENGTH)),
  key: v.nullable(keySchema),
  sendKeyTo: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
})

/**
 * Returns the input schema of a call about the client certificate of a connection, or of an address that is
 * not a connection yet.
 */
function ofClientCertificate<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject({
    of: v.union([
      inConnection({}),
      v.strictObject({ baseUrl: v.pipe(v.string(), v.maxLength(MAX_ADDRESS_LENGTH)) }),
    ]),
    ...entries,
  })
}

/** All calls by name. The handlers, the preload and the window's `api.ts` derive from it. */
export const API = {
  'app.state': call<AppState>()(noInput),
  /** The window was informed that the computer is now online or offline; `app.online` reports a change. */
  'app.checkNetwork': call<null>()(noInput),
  'app.openDataFolder': call<null>()(noInput),
  /** Asks for a folder, and restarts the application to move all data there. */
  'app.moveDataFolder': call<null>()(noInput),
  'app.openLog': call<null>()(noInput),
  /** Opens the guide, or brings its window to the front. */
  'app.openGuide': call<null>()(noInput),
  /** Returns the licenses of the application and of the packages in it. */
  'app.licenses': call<string>()(noInput),
  /** Opens an https address in the browser if the person confirms its host. Returns whether it was opened. */
  'app.openExternal': call<boolean>()(v.strictObject({ url: v.pipe(v.string(), v.maxLength(2_000)) })),
  /** The window has flushed its unsaved state after `app.closing`. */
  'app.readyToClose': call<null>()(noInput),
  /** Logs an error of the window. Returns the id of the log entry, or null if there are too many errors. */
  'app.reportError': call<{ readonly logId: string | null }>()(errorReportSchema),
  /** The first view of the window is ready, so the start has succeeded. */
  'app.viewReady': call<null>()(noInput),
  'app.quit': call<null>()(noInput),
  /** Leaves the safe mode. */
  'app.restartNormally': call<null>()(noInput),
  /** Reloads the window after it has saved its state. */
  'app.reload': call<null>()(noInput),
  /** Opens another window with this view. */
  'app.openWindow': call<null>()(lastViewSchema),
  /**
   * Returns what the `campaign-desk:` link that the system requested leads to. Returns null if there is none.
   */
  'links.openRequested': call<LinkTarget | null>()(noInput),
  /** Copies the `campaign-desk:` link to a campaign. */
  'links.copy': call<null>()(inConnection({ campaignId: s.campaignIdSchema })),
  'app.copyText': call<null>()(v.strictObject({ text: v.pipe(v.string(), v.maxLength(50_000_000)) })),

  /** Undoes or redoes typing in the focused text field. */
  'app.editText': call<null>()(v.strictObject({ command: v.picklist(['undo', 'redo']) })),
  /** Sets the labels of undo and redo in the application menu; null if there is nothing to undo or redo. */
  'app.nameUndo': call<null>()(v.strictObject({ undo: menuLabelSchema, redo: menuLabelSchema })),
  /** Sets which commands of the application menu have no effect in this window now. */
  'app.disableCommands': call<null>()(v.strictObject({ commands: v.array(v.picklist(MENU_COMMAND_IDS)) })),

  /** Saves and applies a change; the other windows receive it. */
  'preferences.save': call<null>()(preferencesChangeSchema),
  /** Saves a change; the other windows receive it. */
  'views.save': call<null>()(viewsChangeSchema),

  /** Collects what helps to find the cause of a problem, without keys and content. Nothing is saved yet. */
  'diagnostics.collect': call<Diagnostics>()(noInput),
  /**
   * Asks for a file and saves these files of the diagnostics; null if the person cancels. Returns its name.
   */
  'diagnostics.save': call<string | null>()(saveDiagnosticsSchema),
  /** Returns the lines about version and system that a new issue contains. */
  'diagnostics.issueLines': call<readonly string[]>()(noInput),
  /** Opens the page for a new issue in the browser, after a confirmation. Returns whether it was opened. */
  'diagnostics.openIssuePage': call<boolean>()(noInput),
  'crashReports.list': call<CrashReports>()(noInput),
  'crashReports.delete': call<CrashReports>()(noInput),
  /** Checks for a new version now. Returns the status after the check. */
  'updates.check': call<UpdateStatus>()(noInput),
  /** Downloads the new version, also on a metered network. Returns at once. */
  'updates.download': call<null>()(noInput),
  'updates.cancelDownload': call<null>()(noInput),
  /** Quits, installs the downloaded version and starts it, unless the person decides to stay. */
  'updates.install': call<null>()(noInput),
  /** Opens the page of the new version in the browser. */
  'updates.openPage': call<null>()(noInput),

  /** Lists the backups of settings and reviews, the newest first. */
  'backups.list': call<readonly Backup[]>()(noInput),
  'backups.create': call<Backup>()(noInput),
  /** Restarts the application with a backup. */
  'backups.restore': call<null>()(v.strictObject({ id: backupIdSchema })),
  /** Asks where to save a backup file, and writes it. Returns null if the person cancels the dialog. */
  'backups.writeFile': call<WrittenBackup | null>()(noInput),
  'backups.showWritten': call<null>()(noInput),
  /** Asks for a backup file and checks it. Returns null if the person cancels the dialog. */
  'backups.openFile': call<OpenedBackup | null>()(noInput),
  /** Returns whether the system or a drop requested a backup file, which `backups.openRequested` opens. */
  'backups.hasRequested': call<boolean>()(noInput),
  /** Checks the backup file that the system or a drop requested; null if there is none. */
  'backups.openRequested': call<OpenedBackup | null>()(noInput),
  /** Stops writing or checking, which rejects with `cancelled`. */
  'backups.cancel': call<null>()(noInput),
  /** Restarts the application with parts of the open file. */
  'backups.restoreFile': call<null>()(v.strictObject({ openId: s.jobIdSchema, choice: restoreChoiceSchema })),
  'backups.closeFile': call<null>()(v.strictObject({ openId: s.jobIdSchema })),
  'backups.schedule': call<BackupSchedule>()(noInput),
  'backups.setSchedule': call<BackupSchedule>()(backupScheduleChangeSchema),
  /** Asks for the folder of scheduled backups. Returns null if the person cancels the dialog. */
  'backups.chooseFolder': call<BackupSchedule | null>()(noInput),

  'connections.test': call<ConnectionCheck>()(connectionInputSchema),
  'connections.create': call<OpenedConnection>()(connectionInputSchema),
  /**
   * Stops the running test of this window, or its `connections.create`, which then reject with `cancelled`.
   * Does not stop `connections.setAddress`.
   */
  'connections.stopTest': call<null>()(noInput),
  'connections.createSample': call<OpenedConnection>()(noInput),
  /** Returns a part of the sample data, before any connection exists. */
  'connections.previewSample': call<SamplePreview>()(noInput),
  'connections.open': call<OpenedConnection>()(inConnection({})),
  /** Checks now whether the service of the connection in the window can be reached. */
  'connections.checkService': call<null>()(noInput),
  'connections.rename': call<Connection>()(
    inConnection({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  ),
  'connections.replaceKey': call<KeyStatus>()(inConnection({ key: keySchema })),
  /**
   * Sends the key to a connection that has changed since the key was saved. `origin` and `trust` are those
   * that the person saw; `key` is null for the saved key.
   */
  'connections.confirmKey': call<KeyStatus>()(
    inConnection({
      origin: v.pipe(v.string(), v.maxLength(2_000)),
      trust: v.pipe(v.string(), v.maxLength(100)),
      key: v.nullable(keySchema),
    }),
  ),
  /**
   * Tests another base address for a connection. Without `key`, the saved key is sent to the connection's own
   * origin, or to `sendKeyTo`, which the person has confirmed.
   */
  'connections.testAddress': call<ConnectionCheck>()(newAddress),
  /** Tests another base address and sets it; downloads are kept. */
  'connections.setAddress': call<OpenedConnection>()(newAddress),
  'connections.footprint': call<ConnectionFootprint>()(inConnection({})),
  'connections.storage': call<readonly ConnectionStorage[]>()(noInput),
  'connections.forget': call<readonly Connection[]>()(inConnection({})),
  'connections.setLabels': call<Connection>()(
    inConnection({
      changes: v.pipe(v.array(labelChangeSchema), v.minLength(1), v.maxLength(MAX_LABEL_CHANGES)),
    }),
  ),
  'connections.setAutomatic': call<Connection>()(inConnection({ automatic: automaticSchema })),
  /**
   * Asks for a file with certificate authorities to trust for this connection. Returns null if the person
   * cancels.
   */
  'connections.chooseAuthority': call<Connection | null>()(inConnection({})),
  /**
   * Does the same for an address that is not a connection yet: tests and diagnoses trust it until the
   * application ends, and a new connection keeps it. Returns null if the person cancels.
   */
  'connections.chooseNewAuthority': call<ConnectionAuthority | null>()(
    v.strictObject({ baseUrl: v.pipe(v.string(), v.maxLength(MAX_ADDRESS_LENGTH)) }),
  ),
  'connections.clearAuthority': call<Connection>()(inConnection({})),
  /**
   * Asks for the file of a client certificate and uses it. If it needs a password, call
   * `unlockClientCertificate`. For an address that is not a connection yet, it stays in memory until the
   * connection is created. Returns null if the person cancels.
   */
  'connections.chooseClientCertificate': call<ClientCertificateChoice | null>()(ofClientCertificate({})),
  /**
   * Uses the last chosen file, or the certificate of the connection, with this password. Rejects with
   * `badInput` if the password is wrong.
   */
  'connections.unlockClientCertificate': call<ClientCertificateStatus>()(
    ofClientCertificate({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)) }),
  ),
  /** Returns the client certificate in use, or null. Never returns its password. */
  'connections.clientCertificate': call<ClientCertificateStatus | null>()(ofClientCertificate({})),
  'connections.clearClientCertificate': call<null>()(ofClientCertificate({})),
  /** Diagnoses a saved connection, or an address and key that are being tried. */
  'connections.diagnose': call<DoctorReport>()(
    v.strictObject({
      /** Chosen by the window, to identify the results of this run and to stop it. */
      runId: s.jobIdSchema,
      of: v.union([inConnection({}), connectionInputSchema]),
    }),
  ),
  'connections.stopDiagnosis': call<null>()(v.strictObject({ runId: s.jobIdSchema })),

  /** Returns what a proxy requires that has refused a request; null if none with this address has done so. */
  'proxies.challenge': call<ProxyChallengeSummary | null>()(v.strictObject({ proxy: proxyAddressSchema })),
  /**
   * Signs in to a proxy that has refused a request. Returns where the login is saved. Rejects with
   * `proxyFailed` if the proxy does not accept it, and with `notFound`.
   */
  'proxies.signIn': call<KeyStatus>()(
    v.strictObject({
      proxy: proxyAddressSchema,
      username: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
      password: v.pipe(v.string(), v.maxLength(1_000)),
      /** Whether it is saved in the keychain. */
      remembers: v.boolean(),
    }),
  ),
  /** Returns the proxies (host and port) to which logins are sent. */
  'proxies.signedIn': call<readonly string[]>()(noInput),
  /** Forgets the login of a proxy, in the keychain too. Returns the other proxies. */
  'proxies.signOut': call<readonly string[]>()(v.strictObject({ proxy: proxyAddressSchema })),

  'campaigns.list': call<readonly CampaignSummary[]>()(inConnection({})),
  'campaigns.get': call<CampaignRecord>()(inConnection({ campaignId: s.campaignIdSchema })),
  /**
   * Returns the campaigns of a query with the cells of these columns, clipped. A newer call for the same view
   * supersedes a running one, which rejects with `superseded`.
   */
  'campaigns.query': call<CampaignRows>()(
    inConnection({
      query: campaignQuerySchema,
      columns: v.pipe(v.array(campaignTableColumnSchema), v.maxLength(MAX_CAMPAIGN_COLUMNS)),
      view: v.picklist([...CONNECTION_TABS, 'overview']),
      /** Dates of which `nextDate` is the next; default: those of the preferences that are stored. */
      dates: v.exactOptional(campaignDatesSchema),
    }),
  ),
  /** Copies campaigns to the clipboard as tab-separated text and as a table. Returns the number of rows. */
  'campaigns.copy': call<number>()(
    inConnection({
      campaignIds: v.pipe(v.array(s.campaignIdSchema), v.minLength(1), v.maxLength(100_000)),
      columns: v.pipe(v.array(campaignTableColumnSchema), v.maxLength(MAX_CAMPAIGN_COLUMNS)),
      /** Dates of which `nextDate` is the next. */
      dates: campaignDatesSchema,
    }),
  ),
  /** Finds the undocumented fields in a sample of the stored records of campaigns. */
  'campaigns.fields': call<OtherFieldPage>()(inConnection({})),
  /** Returns what needs attention in all campaigns, apart from their dates. */
  'campaigns.attention': call<CampaignAttention>()(inConnection({})),
  /** Fetches the record of a campaign that is not downloaded, without its items. */
  'campaigns.fetchDetails': call<DetailsResult>()(inConnection({ campaignId: s.campaignIdSchema })),
  /**
   * Returns the names that the downloaded items of a campaign state for ids. A newer call supersedes a
   * running one.
   */
  'campaigns.idNames': call<readonly NamedId[]>()(
    inConnection({
      campaignId: s.campaignIdSchema,
      references: v.pipe(
        v.array(
          v.strictObject({
            id: v.pipe(v.string(), v.maxLength(MAX_ID_LENGTH)),
            itemIds: v.pipe(v.array(s.campaignItemIdSchema), v.maxLength(MAX_REFERENCE_ITEMS)),
          }),
        ),
        v.maxLength(MAX_ID_REFERENCES),
      ),
    }),
  ),
  'campaigns.remove': call<null>()(
    inConnection({ campaignIds: v.pipe(v.array(s.campaignIdSchema), v.minLength(1), v.maxLength(10_000)) }),
  ),

  /** Finds the id in pasted text and downloads that campaign. */
  'downloads.add': call<DownloadJob>()(
    inConnection({ text: v.pipe(v.string(), v.maxLength(s.MAX_CAMPAIGN_TEXT_LENGTH)) }),
  ),
  'downloads.start': call<readonly DownloadJob[]>()(
    inConnection({
      campaignIds: v.pipe(v.array(s.campaignIdSchema), v.minLength(1), v.maxLength(10_000)),
      /** Default: `full`. */
      mode: v.exactOptional(v.picklist(DOWNLOAD_MODES)),
    }),
  ),
  'downloads.discover': call<DownloadJob>()(inConnection({})),
  /** Fetches the records of campaigns that are not downloaded, without their items, as one job. */
  'downloads.fetchDetails': call<DownloadJob>()(
    inConnection({ campaignIds: v.pipe(v.array(s.campaignIdSchema), v.minLength(1), v.maxLength(10_000)) }),
  ),
  'downloads.cancel': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Null for all waiting and running downloads. */
  'downloads.pause': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Null for all paused downloads. */
  'downloads.resume': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Moves a download before another one in the queue, or to the end (null). */
  'downloads.move': call<null>()(v.strictObject({ jobId: s.jobIdSchema, before: v.nullable(s.jobIdSchema) })),
  /** Retries a failed, incomplete or canceled download, or all failed ones of the connection (null). */
  'downloads.retry': call<readonly DownloadJob[]>()(inConnection({ jobId: v.nullable(s.jobIdSchema) })),
  /** Accepts the deletions of a waiting download, or discards the new snapshot. */
  'downloads.decide': call<null>()(v.strictObject({ jobId: s.jobIdSchema, accept: v.boolean() })),
  /** Removes ended downloads and picture runs from the list; failures are not shown again. */
  'downloads.dismiss': call<null>()(
    inConnection({ jobIds: v.pipe(v.array(s.jobIdSchema), v.maxLength(1_000)) }),
  ),
  'downloads.list': call<readonly DownloadJob[]>()(noInput),

  /** Returns how many pictures of a campaign are on this computer. */
  'pictures.state': call<PictureState>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Sets which pictures are kept, and fetches missing ones. */
  'pictures.choose': call<PictureState>()(
    inConnection({ campaignId: s.campaignIdSchema, ...campaignPicturesSchema.entries }),
  ),
  /** Fetches missing pictures. */
  'pictures.start': call<PictureRun>()(inConnection({ campaignId: s.campaignIdSchema })),
  'pictures.cancel': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Null for all campaigns whose pictures are waiting or being fetched. */
  'pictures.pause': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Null for all campaigns whose pictures are paused. */
  'pictures.resume': call<null>()(v.strictObject({ jobId: v.nullable(s.jobIdSchema) })),
  /** Removes the stored artwork of a connection. It is fetched again when it is shown or downloaded. */
  'pictures.clear': call<null>()(inConnection({})),
  'pictures.list': call<readonly PictureRun[]>()(noInput),
  /** Creates the thumbnail of a cached file, unless it exists or cannot be created. */
  'pictures.createThumbnail': call<null>()(inConnection({ hash: contentHashSchema })),
  /** Returns why the cached file of an artwork is not shown, or null. */
  'pictures.problem': call<PictureTrouble | null>()(
    inConnection({ itemKey: s.itemKeySchema, artwork: artworkIndexSchema }),
  ),
  /** Shows pictures again that were turned off after a crash. */
  'pictures.enable': call<null>()(noInput),
  /** Returns the previous version of an artwork's picture, or null. */
  'pictures.previous': call<PictureBefore | null>()(
    inConnection({ itemKey: s.itemKeySchema, artwork: artworkIndexSchema }),
  ),
  /** Asks where to save the file of an artwork. Returns whether it was saved. */
  'pictures.saveCopy': call<boolean>()(
    inConnection({ itemKey: s.itemKeySchema, artwork: artworkIndexSchema }),
  ),
  /** Returns the number of pages of an artwork's PDF, or null if the file is not a PDF or not cached. */
  'pictures.document': call<PdfResult<{ readonly pages: number }> | null>()(inConnection(pdfFields)),
  /** Returns the size of a page in points (1/72 inch). Null as for `pictures.document`. */
  'pictures.pageSize': call<PdfResult<{ readonly width: number; readonly height: number }> | null>()(
    inConnection({ ...pdfFields, page: pageSchema }),
  ),
  /** Null as for `pictures.document`. */
  'pictures.drawPage': call<PdfResult<Pixels> | null>()(inConnection({ ...pdfFields, part: pagePartSchema })),

  /** Lists the completed downloads of a campaign, the newest first. */
  'changes.downloads': call<readonly DownloadRecord[]>()(inConnection({ campaignId: s.campaignIdSchema })),
  'changes.read': call<ChangesWindow>()(
    inConnection({
      query: changesQuerySchema,
      start: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
    }),
  ),
  /**
   * Marks the changes of items with these ids as seen, deleted ones included; null for all of the campaign.
   * Returns the step for `changes.markUnseen`; null if all were seen before, or there are too many for it.
   */
  'changes.markSeen': call<number | null>()(
    inConnection({
      campaignId: s.campaignIdSchema,
      ids: v.nullable(v.pipe(v.array(s.campaignItemIdSchema), v.maxLength(10_000))),
    }),
  ),
  /** Marks all changes of these campaigns as seen. Returns the step like `changes.markSeen`. */
  'changes.markCampaignsSeen': call<number | null>()(
    inConnection({ campaignIds: v.pipe(v.array(s.campaignIdSchema), v.maxLength(10_000)) }),
  ),
  /** Marks the changes of a step as unseen again. Returns false if it is no longer stored. */
  'changes.markUnseen': call<boolean>()(inConnection({ step: v.pipe(v.number(), v.safeInteger()) })),

  /**
   * Compares two downloaded campaigns and returns the first lines. Rejects with `notFound` if one is missing.
   * A newer call, or `comparisons.cancel`, ends a running one, which rejects with `superseded`.
   */
  'comparisons.open': call<ComparisonWindow>()(
    inConnection({
      query: comparisonQuerySchema,
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
    }),
  ),
  /** Ends the comparison that `comparisons.open` started for this window. */
  'comparisons.cancel': call<null>()(inConnection({})),
  /** Returns further lines of a comparison. */
  'comparisons.read': call<ComparisonWindow>()(
    inConnection({
      query: comparisonQuerySchema,
      start: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
    }),
  ),
  /** Compares the records of two campaigns. Cells are clipped. */
  'comparisons.campaignFields': call<CampaignFieldComparison>()(
    inConnection({ campaignIds: v.strictTuple([s.campaignIdSchema, s.campaignIdSchema]) }),
  ),

  /** Runs all checks on a downloaded campaign. */
  'checks.read': call<CheckReport>()(inConnection({ campaignId: s.campaignIdSchema })),
  /**
   * Returns the ids of the open findings of a check in all campaigns, if its query for all campaigns finds
   * others too; null if it finds the same, or if they are too many for a list.
   */
  'checks.openIds': call<readonly string[] | null>()(inConnection({ checkId: checkIdSchema })),
  /** Changes the settings of the checks. */
  'checks.configure': call<null>()(inConnection({ change: checkSettingsChangeSchema })),
  /** Accepts the current findings of a check, or revokes that. Returns the step for `checks.revert`. */
  'checks.accept': call<number>()(
    inConnection({ campaignId: s.campaignIdSchema, checkId: checkIdSchema, accepted: v.boolean() }),
  ),
  /**
   * Restores what was accepted before a step. Returns the step that reverts this; null if the step is no longer
   * stored.
   */
  'checks.revert': call<number | null>()(inConnection({ step: v.pipe(v.number(), v.safeInteger()) })),

  /** Counts the items that a check with these conditions would find. Rejects like `items.open`. */
  'checks.preview': call<CheckPreview>()(
    inConnection({
      campaignId: s.campaignIdSchema,
      search: v.pipe(v.string(), v.maxLength(MAX_CHECK_SEARCH_LENGTH)),
      filters: filtersSchema,
    }),
  ),

  'items.open': call<ItemResult>()(inConnection({ query: itemQuerySchema })),
  /** Returns how much of the running `items.open` is done, from 0 to 1; 0 also if it is unknown. */
  'items.progress': call<number>()(inConnection({})),
  /**
   * Counts the items that a search finds, and returns the best ones. A newer call supersedes a running one.
   */
  'items.find': call<FoundItems>()(
    inConnection({
      search: itemSearchSchema,
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_FOUND_ITEMS)),
    }),
  ),
  /**
   * Reads what `items.find` needs, so that the first search answers at once. A newer search supersedes it.
   */
  'items.prepareFind': call<null>()(inConnection({ texts: v.picklist(SEARCHED_TEXTS) })),
  'items.window': call<ItemWindow>()(
    inConnection({
      resultId: s.resultIdSchema,
      start: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      count: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
      /** Fields whose values the rows contain. */
      fields: v.exactOptional(v.pipe(v.array(s.fieldKeySchema), v.maxLength(MAX_FIELD_COLUMNS))),
    }),
  ),
  /** Returns the first of these filters that matches each row. Rows that were deleted match none. */
  'items.ruleMatches': call<RuleMatches>()(inConnection(ruleMatchesInput)),
  /** Finds the undocumented fields in a sample of the items of these campaigns (null for all). */
  'items.fields': call<OtherFieldPage>()(inConnection({ campaignIds: s.campaignIdsSchema })),
  /** Returns the words with which most item names of a campaign begin; empty if there are none. */
  'items.sharedWords': call<string>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Returns the values of a column that contain `find`, ignoring case and accents. */
  'items.values': call<ColumnValues>()(
    inConnection({
      query: itemQuerySchema,
      column: s.columnKeySchema,
      find: v.pipe(v.string(), v.maxLength(MAX_FIND_LENGTH)),
    }),
  ),
  /** Returns the totals of the rows at these indexes. */
  'items.totals': call<ItemTotals>()(
    inConnection({ resultId: s.resultIdSchema, ranges: selectionRangesSchema }),
  ),
  /** Counts the statuses of all rows of a result of these campaigns (null for all). */
  'items.statuses': call<readonly FacetCount[]>()(
    inConnection({ resultId: s.resultIdSchema, campaignIds: s.campaignIdsSchema }),
  ),
  'items.get': call<ItemDetails>()(inConnection({ key: s.itemKeySchema })),
  /** Returns the index of an item in a result, or null. */
  'items.locate': call<number | null>()(inConnection({ resultId: s.resultIdSchema, key: s.itemKeySchema })),
  /** Copies rows to the clipboard as tab-separated text and as a table. Returns the number of rows. */
  'items.copy': call<number>()(
    inConnection({
      resultId: s.resultIdSchema,
      ranges: selectionRangesSchema,
      columns: v.pipe(v.array(s.columnKeySchema), v.minLength(1), v.maxLength(s.MAX_COLUMNS)),
    }),
  ),

  /**
   * Counts items by one or two dimensions, or the changes of each day. Returns at most `MAX_STATISTIC_ROWS`
   * rows. A newer call of the same view supersedes a running one, which rejects with `superseded`.
   */
  'statistics.read': call<StatisticsTable>()(
    inConnection({ query: statisticsQuerySchema, view: v.picklist(STATISTIC_VIEWS) }),
  ),
  /** Copies all rows to the clipboard as tab-separated text and as a table. Returns the number of rows. */
  'statistics.copy': call<number>()(inConnection({ query: statisticsQuerySchema })),
  /** Asks where to save all rows, and starts to write them. Returns null if the person cancels. */
  'statistics.export': call<ExportJob | null>()(
    inConnection({
      query: statisticsQuerySchema,
      suggestedName: v.pipe(v.string(), v.maxLength(2_000)),
      format: v.picklist(STATISTIC_FORMATS),
    }),
  ),

  /** Returns a value of the service in full; all other calls return at most `MAX_TEXT_LENGTH` characters. */
  'texts.read': call<string>()(inConnection({ of: textSourceSchema })),

  /** Returns the reviews of these items; items without one are left out. */
  'reviews.get': call<readonly Review[]>()(
    inConnection({ ids: v.pipe(v.array(s.campaignItemIdSchema), v.maxLength(1_000)) }),
  ),
  /**
   * Marks the rows at these indexes of a result; null removes marks. Resolves when the change is on disk,
   * with its step, or with null if nothing changed. All changes of reviews return their step.
   */
  'reviews.mark': call<{ readonly count: number; readonly step: number | null }>()(
    inConnection({ resultId: s.resultIdSchema, ranges: selectionRangesSchema, mark: reviewMarkSchema }),
  ),
  /** Sets the note of an item. `continues`: the step of the same edit, which includes this change. */
  'reviews.note': call<{ readonly step: number | null }>()(
    inConnection({ key: s.itemKeySchema, note: noteSchema, continues: v.nullable(reviewStepSchema) }),
  ),
  /** Attaches a photo to an item, unless the item has it already. */
  'reviews.addPhoto': call<AddedPhoto>()(
    inConnection({
      key: s.itemKeySchema,
      bytes: pictureBytesSchema,
      continues: v.nullable(reviewStepSchema),
    }),
  ),
  /** Draws a picture as a photo to attach, because the window must not decode it. */
  'reviews.drawPhoto': call<
    { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly problem: 'tooComplex' | 'damaged' }
  >()(v.strictObject({ bytes: pictureBytesSchema })),
  'reviews.removePhoto': call<{ readonly step: number | null }>()(
    inConnection({ id: s.campaignItemIdSchema, hash: contentHashSchema }),
  ),
  /** Returns the changes of reviews that can be undone, oldest first. */
  'reviews.listSteps': call<readonly ReviewStep[]>()(inConnection({})),
  /** Undoes or redoes a change. Returns null if that is no longer possible. */
  'reviews.revert': call<RevertedChange | null>()(inConnection({ step: reviewStepSchema })),
  /** Returns the review progress of a campaign (null for all) and of a result. */
  'reviews.progress': call<ReviewProgress>()(
    inConnection({ campaignId: v.nullable(s.campaignIdSchema), resultId: s.resultIdSchema }),
  ),
  /**
   * Returns the marks of the rows of a result, up to the last one with a mark: a byte for each row, 0
   * without a mark, else the position of the mark in `REVIEW_MARKS`, counted from 1.
   */
  'reviews.marks': call<Uint8Array<ArrayBuffer>>()(
    inConnection({ campaignId: v.nullable(s.campaignIdSchema), resultId: s.resultIdSchema }),
  ),
  'reviews.counts': call<ReviewCounts>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Returns the counts by element, in their order, elements without marks included. */
  'reviews.elements': call<readonly ElementReview[]>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Returns the reviews of deleted items of a campaign (null for all). */
  'reviews.orphaned': call<readonly Review[]>()(inConnection({ campaignId: v.nullable(s.campaignIdSchema) })),
  /** Copies these reviews as a table with full values. */
  'reviews.copyOrphaned': call<null>()(inConnection({ campaignId: v.nullable(s.campaignIdSchema) })),

  /**
   * Lets the window use the camera until `camera.close`. On macOS, the system asks the person the first time.
   * Returns whether the system allows it.
   */
  'camera.open': call<boolean>()(noInput),
  'camera.close': call<null>()(noInput),

  /** Returns the counts of a campaign's review report. */
  'reports.counts': call<ReportCounts>()(inConnection({ campaignId: s.campaignIdSchema })),
  /** Asks where to save the report of a review as a PDF, or prints it. Returns null if the person cancels. */
  'reports.start': call<ExportJob | null>()(reportInputSchema),
  /** Opens a page that shows what `reports.start` would print. A later preview of the window replaces it. */
  'reports.preview': call<PrintPreview>()(reportPreviewSchema),
  /** Asks where to save rows of a result as a PDF, or prints them. Returns null if the person cancels. */
  'lists.print': call<ExportJob | null>()(listPrintSchema),
  /** Opens a page that shows what `lists.print` would print. A later preview of the window replaces it. */
  'lists.preview': call<PrintPreview>()(listPreviewSchema),
  /** Closes the preview of the window, if any. */
  'lists.closePreview': call<null>()(noInput),
  /** Asks where to save the dates of campaigns as a calendar. Returns null if the person cancels. */
  'timeline.saveCalendar': call<ExportJob | null>()(calendarInputSchema),
  /** Asks where to save a picture of the timeline. Returns null if the person cancels. */
  'timeline.savePicture': call<ExportJob | null>()(timelinePictureSchema),
  /** Asks where to save the timeline as a PDF. Returns null if the person cancels. */
  'timeline.savePdf': call<ExportJob | null>()(timelinePdfSchema),
  /** Returns the counts of a review file. */
  'reviewFiles.counts': call<ReviewFileCounts>()(inConnection({ scope: reviewFileScopeSchema })),
  /** Asks where to save a review file, and writes it. Returns null if the person cancels. */
  'reviewFiles.write': call<WrittenReview | null>()(
    inConnection({
      scope: reviewFileScopeSchema,
      author: authorSchema,
      suggestedName: v.pipe(v.string(), v.maxLength(200)),
    }),
  ),
  /** Shows the last exported review in the system's file manager. */
  'reviewFiles.showWritten': call<null>()(noInput),
  /** Asks for a review file and reads it without changes. Returns null if the person cancels. */
  'reviewFiles.open': call<OpenedReviewFile | null>()(inConnection({})),
  /** Reads the review file that the system or a drop requested. Returns null if there is none. */
  'reviewFiles.openRequested': call<OpenedReviewFile | null>()(inConnection({})),
  /** Merges a review file that was read, with a choice for each difference in order, as one step. */
  'reviewFiles.merge': call<{ readonly count: number; readonly step: number | null }>()(
    v.strictObject({
      openId: s.jobIdSchema,
      choices: v.pipe(v.array(v.picklist(MERGE_CHOICES)), v.maxLength(100_000)),
    }),
  ),
  'reviewFiles.close': call<null>()(v.strictObject({ openId: s.jobIdSchema })),

  /** Checks all rows of an export without writing it. Another call ends the previous one. */
  'exports.preview': call<ExportPreview>()(exportPreviewInputSchema),
  'exports.stopPreview': call<null>()(v.strictObject({ runId: s.jobIdSchema })),
  /** Returns where an export would be written if the person is not asked. */
  'exports.target': call<ExportTarget>()(exportTargetInputSchema),
  /**
   * Starts an export in the folder of the last one, under a name that no file has. Asks where to save it with
   * `ask`, or if the folder cannot be found; returns null if the person cancels then.
   */
  'exports.start': call<ExportJob | null>()(startExportInputSchema),
  /** Starts to export selected rows to a temporary file that can be dragged out of the window. */
  'exports.prepareDrag': call<ExportJob>()(dragInputSchema),
  /**
   * Lets the person drag a finished file; the button must still be pressed. Resolves when the file is dropped
   * or the drag is canceled.
   */
  'exports.startDrag': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Exports the changes of a query: a row for each changed field. */
  'exports.startChanges': call<ExportJob | null>()(startChangesInputSchema),
  /** Exports the reviews of deleted items of a campaign (null for all). */
  'exports.startOrphaned': call<ExportJob | null>()(startOrphanedInputSchema),
  /** Exports the table of campaigns. */
  'exports.startCampaigns': call<ExportJob | null>()(startCampaignsInputSchema),
  /** Exports lines of a comparison of two campaigns, and fields of the campaigns that differ. */
  'exports.startComparison': call<ExportJob | null>()(startComparisonInputSchema),
  'exports.cancel': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Shows a finished file in the system's file manager. */
  'exports.show': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Opens a finished file in its default program. */
  'exports.open': call<null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Asks for another path for a failed export, and repeats it. Returns null if the person cancels. */
  'exports.saveElsewhere': call<ExportJob | null>()(v.strictObject({ jobId: s.jobIdSchema })),
  /** Repeats the last export of a list (null for all campaigns) with its current rows. */
  'exports.repeat': call<RepeatExportResult>()(
    inConnection({
      list: v.picklist(EXPORTED_LISTS),
      campaignId: v.nullable(s.campaignIdSchema),
      mode: v.picklist(REPEAT_EXPORT_MODES),
    }),
  ),
  /** Returns the export profiles and the last options; `notice` if stored ones could not be read. */
  'exports.profiles': call<ExportProfiles & { readonly notice: Fault | null }>()(noInput),
  /** Saves a change; the other windows receive it. */
  'exports.saveProfiles': call<null>()(exportProfilesChangeSchema),
} as const satisfies Readonly<Record<string, Call<v.GenericSchema, unknown>>>

export type ApiName = keyof typeof API

export type ApiInput<Name extends ApiName> = s.ReadonlyOutput<(typeof API)[Name]['input']>
export type ApiOutput<Name extends ApiName> = NonNullable<
  (typeof API)[Name] extends Call<v.GenericSchema, infer Output> ? { readonly value: Output } : never
>['value']
