import { badInput } from '../../contract/app-error.ts'
import type { Connection } from '../../contract/connection.ts'
import { messages } from '../../contract/messages.ts'
import { MAX_AUTHORITY_BYTES, readAuthority } from '../../service/certificates/read-authority.ts'
import { normalizeBaseUrl } from '../../service/address-and-key.ts'
import type { AuthorityFile } from '../../app/types.ts'
import { askForCertificate } from '../ask-for-certificate.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../window-events.ts'

export type AuthorityCalls =
  'connections.chooseAuthority' | 'connections.chooseNewAuthority' | 'connections.clearAuthority'

/**
 * Asks for a file and reads it; null if the person closed the dialog. Rejects with `badInput` and the reason.
 */
async function askForAuthority(): Promise<AuthorityFile | null> {
  const read = await askForCertificate({
    ...messages.systemDialogs.authority,
    extensions: ['pem', 'crt', 'cer', 'der'],
    maxBytes: MAX_AUTHORITY_BYTES,
    unreadable: messages.reasons.authority.unreadable,
  })
  if (read === null) return null
  const { pem, subjects } = readAuthority(read.bytes)
  return { fileName: read.fileName, subjects, pem }
}

/** Changes the certificates of a connection, and everything that uses them. */
export async function changeCertificates(
  {
    keys,
    networks,
    sessions,
    serviceWatch,
  }: Pick<ShellServices, 'keys' | 'networks' | 'sessions' | 'serviceWatch'>,
  connectionId: string,
  update: () => Promise<Connection>,
): Promise<Connection> {
  const connection = await keys.changeCertificates(connectionId, update)
  await networks.changed(connectionId)
  await sessions.keyChanged(connectionId)
  serviceWatch.checkNow()
  push('connection.changed', connection)
  return connection
}

/** Certificate authorities that are trusted for one connection only. */
export function authorityHandlers(services: ShellServices): Pick<Handlers, AuthorityCalls> {
  const { connections, managed, networks } = services
  const requireUnmanaged = async (): Promise<void> => {
    if ((await managed).authority !== null) throw badInput(messages.managed.authorityReason)
  }
  return {
    'connections.chooseAuthority': async ({ connectionId }) => {
      await requireUnmanaged()
      await connections.get(connectionId)
      const authority = await askForAuthority()
      return authority === null
        ? null
        : changeCertificates(services, connectionId, () => connections.setAuthority(connectionId, authority))
    },
    'connections.chooseNewAuthority': async ({ baseUrl }) => {
      await requireUnmanaged()
      const address = normalizeBaseUrl(baseUrl)
      const authority = await askForAuthority()
      if (authority === null) return null
      await networks.trustAt(address, authority)
      return { fileName: authority.fileName, subjects: authority.subjects }
    },
    'connections.clearAuthority': async ({ connectionId }) =>
      changeCertificates(services, connectionId, () => connections.clearAuthority(connectionId)),
  }
}
