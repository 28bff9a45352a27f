// Finds a Chromium for the browser tests; on Debian and Ubuntu as root, installs it.
import { existsSync } from 'node:fs'
import { installDebian } from './debian.mjs'

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
  const have = found() ?? (installDebian('chromium') ? found() : undefined)
  if (have) return have
  console.error(
    'The browser tests need Chromium and found none. Install it (Debian, Ubuntu: sudo apt-get install chromium), ' +
      'or say where it is: CHROMIUM_PATH=/path/to/chrome npm test',
  )
  console.error('\n0 passed, 1 failed')
  process.exit(1)
}
