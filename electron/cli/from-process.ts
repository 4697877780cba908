import { once } from 'node:events'
import { constants, readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { activateLanguage } from '../contract/messages.ts'
import { CLI_MESSAGES } from './strings/command-line.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import type { Secrets } from '../secrets/types.ts'
import { findFolders } from '../app/app-folders.ts'
import { loadManagedSettings, type ManagedSettings } from '../app/managed/managed-settings.ts'
import { ProxyLogins } from '../app/proxy-logins.ts'
import { workerUrls } from '../app/worker-urls.ts'
import { ENDING_SIGNALS, EXIT, Interruption, type EndingSignal } from './exit-codes.ts'
import type { OutputStream } from './io.ts'
import { createNodeNetwork } from './node-network.ts'
import { runCli } from './run.ts'

/** A second signal within this time is the first one, delivered twice. */
const SAME_SIGNAL_MS = 500

/**
 * Runs the command line in this process and returns the exit code.
 * @param args the arguments after the name of the program
 * @param folder folder of the entry: the built one with the workers, or the sources
 */
export async function runFromProcess(args: readonly string[], folder: URL): Promise<number> {
  const stderr = outputOf(process.stderr)
  const onCrash = (error: unknown): void => {
    const sentence = CLI_MESSAGES.unexpectedUnlogged(error instanceof Error ? error.name : typeof error)
    void stderr.write(`${sentence}\n`).finally(() => process.exit(EXIT.unexpected))
  }
  process.on('uncaughtException', onCrash)
  const interruption = watchSignals()
  // This variable makes Node accept any certificate. It would also print a warning.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  const version = (): Promise<string> => readVersion(new URL('../package.json', folder))
  let managed: Promise<ManagedSettings> | null = null
  const readManaged = (): Promise<ManagedSettings> => (managed ??= loadManagedSettings())
  let secrets: Secrets | null = null
  const openSecrets = (): Secrets => (secrets ??= createSecrets())
  const network = createNodeNetwork(process.env, version, {
    proxy: async () => (await readManaged()).proxy,
    // The command line shows no proxy's texts, and no messages contain a login.
    signIn: new ProxyLogins(openSecrets, () => undefined),
  })
  try {
    await activateLanguage('en')
    return await runCli(args, process.env, {
      stdout: isStdoutClosed() ? CLOSED_OUTPUT : outputOf(process.stdout),
      stderr,
      fetchWith: (tls) => network.fetchWith(tls),
      proxyFor: (address) => network.proxyFor(address),
      secrets: openSecrets,
      managed: readManaged,
      ...workerUrls(folder),
      folders: () => findFolders(),
      version,
      confirm: confirmOnTerminal(interruption.signal),
      interrupted: interruption.signal,
    })
  } finally {
    await network.close()
    interruption.end()
    process.off('uncaughtException', onCrash)
  }
}

function outputOf(stream: NodeJS.WriteStream): OutputStream {
  // The writer receives each failure; without a listener it would also end the process.
  stream.on('error', () => undefined)
  return {
    isTerminal: stream.isTTY,
    get columns() {
      return stream.isTTY ? stream.columns : undefined
    },
    write: (data) =>
      new Promise((resolve, reject) => {
        stream.write(data, (error) => {
          if (error instanceof Error) reject(error)
          else resolve()
        })
      }),
  }
}

/** A closed output. */
const CLOSED_OUTPUT: OutputStream = {
  isTerminal: false,
  write: () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })),
}

/**
 * Returns whether standard output was closed (`>&-`) when the process started. Node opens /dev/null in its
 * place, for reading and writing, where a shell's `>/dev/null` is for writing alone. Only Linux shows the
 * difference.
 */
function isStdoutClosed(): boolean {
  try {
    if (readlinkSync('/proc/self/fd/1') !== '/dev/null') return false
    const flags = /^flags:\s*(?<octal>[0-7]+)$/mu.exec(readFileSync('/proc/self/fdinfo/1', 'latin1'))
    return (Number.parseInt(flags?.groups?.['octal'] ?? '0', 8) & constants.O_RDWR) !== 0
  } catch {
    return false
  }
}

/**
 * Returns a function that asks on the terminal; null if standard input or standard error is not a terminal.
 */
function confirmOnTerminal(signal: AbortSignal): ((question: string) => Promise<boolean>) | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  return async (question) => {
    // Not in raw mode, where Ctrl+C would be no signal.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
    // The end of the input, as by Ctrl+D, is no answer.
    const ended = once(lines, 'close').then(() => '')
    try {
      return /^y(?:es)?$/iu.test((await Promise.race([lines.question(question, { signal }), ended])).trim())
    } finally {
      lines.close()
    }
  }
}

async function readVersion(packageFile: URL): Promise<string> {
  const content: unknown = JSON.parse(await readFile(packageFile, 'utf8'))
  return v.parse(v.object({ version: v.string() }), content).version
}

/** Interrupts the command at the first signal. A later one ends the process immediately. */
function watchSignals(): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController()
  let firstSignalAt = 0
  const onSignal = (name: EndingSignal): void => {
    const interruption = new Interruption(name)
    if (!controller.signal.aborted) {
      firstSignalAt = performance.now()
      controller.abort(interruption)
    } else if (performance.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(interruption.exitCode)
  }
  for (const name of ENDING_SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    end: () => {
      for (const name of ENDING_SIGNALS) process.off(name, onSignal)
    },
  }
}
