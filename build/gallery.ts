// npm run gallery: serves a page with every shared component in every state, and reloads it after changes.
import { createServer } from 'vite'
import { parseArguments } from './arguments.ts'
import rendererConfig from './vite.renderer.config.ts'

parseArguments({ usage: 'usage: npm run gallery', options: {} })
const server = await createServer({ ...rendererConfig, configFile: false, logLevel: 'warn' })
await server.listen()
const [address] = server.resolvedUrls?.local ?? []
process.stdout.write(`${address ?? ''}gallery/index.html\n`)
