import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** What a script accepts. */
interface ArgumentRules<Options extends ParseArgsOptionsConfig> {
  /** Begins with "usage:" and is printed for `--help` and after an error. */
  readonly usage: string
  readonly options: Options
  /** Whether an argument that is no option is valid; without it there may be none. */
  readonly isPositional?: (argument: string) => boolean
}

/**
 * Parses this process's arguments. Prints the usage and ends the process with code 0 for `--help`, and with
 * code 2 for arguments that the script does not accept.
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig>({
  usage,
  options,
  isPositional = () => false,
}: ArgumentRules<Options>) {
  const help = { help: { type: 'boolean', short: 'h' } } as const
  const parse = () => parseArgs({ options: { ...help, ...options }, allowPositionals: true, strict: true })
  const refuse = (reason: string): never => {
    process.stderr.write(`${reason}\n\n${usage}\n`)
    process.exit(2)
  }
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (error) {
    return refuse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
  const { values, positionals } = parsed
  if ((values as { readonly help?: boolean }).help === true) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  const unknown = positionals.find((argument) => !isPositional(argument))
  return unknown === undefined ? { values, positionals } : refuse(`Unknown argument: ${unknown}`)
}
