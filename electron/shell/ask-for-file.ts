import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EXPORT_FORMATS, formatOfName, withExtension, type ExportFormat } from '../contract/export-formats.ts'
import type { BACKUP_FILE_EXTENSION } from '../contract/backup.ts'
import type { ExportOptions } from '../contract/export-options.ts'
import { foreignExtensionOf, safeFileName } from '../contract/file-name.ts'
import type { REVIEW_FILE_EXTENSION } from '../contract/review-file.ts'
import { messages } from '../contract/messages.ts'
import type { PICTURE_EXTENSIONS } from '../content/inspect.ts'
import { type PictureKind } from '../content/inspect.ts'
import { folderNotAllowed, isAllowedPath } from '../app/managed/export-folders.ts'
import type { ManagedSettings } from '../app/managed/managed-settings.ts'
import { showMessage, showSaveDialog } from './dialogs.ts'
import { exportFolder } from './export-target.ts'
import { findParts } from '../export/files/parts.ts'
import type { ShellServices } from './services.ts'

type FileKind =
  | ExportFormat
  | 'pdf'
  | 'ics'
  | 'zip'
  | typeof REVIEW_FILE_EXTENSION
  | typeof BACKUP_FILE_EXTENSION
  | (typeof PICTURE_EXTENSIONS)[PictureKind]

/** The file that a list is written to. */
export interface ListFile {
  readonly file: string
  /** The selected format, or the one that the extension of the typed name selects. */
  readonly format: ExportFormat
}

type FolderMemory = Pick<ShellServices, 'managed' | 'windowState'>

/**
 * Asks where to save a list; null if the person closed the dialog. A name without an extension gets that of
 * the format. The extension of another format selects that format, so that name and content always agree.
 */
export async function askForListFile(
  services: FolderMemory,
  title: string,
  suggestedName: string,
  { format, rowsBeyond }: Pick<ExportOptions, 'format' | 'rowsBeyond'>,
): Promise<ListFile | null> {
  const kinds = [format, ...EXPORT_FORMATS.filter((other) => other !== format)]
  const formatAt = (path: string): ExportFormat => formatOfName(path) ?? format
  const file = await askForPath(
    services,
    title,
    suggestedName,
    kinds,
    (path) => withExtension(path, formatAt(path)),
    rowsBeyond === 'files',
  )
  return file === null ? null : { file, format: formatAt(file) }
}

/** Asks where to save a file of one kind; null if the person closed the dialog. */
export async function askForFile(
  services: FolderMemory,
  title: string,
  suggestedName: string,
  kind: FileKind,
): Promise<string | null> {
  return askForPath(services, title, suggestedName, [kind], (path) => withExtension(path, kind))
}

/** @param isSplit whether further files with numbers in their names may be written */
async function askForPath(
  services: FolderMemory,
  title: string,
  suggestedName: string,
  kinds: readonly FileKind[],
  complete: (path: string) => string,
  isSplit = false,
): Promise<string | null> {
  const { save, replace } = messages.systemDialogs
  const settings = await services.managed
  const startFolder = await exportFolder(services)
  let folder = startFolder
  let name = safeFileName(suggestedName, kinds[0] ?? '')
  for (;;) {
    const chosen = await showSaveDialog({
      title,
      defaultPath: join(folder, name),
      filters: [
        ...kinds.map((kind) => ({ name: save[kind], extensions: [kind] })),
        { name: save.allFiles, extensions: ['*'] },
      ],
    })
    if (chosen === null) return null
    const foreign = kinds.length > 1 ? foreignExtensionOf(chosen) : null
    if (foreign !== null) {
      await refuseExtension(foreign, kinds)
      folder = dirname(chosen)
      name = safeFileName(basename(chosen, foreign), kinds[0] ?? '')
      continue
    }
    const file = complete(chosen)
    name = basename(file)
    if (!(await isAllowedPath(file, settings))) {
      await refuseFolder(name, settings)
      folder = startFolder
      continue
    }
    folder = dirname(file)
    // The dialog has asked about the typed name, not about the completed one.
    if (file !== chosen && existsSync(file) && !(await mayReplace(replace.message({ name })))) continue
    const [first, ...others] = isSplit ? await findParts(file) : []
    if (first !== undefined) {
      const message = replace.several({ first: basename(first), others: others.length })
      if (!(await mayReplace(message, replace.severalDetail))) continue
    }
    services.windowState.update({ exportFolder: folder })
    return file
  }
}

/** Reports that lists cannot be written in the format of an extension. */
async function refuseExtension(extension: string, kinds: readonly FileKind[]): Promise<void> {
  const { otherExtension, ok } = messages.systemDialogs
  await showMessage({
    type: 'warning',
    message: otherExtension.message({ extension }),
    detail: otherExtension.detail({ extensions: kinds.map((kind) => `.${kind}`).join(', ') }),
    buttons: [ok],
  })
}

/** Reports that the organization does not allow a folder. */
async function refuseFolder(name: string, settings: ManagedSettings): Promise<void> {
  await showMessage({
    type: 'warning',
    message: messages.managed.folderTitle({ name }),
    detail: folderNotAllowed(settings).message,
    buttons: [messages.systemDialogs.ok],
  })
}

/** Asks whether an existing file may be replaced. */
async function mayReplace(message: string, detail?: string): Promise<boolean> {
  const { replace } = messages.systemDialogs
  const response = await showMessage({
    type: 'warning',
    message,
    detail: detail ?? replace.detail,
    buttons: [replace.replace, replace.otherName],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
