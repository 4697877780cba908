import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entryFaults, entryReport, entrySizes } from '../../build/entry-sizes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campaign-desk-entries-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes a file; returns its bytes. */
async function write(path: string, content: string): Promise<number> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  return content.length
}

describe('entrySizes', () => {
  it('adds the files that a script imports, each once, and not those that it loads later', async () => {
    const main = await write(
      'main.js',
      'import { a } from "./chunks/a.js"\nimport"./chunks/b.js"\nvoid import("./chunks/later.js")',
    )
    const a = await write('chunks/a.js', "export { b } from './b.js'")
    const b = await write('chunks/b.js', "import './a.js'")
    await write('chunks/later.js', 'export const later = 1')
    expect(entrySizes(folder, ['main.js'])).toMatchObject([{ entry: 'main.js', bytes: main + a + b }])
  })

  it('adds the scripts and style sheets of a page', async () => {
    const page = await write(
      'print/index.html',
      '<link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/a.js"></script>',
    )
    const style = await write('print/assets/a.css', 'p { margin: 0 }')
    const script = await write('print/assets/a.js', 'import"./b.js"')
    const imported = await write('print/assets/b.js', '1')
    const bytes = page + style + script + imported
    expect(entrySizes(folder, ['print/index.html'])).toMatchObject([{ entry: 'print/index.html', bytes }])
  })
})

describe('entryFaults', () => {
  it('names entries that are larger than their limit, or missing', async () => {
    await write('small.js', 'x'.repeat(1_000))
    await write('large.js', 'x'.repeat(1_001))
    const sizes = entrySizes(folder, ['small.js', 'large.js', 'none.js'])
    expect(entryFaults(sizes, { 'small.js': 1, 'large.js': 1, 'none.js': 1 })).toEqual([
      'large.js: 2 kB, which is 1 kB more than the limit in build/entry-sizes.ts.',
      'none.js is missing.',
    ])
    expect(entryReport(sizes)).toContain('      2 kB large.js')
  })

  it('names the slow modules of Node that main imports, not those that it gets later', async () => {
    await write('main.js', 'import "./chunks/a.js"\nvoid import("./chunks/later.js")')
    await write('chunks/a.js', 'import { createHash } from "node:crypto"\nimport { join } from "node:path"')
    await write('chunks/later.js', 'import { connect } from "node:tls"')
    expect(entryFaults(entrySizes(folder, ['main.js']), { 'main.js': 1 })).toEqual([
      'main.js imports node:crypto.',
    ])
  })
})
