// The printed page. It is never visible: it renders the data from its address, and requests `end` when it is
// ready.
import { activateLanguage, isLanguage, setNumberLocale } from '../../electron/contract/messages.ts'
import type { PrintedListHeader } from '../../electron/contract/printed-list.ts'
import type { ReportHeaderData } from '../../electron/contract/report.ts'
import type { PrintedTimelineHeader } from '../../electron/contract/timeline.ts'
import { fetchData, notifyMain } from './paper.ts'
import { startPreview } from './preview.ts'
import { printList } from './print-list.ts'
import { printReport } from './print-report.ts'
import { printTimeline } from './print-timeline.ts'
import './print.css'

const { lang } = document.documentElement
await activateLanguage(isLanguage(lang) ? lang : 'en')
const header = await fetchData<ReportHeaderData | PrintedListHeader | PrintedTimelineHeader>('head')
if ('locale' in header) setNumberLocale(header.locale)
if (header.kind === 'review') await printReport(header)
else if (header.kind === 'list') await printList(header)
else await printTimeline(header)
if ('output' in header && header.output === 'preview') startPreview()
await notifyMain('end')
