import { readFile } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import { CLI_USAGE } from '../contract/strings/command-line.ts'
import { AUTHORITY_REASONS } from '../contract/strings/service.ts'
import { readAuthority } from '../service/certificates/read-authority.ts'
import type { CommandName } from './commands.ts'
import type { Context } from './context.ts'
import { UsageError } from './usage-error.ts'

/** PEM of the authorities in a file; null when none was named. Throws a `UsageError` when there are none in it. */
export async function readAuthorityFile(file: string | null, command: CommandName): Promise<string | null> {
  if (file === null) return null
  try {
    const bytes = await readFile(file).catch((cause: unknown) => {
      throw new AppError('badInput', { cause, params: { reason: AUTHORITY_REASONS.unreadable } })
    })
    return readAuthority(bytes).pem
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(CLI_USAGE.badAuthority(error.message), command)
    throw error
  }
}

/** PEM of the authority that was chosen for a connection in the application; null without one. */
export async function savedAuthority(
  connection: Connection | null,
  { connections }: Context,
): Promise<string | null> {
  return connection === null ? null : connections.authority(connection.id)
}
