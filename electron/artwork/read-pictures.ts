import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ContentFiles } from '../content/files.ts'
import { inspect, type PictureKind } from '../content/inspect.ts'
import type { ReadHandle } from '../store/database/handles.ts'
import { readFromAlbum } from './albums.ts'
import { FILE_COLUMNS, type FileRow } from './file-row.ts'
import { identityOf } from './identity.ts'
import { openPicturesForReading } from './open-database.ts'
import { isExpensive } from './thumbnails.ts'

/** Kinds of pictures that documents of every program can show. */
export const DOCUMENT_KINDS = ['jpeg', 'png', 'gif'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** A small picture that a document can show. */
export interface DocumentPicture {
  readonly kind: DocumentKind
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Pixels, as its header says. */
  readonly width: number
  readonly height: number
}

/** What is kept of an address. */
export interface CachedSmallPicture {
  /** The same for every address that leads to this picture. */
  readonly name: string
  /**
   * Its bytes, judged by what they are; null where there is none small enough that a document can show, or it
   * is damaged.
   */
  read(): DocumentPicture | null
  /** Whether a small one that a document can show is still to be made of it. */
  needsRendition(): boolean
}

/** The small pictures on this computer as documents take them, without making, fetching or decoding any. */
export interface SmallPictures {
  /** Null: nothing is kept of this address. */
  find(address: string): CachedSmallPicture | null
  close(): void
}

/**
 * Opens what is kept of pictures, on a handle of its own in the calling thread; null where nothing is, or it
 * cannot be read: a list can be written without its pictures.
 * @param file the database; the pictures stand in the folder `pictures` beside it.
 */
export function openSmallPictures(file: string): SmallPictures | null {
  const handle = nullOnError(() => openPicturesForReading(file))
  return handle === null ? null : new SmallPictureReader(handle, join(dirname(file), 'pictures'))
}

class SmallPictureReader implements SmallPictures {
  readonly #handle: ReadHandle
  readonly #folder: string
  readonly #files: ContentFiles

  constructor(handle: ReadHandle, folder: string) {
    this.#handle = handle
    this.#folder = folder
    this.#files = new ContentFiles(folder)
  }

  find(address: string): CachedSmallPicture | null {
    const row = nullOnError(() =>
      this.#handle
        .rows<FileRow>(
          `SELECT ${FILE_COLUMNS}
             FROM addresses JOIN files ON files.hash = addresses.hash WHERE identity = ?`,
        )
        .get(identityOf(address)),
    )
    if (row === null || row === undefined) return null
    return {
      name: row.hash,
      read: () => nullOnError(() => parseDocumentPicture(this.#bytesOf(row))),
      needsRendition: () => !canEmbed(row) && nullOnError(() => this.#renditionOf(row.hash)) === undefined,
    }
  }

  /** Null: none can be made. Undefined: nobody has tried. */
  #renditionOf(hash: string): Uint8Array<ArrayBuffer> | null | undefined {
    return this.#handle
      .values<Uint8Array<ArrayBuffer> | null>('SELECT bytes FROM thumbnails WHERE hash = ?')
      .get(hash)
  }

  /** Those of the small picture that was made of it, where it is costly itself. */
  #bytesOf(row: FileRow): Uint8Array<ArrayBuffer> | null {
    const { hash, bytes, body, album, start } = row
    if (!canEmbed(row)) return this.#renditionOf(hash) ?? null
    if (body !== null)
      return (
        this.#handle.values<Uint8Array<ArrayBuffer>>('SELECT bytes FROM bodies WHERE id = ?').get(body) ??
        null
      )
    if (album !== null && start !== null) return readFromAlbum(this.#folder, { album, start }, bytes, hash)
    const content = readFileSync(this.#files.pathOf(hash))
    return content.byteLength === bytes ? new Uint8Array(content) : null
  }

  close(): void {
    this.#handle.close()
  }
}

/** Whether the file itself is what a document shows, and not a small picture that was made of it. */
function canEmbed(row: FileRow): boolean {
  return !isExpensive(row) && isDocumentKind(row.kind)
}

function parseDocumentPicture(bytes: Uint8Array<ArrayBuffer> | null): DocumentPicture | null {
  const found = bytes === null ? null : inspect(bytes)
  if (bytes === null || found === null || 'problem' in found || found.size === null) return null
  return isDocumentKind(found.kind) ? { kind: found.kind, bytes, ...found.size } : null
}

function isDocumentKind(kind: PictureKind): kind is DocumentKind {
  return (DOCUMENT_KINDS as readonly PictureKind[]).includes(kind)
}

/** Null where the disk or the database fails: a picture that cannot be read is one that is not there. */
function nullOnError<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}
