import { defineConfig } from 'playwright/test'

const packaged = (process.env['CAMPAIGN_DESK_PACKAGED'] ?? '') !== ''

/** End to end: the real Electron, in the development form and packaged. Each test has its own data folder. */
export default defineConfig<{ form: 'development' | 'packaged' }>({
  testDir: '../test/e2e',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] === 'true',
  // Two cores that also draw in software: what fails once is tried again there, and `npm test` names it at its end.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    { name: 'development', use: { form: 'development' } },
    ...(packaged ? [{ name: 'packaged', use: { form: 'packaged' as const } }] : []),
  ],
})
