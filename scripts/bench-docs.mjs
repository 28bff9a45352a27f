// npm run bench:docs -- [--visits 10]: builds if needed, finds a browser, and measures the documentation.
import { benchDocs } from '../bench/docs.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'

ensureBuilt()
await benchDocs(ensureChromium())
