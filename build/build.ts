// npm run build: builds everything, or with --stale only what has changed, and prints what each start loads.
import { parseArguments } from './arguments.ts'
import { bundle } from './bundle.ts'
import { entryReport, entrySizes } from './entry-sizes.ts'
import { DIST } from './paths.ts'

const { values } = parseArguments({
  usage: 'usage: npm run build [-- --stale]      (--stale: only what has changed)',
  options: { stale: { type: 'boolean' } },
})
await bundle({ everything: values.stale !== true })
process.stdout.write(`${entryReport(entrySizes(DIST)).join('\n')}\n`)
