import { defineConfig } from 'playwright/test'

const packaged = (process.env['CAMPAIGN_DESK_PACKAGED'] ?? '') !== ''

/**
 * Tests of what packaging can break: files inside the archive and beside it, fuses, the entry's own protocol,
 * native modules, threads and processes that start from the archive, and arguments that the system passes.
 * Each runs in the development form too; what only shows in pages or in code that both forms share is tested
 * there alone.
 */
const PACKAGED = [
  'application',
  'client-certificate',
  'exported-files',
  'pdf',
  'photos',
  'printed-list',
  'refused-switches',
  'review-files',
  'sample',
  'security',
  'text-menu',
  'versions',
  'withheld-key',
].map((name) => `**/${name}.test.ts`)

/** End to end: the real Electron, in the development form and packaged. Each test has its own data folder. */
export default defineConfig<{ form: 'development' | 'packaged' }>({
  testDir: '../test/e2e',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] === 'true',
  // These end only what hangs: a busy machine of two cores, which draws in software, needs several times the
  // usual time.
  timeout: 900_000,
  expect: { timeout: 180_000, toPass: { timeout: 180_000 } },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    { name: 'development', use: { form: 'development' } },
    ...(packaged ? [{ name: 'packaged', testMatch: PACKAGED, use: { form: 'packaged' as const } }] : []),
  ],
})
