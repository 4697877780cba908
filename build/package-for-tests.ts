import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundle } from './bundle.ts'
import type { Runtime } from './electron.ts'
import { ROOT } from './paths.ts'
import { runTool } from './run.ts'
import { fingerprint } from './fingerprint.ts'

const OUTPUT = join('test-results', 'package')

/**
 * Packages the application like `npm run package`, with the changes that tests need: the available Electron,
 * and the fuse and the entry in package.json that let Playwright's driver attach. Never released. Linux only.
 * @returns the path of the program, or the output if packaging failed
 */
export async function packageForTests(
  runtime: Runtime,
): Promise<{ readonly executable: string } | { readonly failure: string }> {
  await bundle()
  const executable = join(ROOT, OUTPUT, 'linux-unpacked', 'campaign-desk')
  const stampFile = join(ROOT, OUTPUT, 'stamp')
  const stamp = `${runtime.executable} ${runtime.version} ${fingerprint(['dist', 'electron-builder.yml', 'build/package-for-tests.ts', 'package-lock.json'])}`
  if (existsSync(executable) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
    return { executable }

  const work = mkdtempSync(join(tmpdir(), 'campaign-desk-package-'))
  try {
    const dist = join(work, 'electron')
    const runtimeFolder = dirname(runtime.executable)
    // The fallback contains a default application that would replace the packaged one.
    cpSync(runtimeFolder, dist, {
      recursive: true,
      filter: (path) => path !== join(runtimeFolder, 'resources', 'app'),
    })
    const { code, output } = await runTool('electron-builder', [
      '--linux',
      'dir',
      '--publish',
      'never',
      `-c.electronDist=${dist}`,
      `-c.electronVersion=${runtime.version}`,
      `-c.directories.output=${OUTPUT}`,
      '-c.electronFuses.enableNodeCliInspectArguments=true',
      '-c.extraMetadata.isTestPackage=true',
    ])
    if (code !== 0 || !existsSync(executable)) return { failure: output }
    const ownBinary = join(runtimeFolder, 'resources', 'app', 'better_sqlite3.node')
    if (runtime.kind !== 'own' && existsSync(ownBinary)) {
      const unpacked = join(dirname(executable), 'resources', 'app.asar.unpacked')
      cpSync(ownBinary, join(unpacked, 'node_modules', 'better-sqlite3', 'prebuilds', 'linux-x64.node'))
    }
    writeFileSync(stampFile, stamp)
    return { executable }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
