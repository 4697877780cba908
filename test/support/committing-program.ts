// Commits downloads until it is killed, and prints the round when each commit starts.
import { createWriter } from '../../electron/store/writer.ts'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import { buildItem, buildPage, COMPLETE, sweepRange } from './store.ts'
import './messages-setup.ts'

const ITEMS = 2_000
const [file = ''] = process.argv.slice(2)
const { handlers } = createWriter(openForWriting(file).handle)

/** In round n, every item has this quantity, and item n is missing. */
function commitRound(round: number): void {
  const items = Array.from({ length: ITEMS }, (_, number) => number)
    .filter((number) => number !== round)
    .map((number) => buildItem(number, { qty: round }))
  const { downloadId } = handlers.beginDownload(['campaign-1', 'full', { fresh: true }], {})
  handlers.stagePage([downloadId, sweepRange(0), buildPage(items)], {})
  process.stdout.write(`${String(round)}\n`)
  handlers.commitDownload([downloadId, COMPLETE], {})
}

for (let round = 0; ; round += 1) commitRound(round)
