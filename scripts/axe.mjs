// npm run axe: checks the accessibility of every screen and layer of the web UI in both colour schemes and three
// widths, as an owner, as a viewer, signed out, and in an empty project. Prints the number of checks and the
// violations. npm test checks a part.
import { ensureTestChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { run } from './project.mjs'

ensureBuilt()
process.env.CHROMIUM_PATH = ensureTestChromium()
process.env.MATRIX = 'whole'
process.exit(run('node_modules/vitest/vitest.mjs', ['run', 'tests/e2e/matrix']))
