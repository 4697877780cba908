import { nodeConfig } from './node-config.ts'

/**
 * Main is built separately from the command line, so that code that both use is in its file and not in
 * another one to load.
 */
export default nodeConfig('main', { main: 'electron/main.ts' })
