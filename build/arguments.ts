import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Rules for the arguments of a script. */
interface ArgumentRules<Options extends ParseArgsOptionsConfig> {
  /** Begins with "usage:". Printed for `--help` and after an error. */
  readonly usage: string
  readonly options: Options
  /** Returns whether a positional argument is valid. Without it, none are accepted. */
  readonly isPositional?: (argument: string) => boolean
}

/**
 * Parses the arguments of this process. For `--help`, prints the usage and ends the process with code 0; for
 * invalid arguments with code 2.
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
