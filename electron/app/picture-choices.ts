import * as v from 'valibot'
import type { PictureChoices } from '../artwork/types.ts'
import { campaignPicturesSchema, type CampaignPictures } from '../contract/pictures.ts'
import { createSettingsFile } from './settings-files.ts'
import type { Logger } from './types.ts'

export const pictureChoicesSchema = v.record(v.string(), campaignPicturesSchema)

const DEFAULT_PICTURES: CampaignPictures = { choice: 'thumbnails', forField: false }

/** Creates the file with the choice of pictures for each campaign; without one, the default applies. */
export function createPictureChoices(path: string, logger: Logger | undefined): PictureChoices {
  const file = createSettingsFile<Readonly<Record<string, CampaignPictures>>>(
    path,
    pictureChoicesSchema,
    {},
    'preferencesDamaged',
  )
  let loading: Promise<Map<string, CampaignPictures>> | null = null

  function load(): Promise<Map<string, CampaignPictures>> {
    loading ??= file.load().then(({ value, notice }) => {
      if (notice !== null) logger?.log('warning', notice.message)
      return new Map(Object.entries(value))
    })
    return loading
  }

  return {
    get: async (campaignId) => (await load()).get(campaignId) ?? DEFAULT_PICTURES,
    async set(campaignId, pictures) {
      const choices = await load()
      choices.set(campaignId, pictures)
      await file.save(Object.fromEntries(choices))
    },
    forField: async () => [...(await load())].filter(([, { forField }]) => forField).map(([id]) => id),
  }
}
