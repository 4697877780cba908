import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { KEEP_WRAPPERS } from './node-flags.ts'

/**
 * In milliseconds. These limits end only tests that hang: a busy machine needs several times the normal time.
 */
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/** Many tests of shown dates contain the day and time of one zone. */
const TIME_ZONE = { TZ: 'UTC' }

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  test: {
    // Many tests wait for a service or a process, so more of them run at once than there are cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    globalSetup: './build/vitest-setup.ts',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          env: TIME_ZONE,
          setupFiles: ['test/support/messages-setup.ts'],
          // These tests share no state, and a process for each file takes longer than most tests.
          isolate: false,
          ...LIMITS,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['test/integration/**/*.test.ts'],
          setupFiles: ['test/support/messages-setup.ts'],
          // better-sqlite3 and worker threads need processes around them, not threads.
          pool: 'forks',
          isolate: false,
          execArgv: [KEEP_WRAPPERS],
          ...LIMITS,
        },
      },
      {
        root,
        plugins: [svelte({ configFile: false }), svelteTesting()],
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['test/component/**/*.test.ts'],
          env: TIME_ZONE,
          setupFiles: ['test/support/messages-setup.ts', 'test/support/component-setup.ts'],
          ...LIMITS,
        },
      },
    ],
  },
})
