/**
 * For a process of Node that loads TypeScript in several threads, as tests do and the application does not:
 * Node strips the types in WebAssembly, and V8 may end the process when two threads exchange the same wrapper
 * of its functions at once (a check fails in `WasmImportWrapperCache::Free`, called by
 * `Runtime_TierUpWasmToJSWrapper`; Node 24.21). With a budget that is never used up no wrapper is exchanged.
 */
export const KEEP_WRAPPERS = '--wasm-wrapper-tiering-budget=2000000000'
