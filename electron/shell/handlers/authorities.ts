import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { BrowserWindow, dialog } from 'electron'
import { AppError } from '../../contract/app-error.ts'
import type { Connection } from '../../contract/connection.ts'
import { AUTHORITY_DIALOG } from '../../contract/strings/menu.ts'
import { AUTHORITY_REASONS } from '../../contract/strings/service.ts'
import { readAuthority } from '../../service/certificates/read-authority.ts'
import { normaliseBaseUrl } from '../../service/index.ts'
import type { ChosenAuthority } from '../../workspace/types.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../push.ts'

export type AuthorityCalls =
  'connections.chooseAuthority' | 'connections.chooseNewAuthority' | 'connections.clearAuthority'

/** Asks for a file and reads it; null when the person closed the dialog. Rejects with `badInput` and the reason. */
async function askForAuthority(): Promise<ChosenAuthority | null> {
  const options = {
    title: AUTHORITY_DIALOG.title,
    properties: ['openFile' as const],
    filters: [
      { name: AUTHORITY_DIALOG.certificates, extensions: ['pem', 'crt', 'cer', 'der'] },
      { name: AUTHORITY_DIALOG.allFiles, extensions: ['*'] },
    ],
  }
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { canceled, filePaths } = await (window === undefined
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  const [file] = filePaths
  if (canceled || file === undefined) return null
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new AppError('badInput', { cause, params: { reason: AUTHORITY_REASONS.unreadable } })
  })
  const { pem, subjects } = readAuthority(bytes)
  return { fileName: basename(file), subjects, pem }
}

/** Certificate authorities that are trusted for one connection only. */
export function authorityHandlers({ connections, networks }: Desk): Pick<Handlers, AuthorityCalls> {
  const changed = async (connection: Connection): Promise<Connection> => {
    await networks.changed(connection.id)
    push('connection.changed', connection)
    return connection
  }
  return {
    'connections.chooseAuthority': async ({ connectionId }) => {
      await connections.get(connectionId)
      const chosen = await askForAuthority()
      return chosen === null ? null : changed(await connections.setAuthority(connectionId, chosen))
    },
    'connections.chooseNewAuthority': async ({ baseUrl }) => {
      const address = normaliseBaseUrl(baseUrl)
      const chosen = await askForAuthority()
      if (chosen === null) return null
      await networks.trustAt(address, chosen)
      return { fileName: chosen.fileName, subjects: chosen.subjects }
    },
    'connections.clearAuthority': async ({ connectionId }) =>
      changed(await connections.clearAuthority(connectionId)),
  }
}
