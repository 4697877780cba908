import { readFile } from 'node:fs/promises'
import { homedir, hostname, userInfo } from 'node:os'
import { basename } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../../contract/app-error.ts'
import { dateAndTimeForNames } from '../../contract/file-name.ts'
import { messages } from '../../contract/messages.ts'
import { deleteCrashReports, listCrashReports } from '../../app/crash-reports.ts'
import type { CollectedFile } from '../../app/diagnostics.ts'
import type { CrashReports } from '../../contract/diagnostics.ts'
import { writeWholeFile } from '../../export/files/write-whole-file.ts'
import { askForFile } from '../ask-for-file.ts'
import type { Handlers } from '../dispatcher.ts'
import { openExternal } from '../open-externally.ts'
import type { ShellServices } from '../services.ts'
import { describeSystem, describeVersion } from '../system-description.ts'

type DiagnosticsCalls = Extract<keyof Handlers, `diagnostics.${string}` | `crashReports.${string}`>

const packageSchema = v.object({ bugs: v.object({ url: v.string() }) })

/** Returns the name of the user; empty if the system does not know it. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/** Fills in the form for a new issue. */
function issueBody(lines: readonly string[]): string {
  const { happened, expected } = messages.diagnostics.issue
  return `**${happened}**\n\n\n**${expected}**\n\n\n---\n${lines.join('\n')}\n`
}

/** Diagnostics, problem reports and crash reports. Nothing here sends anything. */
export function diagnosticsHandlers(services: ShellServices): Pick<Handlers, DiagnosticsCalls> {
  const { crashReporter, logger, sessions } = services
  /** What a window was shown last, so that exactly that is saved. */
  let shown: { readonly id: string; readonly files: readonly CollectedFile[] } | null = null

  async function countReports(): Promise<CrashReports> {
    const reports = await listCrashReports(crashReporter.folder)
    return { count: reports.length, bytes: reports.reduce((sum, { bytes }) => sum + bytes, 0) }
  }

  return {
    'diagnostics.collect': async () => {
      const { collectDiagnostics } = await import('../../app/diagnostics.ts')
      const files = await collectDiagnostics({
        dataFolder: services.dataFolder,
        crashFolder: crashReporter.folder,
        identity: { home: homedir(), userName: userName(), computerName: hostname() },
        connections: await services.connections.list(),
        preferences: (await services.preferencesFile.load()).preferences,
        views: (await services.viewsFile.load()).views,
        logger,
        system: describeSystem(services),
        doctorReports: services.doctorReports,
        countItems: async (id) => (await sessions.opened(id))?.store.countItems() ?? null,
      })
      shown = { id: crypto.randomUUID(), files }
      return { id: shown.id, files: files.map(({ path: _path, ...file }) => file) }
    },
    'diagnostics.save': async ({ id, names }) => {
      if (shown?.id !== id) throw new AppError('notFound')
      const files = shown.files.filter(({ name }) => names.includes(name))
      const { date: day } = dateAndTimeForNames(new Date())
      const file = await askForFile(
        services,
        messages.diagnostics.saveTitle,
        messages.diagnostics.fileName({ day }),
        'zip',
      )
      if (file === null) return null
      const { zipFiles } = await import('../../app/zip-files.ts')
      const bytes = await zipFiles(
        await Promise.all(
          files.map(async ({ name, text, path }) => ({
            name,
            bytes: path === null ? Buffer.from(text ?? '') : await readFile(path),
          })),
        ),
      )
      await writeWholeFile(file, bytes, new AbortController().signal)
      return basename(file)
    },
    'diagnostics.issueLines': () => describeVersion(),
    'diagnostics.openIssuePage': async () => {
      const { bugs } = v.parse(packageSchema, JSON.parse(await readFile(services.packageFile, 'utf8')))
      const page = new URL(`${bugs.url}/new`)
      page.searchParams.set('body', issueBody(describeVersion()))
      return openExternal(page.href, 'issue')
    },
    'crashReports.list': countReports,
    'crashReports.delete': async () => {
      await deleteCrashReports(crashReporter.folder)
      return countReports()
    },
  }
}
