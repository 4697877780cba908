import { shell } from 'electron'
import { AppError } from '../contract/app-error.ts'

/** Whether an address may be handed to the system's browser: https, and nothing that could be more than an address. */
export function isSafeExternal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/** The only way out to the system's browser. Rejects with `badInput` for anything but https. */
export async function openExternal(address: string): Promise<void> {
  if (!isSafeExternal(address)) {
    throw new AppError('badInput', {
      params: { reason: 'only addresses that begin with https:// are opened' },
    })
  }
  await shell.openExternal(address)
}
