import { join } from 'node:path'

/** Paths of the files of a connection. */
export interface ConnectionLayout {
  readonly folder: string
  readonly settingsFile: string
  readonly databaseFile: string
  /** Marks, notes and photos. */
  readonly reviewsFile: string
  /** The certificate authority that was chosen for the connection, if any. */
  readonly authorityFile: string
  /** The client certificate of the connection with its private key, if any. Never part of a backup. */
  readonly clientCertificateFile: string
  /** The download queue. */
  readonly queueFile: string
  /** Settings of the checks, and accepted results. */
  readonly checksFile: string
  /** The picture cache. */
  readonly picturesFile: string
  /** The files of the picture cache. */
  readonly picturesFolder: string
  /** The choice of pictures for each campaign. */
  readonly pictureChoicesFile: string
  /** The campaigns whose pictures are still to be fetched. */
  readonly pictureRunsFile: string
  /** The last export of each list. */
  readonly lastExportsFile: string
  /** Downloads that failed and were not dismissed. */
  readonly failedDownloadsFile: string
}

export function connectionsFolder(dataFolder: string): string {
  return join(dataFolder, 'connections')
}

/** `id` must be a valid connection id: it becomes the name of a folder. */
export function connectionLayout(dataFolder: string, id: string): ConnectionLayout {
  const folder = join(connectionsFolder(dataFolder), id)
  return {
    folder,
    settingsFile: join(folder, 'connection.json'),
    databaseFile: join(folder, 'cache.db'),
    reviewsFile: join(folder, 'reviews.db'),
    authorityFile: join(folder, 'ca.pem'),
    clientCertificateFile: join(folder, 'client-certificate'),
    queueFile: join(folder, 'queue.json'),
    checksFile: join(folder, 'checks.json'),
    picturesFile: join(folder, 'pictures.db'),
    picturesFolder: join(folder, 'pictures'),
    pictureChoicesFile: join(folder, 'pictures.json'),
    pictureRunsFile: join(folder, 'picture-queue.json'),
    lastExportsFile: join(folder, 'last-exports.json'),
    failedDownloadsFile: join(folder, 'failed-downloads.json'),
  }
}

export function preferencesFilePath(dataFolder: string): string {
  return join(dataFolder, 'preferences.json')
}

/** Profiles of exports. */
export function exportProfilesPath(dataFolder: string): string {
  return join(dataFolder, 'export-profiles.json')
}

export function viewsFilePath(dataFolder: string): string {
  return join(dataFolder, 'views.json')
}

/** The campaigns that were opened last. */
export function recentCampaignsPath(dataFolder: string): string {
  return join(dataFolder, 'recent-campaigns.json')
}

/** When updates were checked last. */
export function updatesFilePath(dataFolder: string): string {
  return join(dataFolder, 'updates.json')
}
