import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** Makes this Node as unable to run TypeScript as an older one. */
const OLD_NODE = '--no-experimental-strip-types'

const SCRIPT = `const parts: readonly string[] = [process.argv0, ...process.argv.slice(2)]
console.log(JSON.stringify(parts))
process.exitCode = 3
`

/** A project whose only script prints its program and arguments. */
let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'campaign-desk-with-node-'))
  await mkdir(join(project, 'build'))
  const starter = join(import.meta.dirname, '..', '..', 'build', 'with-node.mjs')
  await cp(starter, join(project, 'build', 'with-node.mjs'))
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  await writeFile(join(project, 'build', 'script.ts'), SCRIPT)
})
afterEach(() => rm(project, { recursive: true }))

async function installDependencies(): Promise<void> {
  await mkdir(join(project, 'node_modules'))
  await writeFile(join(project, 'node_modules', '.package-lock.json'), '{}')
}

/** Installs the package with a Node, which is the one that runs this test. */
async function installPackagedNode(): Promise<void> {
  const folder = join(project, 'node_modules', `node-${process.platform}-${process.arch}`)
  const program = join(folder, 'bin', 'node')
  await mkdir(dirname(program), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "bin": { "node": "bin/node" } }')
  await symlink(process.execPath, program)
}

function runScript(...options: readonly string[]) {
  const args = [...options, join(project, 'build', 'with-node.mjs'), 'script.ts', 'an argument']
  return spawnSync(process.execPath, args, { argv0: 'this Node', encoding: 'utf8' })
}

describe('with-node.mjs', () => {
  it('requires the dependencies', () => {
    const { status, stderr } = runScript()
    expect(stderr).toContain('Run "npm ci" first')
    expect(status).toBe(1)
  })

  it('runs a script on this Node if it runs TypeScript', async () => {
    await installDependencies()
    const { status, stdout } = runScript()
    expect(JSON.parse(stdout)).toEqual(['this Node', 'an argument'])
    expect(status).toBe(3)
  })

  // Links need a permission on Windows.
  it.skipIf(process.platform === 'win32')('runs a script on the packaged Node otherwise', async () => {
    await installDependencies()
    await installPackagedNode()
    const { status, stdout } = runScript(OLD_NODE)
    expect(JSON.parse(stdout)).toEqual([await realpath(process.execPath), 'an argument'])
    expect(status).toBe(3)
  })

  it('asks for a newer Node if there is no packaged one', async () => {
    await installDependencies()
    const { status, stderr } = runScript(OLD_NODE)
    expect(stderr).toContain('need Node 22.18 or later')
    expect(status).toBe(1)
  })
})
