// Finds a Chromium for browser tests, measurements and screenshots. Installs it on Debian and Ubuntu as root.
import { existsSync } from 'node:fs'
import { installDebian } from './debian.mjs'

/** Chromium without windows. */
const shell = '/usr/bin/chromium-headless-shell'
const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const first = (places) => places.find((place) => place && existsSync(place))
const given = () => first([process.env.CHROMIUM_PATH])

/** Returns a full browser, for measurements and screenshots. */
export const ensureChromium = () =>
  given() ?? first(browsers) ?? (installDebian('chromium') ? first(browsers) : undefined) ?? stop()

/** Returns a browser for tests, if there is one. */
export const findTestChromium = () => given() ?? first([shell, ...browsers])

/**
 * Returns a browser for tests: preferably the headless shell, which uses a third less CPU for the same pages. Installs
 * it if possible.
 */
export const installTestChromium = () =>
  given() ??
  first([shell]) ??
  (installDebian('chromium-headless-shell') ? first([shell]) : undefined) ??
  first(browsers) ??
  (installDebian('chromium') ? first(browsers) : undefined)

/** Like `installTestChromium`. Without a browser, prints an error and exits. */
export const ensureTestChromium = () => installTestChromium() ?? stop()

function stop() {
  console.error(
    'The browser tests need Chromium and found none. Install it (Debian, Ubuntu: sudo apt-get install chromium), ' +
      'or say where it is: CHROMIUM_PATH=/path/to/chrome npm test',
  )
  console.error('\n0 passed, 1 failed')
  process.exit(1)
}
