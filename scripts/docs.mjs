// npm run docs: installs what is missing, and builds the documentation, dist/docs.
import { ensureInstalled, run } from './project.mjs'

ensureInstalled()
process.exitCode = run('scripts/docs/build.ts')
