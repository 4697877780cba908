import { nodeConfig } from './node-config.ts'

/** The worker thread of the cache. It is built separately, because each start waits for it. */
export default nodeConfig('store', { 'store-worker': 'electron/store/worker.ts' })
