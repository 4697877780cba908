import { AppError } from '../contract/app-error.ts'
import { viewsSchema } from '../contract/schemas.ts'
import { FILE_REASONS } from '../contract/strings/workspace.ts'
import { NO_VIEWS, type ListState, type Views } from '../contract/views.ts'
import { viewsFilePath } from './layout.ts'
import { createSettingsFile } from './settings-files.ts'
import type { ViewsFile } from './types.ts'

/** Characters that the states of lists may take: far more than people ask for, far less than would be slow to read. */
const MOST_LIST_CHARACTERS = 2_000_000

/** Characters that the saved views may take: with the states of lists still a file that can be read again. */
const MOST_SAVED_CHARACTERS = 5_000_000

/** Characters of a value in the file. */
const lengthOf = (value: unknown): number => JSON.stringify(value, null, 2).length

/** The newest states that together are not too much. */
function bounded(lists: readonly ListState[]): readonly ListState[] {
  let left = MOST_LIST_CHARACTERS
  return lists.filter((list) => {
    left -= lengthOf(list)
    return left >= 0
  })
}

export function createViewsFile(dataFolder: string): ViewsFile {
  const file = createSettingsFile<Views>(viewsFilePath(dataFolder), viewsSchema, NO_VIEWS, 'viewsDamaged')
  return {
    async load() {
      const { value, notice } = await file.load()
      return { views: value, notice }
    },
    async save({ saved, lists }) {
      if (lengthOf(saved) > MOST_SAVED_CHARACTERS) {
        throw new AppError('badInput', { params: { reason: FILE_REASONS.viewsTooLarge } })
      }
      await file.save({ saved, lists: bounded(lists) })
    },
  }
}
