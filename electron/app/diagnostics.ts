import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Connection } from '../contract/connection.ts'
import type { DiagnosticFile, DiagnosticKind } from '../contract/diagnostics.ts'
import type { Preferences } from '../contract/preferences.ts'
import type { Views } from '../contract/views.ts'
import { messages } from '../contract/messages.ts'
import { MIGRATIONS as PICTURE_MIGRATIONS } from '../artwork/migrations/index.ts'
import { MIGRATIONS as REVIEW_MIGRATIONS } from '../review/migrations/index.ts'
import { readHeader } from '../store/database/file-header.ts'
import { SCHEMA_VERSION } from '../store/migrations/index.ts'
import { createAnonymizer, type Identity } from './anonymize.ts'
import { listCrashReports } from './crash-reports.ts'
import { nullIfMissing } from './files.ts'
import { connectionLayout } from './layout.ts'
import type { Logger } from './types.ts'

/** A report of the connection doctor. */
export interface DoctorReportRecord {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

export interface DiagnosticsOptions {
  readonly dataFolder: string
  readonly crashFolder: string
  readonly identity: Omit<Identity, 'connections'>
  readonly connections: readonly Connection[]
  readonly preferences: Preferences
  readonly views: Views
  readonly logger: Logger
  /** Lines about versions and the system. */
  readonly system: readonly string[]
  /** The last report for each connection, by its id. */
  readonly doctorReports: ReadonlyMap<string, DoctorReportRecord>
  /** Returns the number of campaigns and items; null if the cache is not open. */
  readonly countItems: (
    connectionId: string,
  ) => Promise<{ readonly campaigns: number; readonly items: number } | null>
}

/** A file of the diagnostics, and where its bytes are if it is not text. */
export interface CollectedFile extends DiagnosticFile {
  readonly path: string | null
}

/** Lines of the log about crashes and unexpected errors. */
const CRASH_LINE =
  /process gone:|does not respond|uncaught error:|unhandled rejection:|worker thread:|window, \w+:/u
const MAX_CRASH_LINES = 100

/**
 * Collects the diagnostics. Their texts contain no key, no item, no note and no search, and nothing that
 * identifies the person or a service. Settings are listed one by one, so that a new one is left out until
 * someone has decided that it is harmless.
 */
export async function collectDiagnostics(options: DiagnosticsOptions): Promise<readonly CollectedFile[]> {
  const { lines } = messages.diagnostics
  const { connections, logger, doctorReports, crashFolder } = options
  const anonymize = createAnonymizer({ ...options.identity, connections })
  const textFile = (kind: DiagnosticKind, name: string, text: string): CollectedFile => {
    const safe = anonymize(logger.redact(text))
    return { kind, name, text: safe, bytes: Buffer.byteLength(safe), path: null }
  }
  await logger.flush()
  const logs = await readLogs(logger.file)
  const reports = await listCrashReports(crashFolder)
  const crashes = logs
    .flatMap(({ text }) => text.split('\n').filter((line) => CRASH_LINE.test(line)))
    .slice(-MAX_CRASH_LINES)
  return [
    textFile('system', 'system.txt', `${options.system.join('\n')}\n`),
    textFile('settings', 'settings.json', `${JSON.stringify(describeSettings(options), null, 2)}\n`),
    textFile('connections', 'connections.txt', await describeConnections(options)),
    textFile(
      'crashes',
      'crashes.txt',
      `${[...(crashes.length === 0 ? [lines.noCrashes] : crashes), lines.crashReports({ count: reports.length })].join('\n')}\n`,
    ),
    ...connections.flatMap(({ id, kind }, index) => {
      if (kind !== 'service') return []
      const report = doctorReports.get(id)
      const text =
        report === undefined ? lines.notRun : `${new Date(report.at).toISOString()}\n\n${report.text}`
      return [textFile('doctor', `doctor-${String(index + 1)}.txt`, `${text}\n`)]
    }),
    ...logs.map(({ name, text }) => textFile('log', name, text)),
    ...reports.map(({ path, bytes, at }): CollectedFile => ({
      kind: 'crashReport',
      name: `crash-${new Date(at).toISOString().replaceAll(/[:.]/gu, '-')}.dmp`,
      text: null,
      bytes,
      path,
    })),
  ]
}

/** Reads the current log and the older ones, which have their age in the name; the oldest first. */
async function readLogs(file: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const folder = dirname(file)
  const stem = basename(file, '.log')
  const names = await readdir(folder).catch(() => [])
  const ageOf = (name: string): number => Number(/\.(\d+)\.log$/u.exec(name)?.[1] ?? 0)
  const logs = names
    .filter((name) => name.startsWith(`${stem}.`) && name.endsWith('.log'))
    .sort((a, b) => ageOf(b) - ageOf(a))
  const texts = await Promise.all(
    logs.map(async (name) => {
      const text = await nullIfMissing(readFile(join(folder, name), 'utf8'))
      return text === null ? [] : [{ name, text }]
    }),
  )
  return texts.flat()
}

/** Returns the settings without anything that a person has typed. */
function describeSettings({
  preferences,
  views,
}: Pick<DiagnosticsOptions, 'preferences' | 'views'>): Readonly<Record<string, unknown>> {
  const { theme, rowHeight, interfaceSize, panes, campaignDates, showEmptyFields, pictures } = preferences
  const { reviewing, singleReview, keepsCrashReports, shortcuts, columns, lastView } = preferences
  return {
    theme,
    rowHeight,
    interfaceSize,
    panes,
    campaignDates,
    showEmptyFields,
    pictures,
    reviewing,
    singleReview,
    keepsCrashReports,
    shortcuts,
    columns: { count: columns.order.length, frozen: columns.frozen ?? 0 },
    lastTab: lastView.tab,
    savedViews: views.saved.length,
  }
}

async function describeConnections(options: DiagnosticsOptions): Promise<string> {
  const { dataFolder, connections } = options
  const space = await statfs(dataFolder).catch(() => null)
  const described = await Promise.all(
    connections.map((connection, index) => describeConnection(connection, index + 1, options)),
  )
  return [
    `Connections: ${String(connections.length)}`,
    `Free disk space: ${space === null ? 'unknown' : megabytes(space.bavail * space.bsize)}`,
    ...described.flatMap((about) => ['', ...about]),
    '',
  ].join('\n')
}

async function describeConnection(
  { id, kind, baseUrl, automatic, authority, clientCertificate }: Connection,
  number: number,
  { dataFolder, countItems }: DiagnosticsOptions,
): Promise<readonly string[]> {
  const { folder, databaseFile, reviewsFile, picturesFile } = connectionLayout(dataFolder, id)
  const names = await readdir(folder).catch(() => [])
  const counts = await countItems(id).catch(() => null)
  const files = await Promise.all([
    describeDatabase(databaseFile, SCHEMA_VERSION),
    describeDatabase(reviewsFile, REVIEW_MIGRATIONS.length),
    describeDatabase(picturesFile, PICTURE_MIGRATIONS.length),
  ])
  const scheme = baseUrl === null ? '' : `, ${baseUrl.slice(0, baseUrl.indexOf(':'))}`
  const { campaignIds, onStart, everyMinutes } = automatic
  const interval = everyMinutes === null ? '' : `, every ${String(everyMinutes)} minutes`
  return [
    `${messages.diagnostics.lines.connection({ index: number })} (${kind}${scheme})`,
    `  certificate authority: ${authority === null ? 'no' : 'yes'}, client certificate: ${clientCertificate === null ? 'no' : 'yes'}`,
    `  automatic downloads: ${String(campaignIds.length)} campaigns${onStart ? ', at the start' : ''}${interval}`,
    `  open: ${counts === null ? 'no' : `${String(counts.campaigns)} campaigns, ${String(counts.items)} items`}`,
    ...files.map((file) => `  ${file}`),
    `  damaged files set aside: ${String(names.filter((name) => name.includes('.damaged-')).length)}`,
    `  copies before a migration: ${String(names.filter((name) => name.includes('.version-')).length)}`,
  ]
}

async function describeDatabase(file: string, knownVersion: number): Promise<string> {
  const name = basename(file)
  const stats = await stat(file).catch(() => null)
  if (stats === null) return `${name}: none`
  const header = readHeader(file)
  const version =
    header.kind === 'database'
      ? String(header.userVersion ?? 'not read while its log is in use')
      : `not known (${header.kind})`
  const log = await stat(`${file}-wal`).catch(() => null)
  return `${name}: ${megabytes(stats.size)}, log ${megabytes(log?.size ?? 0)}, schema ${version}, newest ${String(knownVersion)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
