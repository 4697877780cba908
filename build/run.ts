import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { BIN, ROOT } from './paths.ts'
import { toolCommand, type Tool } from './tools.ts'

export interface Outcome {
  readonly code: number
  readonly output: string
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Also print the output immediately. */
  readonly show?: boolean
}

/** Runs a development tool. Returns its exit code and output. */
export function runTool(tool: Tool, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const [program, ...rest] = toolCommand(tool, args)
  return run(program, rest, options)
}

/** Runs a program in the project folder. Returns its exit code and output. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const env = { ...process.env, ...options.env, PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}` }
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
