/**
 * A flag for Node processes that load TypeScript in several threads, as tests do; the application does not.
 * Node strips types with WebAssembly, and V8 may end the process if two threads replace the same wrapper of
 * its functions at once (a check fails in `WasmImportWrapperCache::Free`, called by
 * `Runtime_TierUpWasmToJSWrapper`; Node 24.21). With a budget that is never used up, no wrapper is replaced.
 */
export const KEEP_WRAPPERS = '--wasm-wrapper-tiering-budget=2000000000'
