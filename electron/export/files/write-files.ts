import { writeSync } from 'node:fs'
import { AppError } from '../../contract/app-error.ts'
import type { WrittenParts } from '../../contract/jobs.ts'
import { releaseBuffers } from '../../store/release-buffers.ts'
import { AlterationCount } from '../formats/format.ts'
import { openRows } from '../rows/open-rows.ts'
import { openWriter, type ExpectedRows } from '../open-writer.ts'
import {
  requestOfPart,
  rowsPerFile,
  splitRows,
  singleStreamError,
  partPath,
  partPaths,
  refuseTooManyRows,
} from './parts.ts'
import { removeEarlierParts, replaceFiles } from './replace-files.ts'
import {
  flushTarget,
  closeTarget,
  removeUnfinished,
  openTarget,
  planTarget,
  planTargetWithoutLinks,
  type Target,
} from './target.ts'
import type { ExportProgress, ExportRequest, RowsToWrite, ExportContent } from '../types.ts'
import { Checksum, verifyFile } from './verify-file.ts'
import { withAltered, writeRows } from '../write-rows.ts'

export interface WriteFilesCallbacks {
  readonly isCancelled: () => boolean
  /** Called before earlier files are replaced. Returns false after a cancellation. */
  readonly startReplacing: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
  /** Called with the path of each unfinished file before it is created. */
  readonly onUnfinished: (file: string) => void
}

/** One of the files of an export. */
interface Part {
  readonly request: ExportContent
  readonly target: Target
  readonly rowCount: number
  /** Checksum of the written bytes; null for a device or pipe, which cannot be read. */
  readonly checksum: Checksum | null
}

/**
 * Writes the requested rows next to their target, in several files if required, verifies them, and replaces
 * the earlier files, all or none. A failure or cancellation leaves no files behind.
 */
export async function writeFiles(
  request: ExportRequest,
  file: string,
  callbacks: WriteFilesCallbacks,
): Promise<ExportProgress> {
  const parts: Part[] = []
  const closePromises: Promise<void>[] = []
  try {
    const written = await writeParts(request, file, parts, closePromises, callbacks)
    await Promise.all(closePromises)
    const progress = verifyParts(written, parts, callbacks)
    if (!callbacks.startReplacing()) throw new AppError('cancelled')
    replaceFiles(parts.map(({ target }) => target))
    return { ...progress, parts: removeOtherParts(request, file, parts.length) }
  } catch (error) {
    for (const { target } of parts) removeUnfinished(target)
    throw error
  }
}

/**
 * Writes all parts, and returns their total.
 * @param parts receives each file
 * @param closePromises receives a promise for each file, which resolves when it is flushed and closed
 */
async function writeParts(
  request: ExportRequest,
  file: string,
  parts: Part[],
  closePromises: Promise<void>[],
  callbacks: WriteFilesCallbacks,
): Promise<ExportProgress> {
  const rows = openRows(request, () => throwIfCancelled(callbacks))
  try {
    refuseTooManyRows(request, rows.count)
    const counts = rowsPerFile(request, rows.count)
    for (const [index, rowCount] of counts.entries())
      parts.push(
        planPart(
          requestOfPart(request, index, counts.length),
          planPartTarget(file, index, counts.length),
          rowCount,
        ),
      )
    const altered = new AlterationCount()
    let totals = { rows: 0, bytes: 0 }
    const totalProgress = (part: Pick<ExportProgress, 'rows' | 'bytes'>): ExportProgress => ({
      rows: totals.rows + part.rows,
      totalRows: rows.count,
      bytes: totals.bytes + part.bytes,
      verifiedRows: null,
      parts: null,
    })
    for (const { part, rows: partRows } of splitRows(rows, parts)) {
      // The additional sheets are complete once the last row has been read.
      const sheets = part === parts.at(-1) ? rows.sheets : []
      const pictures = rows.pictures?.pictureRange(totals.rows, part.rowCount) ?? null
      totals = totalProgress(
        await writePart(
          part,
          { ...partRows, sheets, pictures, altered },
          closePromises,
          callbacks,
          (progress) => callbacks.onProgress(totalProgress(progress)),
        ),
      )
    }
    return withAltered(totalProgress({ rows: 0, bytes: 0 }), altered)
  } finally {
    rows.close()
  }
}

function planPartTarget(file: string, index: number, count: number): Target {
  // A device or a pipe takes one file only.
  if (count === 1) return planTarget(file)
  if (planTarget(file).finalPath === null) throw singleStreamError()
  return planTargetWithoutLinks(partPath(file, index, count))
}

function planPart(request: ExportContent, target: Target, rowCount: number): Part {
  return { request, target, rowCount, checksum: target.finalPath === null ? null : new Checksum() }
}

async function writePart(
  { request, target, checksum }: Part,
  rows: Omit<RowsToWrite, 'close' | 'pictures'> & ExpectedRows & { readonly altered: AlterationCount },
  closePromises: Promise<void>[],
  { isCancelled, onUnfinished }: WriteFilesCallbacks,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  if (target.finalPath !== null) onUnfinished(target.writePath)
  const descriptor = openTarget(target)
  let flushing = Promise.resolve()
  try {
    const written = await writeRows(
      rows,
      (writeBytes) => openWriter(request, rows, writeBytes, rows.altered),
      {
        write: (chunk) => {
          checksum?.add(chunk)
          for (let offset = 0; offset < chunk.byteLength;) offset += writeSync(descriptor, chunk, offset)
          releaseBuffers(chunk)
        },
        isCancelled,
        onProgress,
      },
    )
    flushing = flushTarget(target, descriptor)
    return written
  } finally {
    const closed = flushing.finally(() => closeTarget(target, descriptor, false))
    closed.catch(() => undefined)
    closePromises.push(closed)
  }
}

/** Verifies the files before they replace earlier ones. */
function verifyParts(
  written: ExportProgress,
  parts: readonly Part[],
  callbacks: WriteFilesCallbacks,
): ExportProgress {
  let verifiedRows = 0
  for (const { target, rowCount, checksum } of parts) {
    if (checksum === null) return written
    verifyFile(target.writePath, checksum, (bytes) => {
      throwIfCancelled(callbacks)
      const rows = Math.floor((rowCount * Math.min(bytes, checksum.bytes)) / Math.max(1, checksum.bytes))
      callbacks.onProgress({ ...written, verifiedRows: verifiedRows + rows })
    })
    verifiedRows += rowCount
  }
  return { ...written, verifiedRows: written.rows }
}

/**
 * Removes the other files of the earlier export. Returns null for a single file if none was removed or kept.
 */
function removeOtherParts(
  { earlierFiles = [] }: ExportRequest,
  file: string,
  files: number,
): WrittenParts | null {
  const removed = removeEarlierParts(earlierFiles, partPaths(file, files))
  return files === 1 && removed.removed + removed.stayed === 0 ? null : { files, ...removed }
}

function throwIfCancelled({ isCancelled }: WriteFilesCallbacks): void {
  if (isCancelled()) throw new AppError('cancelled')
}
