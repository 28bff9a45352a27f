// Runs a relay from its source code, for tests.
import { main } from '../src/server/commands/relay/main.ts'

await main(process.argv.slice(2))
