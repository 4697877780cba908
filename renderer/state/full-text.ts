import { isClipped, isClippedJson } from '../../electron/contract/clip-text.ts'
import type { TextSource } from '../../electron/contract/schemas.ts'
import { api } from '../api.ts'

/** Longer JSON texts are copied as received: formatting them in several lines takes seconds. */
export const MAX_FORMATTED_LENGTH = 1_000_000

/**
 * Copies the full value to the clipboard, although the window may have a clipped one only. Rejects with an
 * `AppError`.
 */
export async function copyFullText(
  connectionId: string | null,
  text: string,
  source: TextSource | null,
): Promise<void> {
  const complete =
    connectionId !== null && source !== null && isClipped(text)
      ? await api.call('texts.read', { connectionId, of: source })
      : text
  await api.call('app.copyText', { text: complete })
}

/**
 * Returns the full JSON text, although the window may have one with clipped values only. Rejects with an
 * `AppError`.
 */
export async function readFullJson(
  connectionId: string | null,
  json: string,
  source: TextSource,
): Promise<string> {
  if (connectionId === null || !isClippedJson(json)) return json
  return await api.call('texts.read', { connectionId, of: source })
}
