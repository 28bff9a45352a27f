// Finds a Chromium for the browser tests, figures and pictures; on Debian and Ubuntu as root, installs it.
import { existsSync } from 'node:fs'
import { installDebian } from './debian.mjs'

/** What draws pages as the browser does, without the browser's own windows around them. */
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

/** A whole browser, as people have it: for figures and pictures. */
export const ensureChromium = () =>
  given() ?? first(browsers) ?? (installDebian('chromium') ? first(browsers) : undefined) ?? stop()

/** One that tests can use, if there is one. */
export const findTestChromium = () => given() ?? first([shell, ...browsers])

/** For tests: the shell, which takes a third less of a processor than the browser around the same pages; else a browser. Installed where that can be done. */
export const installTestChromium = () =>
  given() ??
  first([shell]) ??
  (installDebian('chromium-headless-shell') ? first([shell]) : undefined) ??
  first(browsers) ??
  (installDebian('chromium') ? first(browsers) : undefined)

/** The same; without one, says so and ends. */
export const ensureTestChromium = () => installTestChromium() ?? stop()

function stop() {
  console.error(
    'The browser tests need Chromium and found none. Install it (Debian, Ubuntu: sudo apt-get install chromium), ' +
      'or say where it is: CHROMIUM_PATH=/path/to/chrome npm test',
  )
  console.error('\n0 passed, 1 failed')
  process.exit(1)
}
