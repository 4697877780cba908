// The licenses of everything that is built into the application, from the source maps of what was really
// bundled, and of the native modules that are packaged beside it.
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { DIST, ROOT } from './paths.ts'

/** Licenses under which a package may be part of the application. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
])

/** Loaded at run time, and therefore in no source map: see electron-builder.yml. */
const NATIVE_MODULES = ['better-sqlite3', 'keytar', '@napi-rs/keyring']

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)[^/]*$/iu

/** A package that is part of the application. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** As in its package.json, an SPDX expression. */
  readonly license: string
  /** The texts of its license files. */
  readonly texts: readonly string[]
}

/**
 * Returns the folder of the package to which a source belongs, relative to the project; null for files of the
 * application. Some source maps have paths that are relative to another folder than their own.
 */
export function packageFolderOf(source: string): string | null {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/u.exec(source)?.[0] ?? null
}

/** The texts of licenses, for packages that state one and have no file with it. */
const LICENSE_TEXTS: Readonly<Partial<Record<string, string>>> = {
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is
hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE
INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA
OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN
CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.`,
}

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), ''),
  author: v.optional(
    v.union([
      v.string(),
      v.pipe(
        v.object({ name: v.string() }),
        v.transform(({ name }) => name),
      ),
    ]),
  ),
})

/** Folders of packages from which files are copied, and not bundled. */
const COPIED_FOLDERS = ['node_modules/pdfjs-dist/wasm']

/** Returns the texts of the license files in a folder, without those in its subfolders. */
function licenseTexts(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}

/**
 * @param folders the package’s folders with bundled files: parts of other projects have their licenses there
 */
function readPackage(folder: string, folders: ReadonlySet<string>): BundledPackage {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license, author } = v.parse(manifestSchema, manifest)
  const texts = [folder, ...folders].flatMap(licenseTexts)
  const licenseText = LICENSE_TEXTS[license]
  if (texts.length === 0 && licenseText !== undefined && author !== undefined)
    texts.push(`Copyright (c) ${author}\n\n${licenseText}`)
  return { name, version, license, texts: [...new Set(texts)] }
}

/** Returns the packages in the built application by name. */
export function bundledPackages(): readonly BundledPackage[] {
  const sources = globSync('**/*.map', { cwd: DIST }).flatMap((map) => {
    const text = readFileSync(join(DIST, map), 'utf8')
    return (JSON.parse(text) as { readonly sources: readonly string[] }).sources
  })
  const native = NATIVE_MODULES.map((name) => `node_modules/${name}`).filter((folder) =>
    existsSync(join(ROOT, folder)),
  )
  const packages = new Map<string, Set<string>>(native.map((folder) => [folder, new Set()]))
  for (const source of [...sources, ...COPIED_FOLDERS.map((folder) => `${folder}/`)]) {
    const folder = packageFolderOf(source)
    if (folder === null) continue
    const inside = source.slice(source.indexOf(folder) + folder.length)
    const folders = packages.get(folder) ?? new Set()
    packages.set(folder, folders.add(join(ROOT, folder, dirname(`${inside}.`))))
  }
  return [...packages]
    .map(([folder, folders]) => readPackage(join(ROOT, folder), folders))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Returns whether a license expression offers an allowed license; false for one with both AND and OR. */
export function isAllowed(expression: string): boolean {
  if (expression.includes(' AND ') && expression.includes(' OR ')) return false
  const alternatives = expression.replaceAll(/[()]/gu, '').split(' OR ')
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((license) => ALLOWED.has(license.trim())),
  )
}

/** Returns why packages must not be shipped, a line each; empty if all may be. */
export function licenseFaults(packages: readonly BundledPackage[]): readonly string[] {
  return packages.flatMap(({ name, license, texts }) => {
    if (!isAllowed(license)) return [`${name}: its license is ${license === '' ? 'not given' : license}`]
    return texts.length === 0 ? [`${name}: it has no license file`] : []
  })
}

/** Returns the text that is shipped with the application: its own license, then those of its packages. */
export function noticesText(packages: readonly BundledPackage[]): string {
  const own = readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()
  const sections = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  )
  const introduction =
    'Campaign Desk contains the packages below. Files beside the application have the licenses of Electron and Chromium.'
  return `${[own, introduction, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Writes the text into the built application. */
export function writeNotices(): void {
  writeFileSync(join(DIST, 'THIRD-PARTY-NOTICES.txt'), noticesText(bundledPackages()))
}
