import { badInput } from '../contract/app-error.ts'
import { NO_VIEWS, viewsSchema, type ListState, type Views } from '../contract/views.ts'
import { viewsFilePath } from './layout.ts'
import { createSettingsFile } from './settings-files.ts'
import type { ViewsFile } from './types.ts'
import { messages } from '../contract/messages.ts'

/** Limit for all states of lists together, more than people need and still quick to read. */
const MAX_LIST_CHARACTERS = 2_000_000

/** Limit for the saved views, so that the file with the states of lists stays below the limit for reading. */
const MAX_SAVED_CHARACTERS = 5_000_000

/** Returns the length of a value in the file, in characters. */
const lengthOf = (value: unknown): number => JSON.stringify(value, null, 2).length

/** Returns the newest states that fit into the limit. */
function limitLists(lists: readonly ListState[]): readonly ListState[] {
  let remaining = MAX_LIST_CHARACTERS
  return lists.filter((list) => {
    remaining -= lengthOf(list)
    return remaining >= 0
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
      if (lengthOf(saved) > MAX_SAVED_CHARACTERS) {
        throw badInput(messages.reasons.file.viewsTooLarge)
      }
      await file.save({ saved, lists: limitLists(lists) })
    },
  }
}
