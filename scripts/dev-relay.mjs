// A relay straight from its sources, for tests.
import { main } from '../src/server/commands/relay/main.ts'

await main(process.argv.slice(2))
