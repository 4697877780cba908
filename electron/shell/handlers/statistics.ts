import type { ApiInput } from '../../contract/api.ts'
import { regionOf, styleOfPreset } from '../../contract/csv-style.ts'
import type { ExportJob } from '../../contract/jobs.ts'
import type { StatisticNames } from '../../contract/statistic-names.ts'
import { MAX_STATISTIC_ROWS } from '../../contract/statistics.ts'
import { messages } from '../../contract/messages.ts'
import { clipboardTable } from '../../app/clipboard-table.ts'
import { exportDocument } from '../../app/export-document.ts'
import { readStatistics } from '../../app/statistics.ts'
import { statisticsContent } from '../../app/statistics-content.ts'
import { limitRows } from '../../app/statistics-table.ts'
import { plainColumn } from '../../export/rows/table.ts'
import type { TableToExport } from '../../export/types.ts'
import { askForListFile } from '../ask-for-file.ts'
import { callingSlot } from '../calling-window.ts'
import type { Handlers } from '../dispatcher.ts'
import type { ShellServices } from '../services.ts'
import { systemLocale, writeClipboard } from '../system.ts'

type StatisticsCalls = Extract<keyof Handlers, `statistics.${string}`>

/** Numbers of items by their values, and their tables in the clipboard or a file. */
export function statisticsHandlers(services: ShellServices): Pick<Handlers, StatisticsCalls> {
  const { sessions, connections } = services

  async function contentOf(
    { connectionId, query }: ApiInput<'statistics.copy'>,
    format: TableToExport['options']['format'],
  ): Promise<TableToExport> {
    const session = await sessions.get(connectionId)
    const campaigns = await session.store.listCampaigns()
    const { labels } = await connections.get(connectionId)
    const names: StatisticNames = {
      labels: labels.itemStatus,
      campaigns: new Map(campaigns.map(({ id, name }) => [id, name ?? id])),
    }
    const table = await readStatistics(session, query, `${callingSlot()}-table`)
    return {
      databaseFile: session.databaseFile,
      table: statisticsContent(table, query, names),
      options: {
        format,
        header: 'labels',
        style: styleOfPreset('excel', regionOf(systemLocale())),
        rowsBeyond: 'oneFile',
      },
      document: await exportDocument(messages.statistics.title, campaigns, query.campaignIds, {}),
    }
  }

  async function start(input: ApiInput<'statistics.export'>): Promise<ExportJob | null> {
    const { connectionId, suggestedName, format } = input
    // The content is determined before the dialog: the data may change while the person chooses a file.
    const content = await contentOf(input, format)
    const target = await askForListFile(
      services,
      messages.statistics.exportTitle,
      suggestedName,
      content.options,
    )
    if (target === null) return null
    const release = sessions.hold(connectionId)
    return services.exports.start(
      connectionId,
      { file: target.file, typedFormat: target.format === format ? null : target.format },
      { ...content, options: { ...content.options, format: target.format }, file: target.file },
      { onEnd: release, saveElsewhere: () => start(input) },
    )
  }

  return {
    'statistics.read': async ({ connectionId, query, view }) => {
      const session = await sessions.get(connectionId)
      const table = await readStatistics(session, query, `${callingSlot()} statistics ${view}`)
      return limitRows(table, MAX_STATISTIC_ROWS)
    },
    'statistics.copy': async (input) => {
      const { table } = await contentOf(input, 'csv')
      const columns = table.columns.map(({ key, heading, kind }) => plainColumn(key, heading, kind))
      const { text, html } = clipboardTable(columns, table.rows)
      await writeClipboard(text, html)
      return table.rows.length
    },
    'statistics.export': start,
  }
}
