import { changesStrings } from './changes.ts'
import { pictureStrings } from './pictures.ts'

/** Strings that are not in the catalog of messages yet. */
export const strings = { ...pictureStrings, changes: changesStrings } as const
