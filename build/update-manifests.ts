// What the release workflow does with the manifests of the updates (latest.yml, latest-linux.yml, …), which
// electron-builder writes:
//   node build/update-manifests.ts collect ARTIFACTS RELEASE   puts the files of all systems into one folder
//   node build/update-manifests.ts sign RELEASE                completes and signs the manifests
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'

const MANIFEST = /^latest[\w-]*\.yml$/u
const ALL_COMPUTERS = 100

const manifestSchema = v.looseObject({
  version: v.string(),
  files: v.array(v.looseObject({ url: v.string(), sha512: v.string() })),
})
type Manifest = v.InferOutput<typeof manifestSchema>

function readManifest(file: string): Manifest {
  return v.parse(manifestSchema, load(readFileSync(file, 'utf8')))
}

/** JSON is a subset of YAML. */
function writeManifest(file: string, manifest: Manifest): void {
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * Copies the files in the folders of `artifacts` into `release`. The manifests of two processors have the
 * same name on Windows and macOS; their lists of files are combined.
 */
export function collectArtifacts(artifacts: string, release: string): void {
  mkdirSync(release, { recursive: true })
  const manifests = new Map<string, Manifest>()
  for (const path of globSync('*/*', { cwd: artifacts }).sort()) {
    const file = join(artifacts, path)
    const name = basename(path)
    if (!MANIFEST.test(name)) {
      cpSync(file, join(release, name), { errorOnExist: true, force: false })
      continue
    }
    const manifest = readManifest(file)
    const earlier = manifests.get(name)
    if (earlier !== undefined && earlier.version !== manifest.version)
      throw new Error(`${name} has versions ${earlier.version} and ${manifest.version}`)
    manifests.set(name, { ...manifest, files: [...(earlier?.files ?? []), ...manifest.files] })
  }
  for (const [name, manifest] of manifests) writeManifest(join(release, name), manifest)
}

export interface SignOptions {
  /** The private key (Ed25519, PEM); empty: nothing is signed. */
  readonly privateKey: string
  /** The public key that is in the packages; empty: they have none. */
  readonly publicKey: string
  /** The part of all computers that get the version now, in percent; null: as it is. */
  readonly percentage: number | null
  /** Plain text; null: as it is. */
  readonly notes: string | null
}

/** Returns whether both keys belong together. Throws if only one of them is there. */
function hasKeys({ privateKey, publicKey }: SignOptions): boolean {
  if (privateKey === '' && publicKey === '') return false
  if (privateKey === '' || publicKey === '')
    throw new Error('Set both UPDATE_SIGNING_KEY and UPDATE_PUBLIC_KEY, or none of them')
  const own = createPublicKey(createPrivateKey(privateKey))
  if (own.asymmetricKeyType !== 'ed25519') throw new Error('UPDATE_SIGNING_KEY is not an Ed25519 key')
  if (!own.equals(createPublicKey(publicKey)))
    throw new Error('UPDATE_PUBLIC_KEY is not the public key of UPDATE_SIGNING_KEY')
  return true
}

/** Completes the manifests in a folder, and writes the signature of each beside it. */
export function signManifests(folder: string, options: SignOptions): void {
  const isSigned = hasKeys(options)
  const { notes, percentage, privateKey } = options
  for (const name of readdirSync(folder).filter((each) => MANIFEST.test(each))) {
    const file = join(folder, name)
    const { stagingPercentage, ...manifest } = readManifest(file)
    const staging = percentage ?? stagingPercentage
    writeManifest(file, {
      ...manifest,
      ...(notes === null ? {} : { releaseNotes: notes }),
      ...(staging === undefined || staging === ALL_COMPUTERS ? {} : { stagingPercentage: staging }),
    })
    if (isSigned)
      writeFileSync(`${file}.sig`, `${sign(null, readFileSync(file), privateKey).toString('base64')}\n`)
  }
}

function percentageOf(text: string): number | null {
  if (text === '') return null
  const percentage = Number(text)
  if (!Number.isInteger(percentage) || percentage < 0 || percentage > ALL_COMPUTERS)
    throw new Error(`UPDATE_PERCENTAGE must be a whole number from 0 to 100, and is ${text}`)
  return percentage
}

if (import.meta.main) {
  const [command, ...folders] = process.argv.slice(2)
  const [first = '', second = ''] = folders
  const { UPDATE_NOTES_FILE, UPDATE_PERCENTAGE, UPDATE_PUBLIC_KEY, UPDATE_SIGNING_KEY } = process.env
  if (command === 'collect' && folders.length === 2) collectArtifacts(first, second)
  else if (command === 'sign' && folders.length === 1)
    signManifests(first, {
      privateKey: UPDATE_SIGNING_KEY ?? '',
      publicKey: UPDATE_PUBLIC_KEY ?? '',
      percentage: percentageOf(UPDATE_PERCENTAGE ?? ''),
      notes: UPDATE_NOTES_FILE === undefined ? null : readFileSync(UPDATE_NOTES_FILE, 'utf8'),
    })
  else throw new Error('Use: collect ARTIFACTS RELEASE, or: sign RELEASE')
}
