import type { DoctorResult } from '../contract/doctor.ts'
import { CLI_HINTS, CLI_MESSAGES } from './strings/command-line.ts'
import { resultLines, reportHeader, runDoctor } from '../doctor/run-doctor.ts'
import type { DoctorCommand } from './commands.ts'
import type { Context } from './context.ts'
import { EXIT, interruptedExitCode, type ExitCode } from './exit-codes.ts'
import { resolveAddress } from './find-connection.ts'
import { findKey } from './find-key.ts'
import { completeTls, readTlsFiles } from './tls.ts'

/** `doctor`: diagnoses the connection to a service and prints each result immediately. */
export async function doctor(command: DoctorCommand, context: Context): Promise<ExitCode> {
  const baseUrl = await resolveAddress(command.choice, 'doctor', context)
  const { io, env, console, logger } = context
  const named = await readTlsFiles(command, 'doctor', env)
  const { key, connection } =
    baseUrl === null
      ? { key: null, connection: null }
      : await findKey(baseUrl, command.choice.connection, 'doctor', context)
  if (key !== null) logger.conceal(key)
  const tls = await completeTls(named, baseUrl, connection, context)
  const about = `Campaign Desk ${await io.version()}, Node ${process.versions.node}, ${process.platform}`
  console.print(...reportHeader(about, Date.now()))
  const { results } = await runDoctor({
    baseUrl,
    key,
    redact: (text) => logger.redact(text),
    authority: tls.authority?.pem ?? null,
    clientCertificate: tls.clientCertificate?.certificate ?? null,
    about,
    extraAuthorityFile: env['NODE_EXTRA_CA_CERTS'],
    fetch: io.fetchWith(tls),
    proxyFor: io.proxyFor,
    signal: io.interrupted,
    onResult: (result) => {
      const hint = result.fault === undefined ? undefined : CLI_HINTS[result.fault]
      console.print(...resultLines(result), ...(hint === undefined ? [] : [`    ${hint}`]))
      console.json({ type: 'finding', ...result })
    },
  })
  if (io.interrupted.aborted) console.warning(CLI_MESSAGES.doctorInterrupted)
  const counted = (verdict: DoctorResult['verdict']): number =>
    results.filter((result) => result.verdict === verdict).length
  const failed = counted('failed')
  const exitCode = interruptedExitCode(io.interrupted) ?? (failed > 0 ? EXIT.connection : EXIT.done)
  console.json({ type: 'doctor', baseUrl, failed, attention: counted('attention'), exitCode })
  return exitCode
}
