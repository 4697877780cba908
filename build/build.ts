// npm run build: builds everything; with --stale only what has changed.
import { bundle } from './bundle.ts'

await bundle({ everything: !process.argv.includes('--stale') })
