import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Connection, ConnectionClientCertificate } from '../../electron/contract/connection.ts'
import { DOCTOR_CHECKS, type DoctorResult, type DoctorReport } from '../../electron/contract/doctor.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload } from '../support/contract-values.ts'
import { startApp } from '../support/start-app.ts'

function createMain(change: Partial<Connection> = {}): FakeMain {
  const main = new FakeMain([makeConnection(change)])
  main.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
  return main
}

async function choose(main: FakeMain, item: string): Promise<UserEvent> {
  const user = await startApp(main)
  await user.click(screen.getByRole('button', { name: /^Connection: / }))
  await user.click(within(screen.getByRole('menu', { name: 'Connections' })).getByText(item))
  return user
}

const findViolations = async (dialog: HTMLElement): Promise<unknown[]> =>
  (
    await axe.run(dialog, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      rules: { 'color-contrast': { enabled: false } },
    })
  ).violations

describe('the dialog of automatic downloads', () => {
  it('is off until it is turned on for chosen campaigns', async () => {
    const main = createMain()
    const user = await choose(main, 'Automatic downloads…')
    const dialog = screen.getByRole('dialog', { name: 'Automatic downloads' })
    expect(dialog).toHaveTextContent('Automatic downloads are off.')
    expect(within(dialog).getByRole('button', { name: 'Select…' })).toBeDisabled()
    await user.click(within(dialog).getByRole('checkbox', { name: 'At intervals' }))
    expect(dialog).toHaveTextContent('on a metered network')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Every' }), '30 minutes')
    // The list is folded until it is needed.
    expect(within(dialog).queryByRole('checkbox', { name: 'Autumn' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Select at least one campaign')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Autumn' }))
    expect(await findViolations(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(main.inputs('connections.setAutomatic')).toEqual([
      { connectionId: 'c1', automatic: { onStart: false, everyMinutes: 30, campaignIds: ['k2'] } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the saved settings, and turns them off', async () => {
    const main = createMain({ automatic: { onStart: true, everyMinutes: 45, campaignIds: ['k1', 'gone'] } })
    const user = await choose(main, 'Automatic downloads…')
    const dialog = screen.getByRole('dialog', { name: 'Automatic downloads' })
    expect(within(dialog).getByRole('combobox', { name: 'Every' })).toHaveDisplayValue('45 minutes')
    expect(dialog).toHaveTextContent('1 of 2 selected')
    await user.click(within(dialog).getByRole('button', { name: 'Select…' }))
    expect(within(dialog).getByRole('checkbox', { name: 'Summer 2026' })).toBeChecked()
    await user.click(within(dialog).getByRole('checkbox', { name: 'When Campaign Desk starts' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'At intervals' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(main.inputs('connections.setAutomatic')[0]?.automatic).toEqual({
      onStart: false,
      everyMinutes: null,
      campaignIds: ['k1'],
    })
  })
})

describe('the dialog of the certificate authority', () => {
  it('chooses, shows and removes a file', async () => {
    const main = createMain()
    main.answer('connections.chooseAuthority', () =>
      makeConnection({ authority: { fileName: 'root.pem', subjects: ['CN=Example Root'] } }),
    )
    const user = await choose(main, 'Certificate authority…')
    const dialog = screen.getByRole('dialog', { name: 'Certificate authority' })
    expect(dialog).toHaveTextContent('No additional authority')
    await user.click(within(dialog).getByRole('button', { name: 'Choose a file…' }))
    await within(dialog).findByText('root.pem')
    expect(dialog).toHaveTextContent('CN=Example Root')
    expect(await findViolations(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(await within(dialog).findByText('No additional authority')).toBeVisible()
  })

  it('reports why a file cannot be used', async () => {
    const main = createMain()
    main.answer('connections.chooseAuthority', () => {
      throw new AppError('badInput', { params: { reason: 'there is no certificate in it' } })
    })
    const user = await choose(main, 'Certificate authority…')
    await user.click(screen.getByRole('button', { name: 'Choose a file…' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('there is no certificate in it')
  })
})

describe('the dialog of the client certificate', () => {
  const certificate: ConnectionClientCertificate = {
    fileName: 'me.p12',
    subject: 'Store Reviewer',
    issuer: 'Print Works Clients',
    validFrom: Date.UTC(2026, 0, 5, 12),
    validUntil: Date.UTC(2126, 0, 5, 12),
    needsPassword: true,
  }
  const dialog = () => screen.getByRole('dialog', { name: 'Client certificate' })

  it('chooses a file, opens it with its password, shows and removes it', async () => {
    const main = createMain()
    main.answer('connections.chooseClientCertificate', () => ({ state: 'locked', fileName: 'me.p12' }))
    main.answer('connections.unlockClientCertificate', ({ password }) => {
      if (password !== 'right')
        throw new AppError('badInput', { params: { reason: 'the password is wrong' } })
      return { certificate, password: 'session' }
    })
    const user = await choose(main, 'Client certificate…')
    expect(dialog()).toHaveTextContent('No client certificate')
    expect(dialog()).toHaveTextContent('Identifies this computer to print.example only.')
    await user.click(within(dialog()).getByRole('button', { name: 'Choose a file…' }))
    const field = await within(dialog()).findByRole('textbox', { name: 'Password' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(dialog()).toHaveTextContent('Enter the password of the file.')
    expect(main.inputs('connections.unlockClientCertificate')).toEqual([])
    await user.type(field, 'wrong{Enter}')
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent('the password is wrong')
    expect(await findViolations(dialog())).toEqual([])
    await user.clear(field)
    await user.type(field, 'right{Enter}')
    await within(dialog()).findByText('Store Reviewer')
    expect(field).not.toBeInTheDocument()
    expect(dialog()).toHaveTextContent('Issued by Print Works Clients')
    expect(dialog()).toHaveTextContent('Valid from 5 Jan 2026 to 5 Jan 2126')
    expect(dialog()).toHaveTextContent('The password is kept until you quit.')
    expect(within(dialog()).getByRole('button', { name: 'Done' })).toHaveFocus()
    expect(await findViolations(dialog())).toEqual([])
    await user.click(within(dialog()).getByRole('button', { name: 'Remove' }))
    expect(await within(dialog()).findByText('No client certificate')).toBeVisible()
    expect(main.inputs('connections.clearClientCertificate')).toEqual([{ of: { connectionId: 'c1' } }])
  })

  it('reports an expired certificate, and shows a field for an unknown password', async () => {
    const main = createMain({ clientCertificate: { ...certificate, validUntil: Date.UTC(2026, 0, 9, 12) } })
    main.answer('connections.clientCertificate', () => ({
      certificate: { ...certificate, validUntil: Date.UTC(2026, 0, 9, 12) },
      password: 'none',
    }))
    await choose(main, 'Client certificate…')
    expect(dialog()).toHaveTextContent('Expired on 9 Jan 2026')
    expect(await within(dialog()).findByRole('textbox', { name: 'Password' })).toBeVisible()
    expect(dialog()).toHaveTextContent('The password wasn’t saved.')
  })

  it('reports why a file cannot be used', async () => {
    const main = createMain()
    main.answer('connections.chooseClientCertificate', () => {
      throw new AppError('badInput', { params: { reason: 'there is no private key in that file' } })
    })
    const user = await choose(main, 'Client certificate…')
    await user.click(screen.getByRole('button', { name: 'Choose a file…' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('there is no private key in that file')
  })

  it('opens from a failed download that requires a certificate, and retries it', async () => {
    const main = createMain()
    main.answer('connections.chooseClientCertificate', () => ({
      state: 'chosen',
      certificate: { ...certificate, needsPassword: false },
      password: 'notNeeded',
    }))
    const user = await startApp(main)
    main.emit(
      'download.progress',
      makeDownload({
        jobId: 'j9',
        kind: 'discovery',
        campaignId: null,
        campaignName: null,
        state: 'failed',
        error: new AppError('clientCertificate', { params: { host: 'print.example' } }).toFault(),
      }),
    )
    const [offer] = await screen.findAllByRole('button', { name: 'Choose client certificate…' })
    if (offer === undefined) throw new Error('Nothing is offered')
    await user.click(offer)
    await user.click(within(dialog()).getByRole('button', { name: 'Choose a file…' }))
    expect(await within(dialog()).findByText('The file has no password.')).toBeVisible()
    await waitFor(() =>
      expect(main.calls.some(({ name }) => /^downloads\.(retry|discover)$/u.test(name))).toBe(true),
    )
  })

  it('opens for a new connection, also from its error', async () => {
    const main = new FakeMain()
    main.answer('connections.test', () => {
      throw new AppError('clientCertificate', { params: { host: 'print.example' } })
    })
    main.answer('connections.chooseClientCertificate', () => ({
      state: 'chosen',
      certificate,
      password: 'session',
    }))
    const user = await startApp(main)
    await user.click(screen.getByRole('button', { name: 'Client certificate…' }))
    expect(screen.getByRole('textbox', { name: 'Base address' })).toHaveFocus()
    await user.keyboard('https://print.example/api')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'a-key')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    await user.click(await screen.findByRole('button', { name: 'Choose client certificate…' }))
    await user.click(within(dialog()).getByRole('button', { name: 'Choose a file…' }))
    expect(await within(dialog()).findByText('The password is kept until you connect.')).toBeVisible()
    await user.click(within(dialog()).getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('Store Reviewer is presented to print.example.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(main.inputs('connections.chooseClientCertificate')).toEqual([
      { of: { baseUrl: 'https://print.example/api' } },
    ])
  })
})

const result = (change: Partial<DoctorResult>): DoctorResult => ({
  check: 'address',
  verdict: 'ok',
  message: 'It is a complete address.',
  facts: [],
  tookMs: 3,
  ...change,
})

/** A doctor whose results the test sends one by one. */
function doctor(main: FakeMain): {
  sendResult: (result: DoctorResult) => void
  end: (reportText: string) => void
} {
  let runId = ''
  const results: DoctorResult[] = []
  const { promise, resolve, reject } = Promise.withResolvers<DoctorReport>()
  main.answer('connections.diagnose', (input) => {
    ;({ runId } = input)
    return promise
  })
  main.answer('connections.stopDiagnosis', () => {
    reject(new AppError('cancelled'))
    return null
  })
  return {
    sendResult: (doctorResult) => {
      results.push(doctorResult)
      main.emit('doctor.result', { runId, result: doctorResult })
    },
    end: (reportText) => resolve({ results, reportText }),
  }
}

describe('the connection doctor', () => {
  it('fills in its checks as results arrive, and copies a report', async () => {
    const main = createMain()
    const doctorControl = doctor(main)
    const user = await choose(main, 'Connection doctor…')
    const dialog = screen.getByRole('dialog', { name: 'Connection doctor' })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(DOCTOR_CHECKS.length)
    expect(within(dialog).getByRole('status')).toHaveTextContent('Check 1 of 10')
    const button = (name: string): HTMLElement => within(dialog).getByRole('button', { name })
    const stop = button('Stop')
    expect(stop).toBeEnabled()
    for (const name of ['Run again', 'Copy report']) expect(button(name)).toBeDisabled()
    doctorControl.sendResult(result({}))
    doctorControl.sendResult(
      result({
        check: 'tls',
        verdict: 'failed',
        message: 'The certificate isn’t trusted.',
        fault: 'tls',
        facts: ['Subject: CN=print.example'],
      }),
    )
    await within(dialog).findByText(/The certificate isn’t trusted\./u)
    expect(within(dialog).getByRole('status')).toHaveTextContent('Check 3 of 10')
    const facts = (): HTMLElement => within(dialog).getByRole('button', { name: 'Details: Certificate' })
    expect(facts()).toHaveAttribute('aria-expanded', 'false')
    doctorControl.end('the whole report')
    await waitFor(() => expect(within(dialog).getByRole('status')).toHaveTextContent('Connection not secure'))
    // What to do comes first, once, and only the failed check is open.
    expect(within(dialog).getAllByText(/The certificate isn’t trusted\./u)).toHaveLength(1)
    expect(facts()).toHaveAttribute('aria-expanded', 'true')
    expect(dialog).toHaveTextContent('Subject: CN=print.example')
    await user.click(facts())
    expect(dialog).not.toHaveTextContent('CN=print.example')
    expect(await findViolations(dialog)).toEqual([])
    // It keeps its place.
    expect(button('Stop')).toBe(stop)
    expect(stop).toBeDisabled()
    await user.click(button('Copy report'))
    expect(main.inputs('app.copyText')).toEqual([{ text: 'the whole report' }])
    await user.click(button('Run again'))
    expect(main.inputs('connections.diagnose')).toHaveLength(2)
  })

  it('can be stopped, and keeps its results', async () => {
    const main = createMain()
    const doctorControl = doctor(main)
    const user = await choose(main, 'Connection doctor…')
    doctorControl.sendResult(result({}))
    await screen.findByText('It is a complete address.')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(main.inputs('connections.stopDiagnosis')).toEqual([
      { runId: main.inputs('connections.diagnose')[0]?.runId },
    ])
    expect(screen.getByText('Stopped.')).toBeVisible()
    expect(screen.getByText('It is a complete address.')).toBeVisible()
  })

  it('stops when its dialog is closed', async () => {
    const main = createMain()
    doctor(main)
    const user = await choose(main, 'Connection doctor…')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(main.inputs('connections.stopDiagnosis')).toHaveLength(1))
  })

  it('diagnoses an unsaved connection from the first screen', async () => {
    const main = new FakeMain()
    main.answer('connections.test', () => {
      throw new AppError('tls', { params: { host: 'print.example' } })
    })
    main.answer('connections.chooseNewAuthority', () => ({ fileName: 'root.pem', subjects: ['CN=R'] }))
    const user = await startApp(main)
    await user.type(screen.getByRole('textbox', { name: 'Base address' }), 'https://print.example')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'a-key')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    await user.click(await screen.findByRole('button', { name: 'Connection doctor…' }))
    expect(main.inputs('connections.diagnose')[0]?.of).toEqual({
      baseUrl: 'https://print.example',
      key: 'a-key',
    })
    await user.keyboard('{Escape}')

    main.answer('connections.test', () => ({ itemCount: 10, tookMs: 5 }))
    await user.click(screen.getByRole('button', { name: 'Certificate authority…' }))
    expect(await screen.findByText('root.pem is trusted for print.example.')).toBeVisible()
    expect(await screen.findByText('Connection works')).toBeVisible()
  })
})
