import { BACKUP_FILE_EXTENSION } from '../../electron/contract/backup.ts'
import { REVIEW_FILE_EXTENSION } from '../../electron/contract/review-file.ts'

const EXTENSIONS = [REVIEW_FILE_EXTENSION, BACKUP_FILE_EXTENSION]

/** Opens a review file or a backup that is dropped on the window; other files are not handled. */
export function handleFileDrop(event: DragEvent): void {
  const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) =>
    EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`)),
  )
  if (file === undefined) return
  event.preventDefault()
  window.api.openDropped(file)
}

/**
 * Allows a drop that may contain a file to open, whose name is unknown until then. The details handle
 * pictures.
 */
export function handleFileDrag(event: DragEvent): void {
  const items = [...(event.dataTransfer?.items ?? [])]
  const mayBe = items.some(({ kind, type }) => kind === 'file' && !type.startsWith('image/'))
  if (!mayBe || event.defaultPrevented || event.dataTransfer === null) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'copy'
}
