import { isClipped, isClippedJson } from '../../electron/contract/clip-text.ts'
import type { TextSource } from '../../electron/contract/schemas.ts'
import { api } from '../api.ts'

/**
 * Puts a value on the clipboard: in full, although the window may only have its start. Rejects with an
 * `AppError`.
 */
export async function copyWhole(
  connectionId: string | null,
  text: string,
  source: TextSource | null,
): Promise<void> {
  const whole =
    connectionId !== null && source !== null && isClipped(text)
      ? await api.call('texts.read', { connectionId, of: source })
      : text
  await api.call('app.copyText', { text: whole })
}

/**
 * Returns a JSON text in full, although the window may only have it with clipped values. Rejects with an
 * `AppError`.
 */
export async function wholeJson(
  connectionId: string | null,
  json: string,
  source: TextSource,
): Promise<string> {
  if (connectionId === null || !isClippedJson(json)) return json
  return await api.call('texts.read', { connectionId, of: source })
}
