import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError, badInput } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import { CLI_MESSAGES, CLI_USAGE } from './strings/command-line.ts'
import { messages } from '../contract/messages.ts'
import type { ClientCertificate } from '../service/certificates/client-certificate.ts'
import { readAuthority } from '../service/certificates/read-authority.ts'
import type { TlsSettings } from '../service/tls-settings.ts'
import {
  clientCertificatePassword,
  openClientCertificate,
  resolveTls,
  type CertificateOverrides,
} from '../app/client-certificates.ts'
import type { CommandName } from './commands.ts'
import type { Context } from './context.ts'
import type { Environment } from './io.ts'
import { UsageError } from './errors.ts'

const PASSWORD_VARIABLE = 'CAMPAIGN_DESK_CLIENT_CERT_PASSWORD'

/** The certificate files in the options; null without an option. */
export interface TlsFiles {
  readonly authorityFile: string | null
  readonly clientCertificateFile: string | null
}

/** Reads the certificate files in the options. Throws a `UsageError` for an unusable one. */
export async function readTlsFiles(
  { authorityFile, clientCertificateFile }: TlsFiles,
  command: CommandName,
  env: Environment,
): Promise<CertificateOverrides> {
  const authority =
    authorityFile === null
      ? null
      : await readCertificateFile(
          authorityFile,
          messages.reasons.authority.unreadable,
          command,
          CLI_USAGE.badAuthority,
          (bytes) => readAuthority(bytes).pem,
        )
  const clientCertificate =
    clientCertificateFile === null
      ? null
      : await readCertificateFile(
          clientCertificateFile,
          messages.reasons.clientCertificateFile.unreadable,
          command,
          CLI_USAGE.badClientCertificate,
          (bytes) => openCertificate(clientCertificateFile, bytes, env),
        )
  return { authority, clientCertificate }
}

async function readCertificateFile<Content>(
  file: string,
  unreadableReason: string,
  command: CommandName,
  usageMessage: (message: string) => string,
  parse: (bytes: Uint8Array) => Content,
): Promise<Content> {
  try {
    const bytes = await readFile(file).catch((cause: unknown) => {
      throw new AppError('badInput', { cause, params: { reason: unreadableReason } })
    })
    return parse(bytes)
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(usageMessage(error.message), command)
    throw error
  }
}

function passwordOf(env: Environment): string | null {
  const password = env[PASSWORD_VARIABLE] ?? ''
  return password === '' ? null : password
}

function openCertificate(file: string, bytes: Uint8Array, env: Environment): ClientCertificate {
  const password = passwordOf(env)
  const opened = openClientCertificate(basename(file), bytes, password)
  if (opened !== null) return opened.certificate
  const reason = password === null ? 'noPasswordVariable' : 'wrongPasswordVariable'
  throw badInput(CLI_USAGE[reason](PASSWORD_VARIABLE))
}

/**
 * Returns the TLS settings of a connection: those of the options, otherwise those chosen in the application.
 * @param baseUrl null: the sample data, which needs no network
 */
export async function completeTls(
  named: CertificateOverrides,
  baseUrl: string | null,
  connection: Connection | null,
  { connections, console, env, io, logger }: Context,
): Promise<TlsSettings> {
  const managed = await io.managed()
  if (named.authority !== null && managed.authority !== null) console.warning(CLI_MESSAGES.authorityIgnored)
  const environmentPassword = passwordOf(env)
  if (environmentPassword !== null) logger.conceal(environmentPassword)
  const connectionId = connection?.id ?? null
  return resolveTls({
    ...named,
    baseUrl,
    connectionId,
    connections,
    managed,
    password: async () =>
      environmentPassword ??
      (connectionId === null ? null : clientCertificatePassword(io.secrets(), connectionId)),
  })
}
