/** On this channel a test says which of the store's workers is to die: `{ role, file }`. */
export const CRASH_CHANNEL = 'campaign-desk-test-crash'
