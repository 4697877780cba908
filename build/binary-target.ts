/** The system that a native binary is built for. */
export interface BinaryTarget {
  readonly platform: 'linux' | 'darwin' | 'win32'
  /** Names as in Node. A macOS file may contain several architectures. */
  readonly archs: readonly string[]
}

const ELF_MACHINES: Readonly<Record<number, string>> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' }
const MACH_CPUS: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
const PE_MACHINES: Readonly<Record<number, string>> = { 0x14c: 'ia32', 0x8664: 'x64', 0xaa64: 'arm64' }

const ELF_MAGIC = 0x7f454c46
const MACH_64_MAGIC = 0xfeedfacf
const MACH_FAT_MAGIC = 0xcafebabe
const MZ_MAGIC = 0x4d5a
const FAT_ENTRY_BYTES = 20

const known = (names: Readonly<Record<number, string>>, codes: readonly number[]): readonly string[] =>
  codes.map((code) => names[code]).filter((name) => name !== undefined)

/** Returns the target in the header of an ELF, Mach-O or PE file; null for other files. */
export function binaryTarget(bytes: Buffer): BinaryTarget | null {
  if (bytes.length < 0x40) return null
  const magic = bytes.readUInt32BE(0)
  if (magic === ELF_MAGIC) return { platform: 'linux', archs: known(ELF_MACHINES, [bytes.readUInt16LE(18)]) }
  if (bytes.readUInt32LE(0) === MACH_64_MAGIC)
    return { platform: 'darwin', archs: known(MACH_CPUS, [bytes.readUInt32LE(4)]) }
  if (magic === MACH_FAT_MAGIC) {
    const count = Math.min(bytes.readUInt32BE(4), Math.floor((bytes.length - 8) / FAT_ENTRY_BYTES))
    const codes = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + index * FAT_ENTRY_BYTES))
    return { platform: 'darwin', archs: known(MACH_CPUS, codes) }
  }
  const peOffset = bytes.readUInt32LE(0x3c)
  if (bytes.readUInt16BE(0) !== MZ_MAGIC || peOffset + 6 > bytes.length) return null
  return { platform: 'win32', archs: known(PE_MACHINES, [bytes.readUInt16LE(peOffset + 4)]) }
}
