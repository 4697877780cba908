import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { hashOf } from '../../content/files.ts'
import { AppError, toFault } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import {
  closeTarget,
  openTarget,
  planTarget,
  removeUnfinished,
  replaceFile,
  type Target,
} from '../../export/files/target.ts'
import { fileNotWritten } from '../../export/files/write-failure.ts'
import { readContents } from './contents.ts'
import { FILE_FORMAT, MANIFEST, parseBackupPath, type BackedUpFile, type FileManifest } from './manifest.ts'
import { createProgress } from './progress.ts'
import { FILE_VERSION, readBackupFile } from './read-file.ts'
import { portableSettings, type SettingsKind } from './settings-content.ts'
import { fromPortablePath } from './source-files.ts'
import type { SendEvent, TaskResults, WriteTask } from './task.ts'

/** A file of the backup: settings in memory, all others on disk. */
interface ArchivedFile extends BackedUpFile {
  readonly content: Uint8Array | null
}

/**
 * Writes collected files to a backup file, which replaces its target only when it is complete and verified.
 * Throws `fileNotWritten`.
 */
export async function writeBackupFile(task: WriteTask, send: SendEvent): Promise<TaskResults['write']> {
  const target = planTarget(task.file)
  if (target.finalPath === null) throw fileNotWritten('EINVAL')
  const files = await collect(task, send)
  const { kind, at, appVersion, sourceId } = task
  const contents = await readContents(
    task.folder,
    files.map(({ path }) => path),
  )
  const manifest: FileManifest = {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    appVersion,
    at,
    kind,
    sourceId,
    contents,
    files: files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })),
  }
  send({ type: 'unfinished', file: target.writePath })
  try {
    await writeZip(target, manifest, task.folder, files, send)
    // A file that cannot be restored must not replace an earlier one.
    await verify(target.writePath, send)
    replaceFile(target)
  } catch (error) {
    removeUnfinished(target)
    throw error
  }
  return { contents, bytes: fs.statSync(target.finalPath).size }
}

/** Returns the files to write, without damaged ones, which could not be restored. */
async function collect({ folder, paths }: WriteTask, send: SendEvent): Promise<readonly ArchivedFile[]> {
  const sizes = paths.map((path) => fs.statSync(fromPortablePath(folder, path)).size)
  const progress = createProgress(
    'collecting',
    sizes.reduce((sum, size) => sum + size, 0),
    send,
  )
  const files: ArchivedFile[] = []
  for (const path of paths) {
    const parsed = parseBackupPath(path)
    if (parsed === null) continue
    const file = fromPortablePath(folder, path)
    if (parsed.kind === 'reviews' || parsed.kind === 'photo') {
      const { sha256, bytes } = await hashFile(file, progress)
      if (parsed.kind === 'reviews' || path.endsWith(sha256))
        files.push({ path, sha256, bytes, content: null })
      continue
    }
    const content = await readPortable(file, parsed.kind)
    if (content === null) continue
    progress(content.byteLength)
    files.push({ path, sha256: hashOf(content), bytes: content.byteLength, content })
  }
  // A connection that cannot be opened here cannot be restored either.
  const connections = new Set(
    files.flatMap(({ path }) => {
      const { kind, connectionId } = parseBackupPath(path) ?? {}
      return kind === 'connection' ? [connectionId] : []
    }),
  )
  return files.filter(({ path }) => {
    const connectionId = parseBackupPath(path)?.connectionId
    return connectionId === null || connections.has(connectionId)
  })
}

async function readPortable(file: string, kind: SettingsKind): Promise<Uint8Array | null> {
  return portableSettings(kind, await readFile(file))
}

async function hashFile(
  file: string,
  progress: (bytes: number) => void,
): Promise<Pick<BackedUpFile, 'sha256' | 'bytes'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of fs.createReadStream(file)) {
    const chunk = part as Buffer
    hash.update(chunk)
    bytes += chunk.length
    progress(chunk.length)
  }
  return { sha256: hash.digest('hex'), bytes }
}

async function writeZip(
  target: Target,
  manifest: FileManifest,
  folder: string,
  files: readonly ArchivedFile[],
  send: SendEvent,
): Promise<void> {
  const zip = new ZipFile()
  const options = { mtime: new Date(manifest.at), mode: 0o100600, compress: false }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), MANIFEST, options)
  for (const { path, content } of files) {
    if (content === null) zip.addFile(fromPortablePath(folder, path), path, options)
    else zip.addBuffer(Buffer.from(content), path, options)
  }
  zip.end()
  const progress = createProgress(
    'writing',
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    send,
  )
  const descriptor = openTarget(target)
  let isFinished = false
  try {
    const output = fs.createWriteStream('', { fd: descriptor, autoClose: false })
    zip.on('error', (error) => output.destroy(error as Error))
    await pipeline(
      zip.outputStream,
      async function* (chunks) {
        for await (const part of chunks) {
          const chunk = part as Buffer
          progress(chunk.length)
          yield chunk
        }
      },
      output,
    )
    isFinished = true
  } finally {
    closeTarget(target, descriptor, isFinished)
  }
}

async function verify(file: string, send: SendEvent): Promise<void> {
  try {
    await readBackupFile({ file, folder: null }, send, 'verifying')
  } catch (cause) {
    const [problem = ''] = toFault(cause).message.split('. ')
    throw new AppError('fileNotWritten', {
      cause,
      params: { reason: messages.backups.fileReasons.notVerified({ problem }) },
    })
  }
}
