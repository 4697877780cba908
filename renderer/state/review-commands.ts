import { shortcutText, type ShortcutId } from '../../electron/contract/commands.ts'
import { messages } from '../../electron/contract/messages.ts'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import type { ReviewMark } from '../../electron/contract/review.ts'
import { faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import type { HistoryEntry } from './history.svelte.ts'
import type { ItemsState } from './items.svelte.ts'
import { showsList } from './navigation.ts'
import { recordReviewChange, type ReviewContext } from './review-history.ts'
import { sizeOf } from '../lists/selection.ts'

/** The list in which items are marked. */
export interface MarkingTarget {
  readonly items: ItemsState
  /** Moves to a row and shows it. */
  readonly go: (index: number) => void
  /** Returns the rows to mark; default: the selected ones, else the active one. */
  readonly rows?: () => SelectionRanges
}

/**
 * Marks the selected rows, else the active one, and moves to the row after them. The result is announced; a
 * failure is shown.
 */
export async function markRows(
  context: ReviewContext,
  { items, go, rows }: MarkingTarget,
  mark: ReviewMark | null,
): Promise<void> {
  const { result } = items
  const ranges = rows?.() ?? items.rangesToUse()
  const last = ranges.at(-1)?.[1]
  if (result === null || last === undefined) return
  const marking = setMarks(context, items, ranges, mark)
  // The next key applies to the next row, so this does not wait for the disk.
  if (rows === undefined) items.clearSelection()
  go(Math.min(last + 1, result.count - 1))
  await marking?.saved
}

/** Marks the active item without moving; null removes its mark. A failure is shown. */
export async function markActive(
  context: ReviewContext,
  { items }: MarkingTarget,
  mark: ReviewMark | null,
): Promise<void> {
  if (items.active !== null) await setMarks(context, items, [[items.active, items.active]], mark)?.saved
}

/** Marks that are being saved. */
export interface Marking {
  /** Undoes the marks. */
  readonly action: HistoryEntry
  /** Number of rows. */
  readonly count: number
  /** Resolves when the marks are on disk, or their failure is shown. Never rejects. */
  readonly saved: Promise<void>
}

/**
 * Marks rows without moving. The result is announced; a failure is shown. Returns null if there are no rows.
 */
export function setMarks(
  context: ReviewContext,
  { result }: ItemsState,
  ranges: SelectionRanges,
  mark: ReviewMark | null,
): Marking | null {
  const [firstRange] = ranges
  if (result === null || firstRange === undefined) return null
  const count = sizeOf(ranges)
  const marking = context.reviews.mark(result.resultId, ranges, mark)
  const action = recordReviewChange(context, {
    kind: 'mark',
    count,
    step: async () => (await marking).step,
    key: result.rows.get(firstRange[0])?.key,
  })
  return { action, count, saved: announceMarks(context, marking, mark) }
}

async function announceMarks(
  context: ReviewContext,
  marking: Promise<{ readonly count: number }>,
  mark: ReviewMark | null,
): Promise<void> {
  const { connectionId } = context
  try {
    const { count } = await marking
    context.announcer.announce(messages.review.marked[mark ?? 'none']({ count }))
  } catch (error) {
    context.notices.show(faultOf(error), connectionId)
  }
}

/** Shows or hides the marks in lists, with their keys. */
export function toggleMarks(
  context: Pick<AppModel, 'announcer' | 'environment' | 'frame' | 'preferences'>,
): void {
  const reviewing = !context.preferences.current.reviewing
  context.preferences.change({ reviewing })
  if (!reviewing) context.frame.singleReview = false
  context.announcer.announce(reviewing ? startedText(context.environment.platform) : messages.review.stopped)
}

/** Announces the marks with the keys that set them. Commands without keys are left out. */
function startedText(platform: AppModel['environment']['platform']): string {
  const { started, startedKeys } = messages.review
  const commands = [
    ['ok', 'markOk'],
    ['problem', 'markProblem'],
    ['question', 'markQuestion'],
    ['clear', 'clearMark'],
    ['note', 'editNote'],
  ] as const satisfies readonly (readonly [string, ShortcutId])[]
  const texts = commands.flatMap(([name, id]) => {
    const keys = shortcutText(id, platform)
    return keys === '' ? [] : [startedKeys[name]({ keys })]
  })
  return texts.length === 0 ? started.plain : started.withKeys({ keys: texts.join(', ') })
}

/** Opens or leaves the review of single items, in the list that is shown or that of the campaign. */
export function toggleSingleReview(
  app: Pick<AppModel, 'campaignId' | 'content' | 'frame' | 'preferences' | 'show'>,
): void {
  const { frame, preferences } = app
  if (frame.singleReview) {
    frame.singleReview = false
    return
  }
  if (!showsList(app.content)) app.show(app.campaignId, 'items')
  if (!showsList(app.content)) return
  preferences.change({ reviewing: true })
  frame.singleReview = true
}
