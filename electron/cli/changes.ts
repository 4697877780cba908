import type { CampaignSummary } from '../contract/campaign.ts'
import type {
  ChangesQuery,
  ChangesWindow,
  DownloadRecord,
  FieldChange,
  ItemChange,
} from '../contract/changes.ts'
import { AppError } from '../contract/app-error.ts'
import { CLI_CHANGES, CLI_MISSING } from './strings/command-line.ts'
import { localeOfEnvironment } from '../app/locale.ts'
import type { Store } from '../store/operations.ts'
import type { ChangesCommand } from './commands.ts'
import { withSession, type Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { findSnapshotSource } from './find-snapshot-source.ts'
import { keyBefore } from './since.ts'
import { UsageError } from './errors.ts'

const ROWS_PER_WINDOW = 500

/** A campaign with the downloads whose changes are stored, the newest first. */
interface CampaignDownloads {
  readonly campaign: CampaignSummary
  readonly downloads: readonly DownloadRecord[]
}

/** `changes`: prints what downloads changed. Needs no network. */
export async function changes(command: ChangesCommand, context: Context): Promise<ExitCode> {
  const { connection, campaigns } = await findSnapshotSource(command, context)
  const requested = campaigns.filter(
    ({ id, copy }) => copy !== 'none' && (command.campaigns.length === 0 || command.campaigns.includes(id)),
  )
  return withSession(context, connection, {}, async ({ store }) => {
    const downloadsByCampaign: CampaignDownloads[] = []
    for (const campaign of requested)
      downloadsByCampaign.push({ campaign, downloads: await store.listDownloads(campaign.id) })
    requireDownload(command, downloadsByCampaign)
    for (const campaignDownloads of downloadsByCampaign)
      await printCampaignChanges(campaignDownloads, command, store, context)
    return EXIT.done
  })
}

/** Throws a `UsageError` for a number that belongs to no download. */
function requireDownload({ since }: ChangesCommand, downloadsByCampaign: readonly CampaignDownloads[]): void {
  if (since === null || !('download' in since)) return
  const exists = downloadsByCampaign.some(({ downloads }) =>
    downloads.some(({ downloadKey }) => downloadKey === since.download),
  )
  if (!exists) throw new UsageError(CLI_MISSING.download(since.download), 'none')
}

async function printCampaignChanges(
  { campaign, downloads }: CampaignDownloads,
  command: ChangesCommand,
  store: Store,
  context: Context,
): Promise<void> {
  const since = keyBefore(command.since, downloads)
  const query: ChangesQuery = { campaignId: campaign.id, since, kinds: [], field: null, unseenOnly: false }
  const limit = command.limit ?? Infinity
  for (let start = 0; ;) {
    if (context.io.interrupted.aborted) throw new AppError('cancelled')
    const window = await store.readChanges(query, start, Math.min(ROWS_PER_WINDOW, limit - start))
    if (start === 0) printCampaign(campaign, downloads, since, window, context)
    for (const change of window.rows) printChange(campaign, change, context)
    await context.console.settle()
    start += window.rows.length
    if (window.rows.length > 0 && start < Math.min(window.count, limit)) continue
    if (start < window.count) context.console.print(CLI_CHANGES.more(window.count - start))
    return
  }
}

function printCampaign(
  { id, name }: CampaignSummary,
  downloads: readonly DownloadRecord[],
  since: number | null,
  { count, kinds, campaign }: ChangesWindow,
  { console, env }: Context,
): void {
  const base = downloads.find(({ downloadKey }) => downloadKey <= (since ?? 0)) ?? downloads.at(-1)
  const baseTime = base === undefined ? null : formatDateTime(base.completedAt, localeOfEnvironment(env))
  const summary =
    count + campaign.length === 0
      ? CLI_CHANGES.noChanges(name ?? id, baseTime, base?.downloadKey ?? null)
      : CLI_CHANGES.campaign(name ?? id, kinds, baseTime, base?.downloadKey ?? null)
  console.print(summary, ...campaign.map((field) => `  ${fieldLine(field)}`))
  const object = {
    type: 'campaign',
    id,
    name,
    since: base === undefined ? null : downloadJson(base),
    ...kinds,
    downloads: downloads.map(downloadJson),
  }
  console.jsonText(withFields(object, campaign))
}

function downloadJson(record: DownloadRecord) {
  const { downloadKey, mode, complete, completedAt, itemCount, added, changed, deleted, campaignFields } =
    record
  return {
    download: downloadKey,
    completedAt: new Date(completedAt).toISOString(),
    mode,
    complete,
    items: itemCount,
    added,
    changed,
    gone: deleted,
    campaignFields,
  }
}

function printChange({ id }: CampaignSummary, change: ItemChange, { console }: Context): void {
  const { campaignItemId, kind, itemName, posNumber, fields, noticedAt, seen } = change
  const item = [posNumber, itemName].filter((text) => text !== null).join('  ')
  const lines = [
    `  ${CLI_CHANGES.kinds[kind]}  ${item === '' ? campaignItemId : item}`,
    ...fields.map((field) => `    ${fieldLine(field)}`),
  ]
  console.print(...lines)
  const object = {
    type: 'change',
    campaignId: id,
    kind,
    id: campaignItemId,
    itemName,
    posNumber,
    noticedAt: new Date(noticedAt).toISOString(),
    seen,
  }
  console.jsonText(withFields(object, fields))
}

function fieldLine({ path, old, new: now }: FieldChange): string {
  return CLI_CHANGES.field(path, shorten(old), shorten(now))
}

/** Shortens long values for people; programs get them in full. */
function shorten(json: string | null): string | null {
  return json === null || json.length <= 120 ? json : `${json.slice(0, 119).toWellFormed()}…`
}

/**
 * Returns an object as JSON text with the changed fields. A missing value is left out. The values are JSON
 * text already, and would lose digits if they were parsed.
 */
function withFields(object: Readonly<Record<string, unknown>>, fields: readonly FieldChange[]): string {
  const texts = fields.map(({ path, old, new: now }) => {
    const members = [`"path":${JSON.stringify(path)}`]
    if (old !== null) members.push(`"old":${old}`)
    if (now !== null) members.push(`"new":${now}`)
    return `{${members.join(',')}}`
  })
  return `${JSON.stringify(object).slice(0, -1)},"fields":[${texts.join(',')}]}`
}

/** Formats a time for a sentence, which is English, in the order of day and month of the locale's region. */
function formatDateTime(milliseconds: number, locale: string): string {
  const { region } = new Intl.Locale(locale).maximize()
  const format = new Intl.DateTimeFormat(new Intl.Locale('en', region === undefined ? {} : { region }), {
    ...{ dateStyle: 'medium', timeStyle: 'short' },
    // Some regions have another calendar.
    ...{ calendar: 'gregory', numberingSystem: 'latn' },
  })
  return format.format(milliseconds)
}
