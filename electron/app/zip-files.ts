import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Returns a ZIP archive of a few files. */
export async function zipFiles(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes } of files) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  return buffer(zip.outputStream as Readable)
}
