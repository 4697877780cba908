import { rm } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { nativeImage } from 'electron'
import pLimit from 'p-limit'
import type { ApiInput } from '../../contract/api.ts'
import { changeProfiles } from '../../contract/export-profile.ts'
import type { RepeatExportResult } from '../../contract/repeat-export.ts'
import { delimiterOfName } from '../../contract/export-formats.ts'
import { safeFileName } from '../../contract/file-name.ts'
import { messages } from '../../contract/messages.ts'
import type { ExportJob } from '../../contract/jobs.ts'
import type { EarlierFile, ExportContent } from '../../export/types.ts'
import { folderNotAllowed, requireAllowedPath } from '../../app/managed/export-folders.ts'
import { connectionLayout } from '../../app/layout.ts'
import { createExportProfilesFile } from '../../app/settings-files.ts'
import { createLastExports, checkTarget, type LastExports } from '../../app/last-exports.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { askForListFile, type ListFile } from '../ask-for-file.ts'
import { exportTarget, freePath } from '../export-target.ts'
import {
  changeRequest,
  inputOf,
  createExportContent,
  exportedListIdOf,
  type ListRequest,
} from '../../app/export-requests.ts'
import { openWritten, showWritten } from '../open-externally.ts'
import { systemLocale } from '../system.ts'
import { callingWindow } from '../calling-window.ts'
import { push, pushToOthers } from '../window-events.ts'

type ExportCalls = Extract<keyof Handlers, `exports.${string}`>

/** Width of the icon at the pointer during a drag, in CSS pixels. */
const DRAG_ICON_SIZE = 48

/** Previews and exports of lists, and export profiles. */
export function exportHandlers(services: ShellServices): Pick<Handlers, ExportCalls> {
  const profilesFile = createExportProfilesFile(services.dataFolder)
  // A change that reads the file during another one would lose it.
  const oneProfileChange = pLimit(1)
  const lastExportsByConnection = new Map<string, LastExports>()
  const lastExportsOf = (connectionId: string): LastExports => {
    const lastExports =
      lastExportsByConnection.get(connectionId) ??
      createLastExports(connectionLayout(services.dataFolder, connectionId).lastExportsFile)
    lastExportsByConnection.set(connectionId, lastExports)
    return lastExports
  }
  // The content is determined before the dialog: the list may change while the person chooses a file.
  const startWhereAsked = async (of: ListRequest): Promise<ExportJob | null> => {
    const { suggestedName, options } = inputOf(of)
    const content = await createExportContent(of, services)
    const target = await askForListFile(services, titleOf(of), suggestedName, options)
    return target === null ? null : write(of, content, target)
  }
  const start = async (of: ListRequest, ask = false): Promise<ExportJob | null> => {
    const { suggestedName, options } = inputOf(of)
    const { format, rowsBeyond } = options
    if (ask) return startWhereAsked(of)
    const content = await createExportContent(of, services)
    const file = await freePath(services, { suggestedName, format, rowsBeyond })
    return file === null ? startWhereAsked(of) : write(of, content, { file, format })
  }
  const write = (
    of: ListRequest,
    content: ExportContent,
    { file, format }: ListFile,
    earlierFiles: readonly EarlierFile[] = [],
  ): ExportJob => {
    const { connectionId, options } = inputOf(of)
    const written = changeRequest(of, { format })
    const list = exportedListIdOf(of)
    const release = services.sessions.hold(connectionId)
    const job = services.exports.start(
      connectionId,
      { file, typedFormat: format === options.format ? null : format },
      { ...withFormatOf(content, { file, format }), file, earlierFiles },
      {
        onEnd: () => {
          release()
          if (list !== null && services.exports.isDone(job.jobId))
            void lastExportsOf(connectionId).record(list, written, file, services.exports.filesOf(job.jobId))
        },
        saveElsewhere: () => startWhereAsked(changeRequest(written, { suggestedName: parse(file).name })),
      },
    )
    return job
  }
  const prepareDrag = async (items: ApiInput<'exports.prepareDrag'>): Promise<ExportJob> => {
    const { connectionId, suggestedName, options } = items
    // The program under the pointer decides where the file goes.
    const managed = await services.managed
    if (managed.exportFolders !== null) throw folderNotAllowed(managed)
    const release = services.sessions.hold(connectionId)
    try {
      const content = await createExportContent({ items }, services)
      const folder = await services.temporaryFiles.createFolder('drag')
      const file = join(folder, safeFileName(suggestedName, options.format))
      // The application that received a file may still have it open; then the end of this one removes it.
      const removeFolder = (): void =>
        void rm(folder, { recursive: true, force: true }).catch(() => undefined)
      const job = services.exports.start(
        connectionId,
        { file, form: 'drag', typedFormat: null },
        { ...content, file },
        {
          onEnd: () => {
            release()
            if (!services.exports.isDone(job.jobId)) removeFolder()
          },
          saveElsewhere: () => startWhereAsked({ items }),
          onForget: removeFolder,
        },
      )
      return job
    } catch (error) {
      release()
      throw error
    }
  }
  const startDrag = (jobId: string): void => {
    const files = [...services.exports.filesOf(jobId)]
    const icon = nativeImage.createFromPath(services.iconFile).resize({ width: DRAG_ICON_SIZE })
    callingWindow()?.window.webContents.startDrag({ file: files[0] ?? '', files, icon })
  }
  const repeat = async ({
    connectionId,
    list,
    campaignId,
    mode,
  }: ApiInput<'exports.repeat'>): Promise<RepeatExportResult> => {
    const last = await lastExportsOf(connectionId).get({ kind: list, campaignId })
    if (last === null) return { kind: 'nothing' }
    const of = changeRequest(last.of, { connectionId })
    const { options } = inputOf(of)
    if (mode === 'elsewhere') {
      const job = await startWhereAsked(changeRequest(of, { suggestedName: parse(last.file).name }))
      return job === null ? { kind: 'closed' } : { kind: 'started', job }
    }
    await requireAllowedPath(last.file, await services.managed)
    const target = await checkTarget(last, options)
    if (target.kind === 'noFolder' || (target.kind === 'changed' && mode !== 'replace'))
      return { kind: target.kind, fileName: basename(target.file), folder: dirname(target.file) }
    const content = await createExportContent(of, services)
    return {
      kind: 'started',
      job: write(of, content, { file: last.file, format: options.format }, last.written),
    }
  }
  return {
    'exports.target': (name) => exportTarget(services, name),
    'exports.start': ({ ask, ...items }) => start({ items }, ask),
    'exports.prepareDrag': prepareDrag,
    'exports.startDrag': ({ jobId }) => {
      startDrag(jobId)
      return null
    },
    'exports.startChanges': ({ ask, ...changes }) => start({ changes }, ask),
    'exports.startOrphaned': ({ ask, ...gone }) => start({ gone }, ask),
    'exports.startCampaigns': ({ ask, ...campaigns }) => start({ campaigns }, ask),
    'exports.startComparison': ({ ask, ...comparison }) => start({ comparison }, ask),
    'exports.saveElsewhere': ({ jobId }) => services.exports.saveElsewhere(jobId),
    'exports.repeat': repeat,
    'exports.cancel': ({ jobId }) => {
      services.exports.cancel(jobId)
      return null
    },
    'exports.show': ({ jobId }) => {
      showWritten(services.exports, jobId)
      return null
    },
    'exports.open': async ({ jobId }) => {
      await openWritten(services.exports, jobId)
      return null
    },
    'exports.preview': async ({ runId, of, preset }) => {
      const release = services.sessions.hold(inputOf(of).connectionId)
      try {
        return await services.exportPreviews.run(
          callingWindow()?.id ?? 0,
          runId,
          async () => ({ content: await createExportContent(of, services), preset, locale: systemLocale() }),
          (preview) => push('export.preview', { runId, preview }),
        )
      } finally {
        release()
      }
    },
    'exports.stopPreview': ({ runId }) => {
      services.exportPreviews.stop(runId)
      return null
    },
    'exports.profiles': async () => {
      const { value, notice } = await profilesFile.load()
      return { ...value, notice }
    },
    'exports.saveProfiles': async (change) => {
      await oneProfileChange(async () => {
        const { value } = await profilesFile.load()
        await profilesFile.save(changeProfiles(value, change))
      })
      pushToOthers('exports.profilesChanged', change)
      return null
    },
  }
}

/** Returns the title of the dialog that asks where to save a list. */
function titleOf(of: ListRequest): string {
  const { save } = messages.systemDialogs
  if ('items' in of) return save.title
  if ('campaigns' in of) return save.campaignsTitle
  if ('comparison' in of) return messages.comparison.export.title
  return 'changes' in of ? save.changesTitle : save.orphanedTitle
}

/** Returns the content with the format and the delimiter that the file name selects. */
function withFormatOf<Content extends ExportContent>(content: Content, { file, format }: ListFile): Content {
  const { style } = content.options
  const delimiter = delimiterOfName(file) ?? style.delimiter
  return { ...content, options: { ...content.options, format, style: { ...style, delimiter } } }
}
