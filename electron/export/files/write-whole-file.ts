import { fsync, write } from 'node:fs'
import { promisify } from 'node:util'
import { closeTarget, discard, openTarget, planTarget, replaceFile } from './target.ts'
import { writeFailure } from './write-failure.ts'

const writeBytes = promisify(write)
const toDisk = promisify(fsync)

/**
 * Writes a file beside its target, then replaces an earlier one. Throws `fileNotWritten`, and the reason of
 * `signal`; the earlier file is unchanged then.
 */
export async function writeWholeFile(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  try {
    const target = planTarget(file)
    try {
      const descriptor = openTarget(target)
      let finished = false
      try {
        for (let done = 0; done < bytes.byteLength;) {
          signal.throwIfAborted()
          done += (await writeBytes(descriptor, bytes, done, bytes.byteLength - done)).bytesWritten
        }
        if (target.replaces !== null) await toDisk(descriptor)
        finished = true
      } finally {
        closeTarget(target, descriptor, finished)
      }
      signal.throwIfAborted()
      replaceFile(target)
    } catch (error) {
      discard(target)
      throw error
    }
  } catch (error) {
    throw writeFailure(error)
  }
}
