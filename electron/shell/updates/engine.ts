import { app, autoUpdater } from 'electron'
import {
  AppImageUpdater,
  AppUpdater,
  CancellationToken,
  MacUpdater,
  NsisUpdater,
  type UpdateInfo,
} from 'electron-updater'
import { AppError } from '../../contract/app-error.ts'
import { clipText } from '../../contract/clip-text.ts'
import { messages } from '../../contract/messages.ts'
import type { UpdateChannel, UpdateMethod, UpdateRelease } from '../../contract/updates.ts'
import type { Logger } from '../../app/types.ts'
import type { UpdateEngine } from '../../app/updates.ts'
import type { ManagedProxy } from '../../service/managed-proxy.ts'
import { setManagedProxy } from '../networks.ts'
import { restart } from '../restart.ts'
import type { ReleaseSource } from './release-source.ts'
import { REQUEST_HEADERS, signedReleases } from './signed-releases.ts'

const MAX_NOTES_LENGTH = 20_000

/** Control characters except line breaks and tabs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** Codes of the updater for files that the developers did not sign. */
const REJECTION_CODES: ReadonlySet<string> = new Set([
  'ERR_UPDATER_INVALID_SIGNATURE',
  'ERR_UPDATER_NO_CHECKSUM',
])

/** Finds new versions for an installation that does not replace itself. */
class ReleaseCheck extends AppUpdater {
  constructor() {
    super(null)
  }

  protected override doDownloadUpdate(): never {
    throw new Error('This installation does not download updates')
  }

  override quitAndInstall(): never {
    throw new Error('This installation does not install updates')
  }
}

function createUpdater(method: UpdateMethod): AppUpdater {
  if (method !== 'self') return new ReleaseCheck()
  if (process.platform === 'win32') return new NsisUpdater()
  return process.platform === 'darwin' ? new MacUpdater() : new AppImageUpdater()
}

function releaseOf({ version, releaseDate, releaseNotes }: UpdateInfo): UpdateRelease {
  const date = Date.parse(releaseDate)
  const notes = typeof releaseNotes === 'string' ? releaseNotes : ''
  return {
    version,
    date: Number.isNaN(date) ? null : date,
    releaseNotes: clipText(notes.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '').trim(), MAX_NOTES_LENGTH),
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function downloadError(error: unknown, wasCanceled: boolean): AppError {
  if (wasCanceled) return new AppError('cancelled')
  const code = codeOf(error)
  const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  if (code === 'ERR_CHECKSUM_MISMATCH') return new AppError('updateDamaged', { cause: error, detail })
  const isRejected = REJECTION_CODES.has(code) || /code signature/iu.test(detail)
  return isRejected
    ? new AppError('updateRejected', {
        cause: error,
        detail,
        params: { reason: messages.reasons.update.wrongFile },
      })
    : new AppError('updateDownloadFailed', { cause: error, detail })
}

export interface UpdateEngineOptions {
  readonly method: UpdateMethod
  readonly channel: UpdateChannel
  readonly proxy: ManagedProxy
  readonly logger: Logger
}

/** Creates the engine of `Updates` with electron-updater. */
export function createUpdateEngine(
  source: ReleaseSource,
  { method, channel, proxy, logger }: UpdateEngineOptions,
): UpdateEngine {
  const updater = createUpdater(method)
  updater.logger = {
    // Its information contains the id of this installation.
    info: () => undefined,
    warn: (message: unknown) => logger.log('warning', `updater: ${String(message)}`),
    error: (message: unknown) => logger.log('warning', `updater: ${String(message)}`),
  }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.requestHeaders = REQUEST_HEADERS
  // Otherwise, Chromium adds the languages of the person.
  updater.netSession.setUserAgent(REQUEST_HEADERS['User-Agent'], REQUEST_HEADERS['Accept-Language'])
  const hasProxy = setManagedProxy(updater.netSession, proxy)
  // Without credentials, the response of the proxy is the failure.
  updater.on('login', (_info, answer) => (answer as () => void)())
  updater.setFeedURL({ provider: 'custom', updateProvider: signedReleases(source, channel) })
  let cancellation = new CancellationToken()
  // macOS checks a file after its download has ended, and never installs one that it has rejected.
  let isRejected = false
  if (process.platform === 'darwin') autoUpdater.on('error', () => (isRejected = true))

  return {
    async find() {
      try {
        await hasProxy
        const result = await updater.checkForUpdates()
        return result?.isUpdateAvailable === true ? releaseOf(result.updateInfo) : null
      } catch (error) {
        if (error instanceof AppError) throw error
        const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
        throw new AppError('updateCheckFailed', { cause: error, detail })
      }
    },
    async download(onProgress) {
      cancellation = new CancellationToken()
      isRejected = false
      const report = ({ transferred, total }: { transferred: number; total: number }): void =>
        onProgress(transferred, total)
      updater.on('download-progress', report)
      try {
        await updater.downloadUpdate(cancellation)
      } catch (error) {
        throw downloadError(error, cancellation.cancelled)
      } finally {
        updater.off('download-progress', report)
      }
    },
    cancelDownload: () => cancellation.cancel(),
    discard() {
      updater.autoInstallOnAppQuit = false
    },
    quitAndInstall() {
      if (isRejected) {
        restart()
        return
      }
      updater.once('error', () => restart())
      // The new version must be able to become the only instance before this process has ended.
      app.releaseSingleInstanceLock()
      updater.quitAndInstall(true, true)
    },
  }
}
