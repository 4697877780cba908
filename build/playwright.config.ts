import { defineConfig } from 'playwright/test'

const isPackaged = (process.env['CAMPAIGN_DESK_PACKAGED'] ?? '') !== ''
const PACKAGED_TAG = /@packaged/u

/**
 * End-to-end tests in the real Electron, in the development form and packaged. Each test has a separate data
 * folder. Tests with the tag @packaged test what packaging can break: files inside and outside of the
 * archive, fuses, the protocol of the entry, native modules, threads and processes that start from the
 * archive, and arguments of the system. They run in the package, or without one in the development form.
 */
export default defineConfig<{ form: 'development' | 'packaged' }>({
  testDir: '../test/e2e',
  outputDir: '../test-results/e2e',
  // Their content does not depend on the platform.
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  fullyParallel: true,
  // Tests wait for windows and services as well as for a core.
  workers: 3,
  forbidOnly: process.env['CI'] === 'true',
  // These limits end only tests that hang: a busy machine with two cores that draws in software needs several
  // times the normal time.
  timeout: 900_000,
  expect: { timeout: 180_000, toPass: { timeout: 180_000 } },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  projects: [
    {
      name: 'development',
      use: { form: 'development' },
      ...(isPackaged ? { grepInvert: PACKAGED_TAG } : {}),
    },
    ...(isPackaged ? [{ name: 'packaged', grep: PACKAGED_TAG, use: { form: 'packaged' as const } }] : []),
  ],
})
