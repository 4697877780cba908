// npm run package: builds everything and packages it for this platform; further words go to electron-builder.
// The fallback Electron is never packaged: electron-builder gets the version that package.json names.
import { bundle } from './bundle.ts'
import { runTool } from './run.ts'

const args = process.argv.slice(2)
if (!args.includes('--help')) await bundle({ everything: true })
const { code } = await runTool('electron-builder', ['--publish', 'never', ...args], { show: true })
process.exitCode = code
