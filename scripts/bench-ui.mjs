// npm run bench:ui -- [--flags 5000]: builds what is stale, finds a browser, then measures the web UI.
import { benchUi } from '../bench/ui.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'

ensureBuilt()
await benchUi(ensureChromium())
