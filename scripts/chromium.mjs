// Finds a Chromium for the browser tests; on Debian and Ubuntu as root, installs it.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const found = () => places.find((p) => p && existsSync(p))

export function ensureChromium() {
  const have = found()
  if (have) return have
  const apt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' })
  if (apt.status === 0 && process.getuid?.() === 0) {
    console.log('Installing Chromium (once) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env }
    execFileSync('apt-get', ['update', '-qq'], quiet)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
    const now = found()
    if (now) return now
  }
  console.error(
    'The browser tests need Chromium and found none. Install it (Debian, Ubuntu: sudo apt-get install chromium), ' +
      'or say where it is: CHROMIUM_PATH=/path/to/chrome npm test',
  )
  console.error('\n0 passed, 1 failed')
  process.exit(1)
}
