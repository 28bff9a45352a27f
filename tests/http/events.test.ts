// Two servers on one database for all that is told of events and exposures.
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
// last: it cuts every connection
import './events/cut-connections.ts'
