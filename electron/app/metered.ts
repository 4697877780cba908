import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { windowsProgram } from './windows-program.ts'

/** A program that reports the cost of the network. */
interface Probe {
  readonly file: string
  readonly args: readonly string[]
  /** Parses its output; null if it does not contain the cost. */
  readonly read: (output: string) => boolean | null
}

/** Returns the output of a program; rejects when it is missing, fails, or takes too long. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string>

const TIMEOUT_MS = 5_000
const MAX_OUTPUT_BYTES = 10_000

const runProgram: RunProgram = async (file, args) => {
  const limits = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true }
  return (await promisify(execFile)(file, args, limits)).stdout
}

const MANAGER = 'org.freedesktop.NetworkManager'
const MANAGER_PATH = '/org/freedesktop/NetworkManager'

/** NetworkManager's `NMMetered`: 1 yes, 2 no, 3 guessed yes, 4 guessed no, 0 unknown. */
function readNetworkManager(output: string): boolean | null {
  const [, value] = /(?:^u|uint32)\s+(\d)\b/u.exec(output.trim()) ?? []
  if (value === undefined) return null
  return value === '1' || value === '3'
}

/** The name of a `NetworkCostType`, then whether the network roams and whether its data limit is exceeded. */
function readConnectionCost(output: string): boolean | null {
  const [, type, isRoaming, isOverLimit] = /^(\w+) (True|False) (True|False)$/u.exec(output.trim()) ?? []
  if (type === undefined) return null
  return type === 'Fixed' || type === 'Variable' || isRoaming === 'True' || isOverLimit === 'True'
}

const CONNECTION_COST =
  '$profile = [Windows.Networking.Connectivity.NetworkInformation, Windows.Networking.Connectivity, ContentType = WindowsRuntime]::GetInternetConnectionProfile(); ' +
  'if ($profile) { $cost = $profile.GetConnectionCost(); "$($cost.NetworkCostType) $($cost.Roaming) $($cost.OverDataLimit)" }'

function probesOf(platform: NodeJS.Platform): readonly Probe[] {
  if (platform === 'linux') {
    const get = 'org.freedesktop.DBus.Properties.Get'
    return [
      {
        file: 'busctl',
        args: ['--system', '--timeout=3', 'get-property', MANAGER, MANAGER_PATH, MANAGER, 'Metered'],
        read: readNetworkManager,
      },
      {
        file: 'gdbus',
        args: ['call', '--system', '--timeout=3', '--dest', MANAGER, '--object-path', MANAGER_PATH].concat([
          '--method',
          get,
          MANAGER,
          'Metered',
        ]),
        read: readNetworkManager,
      },
    ]
  }
  if (platform === 'win32') {
    return [
      {
        file: windowsProgram(join('WindowsPowerShell', 'v1.0', 'powershell.exe')),
        args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', CONNECTION_COST],
        read: readConnectionCost,
      },
    ]
  }
  return []
}

/**
 * Returns whether the network is metered according to the system: NetworkManager on Linux, the cost of the
 * connection on Windows. False if unknown, as on macOS, which reports it only to its own programs. Never
 * rejects.
 */
export async function isMetered(
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): Promise<boolean> {
  for (const { file, args, read } of probesOf(platform)) {
    const output = await run(file, args).catch(() => null)
    const metered = output === null ? null : read(output)
    if (metered !== null) return metered
  }
  return false
}
