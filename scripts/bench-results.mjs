// npm run bench:results -- [--days 63] [--visits 12]: builds if needed, finds a browser, and measures the results page.
import { benchResults } from '../bench/results.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'

ensureBuilt()
await benchResults(ensureChromium())
