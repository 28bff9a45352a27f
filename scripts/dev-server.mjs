// The server straight from its sources, for npm run dev.
import { main } from '../src/server/main.ts'

await main(process.argv.slice(2))
