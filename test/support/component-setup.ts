import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/svelte'

// Ends only what never comes: on a busy machine the second that is the default is too short.
configure({ asyncUtilTimeout: 60_000 })
