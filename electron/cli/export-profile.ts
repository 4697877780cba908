import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProfile } from '../contract/export-profile.ts'
import { fillTemplate, dateAndTimeForNames, safeFileName } from '../contract/file-name.ts'
import { CLI_MISSING, CLI_USAGE } from './strings/command-line.ts'
import { messages } from '../contract/messages.ts'
import { createExportProfilesFile } from '../app/settings-files.ts'
import type { ExportCommand } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'

/** Applies the profile that a command names. Throws a `UsageError` if there is none of that name. */
export async function withProfile(command: ExportCommand, context: Context): Promise<ExportCommand> {
  const { profile } = command
  if (profile === null) return command
  const profiles = await readProfiles(context)
  const match = findProfile(profiles, profile.name)
  if (match === null)
    throw new UsageError(
      CLI_MISSING.profile(
        profile.name,
        profiles.map(({ name }) => name),
      ),
      'export',
    )
  return profile.apply(match.choice)
}

/** Lists the saved profiles, each on a line. */
export async function listProfiles(context: Context): Promise<void> {
  const { console } = context
  for (const { name, choice } of await readProfiles(context)) {
    console.print(name)
    console.jsonText(JSON.stringify({ type: 'profile', name, ...choice }))
  }
}

async function readProfiles({ console, dataFolder }: Context) {
  const { value, notice } = await createExportProfilesFile(dataFolder).load()
  if (notice !== null) console.warning(notice.message)
  return value.profiles
}

/** Values for the template of a file name. */
interface NameParts {
  readonly campaign: string
  readonly connection: string
}

/** Returns the absolute path of the file: `--out`, or in a folder a file whose name follows the template. */
export function resolveFile(
  {
    file,
    format,
    nameTemplate,
    hasNameTemplate,
  }: Pick<ExportCommand, 'file' | 'nameTemplate' | 'hasNameTemplate'> & { readonly format: string },
  { campaign, connection }: NameParts,
): string | null {
  if (file === null) return null
  const path = resolve(file)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    if (hasNameTemplate) throw new UsageError(CLI_USAGE.nameOfFolder, 'export')
    return path
  }
  const name = fillTemplate(nameTemplate, {
    campaign,
    connection,
    view: messages.exportProfiles.fileNames.noView,
    rows: '',
    ...dateAndTimeForNames(new Date()),
  })
  return join(path, safeFileName(name, format))
}
