// The thread of the picture cache.
import { dirname, join } from 'node:path'
import type { WorkerStart } from '../store/protocol.ts'
import { serveRole, type OpenedRole } from '../store/serve-role.ts'
import { Albums } from './albums.ts'
import { createCache } from './cache.ts'
import { ContentFiles } from '../content/files.ts'
import { openPictures } from './open-database.ts'

function open({ file, isDamaged }: WorkerStart): OpenedRole {
  const folder = join(dirname(file), 'pictures')
  const { handle, notice } = openPictures(file, folder, isDamaged)
  const files = new ContentFiles(folder)
  files.clearUnfinished()
  const albums = new Albums(handle, folder)
  albums.reconcile()
  return {
    role: {
      handlers: createCache(handle, files, albums),
      whenIdle: () => albums.flush(),
      close: () => handle.close(),
    },
    notice,
  }
}

await serveRole(open)
