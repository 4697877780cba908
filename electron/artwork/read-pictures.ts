import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ContentFiles } from '../content/files.ts'
import { inspect, type PictureKind } from '../content/inspect.ts'
import type { ReadHandle } from '../store/database/handles.ts'
import { readFromAlbum } from './albums.ts'
import { identityOf } from './identity.ts'
import { FILE_COLUMNS, openPicturesForReading, type FileRow } from './open-database.ts'
import { isExpensive } from './thumbnails.ts'

/** Formats that the documents of all programs support. */
export const DOCUMENT_KINDS = ['jpeg', 'png', 'gif'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** A small picture in a format that documents support. */
export interface DocumentPicture {
  readonly kind: DocumentKind
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Pixels, from its header. */
  readonly width: number
  readonly height: number
}

/** The cached picture of an address. */
export interface CachedSmallPicture {
  /** The same for all addresses of this picture. */
  readonly name: string
  /**
   * Returns the checked picture; null if there is no small one that a document supports, or it is damaged.
   */
  read(): DocumentPicture | null
  /** Returns whether a thumbnail for documents must still be drawn. */
  needsRendition(): boolean
}

/** Reads small pictures for documents from the cache, without fetching or drawing any. */
export interface SmallPictures {
  /** Returns null if the address has no cached picture. */
  find(address: string): CachedSmallPicture | null
  close(): void
}

/**
 * Opens the cached pictures in the calling thread; returns null if there are none or they cannot be read,
 * because a list can be exported without pictures.
 * @param file the database; the folder `pictures` is next to it.
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

  /** Returns null if it cannot be drawn, undefined if it was never drawn. */
  #renditionOf(hash: string): Uint8Array<ArrayBuffer> | null | undefined {
    return this.#handle
      .values<Uint8Array<ArrayBuffer> | null>('SELECT bytes FROM thumbnails WHERE hash = ?')
      .get(hash)
  }

  /** Returns the bytes of the thumbnail if the file itself is too expensive. */
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

/** Returns whether a document can contain the file itself instead of a thumbnail. */
function canEmbed(row: FileRow): boolean {
  return !isExpensive(row) && isDocumentKind(row.kind)
}

function parseDocumentPicture(bytes: Uint8Array<ArrayBuffer> | null): DocumentPicture | null {
  const info = bytes === null ? null : inspect(bytes)
  if (bytes === null || info === null || 'problem' in info || info.size === null) return null
  return isDocumentKind(info.kind) ? { kind: info.kind, bytes, ...info.size } : null
}

function isDocumentKind(kind: PictureKind): kind is DocumentKind {
  return (DOCUMENT_KINDS as readonly PictureKind[]).includes(kind)
}

/** Returns null if the disk or the database fails: an unreadable picture counts as missing. */
function nullOnError<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch {
    return null
  }
}
