import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { parseJsonLines } from '../support/run-cli.ts'
import { fillCampaign, openTestStore, temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

const cli = (...words: readonly string[]) =>
  runCliInProcess(['timeline', ...words, '--data', join(folder.path, 'data')])

/** Returns a local date and time as a timestamp. */
const local = (month: number, day: number, hour = 0): string =>
  new Date(2026, month - 1, day, hour).toISOString()

beforeAll(async () => {
  folder = await temporaryFolder()
  const connections = createConnections(join(folder.path, 'data'))
  const { id } = await connections.createSample()
  const { databaseFile } = connectionLayout(join(folder.path, 'data'), id)
  const store = await openTestStore(databaseFile)
  await fillCampaign(store, 'a', [], {
    record: {
      name: 'Summer',
      reference: 'SU-1',
      brand: ['Nova'],
      startAt: local(6, 10),
      dispatchBy: local(6, 1, 15),
      quoteDue: local(4, 1),
      endAt: 'soon',
      launchDate: null,
    },
  })
  await fillCampaign(store, 'b', [], { record: { name: 'Winter', dispatchBy: local(5, 20) } })
  await store.addCampaigns([{ id: 'c', name: 'Found', items: 7 }])
  await store.close()
})
afterAll(() => folder.remove())

describe('timeline', () => {
  it('prints the valid dates in their order', async () => {
    const { code, stdout } = await cli()
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        'DATE              WHAT         CAMPAIGN  REFERENCE',
        '2026-05-20        Dispatch by  Winter',
        '2026-06-01 15:00  Dispatch by  Summer    SU-1',
        '2026-06-10        Start        Summer    SU-1',
        '',
      ],
    })
  })

  it('has the chosen dates of the chosen campaigns', async () => {
    const { stdout } = await cli('--json', '--dates', 'quoteDue,dispatchBy', '--where', 'brand is Nova')
    expect(parseJsonLines(stdout)).toMatchObject([
      { type: 'date', campaignId: 'a', key: 'quoteDue', date: local(4, 1) },
      { type: 'date', campaignId: 'a', key: 'dispatchBy', date: local(6, 1, 15) },
    ])
  })

  it('writes a calendar whose events stay the same', async () => {
    const uids = async (file: string) => {
      const text = await readFile(file, 'utf8')
      const calendar = new ICAL.Component(ICAL.parse(text) as [string, unknown[], unknown[]])
      return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each).uid)
    }
    const file = join(folder.path, 'dates.ics')
    const { code, stderr } = await cli('--out', file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Wrote 3 events to ${file}.\n` })
    const first = await uids(file)
    expect(new Set(first).size).toBe(3)
    await cli('--out', file)
    expect(await uids(file)).toEqual(first)
    await cli('--out', folder.path)
    expect(await readdir(folder.path)).toContainEqual(
      expect.stringMatching(/^Sample data dates \d{4}-\d\d-\d\d\.ics$/u),
    )
  })

  it('writes to standard output, and reports a file that cannot be written', async () => {
    const { stdout } = await cli('--out', '-', '--search', 'winter')
    expect(stdout).toMatch(/^BEGIN:VCALENDAR\r\n[^]*SUMMARY:Winter: Dispatch by\r\n[^]*END:VCALENDAR\r?\n?$/u)
    const { code } = await cli('--out', join(folder.path, 'missing', 'dates.ics'))
    expect(code).toBe(5)
  })

  it('writes a calendar in a language, and messages in English', async () => {
    const { stdout, stderr } = await cli('--out', '-', '--search', 'winter', '--lang', 'de')
    expect(stdout).toContain('SUMMARY:Winter: Versand\r\n')
    expect(stderr).toBe('')
    const unwritable = await cli('--out', join(folder.path, 'missing', 'dates.ics'), '--lang', 'de')
    expect(unwritable.stderr).toContain('folder')
    expect(await cli('--lang', 'de')).toMatchObject({ code: 2 })
  })

  it('refuses what is no date', async () => {
    const { code, stderr } = await cli('--dates', 'name')
    expect({ code, first: stderr.split('.')[0] }).toEqual({ code: 2, first: 'Unknown date “name”' })
    expect((await cli('--dates', 'startAt,')).stderr).toContain('A column in --dates is empty.')
  })
})
