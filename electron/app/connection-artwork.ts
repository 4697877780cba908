import { createArtwork, type Artwork } from '../artwork/artwork.ts'
import { createPictureFetch, PictureRefused, type FetchPicture } from '../artwork/picture-client.ts'
import { openPictureCache } from '../artwork/open-cache.ts'
import type { Connection } from '../contract/connection.ts'
import type { Network } from '../download/types.ts'
import type { CampaignService } from '../service/types.ts'
import type { Store } from '../store/operations.ts'
import type { ConnectionKeys } from './connection-keys.ts'
import { connectionLayout } from './layout.ts'
import { createPictureChoices } from './picture-choices.ts'
import type { OpenConnectionOptions, PictureOptions } from './types.ts'

export interface ConnectionArtworkDependencies {
  readonly pictures: PictureOptions
  readonly store: Store
  readonly service: CampaignService
  readonly network: Network | undefined
  readonly keys: Pick<ConnectionKeys, 'get'>
  readonly onQueueChange: () => void
}

/** Opens the pictures of a connection. Their worker starts with the first request. */
export function openArtwork(
  connection: Connection,
  options: OpenConnectionOptions,
  { pictures, store, service, network, keys, onQueueChange }: ConnectionArtworkDependencies,
): Artwork {
  const { picturesFile, pictureChoicesFile } = connectionLayout(options.dataFolder, connection.id)
  const { logger } = options
  return createArtwork({
    connectionId: connection.id,
    cache: openPictureCache({ file: picturesFile, workerUrl: pictures.workerUrl }),
    store,
    service,
    network,
    fetchPicture: pictureFetchOf(connection, options, { pictures, keys }),
    choices: createPictureChoices(pictureChoicesFile, logger),
    maxBytes: pictures.maxBytes,
    onProgress: pictures.onProgress,
    onQueue: onQueueChange,
    draw: pictures.draw,
    onUnexpected: (error) => logger?.unexpected(error, 'pictures') ?? 'none',
  })
}

function pictureFetchOf(
  connection: Connection,
  options: OpenConnectionOptions,
  { pictures, keys }: Pick<ConnectionArtworkDependencies, 'keys' | 'pictures'>,
): FetchPicture {
  const { baseUrl } = connection
  if (baseUrl === null) return fetchSamplePicture
  return createPictureFetch({
    ...options.service,
    baseUrl,
    key: () => keys.get(connection),
    fetch: options.fetch,
    fetchFromOtherHosts: pictures.fetchFromOtherHosts(connection.id, new URL(baseUrl).hostname),
  })
}

/** Draws pictures of the sample, without a network. */
const fetchSamplePicture: FetchPicture = async (address) => {
  const { samplePicture } = await import('../sample/pictures.ts')
  const picture = samplePicture(address)
  if (picture === null) throw new PictureRefused('notFound')
  return picture.bytes
}
