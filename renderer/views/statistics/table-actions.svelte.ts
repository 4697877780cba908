import type { Connection } from '../../../electron/contract/connection.ts'
import type { StatisticsQuery } from '../../../electron/contract/statistics.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { api, faultOf } from '../../api.ts'
import { useAnnouncer, useExportContext, useNotices } from '../../state/contexts.ts'

/** Actions on the table of a query. */
export interface TableActions {
  /** Copies all rows. A failure is shown, never thrown. */
  readonly copy: () => Promise<void>
  /** Asks for a file and writes all rows to it. A failure is shown, never thrown. */
  readonly export: (format: 'xlsx' | 'csv', suggestedName: string) => Promise<void>
}

/** Returns the actions of a component. To be called while it is created. */
export function createTableActions(
  source: () => { readonly connection: Connection; readonly query: StatisticsQuery },
): TableActions {
  const announcer = useAnnouncer()
  const exportContext = useExportContext()
  const notices = useNotices()
  return {
    copy: async () => {
      const { connection, query } = source()
      try {
        const rows = await api.call('statistics.copy', { connectionId: connection.id, query })
        announcer.announce(messages.statistics.copied({ count: rows }))
      } catch (error) {
        notices.show(faultOf(error), connection.id)
      }
    },
    export: async (format, suggestedName) => {
      const { connection, query } = source()
      try {
        const input = { connectionId: connection.id, query, suggestedName, format }
        const job = await api.call('statistics.export', input)
        if (job !== null) exportContext.jobs.addExport(job)
      } catch (error) {
        notices.show(faultOf(error), connection.id)
      }
    },
  }
}
