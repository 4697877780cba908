// The store’s worker, which is held on certain requests. The first import receives each request first.
import './held-request.ts'
import '../../electron/store/worker.ts'
