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
import { flushTarget, closeTarget, discard, openTarget, planTarget, type Target } from './target.ts'
import type { ExportProgress, ExportRequest, RowsToWrite, ExportContent } from '../types.ts'
import { Checksum, verifyFile } from './verify-file.ts'
import { withAltered, writeRows } from '../write-rows.ts'

export interface FileSteps {
  readonly isCancelled: () => boolean
  readonly onProgress: (progress: ExportProgress) => void
  /** Called with the path of each unfinished file before it is created. */
  readonly onUnfinished: (file: string) => void
}

/** One of the files of an export. */
interface Part {
  readonly request: ExportContent
  readonly target: Target
  readonly rowCount: number
  /** Of the bytes written. Null: the target is a device or a pipe, which cannot be read again. */
  readonly checksum: Checksum | null
}

/**
 * Writes the requested rows beside their target, in as many files as it takes, verifies the files, and
 * replaces the earlier ones: all or none. After a failure or a cancellation nothing is left behind.
 */
export async function writeFiles(
  request: ExportRequest,
  file: string,
  steps: FileSteps,
): Promise<ExportProgress> {
  const parts: Part[] = []
  const onDisk: Promise<void>[] = []
  try {
    const written = await writeParts(request, file, parts, onDisk, steps)
    await Promise.all(onDisk)
    const progress = verifyParts(written, parts, steps)
    replaceFiles(parts.map(({ target }) => target))
    return { ...progress, parts: removeOtherParts(request, file, parts.length) }
  } catch (error) {
    for (const { target } of parts) discard(target)
    throw error
  }
}

/**
 * @param parts receives each file.
 * @param onDisk receives a promise for each file, which resolves when it is flushed and closed.
 */
async function writeParts(
  request: ExportRequest,
  file: string,
  parts: Part[],
  onDisk: Promise<void>[],
  steps: FileSteps,
): Promise<ExportProgress> {
  const rows = openRows(request, () => {
    stopIfCancelled(steps)
  })
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
    let done = { rows: 0, bytes: 0 }
    const soFar = ({ rows: more, bytes }: Pick<ExportProgress, 'rows' | 'bytes'>): ExportProgress => ({
      rows: done.rows + more,
      totalRows: rows.count,
      bytes: done.bytes + bytes,
      verifiedRows: null,
      parts: null,
    })
    for (const { part, rows: itsRows } of splitRows(rows, parts)) {
      // Their cells are known once the last row has been read.
      const sheets = part === parts.at(-1) ? rows.sheets : []
      const pictures = rows.pictures?.of(done.rows, part.rowCount) ?? null
      done = soFar(
        await writePart(part, { ...itsRows, sheets, pictures, altered }, onDisk, steps, (progress) => {
          steps.onProgress(soFar(progress))
        }),
      )
    }
    return withAltered(soFar({ rows: 0, bytes: 0 }), altered)
  } finally {
    rows.close()
  }
}

function planPartTarget(file: string, index: number, count: number): Target {
  // A device or a pipe takes one file only.
  if (count > 1 && planTarget(file).replaces === null) throw singleStreamError()
  return planTarget(partPath(file, index, count))
}

function planPart(request: ExportContent, target: Target, rowCount: number): Part {
  return { request, target, rowCount, checksum: target.replaces === null ? null : new Checksum() }
}

async function writePart(
  { request, target, checksum }: Part,
  rows: Omit<RowsToWrite, 'close' | 'pictures'> & ExpectedRows & { readonly altered: AlterationCount },
  onDisk: Promise<void>[],
  { isCancelled, onUnfinished }: FileSteps,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportProgress> {
  if (target.replaces !== null) onUnfinished(target.writeTo)
  const descriptor = openTarget(target)
  let finishing = Promise.resolve()
  try {
    const written = await writeRows(rows, (take) => openWriter(request, rows, take, rows.altered), {
      write: (piece) => {
        checksum?.add(piece)
        for (let done = 0; done < piece.byteLength;) done += writeSync(descriptor, piece, done)
        releaseBuffers(piece)
      },
      isCancelled,
      onProgress,
    })
    finishing = flushTarget(target, descriptor)
    return written
  } finally {
    const closed = finishing.finally(() => {
      closeTarget(target, descriptor, false)
    })
    closed.catch(() => undefined)
    onDisk.push(closed)
  }
}

/** Verifies the files on disk before they replace earlier ones. */
function verifyParts(written: ExportProgress, parts: readonly Part[], steps: FileSteps): ExportProgress {
  let before = 0
  for (const { target, rowCount, checksum } of parts) {
    if (checksum === null) return written
    verifyFile(target.writeTo, checksum, (bytes) => {
      stopIfCancelled(steps)
      const rows = Math.floor((rowCount * Math.min(bytes, checksum.bytes)) / Math.max(1, checksum.bytes))
      steps.onProgress({ ...written, verifiedRows: before + rows })
    })
    before += rowCount
  }
  return { ...written, verifiedRows: written.rows }
}

/**
 * Removes the other files of the earlier export. Returns null for one file where none was removed or kept.
 */
function removeOtherParts({ earlier = [] }: ExportRequest, file: string, files: number): WrittenParts | null {
  const removed = removeEarlierParts(earlier, partPaths(file, files))
  return files === 1 && removed.removed + removed.stayed === 0 ? null : { files, ...removed }
}

function stopIfCancelled({ isCancelled }: FileSteps): void {
  if (isCancelled()) throw new AppError('cancelled')
}
