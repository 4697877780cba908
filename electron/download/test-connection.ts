import { AppError } from '../contract/app-error.ts'
import type { ConnectionCheck } from '../contract/connection.ts'
import { messages } from '../contract/messages.ts'
import type { CampaignService } from '../service/types.ts'
import { decodePage } from '../store/decode-page.ts'

/** A page of one item has a few kilobytes; parsing more than this would block the process. */
const MAX_CHECK_BYTES = 16_000_000

/**
 * Requests one item to check the address, network, certificate and key. Rejects with the fault of the service
 * client, or with `badAnswer` if the response is not a page of items.
 */
export async function testConnection(
  service: CampaignService,
  signal?: AbortSignal,
): Promise<ConnectionCheck> {
  const start = performance.now()
  const bytes = await service.listItems({ limit: 1, skip: 0 }, signal === undefined ? {} : { signal })
  const tookMs = Math.round(performance.now() - start)
  if (bytes.byteLength > MAX_CHECK_BYTES) {
    throw notAPage(messages.reasons.answer.farTooLarge)
  }
  const { totalCount, invalidCount } = decodePage(bytes, null)
  if (totalCount === null) {
    throw notAPage(
      invalidCount === null
        ? messages.reasons.answer.noCount
        : messages.reasons.answer.invalidCount({ stated: invalidCount }),
    )
  }
  return { itemCount: totalCount, tookMs }
}

function notAPage(reason: string): AppError {
  return new AppError('badAnswer', { params: { reason }, detail: `GET /campaign-items: ${reason}.` })
}
