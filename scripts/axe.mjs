// npm run axe: looks at every screen and every layer of the web UI in both colour schemes and three widths, as an owner, as
// a viewer, signed out and in an empty project, and prints how often it looked and what it found. npm test looks at a part.
import { ensureTestChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { run } from './project.mjs'

ensureBuilt()
process.env.CHROMIUM_PATH = ensureTestChromium()
process.env.MATRIX = 'whole'
process.exit(run('node_modules/vitest/vitest.mjs', ['run', 'tests/e2e/matrix']))
