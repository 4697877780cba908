/** A part of a page, which is only divided if it is higher than a page. Heights are in CSS pixels. */
export interface Block<Content> {
  readonly content: Content
  readonly height: number
  /** Height of what precedes the first of consecutive blocks, such as the header of a table. */
  readonly lead?: number
  /** Whether the next block must start on the same page. */
  readonly keepsNext?: boolean
  /** Divides it. The first part has the rest of a page, each of the others a whole page. */
  readonly divide?: (rest: number, whole: number) => readonly BlockPart<Content>[]
}

export interface BlockPart<Content> {
  readonly content: Content
  readonly height: number
}

/** The heights for blocks. */
export interface PageSpace {
  readonly first: number
  readonly others: number
}

/** Share of a page that has to be left for the first part of a divided block. */
const MIN_REST = 0.5

/**
 * Divides blocks into pages, each with as many as fit. There is at least one page. A block that does not fit
 * on an empty page is divided, or exceeds it.
 */
export function divideBlocks<Content>(
  blocks: readonly Block<Content>[],
  space: PageSpace,
): readonly (readonly Content[])[] {
  const pages: Content[][] = [[]]
  let available = space.first
  /** The block before on the same page. */
  let previous: Block<Content> | null = null
  const startPage = (): void => {
    pages.push([])
    available = space.others
    previous = null
  }
  const add = ({ content, height }: BlockPart<Content>): void => {
    pages.at(-1)?.push(content)
    available -= height
  }
  const heightOf = ({ height, lead = 0 }: Block<Content>, before: Block<Content> | null): number =>
    height + (before?.lead === undefined ? lead : 0)
  const needed = (block: Block<Content>, before: Block<Content> | null): number =>
    block.divide !== undefined && block.height > space.others
      ? space.others * MIN_REST
      : heightOf(block, before)

  for (const [index, block] of blocks.entries()) {
    const next = block.keepsNext === true ? blocks[index + 1] : undefined
    const following = next === undefined ? 0 : needed(next, block)
    const mayStartPage = previous !== null && previous.keepsNext !== true
    if (mayStartPage && needed(block, previous) + following > available) startPage()
    const height = heightOf(block, previous)
    const parts = height > available ? block.divide?.(available, space.others) : undefined
    for (const [at, part] of (parts ?? [{ content: block.content, height }]).entries()) {
      if (at > 0) startPage()
      add(part)
    }
    previous = block
  }
  return pages
}
