import { API, type ApiName } from '../../contract/api.ts'
import { whenUsed } from '../../contract/when-used.ts'
import type { Handlers } from '../dispatcher.ts'
import type { ShellServices } from '../services.ts'
import { appHandlers } from './app.ts'
import { authorityHandlers } from './authorities.ts'
import { campaignHandlers } from './campaigns.ts'
import { clientCertificateHandlers } from './client-certificates.ts'
import { connectionHandlers } from './connections.ts'
import { doctorHandlers } from './doctor.ts'
import { itemHandlers } from './items.ts'

type HandlersOf<Area extends string> = Pick<Handlers, Extract<ApiName, `${Area}.${string}`>>

/**
 * Returns the handlers of an area, the first part of a call's name. They are loaded with the first call, so
 * that the start does not wait for them.
 */
function whenCalled<Area extends string>(
  area: Area,
  load: () => Promise<HandlersOf<Area>>,
): HandlersOf<Area> {
  const loaded = whenUsed(load)
  const names = Object.keys(API).filter((name) => name.startsWith(`${area}.`))
  const handlers = names.map((name) => [
    name,
    async (input: never): Promise<unknown> => {
      const handler = (await loaded())[name as keyof HandlersOf<Area>] as (input: never) => unknown
      return handler(input)
    },
  ])
  return Object.fromEntries(handlers) as HandlersOf<Area>
}

/** The handler of every call of the contract. What the first list needs is loaded at once. */
export function createHandlers(services: ShellServices): Handlers {
  const connections = connectionHandlers(services)
  return {
    ...appHandlers(services, async (connectionId) => connections['connections.open']({ connectionId })),
    ...connections,
    ...authorityHandlers(services),
    ...clientCertificateHandlers(services),
    ...doctorHandlers(services),
    ...campaignHandlers(services),
    ...itemHandlers(services),
    ...whenCalled('backups', async () => (await import('./backups.ts')).backupHandlers(services)),
    ...whenCalled('checks', async () => (await import('./checks.ts')).checkHandlers(services)),
    ...whenCalled('comparisons', async () => (await import('./comparisons.ts')).comparisonHandlers(services)),
    ...whenCalled('crashReports', async () =>
      (await import('./diagnostics.ts')).diagnosticsHandlers(services),
    ),
    ...whenCalled('diagnostics', async () =>
      (await import('./diagnostics.ts')).diagnosticsHandlers(services),
    ),
    ...whenCalled('exports', async () => (await import('./exports.ts')).exportHandlers(services)),
    ...whenCalled('lists', async () => (await import('./lists.ts')).listHandlers(services)),
    ...whenCalled('pictures', async () => (await import('./pictures.ts')).pictureHandlers(services)),
    ...whenCalled('proxies', async () => (await import('./proxies.ts')).proxyHandlers(services)),
    ...whenCalled('reports', async () => (await import('./reports.ts')).reportHandlers(services)),
    ...whenCalled('reviewFiles', async () =>
      (await import('./review-files.ts')).reviewFileHandlers(services),
    ),
    ...whenCalled('reviews', async () => (await import('./reviews.ts')).reviewHandlers(services)),
    ...whenCalled('statistics', async () => (await import('./statistics.ts')).statisticsHandlers(services)),
    ...whenCalled('timeline', async () => (await import('./timeline.ts')).timelineHandlers(services)),
    ...whenCalled('updates', async () => (await import('./updates.ts')).updateHandlers(services)),
  } satisfies Handlers
}
