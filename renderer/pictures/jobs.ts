/** What the thread that draws pictures is asked for, by name, and what it gives. Sizes are pixels. */
export interface PictureJobs {
  /** A small picture of a file that is no SVG, as JPEG or PNG. */
  thumbnail: {
    readonly input: SmallSize & { readonly kind: string; readonly bytes: Uint8Array<ArrayBuffer> }
    readonly output: Uint8Array<ArrayBuffer>
  }
  /** A picture that was drawn already, as JPEG or PNG. */
  encode: {
    readonly input: SmallSize & { readonly picture: ImageBitmap }
    readonly output: Uint8Array<ArrayBuffer>
  }
  /** Opens a PDF under a name; another one under it is closed. */
  openDocument: {
    readonly input: { readonly bytes: Uint8Array<ArrayBuffer> }
    readonly output: { readonly pages: number }
  }
  /** The size of a page as it is meant to be seen, in points (1/72 inch). */
  pageSize: {
    readonly input: { readonly page: number }
    readonly output: { readonly width: number; readonly height: number }
  }
  /** A part of a page of the open document: `scale` pixels for each point, `quarters` turns to the right. */
  drawPage: {
    readonly input: PagePart
    readonly output: ImageBitmap
  }
}

/** How large a small picture may be. */
export interface SmallSize {
  /** The longer edge, in pixels. */
  readonly edge: number
  /** What takes more bytes is made smaller. */
  readonly maxBytes: number
}

export interface PagePart {
  readonly page: number
  readonly scale: number
  readonly quarters: number
  /** Of the turned page at that scale: the corner and the size of what is drawn. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type JobName = keyof PictureJobs

/** Why something cannot be drawn. */
export type DrawingProblem = 'encrypted' | 'broken' | 'tooSlow'

export interface JobRequest<Name extends JobName = JobName> {
  readonly sequence: number
  readonly name: Name
  readonly input: PictureJobs[Name]['input']
}

export type JobAnswer =
  | { readonly sequence: number; readonly output: PictureJobs[JobName]['output'] }
  | { readonly sequence: number; readonly problem: DrawingProblem }

export class DrawingFailed extends Error {
  readonly problem: DrawingProblem

  constructor(problem: DrawingProblem) {
    super(`It could not be drawn: ${problem}.`)
    this.name = 'DrawingFailed'
    this.problem = problem
  }
}
