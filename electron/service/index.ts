/** What other rooms use of the campaign service. */
export { normaliseBaseUrl } from './base-url.ts'
export { createService } from './create-service.ts'
export { checkKey } from './key.ts'
