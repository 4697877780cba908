import { nodeConfig } from './node-config.ts'

/**
 * The application's main process, built separately: what it shares with the command line is not a file more
 * to load.
 */
export default nodeConfig('main', { main: 'electron/main.ts' })
