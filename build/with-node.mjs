// node build/with-node.mjs SCRIPT [ARGUMENT …]: runs a TypeScript script of this folder with a Node that runs
// TypeScript. That is this Node, or if it is too old the one that `npm ci` installs. Plain JavaScript,
// because an older Node runs this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const [script = '', ...args] = process.argv.slice(2)
const path = fileURLToPath(new URL(script, import.meta.url))

/** Returns the path of the Node that `npm ci` installed; null if there is none for this system. */
function installedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  try {
    const { bin } = require(`${name}/package.json`)
    return require.resolve(`${name}/${bin.node}`)
  } catch {
    return null
  }
}

if (/[#?%]/u.test(path)) {
  console.error(`Vite and Vitest may fail in a folder with "#", "?" or "%" in its path: ${path}`)
}

if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) {
  console.error('The dependencies are not installed. Run "npm ci" first.')
  process.exitCode = 1
} else if (process.features.typescript) {
  process.argv.splice(1, 2, path)
  await import(pathToFileURL(path).href)
} else {
  const node = installedNode()
  if (node === null) {
    console.error(
      `The scripts need Node 22.18 or later; this is ${process.version}. Install a newer one: https://nodejs.org`,
    )
    process.exitCode = 1
  } else {
    const child = spawn(node, [path, ...args], { stdio: 'inherit' })
    // The child gets the terminal's signals as well; this process only waits for its end.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => {
      process.exitCode = code ?? 1
    })
  }
}
