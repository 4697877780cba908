import { fsync, write } from 'node:fs'
import { promisify } from 'node:util'
import { closeTarget, removeUnfinished, openTarget, planTarget, replaceFile } from './target.ts'
import { writeFailure } from './write-failure.ts'

const writeBytes = promisify(write)
const flush = promisify(fsync)

/**
 * Writes a file next to its target, then replaces an earlier one, which remains unchanged after a failure.
 * Throws `fileNotWritten`, and the reason of `signal`.
 */
export async function writeWholeFile(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  try {
    const target = planTarget(file)
    try {
      const descriptor = openTarget(target)
      let isFinished = false
      try {
        for (let offset = 0; offset < bytes.byteLength;) {
          signal.throwIfAborted()
          offset += (await writeBytes(descriptor, bytes, offset, bytes.byteLength - offset)).bytesWritten
        }
        if (target.finalPath !== null) await flush(descriptor)
        isFinished = true
      } finally {
        closeTarget(target, descriptor, isFinished)
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
