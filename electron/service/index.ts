/** The parts of the campaign service that other modules use. */
export { normaliseBaseUrl } from './base-url.ts'
export { createService } from './create-service.ts'
export { checkKey } from './key.ts'
export { createOperations } from './operations.ts'
