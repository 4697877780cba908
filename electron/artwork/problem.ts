import type { PictureProblem } from '../contract/pictures.ts'

/** Why a picture cannot be had, where trying again at once would change nothing. */
export class PictureRefused extends Error {
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(`A picture was refused: ${problem}.`)
    this.name = 'PictureRefused'
    this.problem = problem
  }
}
