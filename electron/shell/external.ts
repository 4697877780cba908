import { shell } from 'electron'
import { AppError } from '../contract/app-error.ts'
import { isSafeExternal } from './safe-address.ts'

/** The only way out to the system's browser. Rejects with `badInput` for anything but https. */
export async function openExternal(address: string): Promise<void> {
  if (!isSafeExternal(address)) {
    throw new AppError('badInput', {
      params: { reason: 'only addresses that begin with https:// are opened' },
    })
  }
  await shell.openExternal(address)
}
