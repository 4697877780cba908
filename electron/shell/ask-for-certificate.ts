import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import { showOpenDialog } from './dialogs.ts'

export interface CertificateDialog {
  readonly title: string
  /** Labels of the two kinds of files. */
  readonly certificates: string
  readonly allFiles: string
  readonly extensions: readonly string[]
  /** At most one byte more than this is read. */
  readonly maxBytes: number
  /** Reason for an unreadable file, as a clause. */
  readonly unreadable: string
}

/**
 * Asks for a file with certificates and reads it; null if the person closed the dialog. Rejects with
 * `badInput` if the file cannot be read.
 */
export async function askForCertificate({
  title,
  certificates,
  allFiles,
  extensions,
  maxBytes,
  unreadable,
}: CertificateDialog): Promise<{ readonly fileName: string; readonly bytes: Uint8Array } | null> {
  const file = await showOpenDialog({
    title,
    properties: ['openFile'],
    filters: [
      { name: certificates, extensions: [...extensions] },
      { name: allFiles, extensions: ['*'] },
    ],
  })
  if (file === null) return null
  try {
    return { fileName: basename(file), bytes: await readAtMost(file, maxBytes + 1) }
  } catch (cause) {
    throw new AppError('badInput', { cause, params: { reason: unreadable } })
  }
}

async function readAtMost(file: string, maxBytes: number): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, maxBytes))
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return buffer.subarray(0, length)
  } finally {
    await handle.close()
  }
}
