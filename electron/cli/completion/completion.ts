import type { Connection } from '../../contract/connection.ts'
import { AppError } from '../../contract/app-error.ts'
import { CLI_USAGE } from '../strings/command-line.ts'
import { createExportProfilesFile } from '../../app/settings-files.ts'
import { parseCommonOptions } from '../common-options.ts'
import {
  COMPLETED_VALUES,
  SHELLS,
  type CompletedValues,
  type CompletionCommand,
  type Shell,
} from '../commands.ts'
import { withSession, type Context } from '../context.ts'
import { escapeControls } from '../../contract/escape-text.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { POSITIONAL, type GivenOptions } from '../options.ts'
import { enumValue, singleValue } from '../option-values.ts'
import { OutputError, UsageError } from '../errors.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function parseCompletion(options: GivenOptions): CompletionCommand {
  const argument = singleValue(options, POSITIONAL)
  const shell = SHELLS.find((each) => each === argument)
  if (options.has('values')) {
    if (argument !== null) throw new UsageError(CLI_USAGE.notBoth(argument, '--values'), 'completion')
    const values = enumValue(options, 'values', COMPLETED_VALUES, 'campaigns')
    return { name: 'completion', ...parseCommonOptions(options), print: { values } }
  }
  if (shell === undefined) throw new UsageError(CLI_USAGE.unknownShell(argument, SHELLS), 'completion')
  return { name: 'completion', ...parseCommonOptions(options), print: { shell } }
}

/** `completion`: prints a script for a shell, or the values that such a script offers. */
export async function completion({ print }: CompletionCommand, context: Context): Promise<ExitCode> {
  const text =
    'shell' in print
      ? SCRIPTS[print.shell]()
      : (await listValues(print.values, context))
          .map(([value, description]) => `${escapeControls(value)}\t${escapeControls(description)}\n`)
          .join('')
  await context.console.writeBytes(Buffer.from(text)).catch((error: unknown) => {
    throw new OutputError(error)
  })
  return EXIT.done
}

type DescribedValue = readonly [value: string, description: string]

/** Returns values with descriptions. Unreadable ones are omitted, because an error would disturb typing. */
async function listValues(kind: CompletedValues, context: Context): Promise<readonly DescribedValue[]> {
  if (kind === 'profiles') {
    const { value } = await createExportProfilesFile(context.dataFolder).load()
    return value.profiles.map(({ name }) => [name, ''])
  }
  const connections = await context.connections.list()
  if (kind === 'connections') return connections.map(({ name, baseUrl }) => [name, baseUrl ?? ''])
  const values: DescribedValue[] = []
  for (const connection of connections) values.push(...(await campaignsOf(connection, context)))
  return values
}

async function campaignsOf(connection: Connection, context: Context): Promise<readonly DescribedValue[]> {
  try {
    const campaigns = await withSession(context, connection, {}, ({ store }) => store.listCampaigns())
    return campaigns.map(({ id, name }) => [id, name ?? ''])
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
