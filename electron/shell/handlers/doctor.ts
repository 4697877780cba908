import { app } from 'electron'
import type { ApiInput } from '../../contract/api.ts'
import type { DoctorOptions } from '../../doctor/types.ts'
import { managedAuthority } from '../../app/managed/managed-settings.ts'
import { tlsOfConnection } from '../../app/client-certificates.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { push } from '../window-events.ts'

export type DoctorCalls = 'connections.diagnose' | 'connections.stopDiagnosis'

type DiagnosisTarget = Pick<
  DoctorOptions,
  'baseUrl' | 'key' | 'fetch' | 'proxyFor' | 'authority' | 'clientCertificate'
>

/** Returns the target of a diagnosis: a saved connection, or an address and key that are not saved. */
async function targetOf(
  of: ApiInput<'connections.diagnose'>['of'],
  services: ShellServices,
): Promise<DiagnosisTarget> {
  const { connections, networks, keys } = services
  const managed = await services.managed
  if ('connectionId' in of) {
    const { connectionId } = of
    const connection = await connections.get(connectionId)
    const { baseUrl, kind } = connection
    // Rejects before anything is sent if the connection has changed since the key was saved.
    const key = kind === 'sample' ? null : await keys.get(connection)
    // The network fails with the reason, which the report then contains.
    const tls = await tlsOfConnection(connectionId, services).catch(() => null)
    return {
      baseUrl,
      key,
      fetch: networks.fetchOf(connectionId),
      proxyFor: (address) => networks.proxyOf(connectionId, address),
      authority: managedAuthority(managed, await connections.authority(connectionId)),
      clientCertificate: tls?.clientCertificate?.certificate ?? null,
    }
  }
  const { baseUrl, key } = of
  return {
    baseUrl,
    key,
    fetch: (request) => networks.fetchTo(baseUrl)(request),
    proxyFor: (address) => networks.proxyOf(null, address),
    authority: managedAuthority(
      managed,
      URL.canParse(baseUrl) ? (networks.trustedAt(baseUrl)?.pem ?? null) : null,
    ),
    clientCertificate: URL.canParse(baseUrl) ? (networks.presentedAt(baseUrl)?.certificate ?? null) : null,
  }
}

/** The connection doctor. Each result is sent to the window immediately. */
export function doctorHandlers(services: ShellServices): Pick<Handlers, DoctorCalls> {
  const running = new Map<string, AbortController>()
  return {
    'connections.diagnose': async ({ runId, of }) => {
      const controller = new AbortController()
      // Another run with the same id could no longer be stopped.
      running.get(runId)?.abort()
      running.set(runId, controller)
      try {
        const [target, { runDoctor }] = await Promise.all([
          targetOf(of, services),
          import('../../doctor/run-doctor.ts'),
        ])
        if (target.key !== null) services.logger.conceal(target.key)
        const report = await runDoctor({
          ...target,
          redact: (text) => services.logger.redact(text),
          extraAuthorityFile: process.env['NODE_EXTRA_CA_CERTS'],
          about: `Campaign Desk ${app.getVersion()}, Electron ${process.versions.electron}, ${process.platform}`,
          signal: controller.signal,
          onResult: (result) => push('doctor.result', { runId, result }),
        })
        if ('connectionId' in of)
          services.doctorReports.set(of.connectionId, { at: Date.now(), text: report.reportText })
        return report
      } finally {
        if (running.get(runId) === controller) running.delete(runId)
        // The status bar must not contradict the report.
        services.serviceWatch.checkNow()
      }
    },
    'connections.stopDiagnosis': ({ runId }) => {
      running.get(runId)?.abort()
      return null
    },
  }
}
