// npm run package: builds everything and packages it for this platform; further arguments are passed to
// electron-builder. The fallback Electron is never packaged: electron-builder downloads the version in
// package.json.
import { bundle } from './bundle.ts'
import { bundledPackages, licenseFaults } from './notices.ts'
import { runTool } from './run.ts'

const args = process.argv.slice(2)
if (!args.includes('--help')) {
  await bundle({ everything: true })
  const faults = licenseFaults(bundledPackages())
  if (faults.length > 0) throw new Error(`These packages must not be shipped:\n${faults.join('\n')}`)
}
const { code } = await runTool('electron-builder', ['--publish', 'never', ...args], { show: true })
process.exitCode = code
