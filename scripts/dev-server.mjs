// Runs the server from its source code, for npm run dev.
import { main } from '../src/server/main.ts'

await main(process.argv.slice(2))
