import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { findElectron } from '../../build/electron.ts'

const START_TIMEOUT_MS = 60_000

/**
 * Creates an application that starts another one, reports when its window can be used, and ends. There is no
 * driver, which would take time in every start and make differences look smaller.
 * @param main main file of the other application
 * @param rows whether the window is usable once its list has rows, instead of once it reports being ready
 */
export async function watchedApplication(
  main: string,
  { rows }: { readonly rows: boolean },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-desk-start-'))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'campaign-desk', main: 'main.mjs', type: 'module' }),
  )
  const usable = `document.documentElement.dataset.appState === 'ready'${rows ? ` && document.querySelector('.grid [aria-rowindex="2"]:not(.pending)') !== null` : ''}`
  // A message sent before a frame is drawn arrives after it.
  const watch = `new Promise((resolve) => {
  const check = () => {
    if (!(${usable})) return requestAnimationFrame(check)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(Date.now())
    port2.postMessage(null)
  }
  requestAnimationFrame(check)
})`
  await writeFile(
    join(folder, 'main.mjs'),
    `import { app } from 'electron'
app.once('browser-window-created', (_event, window) => {
  window.webContents.once('dom-ready', async () => {
    const at = await window.webContents.executeJavaScript(${JSON.stringify(watch)})
    process.stdout.write('usable ' + at + '\\n')
    app.quit()
  })
})
await import(${JSON.stringify(pathToFileURL(main).href)})
`,
  )
  return folder
}

/** Starts a watched application. Returns the milliseconds until it can be used; null without Electron. */
export async function timeStart(folder: string, dataFolder: string): Promise<number | null> {
  const runtime = findElectron()
  if (runtime === null) return null
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const startedAt = Date.now()
  const child = spawn(runtime.executable, [...sandbox, folder, `--user-data-dir=${dataFolder}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: START_TIMEOUT_MS,
  })
  const ended = once(child, 'exit')
  let usableAt: number | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('usable ')) usableAt = Number(line.slice('usable '.length))
  }
  await ended
  if (usableAt === null) throw new Error('The application did not start')
  return usableAt - startedAt
}
