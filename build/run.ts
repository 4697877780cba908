import { spawn } from 'node:child_process'
import { BIN, ROOT } from './paths.ts'

export interface Outcome {
  readonly code: number
  readonly output: string
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Show the output as it comes, beside collecting it. */
  readonly show?: boolean
}

/** Runs a program with the development dependencies in its PATH and gives its exit code and whole output. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const separator = process.platform === 'win32' ? ';' : ':'
  const env = { ...process.env, ...options.env, PATH: `${BIN}${separator}${process.env['PATH'] ?? ''}` }
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The programs in .bin are command files on Windows.
      shell: process.platform === 'win32',
    })
    let output = ''
    const collect = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      output += chunk.toString()
      if (options.show === true) stream.write(chunk)
    }
    child.stdout.on('data', collect(process.stdout))
    child.stderr.on('data', collect(process.stderr))
    child.on('error', (error) => {
      resolve({ code: 127, output: `${output}${error.message}\n` })
    })
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output })
    })
  })
}
