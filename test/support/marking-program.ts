// Marks items, writes notes and attaches photos until it is killed, and prints what was acknowledged.
import { createReviews } from '../../electron/review/reviews.ts'
import { numberedPng } from './pictures.ts'
import { REVIEW_WORKER_URL } from './entries.ts'
import { reviewedRow } from './reviews.ts'
import './messages-setup.ts'

const [file = '', first = '0'] = process.argv.slice(2)
const reviews = createReviews({ file, workerUrl: REVIEW_WORKER_URL, onNotice: () => undefined })

for (let number = Number(first); ; number += 1) {
  await reviews.mark([reviewedRow(number)], 'problem', number)
  process.stdout.write(`marked ${String(number)}\n`)
  await reviews.note(reviewedRow(number), `Note ${String(number)}`)
  process.stdout.write(`noted ${String(number)}\n`)
  await reviews.addPhoto(reviewedRow(number), numberedPng(number), number)
  process.stdout.write(`attached ${String(number)}\n`)
}
