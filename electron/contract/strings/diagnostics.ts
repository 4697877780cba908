import { formatCount, plural } from './grammar.ts'

/** Strings of diagnostics, problem reports, crash reports and the safe mode in the window. */
export const diagnosticsStrings = {
  title: 'Save diagnostics',
  intro:
    'These files help to find the cause of a problem. Nothing is sent: you save one ZIP file and decide who gets it.',
  privacy:
    'The texts contain no API keys, items, notes or searches. Names and addresses of connections, your user name and IP addresses are replaced.',
  files: 'Files to include',
  save: 'Save…',
  collecting: 'Collecting diagnostics…',
  failedTitle: 'The diagnostics could not be collected',
  notSavedTitle: 'The diagnostics were not saved',
  nothingChosen: 'Choose at least one file',
  saved: 'Diagnostics saved',
  saveTitle: 'Save diagnostics',
  fileName: (day: string) => `Campaign Desk diagnostics ${day}`,
  include: (name: string) => `Include ${name}`,
  chosen: (count: number, shown: string, total: string, size: string) =>
    `${shown} of ${total} ${plural(count, 'file', 'files')}, ${size}`,
  textOf: (name: string) => `Content of ${name}`,
  binary:
    'A crash report is a part of the memory of the process that crashed. It may contain what the window showed, such as items and notes, and an API key. Include it only if you are asked for it, and never publish it.',
  kinds: {
    system: 'Versions and system',
    settings: 'Settings',
    connections: 'Connections and databases',
    crashes: 'Recent crashes',
    doctor: 'Connection doctor',
    log: 'Log',
    crashReport: 'Crash report',
  },

  report: {
    title: 'Report a problem',
    text: 'Problems are reported on a public web page. Describe what you did, what you expected and what happened.',
    sent: 'Only these lines are filled in for you:',
    attach: 'If you are asked for diagnostics, save them first and read them before you attach the file.',
    open: 'Open issue page',
    saveDiagnostics: 'Save diagnostics…',
    failedTitle: 'The issue page was not opened',
  },

  crashReports: {
    delete: (count: number) => (count === 0 ? 'Delete' : `Delete ${formatCount(count, 'report')}`),
    failedTitle: 'The crash reports could not be deleted',
  },

  safeMode: {
    title: 'Safe mode',
    text: 'Default settings, no automatic downloads. Changed settings and views are not saved.',
    restart: 'Restart normally',
  },
} as const

/** Lines of the files with diagnostics, which are read by the developers. */
export const diagnosticLines = {
  connection: (index: number) => `Connection ${String(index)}`,
  notRun: 'The connection doctor was not run since Campaign Desk was started.',
  noCrashes: 'The log contains no crashes.',
  crashReports: (count: number) => `Crash reports on this computer: ${String(count)}`,
} as const

/** Fills in the form for a new issue. */
export const issueBody = (lines: readonly string[]): string =>
  `**What happened**\n\n\n**What you expected**\n\n\n---\n${lines.join('\n')}\n`

export const SAFE_MODE_DIALOG = {
  message: 'Campaign Desk did not start the last two times',
  detail:
    'Safe mode opens it with default settings, without your last view and without automatic downloads. Your settings, downloaded campaigns, marks and notes stay as they are.',
  safe: 'Start in Safe Mode',
  normal: 'Start Normally',
} as const
