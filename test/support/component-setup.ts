import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/svelte'

// Only for hangs: the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
