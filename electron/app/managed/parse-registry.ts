const LINE = /^ {4}(?<name>\S(?:.*?\S)?) {4}REG_(?<type>SZ|EXPAND_SZ|MULTI_SZ|DWORD) {4}(?<data>.*)$/u
const DWORD = /^0x[0-9a-f]{1,8}$/iu

/** Full names of the hives, as `reg.exe` prints them. */
const HIVES: Readonly<Record<string, string>> = { HKLM: 'HKEY_LOCAL_MACHINE', HKCU: 'HKEY_CURRENT_USER' }

/**
 * Returns the values of a registry key from the output of `reg.exe query`; null if the output has another
 * form. Names of subkeys are skipped.
 * @param separator of the entries of a list
 */
export function parseRegistry(
  output: string,
  key: string,
  separator: string,
): Readonly<Record<string, unknown>> | null {
  const fullKey = key.replace(/^[A-Z]+/u, (hive) => HIVES[hive] ?? hive).toLowerCase()
  const lines = output.split(/\r?\n/u).filter((line) => line !== '')
  const [first = '', ...others] = lines
  if (first.toLowerCase() !== fullKey) return lines.length === 0 ? {} : null
  const values: Record<string, unknown> = {}
  for (const line of others) {
    if (line.toLowerCase().startsWith(`${fullKey}\\`)) continue
    const { name, type, data } = LINE.exec(line)?.groups ?? {}
    if (name === undefined || data === undefined) return null
    if (type === 'DWORD' && !DWORD.test(data)) return null
    values[name] = type === 'DWORD' ? Number(data) : type === 'MULTI_SZ' ? splitList(data, separator) : data
  }
  return values
}

const splitList = (data: string, separator: string): readonly string[] =>
  data.split(separator).filter((entry) => entry !== '')
