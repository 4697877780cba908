import type { Artwork, CachedDocument } from '../../artwork/artwork.ts'
import { PICTURE_EXTENSIONS } from '../../content/inspect.ts'
import { AppError } from '../../contract/app-error.ts'
import type { ApiInput } from '../../contract/api.ts'
import type { PdfResult } from '../../contract/pictures.ts'
import { messages } from '../../contract/messages.ts'
import { writeWholeFile } from '../../export/files/write-whole-file.ts'
import { askForFile } from '../ask-for-file.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../window-events.ts'

type PictureCalls = Extract<keyof Handlers, `pictures.${string}`>

/** Pictures of campaigns: state, downloads and pages of PDFs. */
export function pictureHandlers(services: ShellServices): Pick<Handlers, PictureCalls> {
  const { sessions, pictureGuard, pictureProcess } = services
  const artworkOf = async (connectionId: string): Promise<Artwork> => {
    const { artwork } = await sessions.get(connectionId)
    if (artwork === null) throw new AppError('notFound')
    return artwork
  }
  /** Calls a function with the PDF of an artwork; null if there is none or it must not be shown. */
  async function withDocument<Result>(
    { connectionId, itemKey, artwork, version }: ApiInput<'pictures.document'>,
    use: (file: CachedDocument) => Promise<PdfResult<Result>>,
  ): Promise<PdfResult<Result> | null> {
    if (pictureGuard.isTurnedOff) return null
    const file = await (await artworkOf(connectionId)).document(itemKey, artwork, version)
    if (file === null || pictureGuard.problemOf(file.hash) !== null) return null
    return file.isTooComplex ? { problem: 'tooComplex' } : use(file)
  }
  return {
    'pictures.state': async ({ connectionId, campaignId }) =>
      (await artworkOf(connectionId)).state(campaignId),
    'pictures.choose': async ({ connectionId, campaignId, choice, forField }) =>
      (await artworkOf(connectionId)).setChoice(campaignId, { choice, forField }),
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
    'pictures.createThumbnail': async ({ connectionId, hash }) => {
      await (await artworkOf(connectionId)).makeThumbnail(hash)
      return null
    },
    'pictures.problem': async ({ connectionId, itemKey, artwork }) => {
      if (pictureGuard.isTurnedOff) return 'turnedOff'
      const picture = await (await artworkOf(connectionId)).readCachedFile(itemKey, artwork)
      if (picture === null) return null
      if (picture.isTooComplex) return 'tooComplex'
      return pictureGuard.problemOf(picture.hash) ?? (picture.isReduced ? 'reduced' : null)
    },
    'pictures.saveCopy': async ({ connectionId, itemKey, artwork }) => {
      const { store } = await sessions.get(connectionId)
      const picture = await (await artworkOf(connectionId)).readCachedFile(itemKey, artwork)
      if (picture === null) throw new AppError('notFound')
      const name = (await store.getItem(itemKey))?.artworks[artwork]?.name ?? ''
      const ending = PICTURE_EXTENSIONS[picture.kind]
      // The extension follows the content, not the name.
      const stem = name.toLowerCase().endsWith(`.${ending}`) ? name.slice(0, -ending.length - 1) : name
      const file = await askForFile(services, messages.systemDialogs.save.pictureTitle, stem, ending)
      if (file !== null) await writeWholeFile(file, picture.bytes, new AbortController().signal)
      return file !== null
    },
    'pictures.enable': () => {
      pictureGuard.turnOn()
      return null
    },
    'pictures.previous': async ({ connectionId, itemKey, artwork }) =>
      (await artworkOf(connectionId)).previousVersion(itemKey, artwork),
    'pictures.document': (input) => withDocument(input, (file) => pictureProcess.openDocument(file)),
    'pictures.pageSize': ({ page, ...input }) =>
      withDocument(input, (file) => pictureProcess.pageSize(file, page)),
    'pictures.drawPage': ({ part, ...input }) =>
      withDocument(input, (file) => pictureProcess.drawPage(file, part)),
    'pictures.clear': async ({ connectionId }) => {
      await (await artworkOf(connectionId)).clear()
      push('data.changed', { connectionId, campaignIds: null })
      return null
    },
    'pictures.list': async () => (await sessions.all()).flatMap(({ artwork }) => artwork?.runs.list() ?? []),
  }
}
