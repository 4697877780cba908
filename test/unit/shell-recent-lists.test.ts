import { describe, expect, it } from 'vitest'
import type { RecentCampaign } from '../../electron/app/recent-campaigns.ts'
import { jumpList, removedFromJumpList } from '../../electron/shell/recent-lists.ts'
import { makeConnection } from '../support/contract-values.ts'

const PROGRAM = 'C:\\Campaign Desk\\Campaign Desk.exe'
const CONNECTIONS = [
  makeConnection({ id: 'c1', name: 'Print', baseUrl: 'https://print.example/api' }),
  makeConnection({ id: 'c2', name: 'Sample', kind: 'sample', baseUrl: null }),
]
const campaign = (connectionId: string, campaignId: string, name = 'Summer'): RecentCampaign => ({
  connectionId,
  campaignId,
  name,
})

describe('jumpList', () => {
  it('opens each recent campaign with a link, which is one argument after --', () => {
    const campaigns = [campaign('c1', 'k" --cli'), campaign('c2', 'k2', 'Kids\nWeek')]
    const [recent, files] = jumpList(campaigns, CONNECTIONS, PROGRAM)
    expect(recent).toMatchObject({ type: 'custom', name: 'Recent campaigns' })
    const icon = { program: PROGRAM, iconPath: PROGRAM, iconIndex: 0 }
    expect(recent?.items).toEqual([
      {
        type: 'task',
        title: 'Summer',
        description: 'Print',
        args: '-- "campaign-desk://open?campaign=k%22%20--cli&address=https%3A%2F%2Fprint.example%2Fapi"',
        ...icon,
      },
      {
        type: 'task',
        title: 'Kids\\nWeek',
        description: 'Sample',
        args: '-- "campaign-desk://open?campaign=k2"',
        ...icon,
      },
    ])
    expect(files).toEqual({ type: 'recent' })
  })

  it('leaves out campaigns of removed connections, and ids that are in no link', () => {
    const campaigns = [campaign('gone', 'k1'), campaign('c1', 'a\nb'), campaign('c1', 'ä'.repeat(400))]
    expect(jumpList(campaigns, CONNECTIONS, PROGRAM)).toEqual([{ type: 'recent' }])
  })
})

it('finds the campaigns that were removed from the jump list', () => {
  const campaigns = [campaign('c2', 'k1'), campaign('c2', 'k12'), campaign('gone', 'k1')]
  const removed = [{ args: '-- "campaign-desk://open?campaign=k1"' }, {}]
  expect(removedFromJumpList(campaigns, CONNECTIONS, removed)).toEqual([campaigns[0]])
})
