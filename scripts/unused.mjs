// npm run unused: finds files, exports and packages that nothing uses, and code that only tests use (knip.config.ts).
import { begin } from './project.mjs'

const knip = (...options) => begin('node_modules/knip/bin/knip.js', ['--no-progress', '--cache', ...options])
const statuses = await Promise.all([
  knip('--cache-location', 'node_modules/.cache/knip'),
  knip('--production', '--cache-location', 'node_modules/.cache/knip-production'),
])
process.exit(Math.max(...statuses))
