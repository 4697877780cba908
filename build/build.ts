// npm run build: builds everything, or with --stale only what has changed.
import { parseArguments } from './arguments.ts'
import { bundle } from './bundle.ts'

const { values } = parseArguments({
  usage: 'usage: npm run build [-- --stale]      (--stale: only what has changed)',
  options: { stale: { type: 'boolean' } },
})
await bundle({ everything: values.stale !== true })
