import { Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import type { UpdateChannel } from '../../contract/updates.ts'
import { isSigned, tagOf, type ReleaseSource } from './release-source.ts'
import { isInChannel, newestVersion } from './versions.ts'

/** Name the program, and nothing about the computer or the person. */
export const REQUEST_HEADERS = { 'User-Agent': 'CampaignDesk', 'Accept-Language': 'en' } as const

/**
 * The header of the updater with an id of this installation. Staged roll-outs need it on this computer only.
 */
const INSTALLATION_ID_HEADER = 'x-user-staging-id'

const latestSchema = v.object({ tag_name: v.string() })
const TAG_OF_FEED = /\/releases\/tag\/v(?<version>[^"/<>\s]+)"/gu

const checksum = v.pipe(v.string(), v.base64(), v.minLength(80))
const fileSchema = v.looseObject({ url: v.string(), sha512: checksum })
/** Further members, such as the percentage of a staged roll-out, are those of the updater. */
const manifestSchema = v.looseObject({
  version: v.string(),
  files: v.pipe(v.array(fileSchema), v.minLength(1)),
})

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : null
}

function rejected(reason: string): AppError {
  return new AppError('updateRejected', { params: { reason } })
}

/**
 * Returns the provider of releases that the updater uses instead of the standard one, which does not verify
 * signatures: the manifest of a release is only parsed if the developers signed it. It contains the checksums
 * of the files.
 */
export function signedReleases(source: ReleaseSource, channel: UpdateChannel) {
  return class SignedReleases extends Provider<UpdateInfo> {
    // The updater passes its options and itself.
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    override setRequestHeaders(headers: Parameters<Provider<UpdateInfo>['setRequestHeaders']>[0]): void {
      const { [INSTALLATION_ID_HEADER]: _id, ...others } = headers ?? {}
      super.setRequestHeaders(others)
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const version = await this.#newestVersion()
      const name = `${this.getDefaultChannelName()}.yml`
      const manifest = await this.#read(
        `/download/${tagOf(version)}/${name}`,
        messages.reasons.update.noManifest,
      )
      const signature = await this.#read(`/download/${tagOf(version)}/${name}.sig`, null)
      if (signature === null) throw rejected(messages.reasons.update.notSigned)
      if (!isSigned(manifest, signature, source.key)) throw rejected(messages.reasons.update.wrongSignature)
      const parsed = v.safeParse(manifestSchema, load(manifest))
      if (!parsed.success) throw rejected(messages.reasons.update.invalidManifest)
      // Otherwise, another manifest that the developers signed could be put in its place.
      if (parsed.output.version !== version) throw rejected(messages.reasons.update.otherVersion)
      return parsed.output as unknown as UpdateInfo
    }

    override resolveFiles({ version, files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      const folder = `${source.releases}/download/${tagOf(version)}/`
      return files.map((info) => ({ url: new URL(encodeURIComponent(info.url), folder), info }))
    }

    /** Stable: the release that is marked as the latest one. Beta: the newest one of all. */
    async #newestVersion(): Promise<string> {
      if (channel === 'stable') {
        const text = await this.#read('/latest', messages.reasons.update.noRelease, 'application/json')
        const latest = v.safeParse(latestSchema, JSON.parse(text))
        const version = latest.success ? latest.output.tag_name.replace(/^v/u, '') : ''
        if (!isInChannel(version, channel)) throw rejected(messages.reasons.update.notStable)
        return version
      }
      const feed = await this.#read('.atom', messages.reasons.update.noRelease, 'application/atom+xml')
      const versions = [...feed.matchAll(TAG_OF_FEED)].flatMap(({ groups }) => groups?.['version'] ?? [])
      const newest = newestVersion(versions, channel)
      if (newest === null)
        throw new AppError('updateCheckFailed', { params: { reason: messages.reasons.update.noRelease } })
      return newest
    }

    /** @param missing why the check fails if there is no such file; null: returns null for it */
    async #read(path: string, missing: string, accept?: string): Promise<string>
    async #read(path: string, missing: null): Promise<string | null>
    async #read(path: string, missing: string | null, accept = '*/*'): Promise<string | null> {
      const url = new URL(`${source.releases}${path}`)
      try {
        return (await this.httpRequest(url, { accept })) ?? ''
      } catch (error) {
        const status = statusOf(error)
        if (status === 404 && missing === null) return null
        const reason =
          status === 404 && missing !== null
            ? missing
            : status === null
              ? messages.reasons.update.unreachable({ host: url.host })
              : messages.reasons.update.status({ host: url.host, status: String(status) })
        const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
        throw new AppError('updateCheckFailed', { cause: error, params: { reason }, detail })
      }
    }
  }
}
