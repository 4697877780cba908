import type { TestProject } from 'vitest/node'
import { bundle } from './bundle.ts'

/** Builds the command line and the threads before the tests, and again if a watched source has changed. */
export default async function setUp(project: TestProject): Promise<void> {
  const build = (): Promise<void> => bundle({ quiet: true, only: ['command line and workers', 'cache'] })
  // Read by test/support/entries.ts.
  process.env['CAMPAIGN_DESK_BUILT'] = '1'
  await build()
  project.onTestsRerun(build)
}
