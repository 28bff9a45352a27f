// npm run bench:ui -- [--flags 5000]: builds if needed, finds a browser, and measures the web UI.
import { benchUi } from '../bench/ui.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'

ensureBuilt()
await benchUi(ensureChromium())
