import { closeSync, fsyncSync, openSync, readdirSync, readSync, rmSync, statSync, writevSync } from 'node:fs'
import { join } from 'node:path'
import { flushFolders, hashOf, writeFailure } from '../content/files.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { createPrivateFolder } from '../store/database/private-file.ts'

/** An album with a smaller share of pictures in use is dissolved. */
const MIN_USED_SHARE = 0.75

/** Album of a picture and its offset there. */
export interface AlbumLocation {
  readonly album: number
  readonly start: number
}

/** An album that is being filled within the caller's transaction. */
export interface NewAlbum {
  add(bytes: Uint8Array): AlbumLocation
  /**
   * Writes the added bytes, which must not have changed; call it before the transaction ends.
   */
  write(): void
}

interface AlbumRow {
  readonly id: number
  readonly bytes: number
}

/**
 * Files with many small pictures each, which are written once and never changed. The database contains their
 * index. An album may be lost in a power failure, so the hash of each picture is verified when it is read.
 */
export class Albums {
  readonly #handle: WriteHandle
  readonly #folder: string
  /** Albums that may not be on disk yet. */
  #unflushed: number[] = []

  constructor(handle: WriteHandle, folder: string) {
    this.#handle = handle
    this.#folder = folder
  }

  /**
   * Deletes the rows of albums that a crash has removed or truncated, and the files of unknown albums.
   */
  reconcile(): void {
    const ids = new Set<string>()
    for (const { id, bytes } of this.#handle.rows<AlbumRow>('SELECT id, bytes FROM albums').all()) {
      ids.add(String(id))
      if (statSync(this.#pathOf(id), { throwIfNoEntry: false })?.size !== bytes) this.#delete(id)
    }
    const folder = albumsIn(this.#folder)
    for (const name of fileNamesIn(folder)) {
      if (!ids.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
    }
  }

  begin(): NewAlbum {
    const album = (this.#handle.values<number | null>('SELECT max(id) FROM albums').get() ?? 0) + 1
    const parts: Uint8Array[] = []
    let size = 0
    return {
      add: (bytes) => {
        const start = size
        parts.push(bytes)
        size += bytes.byteLength
        return { album, start }
      },
      write: () => {
        if (parts.length === 0) return
        this.#handle.command('INSERT INTO albums (id, bytes) VALUES (?, ?)').run(album, size)
        this.#writeFile(album, parts, size)
        this.#unflushed.push(album)
      },
    }
  }

  /** Returns the bytes of a picture; null if they are missing or have changed. */
  read(location: AlbumLocation, size: number, hash: string): Uint8Array<ArrayBuffer> | null {
    return readFromAlbum(this.#folder, location, size, hash)
  }

  /** Dissolves albums that are mostly unused; the rest of their pictures moves to the database. */
  compact(): void {
    const mostlyUnused = this.#handle.values<number>(
      `SELECT albums.id FROM albums LEFT JOIN files ON files.album = albums.id
        GROUP BY albums.id HAVING coalesce(sum(files.bytes), 0) < albums.bytes * ?`,
    )
    for (const id of mostlyUnused.all(MIN_USED_SHARE)) {
      this.#handle.transaction(() => this.#dissolve(id))
      rmSync(this.#pathOf(id), { force: true })
    }
  }

  /** Flushes one album to disk and returns whether there are more. */
  flush(): boolean {
    const id = this.#unflushed.pop()
    if (id === undefined) return false
    flushFile(this.#pathOf(id))
    if (this.#unflushed.length > 0) return true
    flushFolders(albumsIn(this.#folder))
    this.#handle.execute('PRAGMA wal_checkpoint(PASSIVE)')
    return false
  }

  #dissolve(id: number): void {
    const remaining = this.#handle.rows<{
      readonly hash: string
      readonly start: number
      readonly bytes: number
    }>('SELECT hash, start, bytes FROM files WHERE album = ?')
    const insertBody = this.#handle.command('INSERT INTO bodies (bytes) VALUES (?)')
    const moveToDatabase = this.#handle.command(
      'UPDATE files SET body = ?, album = NULL, start = NULL WHERE hash = ?',
    )
    for (const { hash, start, bytes } of remaining.all(id)) {
      const content = this.read({ album: id, start }, bytes, hash)
      if (content !== null) moveToDatabase.run(insertBody.run(content).lastInsertRowid, hash)
    }
    this.#delete(id)
  }

  #delete(id: number): void {
    this.#handle.command('DELETE FROM files WHERE album = ?').run(id)
    this.#handle.command('DELETE FROM albums WHERE id = ?').run(id)
  }

  #writeFile(id: number, parts: readonly Uint8Array[], size: number): void {
    try {
      createPrivateFolder(albumsIn(this.#folder))
      const descriptor = openSync(this.#pathOf(id), 'w', 0o600)
      try {
        // Treat a partial write as a full disk.
        if (writevSync(descriptor, parts) !== size)
          throw Object.assign(new Error('Too short'), { code: 'ENOSPC' })
      } finally {
        closeSync(descriptor)
      }
    } catch (error) {
      rmSync(this.#pathOf(id), { force: true })
      throw writeFailure(error)
    }
  }

  #pathOf(id: number): string {
    return join(albumsIn(this.#folder), String(id))
  }
}

/**
 * Returns the bytes of a picture in an album; null if they are missing or have changed.
 * @param folder contains all pictures.
 */
export function readFromAlbum(
  folder: string,
  { album, start }: AlbumLocation,
  size: number,
  hash: string,
): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(size)
  try {
    const descriptor = openSync(join(albumsIn(folder), String(album)), 'r')
    try {
      readSync(descriptor, bytes, 0, size, start)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
  return hashOf(bytes) === hash ? bytes : null
}

const albumsIn = (folder: string): string => join(folder, 'albums')

function fileNamesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function flushFile(path: string): void {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r+')
  } catch {
    // It was dissolved meanwhile.
    return
  }
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
