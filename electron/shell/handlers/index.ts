import type { Desk } from '../desk.ts'
import type { Handlers } from '../dispatcher.ts'
import { appHandlers } from './app.ts'
import { authorityHandlers } from './authorities.ts'
import { backupHandlers } from './backups.ts'
import { campaignHandlers } from './campaigns.ts'
import { checkHandlers } from './checks.ts'
import { clientCertificateHandlers } from './client-certificates.ts'
import { changesHandlers } from './changes.ts'
import { connectionHandlers } from './connections.ts'
import { doctorHandlers } from './doctor.ts'
import { exchangeHandlers } from './exchange.ts'
import { exportLookHandlers } from './export-previews.ts'
import { exportProfileHandlers } from './export-profiles.ts'
import { exportHandlers } from './exports.ts'
import { itemHandlers } from './items.ts'
import { listHandlers } from './lists.ts'
import { pictureHandlers } from './pictures.ts'
import { reportHandlers } from './reports.ts'
import { reviewHandlers } from './reviews.ts'
import { textHandlers } from './texts.ts'

/** The handler of every call of the contract. */
export function createHandlers(desk: Desk): Handlers {
  return {
    ...appHandlers(desk),
    ...backupHandlers(desk),
    ...connectionHandlers(desk),
    ...authorityHandlers(desk),
    ...clientCertificateHandlers(desk),
    ...doctorHandlers(desk),
    ...campaignHandlers(desk),
    ...pictureHandlers(desk),
    ...itemHandlers(desk),
    ...textHandlers(desk),
    ...changesHandlers(desk),
    ...checkHandlers(desk),
    ...reviewHandlers(desk),
    ...reportHandlers(desk),
    ...listHandlers(desk),
    ...exchangeHandlers(desk),
    ...exportHandlers(desk),
    ...exportProfileHandlers(desk),
    ...exportLookHandlers(desk),
  } satisfies Handlers
}
