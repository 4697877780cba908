// The printed page. It is never visible: it renders the data from its address, and requests `end` when it is
// ready.
import type { PrintedListHeader } from '../../electron/contract/printed-list.ts'
import type { ReportHeaderData } from '../../electron/contract/report.ts'
import { fetchData, notifyMain } from './paper.ts'
import { printList } from './print-list.ts'
import { printReport } from './print-report.ts'
import './print.css'

const header = await fetchData<ReportHeaderData | PrintedListHeader>('head')
await (header.kind === 'review' ? printReport(header) : printList(header))
await notifyMain('end')
