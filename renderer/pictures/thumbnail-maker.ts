import { THUMBNAIL_EDGE, type ThumbnailWanted } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { smallDrawing } from './drawing.ts'
import { PictureThread } from './picture-thread.ts'

/** Makes a small picture of a kept file and hands it in; that none can be made is handed in as well. */
async function make({ connectionId, hash }: ThumbnailWanted, thread: PictureThread): Promise<void> {
  const file = await api.call('pictures.toMake', { connectionId, hash })
  if (file === null) return
  const making =
    file.kind === 'svg'
      ? smallDrawing(file.bytes, THUMBNAIL_EDGE)
      : thread.do('thumbnail', { ...file, edge: THUMBNAIL_EDGE }, [file.bytes.buffer])
  await api.call('pictures.made', { connectionId, hash, bytes: await making.catch(() => null) })
}

/**
 * Makes small pictures of these kept files, one after the other, until it is stopped.
 * @param onMade is told how many there are.
 */
export async function makeSmallPictures(
  connectionId: string,
  hashes: readonly string[],
  onMade: (count: number) => void,
  stopped: AbortSignal,
): Promise<void> {
  const thread = new PictureThread({ rests: true })
  try {
    for (const [index, hash] of hashes.entries()) {
      if (stopped.aborted) return
      await make({ connectionId, hash }, thread)
      onMade(index + 1)
    }
  } finally {
    thread.close()
  }
}

/**
 * Makes the small pictures that main asks for, where the service has none: one after the other, what was asked for last
 * first, as that is what is in sight. Until the returned function is called.
 */
export function makeThumbnails(): () => void {
  const thread = new PictureThread({ rests: true })
  let wanted: readonly ThumbnailWanted[] = []
  let isAtWork = false

  async function work(): Promise<void> {
    if (isAtWork) return
    isAtWork = true
    for (let next = wanted.at(-1); next !== undefined; next = wanted.at(-1)) {
      wanted = wanted.slice(0, -1)
      // What cannot be told now is asked for again.
      await make(next, thread).catch(() => undefined)
    }
    isAtWork = false
  }

  const stop = api.on('pictures.wanted', (next) => {
    wanted = [...wanted, next]
    void work()
  })
  return () => {
    stop()
    wanted = []
    thread.close()
  }
}
