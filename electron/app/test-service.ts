import { AppError } from '../contract/app-error.ts'
import type { ConnectionCheck } from '../contract/connection.ts'
import { testConnection } from '../download/test-connection.ts'
import { createService } from '../service/create-service.ts'
import type { ServiceOptions, Timeouts } from '../service/types.ts'

/** Short, because the test requests a single item. */
const TEST_TIMEOUTS: Timeouts = { responseMs: 15_000, idleMs: 15_000 }

export interface ServiceTest extends Pick<ServiceOptions, 'baseUrl' | 'key' | 'fetch' | 'retry' | 'onWait'> {
  /** Whether the address has no saved connection, so that messages must not mention downloaded data. */
  readonly isNew: boolean
  readonly signal?: AbortSignal
}

/**
 * Tests an address and a key with a short request. Rejects with the reason when the service cannot be used.
 */
export async function testService({ isNew, signal, ...options }: ServiceTest): Promise<ConnectionCheck> {
  try {
    return await testConnection(createService({ ...options, timeouts: TEST_TIMEOUTS }), signal)
  } catch (error) {
    throw isNew && error instanceof AppError ? error.ofNewConnection() : error
  }
}
