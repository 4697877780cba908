import type { Connection } from '../../contract/connection.ts'
import { AUTHORITY_DIALOG } from '../../contract/strings/menu.ts'
import { AUTHORITY_REASONS } from '../../contract/strings/service.ts'
import { MAX_AUTHORITY_BYTES, readAuthority } from '../../service/certificates/read-authority.ts'
import { normalizeBaseUrl } from '../../service/address-and-key.ts'
import type { ChosenAuthority } from '../../app/types.ts'
import { askForCertificate } from '../ask-for-certificate.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../window-events.ts'

export type AuthorityCalls =
  'connections.chooseAuthority' | 'connections.chooseNewAuthority' | 'connections.clearAuthority'

/**
 * Asks for a file and reads it; null if the person closed the dialog. Rejects with `badInput` and the reason.
 */
async function askForAuthority(): Promise<ChosenAuthority | null> {
  const read = await askForCertificate({
    ...AUTHORITY_DIALOG,
    extensions: ['pem', 'crt', 'cer', 'der'],
    maxBytes: MAX_AUTHORITY_BYTES,
    unreadable: AUTHORITY_REASONS.unreadable,
  })
  if (read === null) return null
  const { pem, subjects } = readAuthority(read.bytes)
  return { fileName: read.fileName, subjects, pem }
}

/** Certificate authorities that are trusted for one connection only. */
export function authorityHandlers({
  connections,
  keys,
  networks,
  sessions,
}: ShellServices): Pick<Handlers, AuthorityCalls> {
  const change = async (id: string, changing: () => Promise<Connection>): Promise<Connection> => {
    const connection = await keys.changeCertificates(id, changing)
    await networks.changed(id)
    await sessions.keyChanged(id)
    push('connection.changed', connection)
    return connection
  }
  return {
    'connections.chooseAuthority': async ({ connectionId }) => {
      await connections.get(connectionId)
      const chosen = await askForAuthority()
      return chosen === null
        ? null
        : change(connectionId, () => connections.setAuthority(connectionId, chosen))
    },
    'connections.chooseNewAuthority': async ({ baseUrl }) => {
      const address = normalizeBaseUrl(baseUrl)
      const chosen = await askForAuthority()
      if (chosen === null) return null
      await networks.trustAt(address, chosen)
      return { fileName: chosen.fileName, subjects: chosen.subjects }
    },
    'connections.clearAuthority': async ({ connectionId }) =>
      change(connectionId, () => connections.clearAuthority(connectionId)),
  }
}
