import type { ApiInput } from '../../contract/api.ts'
import { AppError, badInput } from '../../contract/app-error.ts'
import type { ClientCertificateStatus } from '../../contract/connection.ts'
import { messages } from '../../contract/messages.ts'
import { MAX_CLIENT_CERTIFICATE_BYTES } from '../../service/certificates/client-certificate.ts'
import { normalizeBaseUrl } from '../../service/address-and-key.ts'
import {
  findPasswordLocation,
  openClientCertificate,
  removeClientCertificate,
  saveClientCertificate,
  type OpenedClientCertificate,
} from '../../app/client-certificates.ts'
import { askForCertificate } from '../ask-for-certificate.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { changeCertificates } from './authorities.ts'

export type ClientCertificateCalls =
  | 'connections.chooseClientCertificate'
  | 'connections.unlockClientCertificate'
  | 'connections.clientCertificate'
  | 'connections.clearClientCertificate'

type Owner = ApiInput<'connections.clientCertificate'>['of']

interface CertificateFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Returns the id of a connection, or the origin of an address. Throws if the address is invalid. */
const keyOf = (of: Owner): string =>
  'connectionId' in of ? of.connectionId : new URL(normalizeBaseUrl(of.baseUrl)).origin

/** Client certificates of connections, and of addresses without a connection. */
export function clientCertificateHandlers(services: ShellServices): Pick<Handlers, ClientCertificateCalls> {
  const { connections, networks, secrets, logger } = services
  /** Chosen files that need a password, by owner. */
  const lockedFiles = new Map<string, CertificateFile>()

  const present = async (of: Owner, opened: OpenedClientCertificate): Promise<ClientCertificateStatus> => {
    if ('connectionId' in of) {
      await changeCertificates(services, of.connectionId, () =>
        saveClientCertificate(of.connectionId, opened, services),
      )
    } else await networks.presentAt(normalizeBaseUrl(of.baseUrl), opened)
    lockedFiles.delete(keyOf(of))
    const status = await statusOf(of)
    if (status === null) throw new AppError('notFound')
    return status
  }

  const statusOf = async (of: Owner): Promise<ClientCertificateStatus | null> => {
    if ('connectionId' in of) {
      const connection = await connections.get(of.connectionId)
      const { clientCertificate: certificate } = connection
      if (certificate === null) return null
      return { certificate, password: await findPasswordLocation(connection, secrets) }
    }
    const opened = networks.presentedAt(normalizeBaseUrl(of.baseUrl))
    if (opened === null) return null
    const { bytes: _, ...certificate } = opened.file
    return { certificate, password: opened.password === null ? 'notNeeded' : 'session' }
  }

  /** Returns the file that a password is for: the last chosen one, or that of the connection. */
  const fileToUnlock = async (of: Owner): Promise<CertificateFile> => {
    const file = lockedFiles.get(keyOf(of))
    if (file !== undefined) return file
    if (!('connectionId' in of)) throw new AppError('notFound')
    const { clientCertificate } = await connections.get(of.connectionId)
    const bytes = await connections.clientCertificate(of.connectionId)
    if (clientCertificate === null || bytes === null) throw new AppError('notFound')
    return { fileName: clientCertificate.fileName, bytes }
  }

  return {
    'connections.clientCertificate': ({ of }) => statusOf(of),
    'connections.chooseClientCertificate': async ({ of }) => {
      const key = keyOf(of)
      if ('connectionId' in of) await connections.get(of.connectionId)
      const file = await askForCertificate({
        ...messages.systemDialogs.clientCertificate,
        extensions: ['p12', 'pfx', 'pem'],
        maxBytes: MAX_CLIENT_CERTIFICATE_BYTES,
        unreadable: messages.reasons.clientCertificateFile.unreadable,
      })
      if (file === null) return null
      lockedFiles.delete(key)
      const opened = openClientCertificate(file.fileName, file.bytes, null)
      if (opened !== null) return { state: 'chosen', ...(await present(of, opened)) }
      lockedFiles.set(key, file)
      return { state: 'locked', fileName: file.fileName }
    },
    'connections.unlockClientCertificate': async ({ of, password }) => {
      logger.conceal(password)
      const { fileName, bytes } = await fileToUnlock(of)
      const opened = openClientCertificate(fileName, bytes, password)
      if (opened === null) throw badInput(messages.reasons.clientCertificateFile.wrongPassword)
      return present(of, opened)
    },
    'connections.clearClientCertificate': async ({ of }) => {
      lockedFiles.delete(keyOf(of))
      if ('connectionId' in of) {
        await changeCertificates(services, of.connectionId, () =>
          removeClientCertificate(of.connectionId, services),
        )
      } else await networks.presentAt(normalizeBaseUrl(of.baseUrl), null)
      return null
    },
  }
}
