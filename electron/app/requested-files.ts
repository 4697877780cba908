import { resolve } from 'node:path'
import { isAppLink } from './app-links.ts'

/**
 * Returns the absolute path of the first file among the arguments of a command line that can be opened; null
 * if there is none.
 */
export function findFile(
  args: readonly string[],
  folder: string,
  isOpenable: (path: string) => boolean,
): string | null {
  const path = args.find(
    (argument) => !argument.startsWith('-') && !isAppLink(argument) && isOpenable(argument),
  )
  return path === undefined ? null : resolve(folder, path)
}
