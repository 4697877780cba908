// npm run package: builds everything and packages it for this platform; further words go to electron-builder.
// The fallback Electron is never packaged: electron-builder gets the version that package.json names.
import { bundle } from './bundle.ts'
import { run } from './run.ts'

await bundle({ everything: true })
const { code } = await run('electron-builder', ['--publish', 'never', ...process.argv.slice(2)], {
  show: true,
})
process.exitCode = code
