import { expect } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'

/** The fault that a promise rejects with; another result fails the test. */
export async function faultOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}
