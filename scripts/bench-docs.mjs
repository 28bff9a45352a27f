// npm run bench:docs -- [--visits 10]: builds what is stale, finds a browser, then measures the documentation.
import { benchDocs } from '../bench/docs.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'

ensureBuilt()
await benchDocs(ensureChromium())
