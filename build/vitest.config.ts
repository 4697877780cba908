import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { KEEP_WRAPPERS } from './node-flags.ts'

const root = new URL('..', import.meta.url).pathname

export default defineConfig({
  root,
  test: {
    // The process that hands out the files does next to nothing itself.
    maxWorkers: '100%',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['test/integration/**/*.test.ts'],
          // better-sqlite3 and worker threads want processes, not threads, around them.
          pool: 'forks',
          execArgv: [KEEP_WRAPPERS],
          testTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [svelte({ configFile: false }), svelteTesting()],
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['test/component/**/*.test.ts'],
          setupFiles: ['test/support/component-setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
