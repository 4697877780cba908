import { CLI_DETAILS } from './strings/command-line.ts'
import type { Fetch } from '../service/types.ts'
import type { Console } from './console.ts'

/**
 * Returns a `fetch` that reports each request for `--verbose`: method, address without its query, status, and
 * the time until the response began.
 */
export function reportRequests(fetch: Fetch, console: Console): Fetch {
  return async (request) => {
    const started = performance.now()
    const report = (outcome: string): void => {
      const { origin, pathname } = new URL(request.url)
      const took = Math.round(performance.now() - started)
      console.detail(CLI_DETAILS.request(request.method, `${origin}${pathname}`, outcome, took))
    }
    try {
      const response = await fetch(request)
      report(String(response.status))
      return response
    } catch (error) {
      report(error instanceof Error ? error.name : typeof error)
      throw error
    }
  }
}
