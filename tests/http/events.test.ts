// Runs all tests of events and exposures with two servers on one database.
import './events/batches.ts'
import './events/exposures.ts'
import './events/by-request.ts'
import './events/otlp.ts'
import './events/strangers.ts'
import './events/flood.ts'
import './events/fuzz.ts'
import './events/what-arrived.ts'
import './events/guide.ts'
import './events/by-pages.ts'
// Last, because it cuts every connection.
import './events/cut-connections.ts'
