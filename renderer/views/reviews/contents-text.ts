import { listText, messages } from '../../../electron/contract/messages.ts'
import type { ReviewFileCounts } from '../../../electron/contract/review-file.ts'

/** Describes the content of a review file: “14 items: 12 marks, 3 notes and 1 photo”. */
export function contentsText({ items, marks, notes, photos }: ReviewFileCounts): string {
  const { contentsText: text, counts } = messages.reviewFiles
  return text({
    count: items,
    counts: listText([
      marks > 0 && counts.marks({ count: marks }),
      notes > 0 && counts.notes({ count: notes }),
      photos > 0 && counts.photos({ count: photos }),
    ]),
  })
}
