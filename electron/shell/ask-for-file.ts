import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { app, BrowserWindow, dialog, type MessageBoxOptions, type SaveDialogOptions } from 'electron'
import { EXPORT_FORMATS, formatOfName, withExtension, type ExportFormat } from '../contract/export-formats.ts'
import type { ExportOptions } from '../contract/export-options.ts'
import { foreignExtensionOf, safeFileName } from '../contract/file-name.ts'
import type { REVIEW_FILE_EXTENSION } from '../contract/review-file.ts'
import { ENDING_DIALOG, REPLACE_DIALOG, SAVE_DIALOG } from '../contract/strings/menu.ts'
import type { PICTURE_EXTENSIONS } from '../content/inspect.ts'
import { type PictureKind } from '../content/inspect.ts'
import { findParts } from '../export/files/parts.ts'
import type { ShellServices } from './services.ts'

type FileKind = ExportFormat | 'pdf' | typeof REVIEW_FILE_EXTENSION | (typeof PICTURE_EXTENSIONS)[PictureKind]

/** The file that a list is written to. */
export interface ListFile {
  readonly file: string
  /** The selected format, or the one that the extension of the typed name selects. */
  readonly format: ExportFormat
}

type Asking = Pick<ShellServices, 'windowState'>

/**
 * Asks where to save a list; null if the person closed the dialog. A name without an extension gets that of
 * the format. The extension of another format selects that format, so that name and content always agree.
 */
export async function askForListFile(
  asking: Asking,
  title: string,
  suggestedName: string,
  { format, rowsBeyond }: Pick<ExportOptions, 'format' | 'rowsBeyond'>,
): Promise<ListFile | null> {
  const kinds = [format, ...EXPORT_FORMATS.filter((other) => other !== format)]
  const formatAt = (path: string): ExportFormat => formatOfName(path) ?? format
  const file = await ask(
    asking,
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
  asking: Asking,
  title: string,
  suggestedName: string,
  kind: FileKind,
): Promise<string | null> {
  return ask(asking, title, suggestedName, [kind], (path) => withExtension(path, kind))
}

async function ask(
  { windowState }: Asking,
  title: string,
  suggestedName: string,
  kinds: readonly FileKind[],
  complete: (path: string) => string,
  mayBeSeveral = false,
): Promise<string | null> {
  let folder = windowState.state.exportFolder ?? app.getPath('downloads')
  let name = safeFileName(suggestedName, kinds[0] ?? '')
  for (;;) {
    const chosen = await showSave({
      title,
      defaultPath: join(folder, name),
      filters: [
        ...kinds.map((kind) => ({ name: SAVE_DIALOG[kind], extensions: [kind] })),
        { name: SAVE_DIALOG.allFiles, extensions: ['*'] },
      ],
    })
    if (chosen === null) return null
    const foreign = kinds.length > 1 ? foreignExtensionOf(chosen) : null
    if (foreign !== null) {
      await refuseEnding(foreign, kinds)
      folder = dirname(chosen)
      name = safeFileName(basename(chosen, foreign), kinds[0] ?? '')
      continue
    }
    const file = complete(chosen)
    folder = dirname(file)
    name = basename(file)
    // The dialog has asked about the typed name, not about the completed one.
    if (file !== chosen && existsSync(file) && !(await mayReplace(REPLACE_DIALOG.message(name)))) continue
    const [first, ...others] = mayBeSeveral ? await findParts(file) : []
    if (first !== undefined) {
      const said = REPLACE_DIALOG.several(basename(first), others.length + 1)
      if (!(await mayReplace(said, REPLACE_DIALOG.severalDetail))) continue
    }
    windowState.update({ exportFolder: folder })
    return file
  }
}

function focusedWindow(): ReturnType<typeof BrowserWindow.getFocusedWindow> {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null
}

async function showSave(options: SaveDialogOptions): Promise<string | null> {
  const window = focusedWindow()
  const answer = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return answer.canceled || answer.filePath === '' ? null : answer.filePath
}

/** Reports that lists cannot be written in the format of an extension. */
async function refuseEnding(ending: string, kinds: readonly FileKind[]): Promise<void> {
  await showMessage({
    type: 'warning',
    message: ENDING_DIALOG.message(ending),
    detail: ENDING_DIALOG.detail(kinds),
    buttons: [ENDING_DIALOG.ok],
  })
}

/** Asks whether an existing file may be replaced. */
async function mayReplace(message: string, detail: string = REPLACE_DIALOG.detail): Promise<boolean> {
  const response = await showMessage({
    type: 'warning',
    message,
    detail,
    buttons: [REPLACE_DIALOG.replace, REPLACE_DIALOG.otherName],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}

/** Returns the index of the pressed button. */
async function showMessage(options: MessageBoxOptions): Promise<number> {
  const window = focusedWindow()
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options))
  return response
}
