// npm run docs: installs packages if needed, and builds the documentation into dist/docs.
import { ensureInstalled, run } from './project.mjs'

ensureInstalled()
process.exitCode = run('scripts/docs/build.ts')
