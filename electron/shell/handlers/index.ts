import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { appHandlers } from './app.ts'
import { backupHandlers } from './backups.ts'
import { authorityHandlers } from './authorities.ts'
import { campaignHandlers } from './campaigns.ts'
import { checkHandlers } from './checks.ts'
import { clientCertificateHandlers } from './client-certificates.ts'
import { comparisonHandlers } from './comparisons.ts'
import { connectionHandlers } from './connections.ts'
import { diagnosticsHandlers } from './diagnostics.ts'
import { doctorHandlers } from './doctor.ts'
import { reviewFileHandlers } from './review-files.ts'
import { exportHandlers } from './exports.ts'
import { itemHandlers } from './items.ts'
import { listHandlers } from './lists.ts'
import { pictureHandlers } from './pictures.ts'
import { proxyHandlers } from './proxies.ts'
import { reportHandlers } from './reports.ts'
import { reviewHandlers } from './reviews.ts'
import { statisticsHandlers } from './statistics.ts'
import { timelineHandlers } from './timeline.ts'
import { updateHandlers } from './updates.ts'

/** The handler of every call of the contract. */
export function createHandlers(services: ShellServices): Handlers {
  return {
    ...appHandlers(services),
    ...backupHandlers(services),
    ...connectionHandlers(services),
    ...authorityHandlers(services),
    ...clientCertificateHandlers(services),
    ...doctorHandlers(services),
    ...diagnosticsHandlers(services),
    ...proxyHandlers(services),
    ...campaignHandlers(services),
    ...pictureHandlers(services),
    ...itemHandlers(services),
    ...statisticsHandlers(services),
    ...checkHandlers(services),
    ...comparisonHandlers(services),
    ...reviewHandlers(services),
    ...reportHandlers(services),
    ...listHandlers(services),
    ...timelineHandlers(services),
    ...reviewFileHandlers(services),
    ...exportHandlers(services),
    ...updateHandlers(services),
  } satisfies Handlers
}
