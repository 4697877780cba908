// The store's worker, and a way to make it die: only tests name this file as the worker. What comes first
// hears of a request first.
import './crash-request.ts'
import '../../electron/store/worker.ts'
