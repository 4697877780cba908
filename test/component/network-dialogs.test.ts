import { screen, waitFor, within } from '@testing-library/svelte'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { Connection } from '../../electron/contract/connection.ts'
import { DOCTOR_CHECKS, type DoctorFinding, type DoctorReport } from '../../electron/contract/doctor.ts'
import { FakeDesk } from '../support/fake-bridge.ts'
import { makeCampaign, makeConnection } from '../support/made.ts'
import { startApp } from '../support/start-app.ts'

function desk(change: Partial<Connection> = {}): FakeDesk {
  const made = new FakeDesk([makeConnection(change)])
  made.campaigns.set('c1', [makeCampaign(), makeCampaign({ id: 'k2', name: 'Autumn' })])
  return made
}

async function choose(made: FakeDesk, item: string): Promise<UserEvent> {
  const user = await startApp(made)
  await user.click(screen.getByRole('button', { name: /^Connection: / }))
  await user.click(within(screen.getByRole('menu', { name: 'Connections' })).getByText(item))
  return user
}

const faultsOf = async (dialog: HTMLElement): Promise<unknown[]> =>
  (
    await axe.run(dialog, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      rules: { 'color-contrast': { enabled: false } },
    })
  ).violations

describe('automatic downloads', () => {
  it('are off until they are turned on, for chosen campaigns', async () => {
    const made = desk()
    const user = await choose(made, 'Automatic downloads…')
    const dialog = screen.getByRole('dialog', { name: 'Automatic downloads' })
    expect(dialog).toHaveTextContent('Automatic downloads are off.')
    expect(within(dialog).getByRole('checkbox', { name: 'Autumn' })).toBeDisabled()
    await user.click(within(dialog).getByRole('checkbox', { name: 'By the clock' }))
    expect(dialog).toHaveTextContent('On a metered network they are paused')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Every' }), '30 minutes')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose at least one campaign')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Autumn' }))
    expect(await faultsOf(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(made.inputs('connections.setAutomatic')).toEqual([
      {
        connectionId: 'c1',
        automatic: { onStart: false, everyMinutes: 30, campaignIds: ['k2'] },
      },
    ])
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  })

  it('show what was set, and are turned off', async () => {
    const made = desk({ automatic: { onStart: true, everyMinutes: 45, campaignIds: ['k1', 'gone'] } })
    const user = await choose(made, 'Automatic downloads…')
    const dialog = screen.getByRole('dialog', { name: 'Automatic downloads' })
    expect(within(dialog).getByRole('combobox', { name: 'Every' })).toHaveDisplayValue('45 minutes')
    expect(within(dialog).getByRole('checkbox', { name: 'Summer 2026' })).toBeChecked()
    await user.click(within(dialog).getByRole('checkbox', { name: 'When Campaign Desk starts' }))
    await user.click(within(dialog).getByRole('checkbox', { name: 'By the clock' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(made.inputs('connections.setAutomatic')[0]?.automatic).toEqual({
      onStart: false,
      everyMinutes: null,
      campaignIds: ['k1'],
    })
  })
})

describe('the certificate authority of a connection', () => {
  it('is chosen, shown with whom it names, and removed', async () => {
    const made = desk()
    made.answer('connections.chooseAuthority', () =>
      makeConnection({ authority: { fileName: 'root.pem', subjects: ['CN=Example Root'] } }),
    )
    const user = await choose(made, 'Certificate authority…')
    const dialog = screen.getByRole('dialog', { name: 'Certificate authority' })
    expect(dialog).toHaveTextContent('No additional authority.')
    await user.click(within(dialog).getByRole('button', { name: 'Choose a file…' }))
    await within(dialog).findByText('root.pem')
    expect(dialog).toHaveTextContent('CN=Example Root')
    expect(await faultsOf(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(await within(dialog).findByText('No additional authority.')).toBeVisible()
  })

  it('says why a file cannot be used', async () => {
    const made = desk()
    made.answer('connections.chooseAuthority', () => {
      throw new AppError('badInput', { params: { reason: 'there is no certificate in it' } })
    })
    const user = await choose(made, 'Certificate authority…')
    await user.click(screen.getByRole('button', { name: 'Choose a file…' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('there is no certificate in it')
  })
})

const finding = (change: Partial<DoctorFinding>): DoctorFinding => ({
  check: 'address',
  verdict: 'ok',
  message: 'It is a complete address.',
  facts: [],
  tookMs: 3,
  ...change,
})

/** A doctor that is told its findings one by one. */
function doctor(made: FakeDesk): { tell: (one: DoctorFinding) => void; end: (text: string) => void } {
  let runId = ''
  const found: DoctorFinding[] = []
  const { promise, resolve, reject } = Promise.withResolvers<DoctorReport>()
  made.answer('connections.diagnose', (input) => {
    ;({ runId } = input)
    return promise
  })
  made.answer('connections.stopDiagnosis', () => {
    reject(new AppError('cancelled'))
    return null
  })
  return {
    tell: (one) => {
      found.push(one)
      made.emit('doctor.finding', { runId, finding: one })
    },
    end: (text) => {
      resolve({ findings: found, text })
    },
  }
}

describe('the connection doctor', () => {
  it('fills in its checks as the findings come, and gives a report to copy', async () => {
    const made = desk()
    const at = doctor(made)
    const user = await choose(made, 'Connection doctor…')
    const dialog = screen.getByRole('dialog', { name: 'Connection doctor' })
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(DOCTOR_CHECKS.length)
    expect(within(dialog).getByRole('status')).toHaveTextContent('Check 1 of 10')
    at.tell(finding({}))
    at.tell(
      finding({
        check: 'tls',
        verdict: 'failed',
        message: 'The certificate was refused.',
        facts: ['Subject: CN=print.example'],
      }),
    )
    await within(dialog).findByText('The certificate was refused.')
    expect(within(dialog).getByRole('status')).toHaveTextContent('Check 3 of 10')
    expect(dialog).not.toHaveTextContent('CN=print.example')
    await user.click(within(dialog).getByRole('button', { name: 'Facts about: Certificate' }))
    expect(dialog).toHaveTextContent('Subject: CN=print.example')
    at.end('the whole report')
    await waitFor(() => {
      expect(within(dialog).getByRole('status')).toHaveTextContent('Something is wrong: Certificate.')
    })
    expect(await faultsOf(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Copy report' }))
    expect(made.inputs('app.copyText')).toEqual([{ text: 'the whole report' }])
    await user.click(within(dialog).getByRole('button', { name: 'Run again' }))
    expect(made.inputs('connections.diagnose')).toHaveLength(2)
  })

  it('is stopped; what it found stays', async () => {
    const made = desk()
    const at = doctor(made)
    const user = await choose(made, 'Connection doctor…')
    at.tell(finding({}))
    await screen.findByText('It is a complete address.')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(made.inputs('connections.stopDiagnosis')).toEqual([
      { runId: made.inputs('connections.diagnose')[0]?.runId },
    ])
    expect(screen.getByText('Stopped before the end.')).toBeVisible()
    expect(screen.getByText('It is a complete address.')).toBeVisible()
  })

  it('ends with its dialog', async () => {
    const made = desk()
    doctor(made)
    const user = await choose(made, 'Connection doctor…')
    await user.keyboard('{Escape}')
    await waitFor(() => {
      expect(made.inputs('connections.stopDiagnosis')).toHaveLength(1)
    })
  })

  it('looks at what is only being tried, from the first screen', async () => {
    const made = new FakeDesk()
    made.answer('connections.test', () => {
      throw new AppError('tls', { params: { host: 'print.example' } })
    })
    made.answer('connections.chooseNewAuthority', () => ({ fileName: 'root.pem', subjects: ['CN=R'] }))
    const user = await startApp(made)
    await user.type(screen.getByRole('textbox', { name: 'Base address' }), 'https://print.example')
    await user.type(screen.getByRole('textbox', { name: 'API key' }), 'a-key')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    await user.click(await screen.findByRole('button', { name: 'Connection doctor…' }))
    expect(made.inputs('connections.diagnose')[0]?.of).toEqual({
      baseUrl: 'https://print.example',
      key: 'a-key',
    })
    await user.keyboard('{Escape}')

    made.answer('connections.test', () => ({ itemCount: 10, tookMs: 5 }))
    await user.click(screen.getByRole('button', { name: 'Certificate authority…' }))
    expect(await screen.findByText('root.pem is trusted for print.example.')).toBeVisible()
    expect(await screen.findByText(/The key can see 10 items/u)).toBeVisible()
  })
})
