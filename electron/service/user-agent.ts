import type { Fetch } from './types.ts'

/** Returns the value of `User-Agent` for a version of this program. */
export const userAgentOf = (version: string): string => `CampaignDesk/${version}`

/** Returns a `fetch` whose requests name this program and its version. */
export function withUserAgent(version: () => Promise<string>, fetch: Fetch): Fetch {
  let userAgent: Promise<string> | null = null
  return async (request) => {
    userAgent ??= version().then(userAgentOf)
    request.headers.set('user-agent', await userAgent)
    return fetch(request)
  }
}
