import { write } from 'node:fs'
import { promisify } from 'node:util'
import { closeTarget, flushTarget, removeUnfinished, openTarget, planTarget, replaceFile } from './target.ts'
import { writeFailure } from './write-failure.ts'

const writeBytes = promisify(write)

/**
 * Writes a file next to its target, then replaces an earlier one, which remains unchanged after a failure.
 * Throws `fileNotWritten`, and the reason of `signal`.
 */
export async function writeWholeFile(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  try {
    const target = planTarget(file)
    try {
      const descriptor = openTarget(target)
      try {
        for (let offset = 0; offset < bytes.byteLength;) {
          signal.throwIfAborted()
          offset += (await writeBytes(descriptor, bytes, offset, bytes.byteLength - offset)).bytesWritten
        }
        await flushTarget(target, descriptor)
      } finally {
        closeTarget(target, descriptor, false)
      }
      signal.throwIfAborted()
      replaceFile(target)
    } catch (error) {
      removeUnfinished(target)
      throw error
    }
  } catch (error) {
    throw writeFailure(error)
  }
}
