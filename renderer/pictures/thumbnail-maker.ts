import { THUMBNAIL_EDGE, type ThumbnailWanted } from '../../electron/contract/pictures.ts'
import { api } from '../api.ts'
import { PictureThread } from './picture-thread.ts'

/**
 * Makes the small pictures that main asks for, where the service has none: one after the other, what was asked for last
 * first, as that is what is in sight. Until the returned function is called.
 */
export function makeThumbnails(): () => void {
  const thread = new PictureThread({ rests: true })
  let wanted: readonly ThumbnailWanted[] = []
  let isAtWork = false

  async function make({ connectionId, hash }: ThumbnailWanted): Promise<void> {
    const file = await api.call('pictures.toMake', { connectionId, hash })
    if (file === null) return
    const bytes = await thread
      .do('thumbnail', { ...file, edge: THUMBNAIL_EDGE }, [file.bytes.buffer])
      .catch(() => null)
    await api.call('pictures.made', { connectionId, hash, bytes })
  }

  async function work(): Promise<void> {
    if (isAtWork) return
    isAtWork = true
    for (let next = wanted.at(-1); next !== undefined; next = wanted.at(-1)) {
      wanted = wanted.slice(0, -1)
      // What cannot be told now is asked for again.
      await make(next).catch(() => undefined)
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
