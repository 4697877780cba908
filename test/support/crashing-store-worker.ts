// The store’s worker that crashes on request. The first import receives requests first.
import './crash-request.ts'
import '../../electron/store/worker.ts'
