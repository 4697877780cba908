/** What other modules use of the sample, which is loaded only when a person tries it. */
export { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } from './service.ts'
export { samplePicture } from './pictures.ts'
