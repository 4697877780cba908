import { defineConfig } from 'playwright/test'

const packaged = (process.env['CAMPAIGN_DESK_PACKAGED'] ?? '') !== ''

/**
 * Tests of the window's pages alone. Packaging leaves the pages as they are, so these run in the development form only;
 * everything that uses main, preload, threads, native modules or files runs in both forms.
 */
const PAGES_ONLY = [
  'accessible-names',
  'appearance',
  'column-borders',
  'column-order',
  'columns',
  'cut-cells',
  'export-look',
  'fields',
  'filters',
  'keyboard',
  'layout',
  'list-accessibility',
  'list-keyboard',
  'search',
  'views',
].map((name) => `**/${name}.test.ts`)

/** End to end: the real Electron, in the development form and packaged. Each test has its own data folder. */
export default defineConfig<{ form: 'development' | 'packaged' }>({
  testDir: '../test/e2e',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] === 'true',
  // These end only what hangs: a busy machine of two cores, which draws in software, needs several times the usual time.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    { name: 'development', use: { form: 'development' } },
    ...(packaged ? [{ name: 'packaged', testIgnore: PAGES_ONLY, use: { form: 'packaged' as const } }] : []),
  ],
})
