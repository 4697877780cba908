import { isFieldKey } from '../../contract/fields.ts'
import { activeLanguage } from '../../contract/messages.ts'

/**
 * Returns the name under which the texts or ranks of a column are stored. Those of fields contain the words for
 * yes and no in the language of this thread.
 */
export function storedName(column: string): string {
  const language = activeLanguage()
  return isFieldKey(column) && language !== 'en' ? `${language} ${column}` : column
}
