import type { DoctorFinding } from '../contract/doctor.ts'
import { CLI_MESSAGES } from '../contract/strings/command-line.ts'
import { findingLines, reportHead } from '../doctor/report.ts'
import { runDoctor } from '../doctor/run-doctor.ts'
import { proxyFromEnvironment } from '../service/proxies.ts'
import { readAuthorityFile, savedAuthority } from './authority.ts'
import type { DoctorCommand } from './commands.ts'
import type { Context } from './context.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { findKey } from './find-key.ts'

/** `doctor`: looks at the connection to a service and says what it finds, as soon as it finds it. */
export async function doctor(command: DoctorCommand, context: Context): Promise<ExitCode> {
  const { baseUrl } = command
  const { io, env, console, logger } = context
  const given = await readAuthorityFile(command.authorityFile, 'doctor')
  const { key, connection } = await findKey(baseUrl, command.connection, 'doctor', context)
  if (key !== null) logger.conceal(key)
  const authority = given ?? (await savedAuthority(connection, context))
  const about = `Campaign Desk ${await io.version()}, Node ${process.versions.node}, ${process.platform}`
  console.print(reportHead(about, Date.now()).join('\n'))
  const { findings } = await runDoctor({
    baseUrl,
    key,
    authority,
    about,
    fetch: io.fetchWith(authority),
    proxyFor: (address) => proxyFromEnvironment(env, address),
    signal: io.interrupted,
    onFinding: (finding) => {
      console.print(findingLines(finding).join('\n'))
      console.json({ type: 'finding', ...finding })
    },
  })
  if (io.interrupted.aborted) console.message(CLI_MESSAGES.doctorStopped)
  const counted = (verdict: DoctorFinding['verdict']): number =>
    findings.filter((finding) => finding.verdict === verdict).length
  const failed = counted('failed')
  const exitCode = failed > 0 ? EXIT.connection : io.interrupted.aborted ? EXIT.unexpected : EXIT.done
  console.json({ type: 'doctor', baseUrl, failed, attention: counted('attention'), exitCode })
  return exitCode
}
