// The store’s worker, which crashes on certain requests. The first import receives each request first.
import './crash-request.ts'
import '../../electron/store/worker.ts'
