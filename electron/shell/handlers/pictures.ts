import { AppError } from '../../contract/app-error.ts'
import type { Artwork } from '../../artwork/artwork.ts'
import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'

/** Drawing a page of a PDF may take the window so long, in milliseconds. */
const LONGEST_PAGE_MS = 25_000

type PictureCalls = Extract<keyof Handlers, `pictures.${string}`>

/** Pictures of campaigns on this computer, and getting them. */
export function pictureHandlers({ sessions, pictureGuard }: Desk): Pick<Handlers, PictureCalls> {
  const artworkOf = async (connectionId: string): Promise<Artwork> => {
    const { artwork } = await sessions.get(connectionId)
    if (artwork === null) throw new AppError('notFound')
    return artwork
  }
  return {
    'pictures.state': async ({ connectionId, campaignId }) =>
      (await artworkOf(connectionId)).state(campaignId),
    'pictures.choose': async ({ connectionId, campaignId, choice, forField }) =>
      (await artworkOf(connectionId)).choose(campaignId, { choice, forField }),
    'pictures.start': async ({ connectionId, campaignId }) =>
      (await artworkOf(connectionId)).start(campaignId, 'person'),
    'pictures.cancel': async ({ jobId }) => {
      for (const { artwork } of await sessions.all()) artwork?.runs.cancel(jobId)
      return null
    },
    'pictures.pause': async ({ jobId }) => {
      for (const { artwork } of await sessions.all()) artwork?.runs.pause(jobId)
      return null
    },
    'pictures.resume': async ({ jobId }) => {
      for (const { artwork } of await sessions.all()) artwork?.runs.resume(jobId)
      return null
    },
    'pictures.make': async ({ connectionId, hash }) => {
      await (await artworkOf(connectionId)).makeThumbnail(hash)
      return null
    },
    'pictures.trouble': async ({ connectionId, itemKey, artwork }) => {
      if (pictureGuard.isTurnedOff) return 'turnedOff'
      const found = await (await artworkOf(connectionId)).trouble(itemKey, artwork)
      if (found === null) return null
      return found.isTooComplex ? 'tooComplex' : pictureGuard.troubleOf(found.hash)
    },
    'pictures.turnOn': () => {
      pictureGuard.turnOn()
      return null
    },
    'pictures.before': async ({ connectionId, itemKey, artwork }) =>
      (await artworkOf(connectionId)).before(itemKey, artwork),
    'pictures.document': async ({ connectionId, itemKey, artwork, version }) => {
      if (pictureGuard.isTurnedOff) return null
      const found = await (await artworkOf(connectionId)).document(itemKey, artwork, version)
      if (found === null || pictureGuard.troubleOf(found.hash) !== null) return null
      const { hash, ...file } = found
      pictureGuard.sent(hash, LONGEST_PAGE_MS)
      return file
    },
    'pictures.list': async () => (await sessions.all()).flatMap(({ artwork }) => artwork?.runs.list() ?? []),
  }
}
